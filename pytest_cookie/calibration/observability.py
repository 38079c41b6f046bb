"""Whether a defect is observable: compares the evidence of a mutant with that of its baseline artifact."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.checks.slider_labels.fact import SliderFact
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.machine import MACHINE_FILE, InputCost, MachineTime, RunningCost
from pytest_cookie.core.perception import StaticPerception, ViewportPerception
from pytest_cookie.core.step_text import describe_dialog, describe_states
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.pictures import measure_difference
from pytest_cookie.records.plain_tree import read_plain

LEAST_PIXELS = 0.0005
"""Share of pixels above which two pictures differ. For pages that move by themselves, their own motion is added."""
LEAST_RATIO = 2.0
"""Minimum ratio of cost to count as slower, for an input or a page; its class of weight must differ, too."""

_SLIGHT_PX = 1.0


def differences(good: Evidence, good_folder: Path, mutant: Evidence, mutant_folder: Path) -> tuple[str, ...]:
    """The aspects that differ by more than the tolerance; empty if the defect is not observable.

    The folders contain the files of the evidence.
    """
    found = [*_compare_perception(good.perception, mutant.perception)]
    if _steps(good) != _steps(mutant) or good.trace.stopped != mutant.trace.stopped:
        found.append("use")
    restless = max(good.perception.restless, mutant.perception.restless)
    if _compare_pictures(good.perception, good_folder, mutant.perception, mutant_folder) > max(LEAST_PIXELS, restless):
        found.append("pictures")
    if _is_slower(_machine_time(good, good_folder), _machine_time(mutant, mutant_folder)):
        found.append("machine time")
    return tuple(found)


def _compare_perception(good: StaticPerception, mutant: StaticPerception) -> Iterator[str]:
    if (good.loaded, good.crashed) != (mutant.loaded, mutant.crashed):
        yield "loading"
    if _inventory(good) != _inventory(mutant):
        yield "contents"
    if [_geometry(view) for view in good.views] != [_geometry(view) for view in mutant.views]:
        yield "layout"
    if _styling(good) != _styling(mutant):
        yield "styling"
    if _violations(good) != _violations(mutant) or _messages(good) != _messages(mutant):
        yield "faults at load"


def _inventory(perception: StaticPerception) -> object:
    """The visible contents. Omits facts of the source alone, such as the number of elements, which a script raises."""
    page = perception.inventory
    if page is None:
        return None
    controls = [
        (control.role, control.name, control.disabled, control.covered, *_near(control.box))
        for control in page.controls
    ]
    media = [(medium.tag, medium.alt, medium.loaded, *_near(medium.box)) for medium in page.media]
    headings = [(heading.level, heading.text) for heading in page.headings]
    return page.title, page.lang, page.text, headings, page.landmarks, controls, media


def _styling(perception: StaticPerception) -> object:
    """The styling without the number of rules: a rule may match no element."""
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
    return sorted((violation.rule, violation.count) for violation in perception.axe)


def _messages(perception: StaticPerception) -> object:
    console = Counter((message.level, message.text) for message in perception.console)
    errors = Counter(error.message for error in perception.page_errors)
    requests = Counter((request.url, request.reason) for request in perception.failed_requests)
    return console, errors, requests


def _steps(evidence: Evidence) -> list[object]:
    return [_step(step) for step in evidence.trace.steps]


def _step(step: Step) -> object:
    """The action and its effects. Omits positions and times, which may differ without a difference for users."""
    change = step.change
    sliders = SliderFact.of(change)
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
            sorted((label.control, label.text) for label in sliders.stale) if sliders else [],
            sorted(error.message for error in step.page_errors),
        ),
        sorted((message.level, message.text) for message in step.console),
    )


def _compare_pictures(
    good: StaticPerception, good_folder: Path, mutant: StaticPerception, mutant_folder: Path
) -> float:
    """The largest share of differing pixels over all widths."""
    theirs = {view.viewport.name: view for view in mutant.views}
    shares = [0.0]
    for view in good.views:
        other = theirs.get(view.viewport.name)
        try:
            before = read_plain(good_folder / view.screenshot)
            after = read_plain(mutant_folder / other.screenshot) if other else b""
        except RecordingError:
            continue  # without a picture there is no comparison
        shares.append(measure_difference(before, after) if after else 1.0)
    return max(shares)


def _machine_time(evidence: Evidence, folder: Path) -> MachineTime | None:
    for session in evidence.sessions:
        path = folder / session.name / MACHINE_FILE
        try:
            return MachineTime.model_validate_json(read_plain(path))
        except (RecordingError, ValidationError):
            continue
    return None


def _is_slower(good: MachineTime | None, mutant: MachineTime | None) -> bool:
    if good is None or mutant is None:
        return False
    inputs = [
        max((one for one in each if one), key=lambda one: one.ratio, default=None) for each in _inputs(good, mutant)
    ]
    return (
        _is_heavier_input(*inputs)
        or _is_heavier_running(good.idle, mutant.idle)
        or _is_heavier_running(good.load, mutant.load)
    )


def _inputs(good: MachineTime, mutant: MachineTime) -> tuple[list[InputCost | None], list[InputCost | None]]:
    return [step.input for step in good.steps], [step.input for step in mutant.steps]


def _is_heavier_input(good: InputCost | None, mutant: InputCost | None) -> bool:
    if good is None or mutant is None:
        return False
    return good.weight != mutant.weight and mutant.ratio >= LEAST_RATIO * good.ratio


def _is_heavier_running(good: RunningCost | None, mutant: RunningCost | None) -> bool:
    if good is None or mutant is None:
        return False
    return good.weight != mutant.weight and mutant.ratio_per_second >= LEAST_RATIO * good.ratio_per_second
