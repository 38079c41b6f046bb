"""`Timeline`: an exploration in page time, drawn as lanes: steps, findings, pictures, film, sound, console, network.

Positions are percentages, so that the lanes fit any width. Console messages and requests are placed at their step,
because their exact times are not recorded.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pytest_cookie.core.sound import SILENCE_DBFS, SoundDescription
from pytest_cookie.core.trace import Step
from pytest_cookie.reporting.site.item.findings import FindingView
from pytest_cookie.reporting.site.item.log import worst
from pytest_cookie.reporting.site.item.steps import begins
from pytest_cookie.reporting.text.quantities import clock

_MAX_POINTS = 160
_MAX_TICKS = 7
_LAST_LABEL = 0.86  # on a phone, a label to the right of its tick is 14 % as wide as the lanes
_TICKS_SECONDS = (0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600)
_THINNEST = 5
_ROOM_FOR_A_NUMBER = 30


@dataclass(frozen=True)
class TimelineMark:
    """A point at `x` percent. `look` is its style, `seconds` the time a click seeks to, "" for a plain number.
    A click on one with a `step` selects that step.
    """

    x: str
    look: str
    seconds: str
    text: str = ""
    step: int | None = None


@dataclass(frozen=True)
class Lane:
    """A row: `shapes` are (style, SVG path in 1000 × 24) pairs; `marks` keep their shape at any width."""

    name: str
    kind: str
    shapes: tuple[tuple[str, str], ...] = ()
    marks: tuple[TimelineMark, ...] = ()


@dataclass(frozen=True)
class Timeline:
    """`seconds` of page time; `ticks` are (position, label) pairs, with no label where it would leave the drawing;
    `silent` names the empty lanes."""

    seconds: float
    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[str, str], ...]
    silent: tuple[str, ...]


def timeline(
    steps: Sequence[Step], findings: Sequence[FindingView], *, film_ms: int, sound: SoundDescription | None
) -> Timeline | None:
    """Draw the timeline; None if no page time passed."""
    whole = max([film_ms, *(step.page_ms for step in steps)], default=0)
    if whole <= 0:
        return None
    spans = begins(steps)
    messages = [(worst(step), begin, step.page_ms) for begin, step in spans]
    requests = [(_refused(step), begin, step.page_ms) for begin, step in spans]
    lanes = (
        Lane(
            "Steps",
            "steps",
            _boxes(((_effect(step), b, step.page_ms) for b, step in spans), whole),
            _numbers(spans, whole),
        ),
        Lane("Findings", "findings", (), _findings(findings, spans, whole)),
        Lane("Pictures", "pictures", _needles([step.page_ms for step in steps if step.screenshot], whole)),
        Lane("Film", "film", _boxes([("film", 0, film_ms)], whole, top=10, height=4) if film_ms else ()),
        Lane("Sound", "sound", (*(_outline(sound, whole) if sound else ()), *_onsets(steps, whole))),
        Lane("Console", "log", _boxes((message for message in messages if message[0]), whole)),
        Lane("Network", "log", _boxes((request for request in requests if request[0]), whole)),
    )
    return Timeline(
        seconds=whole / 1000,
        lanes=tuple(lane for lane in lanes if lane.marks or lane.shapes),
        ticks=_ticks(whole / 1000),
        silent=tuple(lane.name for lane in lanes[3:] if not lane.shapes),
    )


def _boxes(
    spans: Iterable[tuple[str, int, int]], whole: int, *, top: int = 3, height: int = 18
) -> tuple[tuple[str, str], ...]:
    """One path per style for all spans of (style, begin, end) in ms."""
    paths: dict[str, list[str]] = {}
    for look, begin_ms, end_ms in spans:
        begin = min(1000 * begin_ms / whole, 1000 - _THINNEST)
        width = max(1000 * (end_ms - begin_ms) / whole, _THINNEST)
        paths.setdefault(look, []).append(f"M{begin:.4g} {top}h{width:.4g}v{height}h-{width:.4g}z")
    return tuple((look, "".join(parts)) for look, parts in paths.items())


def _needles(moments: Sequence[int], whole: int) -> tuple[tuple[str, str], ...]:
    return (("needle", "".join(f"M{1000 * at / whole:.4g} 9v6" for at in moments)),) if moments else ()


def _onsets(steps: Sequence[Step], whole: int) -> tuple[tuple[str, str], ...]:
    """The moments at which sounds began, as the steps note them."""
    return _needles(
        sorted({one.at_ms for step in steps for one in step.change.sounds if 0 <= one.at_ms <= whole}), whole
    )


def _numbers(spans: Sequence[tuple[int, Step]], whole: int) -> tuple[TimelineMark, ...]:
    """The numbers of the steps that are wide enough for one."""
    return tuple(
        TimelineMark(f"{100 * begin / whole:.4g}", "number", "", str(step.index))
        for begin, step in spans
        if 1000 * (step.page_ms - begin) / whole >= _ROOM_FOR_A_NUMBER
    )


def _effect(step: Step) -> str:
    return "unreachable" if step.outcome == "unreachable" else "seen" if step.change.seen else "quiet-step"


def _findings(
    findings: Sequence[FindingView], spans: Sequence[tuple[int, Step]], whole: int
) -> tuple[TimelineMark, ...]:
    begun = {step.index: begin for begin, step in spans}
    marks = []
    for one in findings:
        finding = one.finding
        begin = None if finding.step is None else begun.get(finding.step)
        at = begin if finding.video_ms is None else finding.video_ms
        if at is not None and 0 <= at <= whole:
            seconds, step = f"{at / 1000:.3f}", finding.step if finding.step in begun else None
            marks.append(TimelineMark(f"{100 * at / whole:.4g}", finding.severity, seconds, finding.title, step))
    return tuple(marks)


def _refused(step: Step) -> str:
    if not step.failed_requests:
        return ""
    return "warning" if all(request.blocked for request in step.failed_requests) else "error"


def _ticks(seconds: float) -> tuple[tuple[str, str], ...]:
    step = next((tick for tick in _TICKS_SECONDS if seconds / tick <= _MAX_TICKS), seconds / _MAX_TICKS)
    places = [number * step for number in range(int(seconds / step) + 1)]
    return tuple(
        (f"{100 * place / seconds:.4g}", clock(place) if place <= _LAST_LABEL * seconds else "")
        for place in places
        if place <= 0.97 * seconds
    )


def _outline(sound: SoundDescription, whole: int) -> tuple[tuple[str, str], ...]:
    """The peak level of each stretch, from silence to full scale, as an area above the lane's baseline."""
    levels = sound.momentary_lufs or sound.level_dbfs
    if not levels or sound.silent or sound.hop_ms <= 0:
        return ()
    stretch = -(-len(levels) // _MAX_POINTS)
    peaks = [max(levels[start : start + stretch]) for start in range(0, len(levels), stretch)]
    apart = 1000 * stretch * sound.hop_ms / whole
    drawn = "".join(f"L{min(1000, i * apart):.0f} {_place(level):.0f}" for i, level in enumerate(peaks))
    end = min(1000, 1000 * len(levels) * sound.hop_ms / whole)
    return (("sound", f"M0 22{drawn}L{end:.0f} {_place(peaks[-1]):.0f}V22Z"),)


def _place(level_db: float) -> float:
    """The y coordinate of a level: 22 is silence, 2 full scale."""
    return 22 - 20 * min(1.0, max(0.0, 1 - level_db / SILENCE_DBFS))
