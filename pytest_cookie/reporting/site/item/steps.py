"""Describe a step of the trace: the action, its changes and its picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.action import Action, Drag, Hold, Wait
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import DownloadedFile, Popup
from pytest_cookie.core.parsing import parse_whole
from pytest_cookie.core.step_text import (
    describe_answered_dialog,
    describe_manner,
    describe_sounds,
    describe_states,
)
from pytest_cookie.core.text import clip
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.reporting.item_files import ItemFiles, PictureFile, evidence_folders, file_size, name_target
from pytest_cookie.reporting.site.item.findings import FindingView
from pytest_cookie.reporting.site.item.marks import MarkedPicture, Scenery
from pytest_cookie.reporting.text.quantities import clock

MAX_STEPS = 300
_MAX_TEXTS = 3
_MAX_LINES = 80
_MAX_TEXT = 3_000
_MAX_ALL_TEXTS = 120_000
"""Characters of the texts of all steps together: they are part of the page, which has to open at once."""
TRIED = {
    True: "hidden by the page's own motion; two more runs, with and without this action, look different",
    False: "none: two more runs of the page, with and without this action, look the same",
}
AFRESH = {True: "none here, but it has an effect on a fresh page", False: "none on a fresh page either"}


@dataclass(frozen=True)
class WindowView:
    """A window that the page opened; `picture` is None if it has none."""

    popup: Popup
    picture: PictureFile | None


@dataclass(frozen=True)
class DownloadView:
    """A downloaded file. `href` is "" if it was not stored or could run scripts when opened."""

    file: DownloadedFile
    size: str
    href: str


@dataclass(frozen=True)
class TextView:
    """What the page said after a step, as (whether it is new, line). `same_as` is the step whose text it still is, and
    then there are no lines. `is_cut`: there is more in the evidence.
    """

    lines: tuple[tuple[bool, str], ...]
    same_as: int | None
    is_cut: bool


@dataclass(frozen=True)
class StepView:
    """One step: `act` is the verb, `target` its object, `changes` the effects that a user could notice.

    `begins` is the second of page time, and of the film, at which the step begins; `moment` is its text. `before` and
    `after` are the pictures around it. `findings` are those of this step with their numbers on the page. `text` is None
    in older evidence.
    """

    step: Step
    act: str
    target: str
    changes: tuple[str, ...]
    moment: str
    begins: str
    before: MarkedPicture | None
    after: MarkedPicture | None
    findings: tuple[tuple[int, FindingView], ...]
    text: TextView | None
    windows: tuple[WindowView, ...]
    downloads: tuple[DownloadView, ...]

    @property
    def is_faulty(self) -> bool:
        """Whether the page reported an error, or a request failed that the sandbox did not block."""
        step = self.step
        told = any(line.level == "error" for line in step.console)
        return bool(step.page_errors or told or any(not one.blocked for one in step.failed_requests))


@dataclass(frozen=True)
class _Context:
    """What the steps of an item share: `findings` and `texts` by step."""

    files: ItemFiles
    folders: list[str]
    scenery: Scenery
    findings: dict[int | None, list[tuple[int, FindingView]]]
    texts: dict[int, TextView]


def step_views(
    files: ItemFiles,
    evidence: Evidence | None,
    steps: Sequence[Step],
    *,
    scenery: Scenery,
    findings: Sequence[FindingView] = (),
) -> tuple[StepView, ...]:
    """Gather the steps; the screenshot of each lies in the folder of the session that made it."""
    folders = [*(evidence_folders(evidence) if evidence else ()), "evidence/"]
    tried = [_describe_trials(evidence.trace, step.index) if evidence else [] for step in steps]
    found: dict[int | None, list[tuple[int, FindingView]]] = {}
    for number, one in enumerate(findings, start=1):
        found.setdefault(one.finding.step, []).append((number, one))
    context = _Context(files, folders, scenery, found, _texts(scenery, steps))
    return tuple(
        _step(context, begin_ms, step, answers) for (begin_ms, step), answers in zip(begins(steps), tried, strict=True)
    )


def _texts(scenery: Scenery, steps: Sequence[Step]) -> dict[int, TextView]:
    """The text after each step: whole where it is new, with the lines that the step before did not have marked."""
    views: dict[int, TextView] = {}
    known: frozenset[str] | None = None
    last, left = 0, _MAX_ALL_TEXTS
    for step in steps:
        scene = scenery.scenes.get(step.index)
        if scene is None:
            continue
        if scene.text is None:
            views[step.index] = TextView((), last, is_cut=False)
            continue
        whole = [line for line in map(str.strip, scene.text.split("\n")) if line]
        shown = clip("\n".join(whole), min(_MAX_TEXT, left)).split("\n")[:_MAX_LINES] if left > 0 else []
        left -= sum(map(len, shown))
        lines = tuple((known is not None and line not in known, line) for line in shown)
        views[step.index] = TextView(lines, None, is_cut=shown != whole)
        known, last = frozenset(whole), step.index
    return views


def _describe_trials(trace: Trace, index: int) -> list[str]:
    compared, afresh = trace.compared_at(index), trace.afresh_at(index)
    differs = trace.comparison_at(index).differs
    told = [] if compared is None else [TRIED[compared]]
    told += [differs] if differs else []
    return told if afresh is None else [*told, AFRESH[afresh]]


def _step(context: _Context, begins_ms: int, step: Step, tried: list[str]) -> StepView:
    files, folders = context.files, context.folders
    before, after = context.scenery.around(step)
    return StepView(
        step=step,
        act=step.action.kind.replace("_", " "),
        target=_target(step.action),
        changes=(*_changes(step), *tried),
        moment=clock(begins_ms / 1000),
        begins=f"{begins_ms / 1000:.3f}",
        before=before,
        after=after,
        findings=tuple(context.findings.get(step.index, ())),
        text=context.texts.get(step.index),
        windows=tuple(_window(files, folders, popup) for popup in step.popups) if step.popups else (),
        downloads=tuple(_download(files, folders, file) for file in step.downloads) if step.downloads else (),
    )


def _first(files: ItemFiles, folders: list[str], name: str) -> str:
    for folder in folders:
        if href := files.link(folder + name):
            return href
    return ""


def _window(files: ItemFiles, folders: list[str], popup: Popup) -> WindowView:
    names = tuple(folder + popup.screenshot for folder in folders) if popup.screenshot else ()
    return WindowView(popup, files.picture(names, label=f"The window {popup.title or popup.url}"))


def _download(files: ItemFiles, folders: list[str], file: DownloadedFile) -> DownloadView:
    return DownloadView(file, file_size(file.size_bytes), _first(files, folders, file.path) if file.path else "")


def begins(steps: Sequence[Step]) -> tuple[tuple[int, Step], ...]:
    """Each step with the page time at which it begins, in ms: the end of the step before."""
    return tuple(zip([0, *(step.page_ms for step in steps)], steps, strict=False))


def _target(action: Action) -> str:
    name = name_target(action)
    if isinstance(action, Drag) and action.to_x is not None and action.to_y is not None:
        name += f" to {action.to_x:.0f}, {action.to_y:.0f}"
    name = ", ".join([name, *describe_manner(action)] if name else describe_manner(action))
    kind = f" ({action.intent} input)" if action.intent else ""
    value = _value(action)
    if not value:
        return name + kind
    text = value + kind
    return f"{text} → {name}" if text and name else text or name


def _value(action: Action) -> str:
    """The typed, pressed or chosen value; the explorer writes a held key as `ArrowUp:600`, a wait as `1200` (ms)."""
    if isinstance(action, Wait) and (waited := _seconds(action.value)):
        return waited
    if isinstance(action, Hold):
        key, milliseconds = action.key_and_ms
        if key and (held := _seconds(milliseconds)):
            return f"“{key}” for {held}"
    return f"“{action.value}”" if action.value else ""


def _seconds(milliseconds: str) -> str:
    """`1.2 s`; "" for an invalid duration, as a model may have written it."""
    return f"{wait / 1000:g} s" if (wait := parse_whole(milliseconds)) is not None and len(milliseconds) < 10 else ""


def _changes(step: Step) -> tuple[str, ...]:
    """Omits windows and files if the step itself has details of them."""
    change = step.change
    changes = []
    if change.pixels:
        changes.append(f"{100 * change.pixels:.1f} % of the pixels changed")
    if change.dom_added or change.dom_removed or change.dom_changed:
        changes.append(_dom(change))
    changes += [f"text appeared: {text}" for text in change.appeared_text[:_MAX_TEXTS]]
    changes += [f"text went: {text}" for text in change.vanished_text[:_MAX_TEXTS]]
    changes += describe_states(change)
    changes += [f"address: {change.url}"] if change.url else ()
    changes += [f"focus on {change.focus}"] if change.focus else ()
    changes += [f"scrolled {change.scrolled_px:.0f} px"] if change.scrolled_px else ()
    changes += [f"scrolled {change.scrolled_x_px:.0f} px sideways"] if change.scrolled_x_px else ()
    changes += [f"dialog: {describe_answered_dialog(dialog)}" for dialog in change.dialogs]
    changes += [] if step.popups else [f"popup: {name}" for name in change.popups]
    changes += [] if step.downloads else [f"download: {name}" for name in change.downloads]
    changes += [f"heard: {describe_sounds(change)}"] if change.sounds else []
    notes = (note for fact in change.facts.values() for note in fact.notes)
    changes += [f"{note.meaning}: {text}" for note in notes for text in note.texts]
    changes += [f"changes by itself: {text}" for text in change.by_itself[:_MAX_TEXTS]]
    return tuple(filter(None, changes))


def _dom(change: Change) -> str:
    counts = (("added", change.dom_added), ("removed", change.dom_removed), ("changed", change.dom_changed))
    changes = ", ".join(f"{number} {verb}" for verb, number in counts if number)
    return f"elements: {changes}"
