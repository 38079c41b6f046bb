"""Tool use of the models that built applications, and its correlation with accuracy (Vibe Code Bench, section 5)."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.verdict import Panel
from pytest_cookie.protocols.vibecode.generation.app_tools import PHASES
from pytest_cookie.records.item import CODING_LOG, ItemFolder
from pytest_cookie.records.plain_tree import read_plain_text
from pytest_cookie.stats.ranks import pearson

FEWEST = 3
"""Fewest pairs for a correlation: two points always lie on a line."""


@dataclass(frozen=True)
class ToolUse:
    """Calls by phase while an application was built, and its accuracy in percent."""

    model: str
    accuracy: float
    phases: dict[str, int]


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


def tool_panel(uses: Sequence[ToolUse]) -> Panel | None:
    """Mean calls by phase and model, and Pearson's r with accuracy over applications and over models; None without."""
    if not uses:
        return None
    models = list(dict.fromkeys(use.model for use in uses))
    rows = []
    for phase, name in PHASES.items():
        means = {model: fmean(use.phases.get(phase, 0) for use in uses if use.model == model) for model in models}
        accuracies = [fmean(use.accuracy for use in uses if use.model == model) for model in models]
        over_apps = _correlate([use.phases.get(phase, 0) for use in uses], [use.accuracy for use in uses])
        over_models = _correlate([means[model] for model in models], accuracies)
        rows.append((name, *(f"{means[model]:.1f}" for model in models), over_apps, over_models))
    shown = models[:9]
    columns = ("calls for", *shown, "r, applications", "r, models")
    cut = tuple((row[0], *row[1 : 1 + len(shown)], *row[-2:]) for row in rows)
    return Panel(title="Tool use per application, and its correlation with accuracy", columns=columns, rows=cut)


def _correlate(calls: Sequence[float], accuracies: Sequence[float]) -> str:
    found = pearson(calls, accuracies) if len(calls) >= FEWEST else None
    return "–" if found is None else f"{found:+.2f} ({len(calls)})"
