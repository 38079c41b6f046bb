"""What of a defect can be seen at all: the evidence of a twin held against that of its good artifact."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.machine import MACHINE_FILE, InputCost, MachineTime, RunningCost
from pytest_cookie.core.perception import StaticPerception, ViewportPerception
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.pictures import measure_difference
from pytest_cookie.records.change_text import describe_dialog, describe_stale, describe_states

LEAST_PIXELS = 0.0005
"""Share of a picture's pixels that has to differ; a page that moves by itself may differ by as much as it moves."""
LEAST_RATIO = 2.0
"""How many times as costly something has to be, and of another class of weight, to count as slower."""

_SLIGHT_PX = 1.0


def differences(good: Evidence, good_folder: Path, twin: Evidence, twin_folder: Path) -> tuple[str, ...]:
    """In what the two differ beyond the tolerance, in words; nothing where the defect changed nothing observable.

    The folders are those of the evidence's files.
    """
    found = [*_perceived(good.perception, twin.perception)]
    if _steps(good) != _steps(twin) or good.trace.stopped != twin.trace.stopped:
        found.append("use")
    restless = max(good.perception.restless, twin.perception.restless)
    if _pictures(good.perception, good_folder, twin.perception, twin_folder) > max(LEAST_PIXELS, restless):
        found.append("pictures")
    if _slower(_machine_time(good, good_folder), _machine_time(twin, twin_folder)):
        found.append("machine time")
    return tuple(found)


def _perceived(good: StaticPerception, twin: StaticPerception) -> Iterator[str]:
    if (good.loaded, good.crashed) != (twin.loaded, twin.crashed):
        yield "loading"
    if _inventory(good) != _inventory(twin):
        yield "contents"
    if [_geometry(view) for view in good.views] != [_geometry(view) for view in twin.views]:
        yield "layout"
    if _dress(good) != _dress(twin):
        yield "styling"
    if _violations(good) != _violations(twin) or _said(good) != _said(twin):
        yield "faults at load"


def _inventory(perception: StaticPerception) -> object:
    """All but what follows from the source alone, such as the number of elements, which a script adds to."""
    page = perception.inventory
    if page is None:
        return None
    controls = [(one.role, one.name, one.disabled, one.covered, *_near(one.box)) for one in page.controls]
    media = [(one.tag, one.alt, one.loaded, *_near(one.box)) for one in page.media]
    headings = [(one.level, one.text) for one in page.headings]
    return page.title, page.lang, page.text, headings, page.landmarks, controls, media


def _dress(perception: StaticPerception) -> object:
    """All but how many rules the source has: one more for what never shows dresses nothing."""
    return perception.styling.model_copy(update={"styled_rules": 0}) if perception.styling else None


def _near(box: object) -> tuple[int, ...]:
    return tuple(round(getattr(box, name) / _SLIGHT_PX) for name in ("x", "y", "width", "height"))


def _geometry(view: ViewportPerception) -> object:
    layout = view.layout
    listed = (
        layout.overflowing, layout.truncated, layout.overlapping, layout.covered_controls, layout.small_targets,
        layout.buried_controls, layout.stretched,
    )  # fmt: skip
    return view.viewport.name, round(layout.overflow_px), round(layout.document_height), [len(each) for each in listed]


def _violations(perception: StaticPerception) -> object:
    return sorted((one.rule, one.count) for one in perception.axe)


def _said(perception: StaticPerception) -> object:
    console = Counter((one.level, one.text) for one in perception.console)
    errors = Counter(one.message for one in perception.page_errors)
    requests = Counter((one.url, one.reason) for one in perception.failed_requests)
    return console, errors, requests


def _steps(evidence: Evidence) -> list[object]:
    return [_step(step) for step in evidence.trace.steps]


def _step(step: Step) -> object:
    """An act and what came of it, without places and times, which may differ where nothing does to a user."""
    change = step.change
    return (
        (step.action.kind, step.action.role, step.action.target, step.action.value, step.outcome),
        (change.seen, round(change.pixels, 2), sorted(change.appeared_text), sorted(change.vanished_text)),
        (
            sorted(describe_states(change)),
            sorted(map(describe_dialog, change.dialogs)),
            len(change.popups),
            len(change.downloads),
            change.as_at_first,
        ),
        (
            sorted(change.effects),
            sorted(map(describe_stale, change.stale)),
            sorted(one.message for one in step.page_errors),
        ),
        sorted((one.level, one.text) for one in step.console),
    )


def _pictures(good: StaticPerception, good_folder: Path, twin: StaticPerception, twin_folder: Path) -> float:
    """The largest share of differing pixels over all widths."""
    theirs = {view.viewport.name: view for view in twin.views}
    shares = [0.0]
    for view in good.views:
        other = theirs.get(view.viewport.name)
        try:
            before = (good_folder / view.screenshot).read_bytes()
            after = (twin_folder / other.screenshot).read_bytes() if other else b""
        except OSError:
            continue  # a picture that is not there shows no difference
        shares.append(measure_difference(before, after) if after else 1.0)
    return max(shares)


def _machine_time(evidence: Evidence, folder: Path) -> MachineTime | None:
    for session in evidence.sessions:
        path = folder / session.name / MACHINE_FILE
        try:
            return MachineTime.model_validate_json(path.read_bytes())
        except (OSError, ValidationError):
            continue
    return None


def _slower(good: MachineTime | None, twin: MachineTime | None) -> bool:
    if good is None or twin is None:
        return False
    inputs = [
        max((one for one in each if one), key=lambda one: one.ratio, default=None) for each in _inputs(good, twin)
    ]
    return _heavier_input(*inputs) or _heavier_running(good.idle, twin.idle) or _heavier_running(good.load, twin.load)


def _inputs(good: MachineTime, twin: MachineTime) -> tuple[list[InputCost | None], list[InputCost | None]]:
    return [step.input for step in good.steps], [step.input for step in twin.steps]


def _heavier_input(good: InputCost | None, twin: InputCost | None) -> bool:
    if good is None or twin is None:
        return False
    return good.weight != twin.weight and twin.ratio >= LEAST_RATIO * good.ratio


def _heavier_running(good: RunningCost | None, twin: RunningCost | None) -> bool:
    if good is None or twin is None:
        return False
    return good.weight != twin.weight and twin.ratio_per_second >= LEAST_RATIO * good.ratio_per_second
