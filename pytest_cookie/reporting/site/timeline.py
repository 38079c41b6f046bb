"""`Timeline`: an exploration in page time, drawn as lanes: steps, findings, pictures, film, sound, console, network.

Places are shares of the whole in percent, so that the lanes fit any width. What is said or asked for during a step has
no finer time than the step.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.sound import SILENCE_DBFS, SoundDescription
from pytest_cookie.core.trace import Step
from pytest_cookie.reporting.quantities import clock
from pytest_cookie.reporting.site.findings import FindingView
from pytest_cookie.reporting.site.log import worst
from pytest_cookie.reporting.site.steps import begins

_MAX_POINTS = 240
_MAX_TICKS = 7
_TICKS_SECONDS = (0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600)
_THINNEST = 0.5
_ROOM_FOR_A_NUMBER = 3.0


@dataclass(frozen=True)
class Mark:
    """From `x` on for `width`, in percent. `look` is how it is drawn, `seconds` where a click on it leads."""

    x: str
    width: str
    look: str
    seconds: str
    text: str = ""


@dataclass(frozen=True)
class Lane:
    """A row of marks of one kind. `outline` is the level of the sound as a path in 1000 × 20, "" elsewhere."""

    name: str
    kind: str
    marks: tuple[Mark, ...]
    outline: str = ""


@dataclass(frozen=True)
class Timeline:
    """`seconds` of page time; `ticks` pairs a place with its label; `silent` names the lanes that would be empty."""

    seconds: float
    lanes: tuple[Lane, ...]
    ticks: tuple[tuple[str, str], ...]
    silent: tuple[str, ...]


def timeline(
    steps: Sequence[Step], findings: Sequence[FindingView], *, film_ms: int, sound: SoundDescription | None
) -> Timeline | None:
    """Draw it; None where no page time passed."""
    whole = max([film_ms, *(step.page_ms for step in steps)], default=0)
    if whole <= 0:
        return None
    spans = begins(steps)
    lanes = (
        Lane("Steps", "steps", tuple(_step(begin, step, whole) for begin, step in spans)),
        Lane("Findings", "findings", _findings(findings, spans, whole)),
        Lane("Pictures", "pictures", tuple(_point(s.page_ms, whole, "picture") for s in steps if s.screenshot)),
        Lane("Film", "film", (_span(0, film_ms, whole, "film"),) if film_ms else ()),
        Lane("Sound", "sound", (), _outline(sound, whole) if sound else ""),
        Lane("Console", "log", tuple(_span(b, s.page_ms, whole, worst(s)) for b, s in spans if worst(s))),
        Lane("Network", "log", tuple(_span(b, s.page_ms, whole, _refused(s)) for b, s in spans if s.failed_requests)),
    )
    return Timeline(
        seconds=whole / 1000,
        lanes=tuple(lane for lane in lanes if lane.marks or lane.outline),
        ticks=_ticks(whole / 1000),
        silent=tuple(lane.name for lane in lanes[3:] if not lane.marks and not lane.outline),
    )


def _span(begin_ms: int, end_ms: int, whole: int, look: str, text: str = "") -> Mark:
    begin = min(100 * begin_ms / whole, 100 - _THINNEST)
    width = max(100 * (end_ms - begin_ms) / whole, _THINNEST)
    return Mark(f"{begin:.4g}", f"{width:.4g}", look, _seconds(begin_ms), text)


def _point(at_ms: int, whole: int, look: str) -> Mark:
    return Mark(f"{min(100.0, 100 * at_ms / whole):.4g}", "0", look, _seconds(at_ms))


def _step(begin_ms: int, step: Step, whole: int) -> Mark:
    looks = "unreachable" if step.outcome == "unreachable" else "seen" if step.change.seen else "quiet-step"
    room = 100 * (step.page_ms - begin_ms) / whole >= _ROOM_FOR_A_NUMBER
    return _span(begin_ms, step.page_ms, whole, looks, str(step.index) if room else "")


def _findings(findings: Sequence[FindingView], spans: Sequence[tuple[int, Step]], whole: int) -> tuple[Mark, ...]:
    begun = {step.index: begin for begin, step in spans}
    marks = []
    for one in findings:
        finding = one.finding
        begin = None if finding.step is None else begun.get(finding.step)
        at = begin if finding.video_ms is None else finding.video_ms
        if at is not None and 0 <= at <= whole:
            marks.append(_point(at, whole, finding.severity))
    return tuple(marks)


def _refused(step: Step) -> str:
    return "warning" if all(request.blocked for request in step.failed_requests) else "error"


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}"


def _ticks(seconds: float) -> tuple[tuple[str, str], ...]:
    step = next((one for one in _TICKS_SECONDS if seconds / one <= _MAX_TICKS), seconds / _MAX_TICKS)
    places = [number * step for number in range(int(seconds / step) + 1)]
    return tuple((f"{100 * place / seconds:.4g}", clock(place)) for place in places if place <= 0.97 * seconds)


def _outline(sound: SoundDescription, whole: int) -> str:
    """The loudest of each stretch, silence to full scale, as an area that stands on the lane's ground."""
    levels = sound.momentary_lufs or sound.level_dbfs
    if not levels or sound.silent or sound.hop_ms <= 0:
        return ""
    stretch = -(-len(levels) // _MAX_POINTS)
    peaks = [max(levels[start : start + stretch]) for start in range(0, len(levels), stretch)]
    points = [(1000 * min(i * stretch * sound.hop_ms, whole) / whole, _height(level)) for i, level in enumerate(peaks)]
    end = 1000 * min(len(levels) * sound.hop_ms, whole) / whole
    drawn = "".join(f"L{x:.0f} {20 - height:.0f}" for x, height in points)
    return f"M0 20{drawn}L{end:.0f} {20 - points[-1][1]:.0f}V20Z"


def _height(level_db: float) -> float:
    return 20 * min(1.0, max(0.0, 1 - level_db / SILENCE_DBFS))
