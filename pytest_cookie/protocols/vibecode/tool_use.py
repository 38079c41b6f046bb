"""Tool use of the models that built applications, and its correlation with accuracy (Vibe Code Bench, section 5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.verdict import Panel
from pytest_cookie.protocols.vibecode.generation.app_tools import PHASES, Phase, phase_of
from pytest_cookie.records.item import CODING_LOG, ItemFolder
from pytest_cookie.records.plain_tree import read_plain_text
from pytest_cookie.stats.ranks import partial_correlation, pearson

FEWEST = 3
"""Fewest pairs for a correlation: two points always lie on a line."""
_TENTHS = 10
_SHOWN_MODELS = 6
"""Models with a column of their own: a table has at most twelve."""
_CORRELATIONS = ("r, applications", "given time", "r, models", "given time", "r, medians")


@dataclass(frozen=True)
class ToolUse:
    """Calls by phase while an application was built, its accuracy in percent, and how long that took."""

    model: str
    accuracy: float
    phases: dict[str, int]
    seconds: float = 0.0
    """Time to build it."""


def read_phases(item: ItemFolder) -> dict[str, int]:
    """Calls by phase of the conversation that built an application; {} if no model built it."""
    try:
        lines = read_plain_text(item.path / CODING_LOG).splitlines()
        ends = [load_json(line).get("end") for line in lines if line.startswith('{"end"')]
    except (RecordingError, ValueError, AttributeError):
        return {}
    phases = ends[-1].get("phases") if ends and isinstance(ends[-1], dict) else None
    known = phases if isinstance(phases, dict) else {}
    return {name: number for name, number in known.items() if name in PHASES and isinstance(number, int)}


def read_timeline(item: ItemFolder) -> tuple[Phase, ...]:
    """The phase of each call of the conversation that built an application, in order; () if no model built it."""
    try:
        lines = [load_json(line) for line in read_plain_text(item.path / CODING_LOG).splitlines()]
    except (RecordingError, ValueError):
        return ()
    calls = [call for line in lines if isinstance(line, dict) for call in line.get("calls") or ()]
    names = [call[1] for call in calls if isinstance(call, list) and len(call) > 1]
    return tuple(phase for name in names if (phase := phase_of(name)))


def timeline_panel(timelines: Mapping[str, Sequence[Sequence[Phase]]]) -> Panel | None:
    """For each model and tenth of its conversations, which share of the calls was of which phase; None without.

    Each application counts alike (Vibe Code Bench, Figure 8 in tenths of the calls).
    """
    rows = []
    for model, several in timelines.items():
        tenths = [[_tenth(calls, at) for calls in several if calls] for at in range(_TENTHS)]
        for phase, name in PHASES.items():
            shares = [_share_of(phase, parts) for parts in tenths]
            if any(shares):
                rows.append((model, name, *(f"{100 * share:.0f} %" for share in shares)))
    columns = ("model", "calls for", *(f"{10 * at} %" for at in range(_TENTHS)))
    title = "Phases of building, by tenths of the calls"
    return Panel(title=title, columns=columns, rows=tuple(rows)) if rows else None


def _share_of(phase: Phase, parts: Sequence[Sequence[Phase]]) -> float:
    return fmean(sum(one == phase for one in part) / len(part) for part in parts) if parts else 0.0


def _tenth(calls: Sequence[Phase], at: int) -> Sequence[Phase]:
    """The calls of tenth `at`; of fewer than ten calls, each is in several."""
    first = at * len(calls) // _TENTHS
    return calls[first : max(first + 1, (at + 1) * len(calls) // _TENTHS)]


def tool_panel(uses: Sequence[ToolUse]) -> Panel | None:
    """Mean calls by phase and model, and Pearson's r with accuracy, over applications and over models; None without.

    "given time" is the partial correlation with the time to build held constant; "r, medians" takes each model's median
    of calls (Vibe Code Bench, section 5.1).
    """
    if not uses:
        return None
    models = list(dict.fromkeys(use.model for use in uses))
    rows = []
    for phase, name in PHASES.items():
        means = {model: fmean(use.phases.get(phase, 0) for use in uses if use.model == model) for model in models}
        medians = [median(use.phases.get(phase, 0) for use in uses if use.model == model) for model in models]
        accuracies = [fmean(use.accuracy for use in uses if use.model == model) for model in models]
        seconds = [fmean(use.seconds for use in uses if use.model == model) for model in models]
        calls, of_apps = [use.phases.get(phase, 0) for use in uses], [use.accuracy for use in uses]
        found = (
            *_correlate(calls, of_apps, [use.seconds for use in uses]),
            *_correlate([means[model] for model in models], accuracies, seconds),
            _correlate(medians, accuracies, seconds)[0],
        )
        rows.append((name, *(f"{means[model]:.1f}" for model in models[:_SHOWN_MODELS]), *found))
    columns = ("calls for", *models[:_SHOWN_MODELS], *_CORRELATIONS)
    return Panel(title="Tool use per application, and its correlation with accuracy", columns=columns, rows=tuple(rows))


def _correlate(calls: Sequence[float], accuracies: Sequence[float], seconds: Sequence[float]) -> tuple[str, str]:
    """Pearson's r, and the partial correlation given the time."""
    if len(calls) < FEWEST:
        return "–", "–"
    found = pearson(calls, accuracies), partial_correlation(calls, accuracies, seconds)
    first, second = ("–" if value is None else f"{value:+.2f} ({len(calls)})" for value in found)
    return first, second
