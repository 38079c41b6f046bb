"""Pictures before, during and after the use of a page, chosen from the evidence.

The evidence has a picture after every step of a deterministic exploration in page time, so the stages cost no further
browser session.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pytest_cookie.core.action import Look, Reload, Resize
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import ViewportPerception
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.model.keyframe_selection import Pixels, differs
from pytest_cookie.judging.model.keyframes import looks_alike
from pytest_cookie.judging.model.pictures import halve, make_picture
from pytest_cookie.llm.messages.messages import Picture
from pytest_cookie.protocols.artifactsbench.loaded_page import LoadedPage

Stage = Literal["before", "during", "after"]

CAPTURES_VERSION = "2"
"""Part of the judge's version. Raise it when other pictures are chosen, or when they get other captions."""
PICTURE_PX = 1_280
MAX_HEIGHT_PX = 2_560


@dataclass(frozen=True)
class Capture:
    """A picture to show. `path` is relative to `evidence/`; `step` is None for the page as it loaded."""

    stage: Stage
    path: str
    step: int | None = None
    caption: str = ""


@dataclass(frozen=True)
class _Window:
    """The window after a user's action. `change` is the share of its pixels that differ from the page as it loaded."""

    step: Step
    pixels: Pixels
    change: float


def choose_stages(evidence: Evidence, pictures: EvidencePictures, count: int) -> tuple[Capture, ...]:
    """At most `count` pictures: the page as it loaded, windows during its use, the last window of its use.

    All windows look different, and different from the page as it loaded. `during`: those that differ most from the page
    as it loaded and from each other. Fewer than `count` if the use has fewer such windows.
    """
    before = _before(evidence)
    windows = _new_windows(evidence, pictures) if count > 1 else []
    if not windows:
        return before[:count]
    *used, last = windows
    return (
        *before,
        *(_after(step, evidence.trace, "during", "During use") for step in _most_different(used, last, count - 2)),
        _after(last.step, evidence.trace, "after", "After use"),
    )


def load_captures(
    captures: Sequence[Capture], pictures: EvidencePictures, notes: list[str], *, whole: bool = False
) -> tuple[tuple[Capture, ...], tuple[Picture, ...]]:
    """The captures that can be read, and their pictures, at most 1,280 px wide and 2,560 px high.

    A longer page is cut at its end, which the caption states. `notes` lists what cannot be read and what was cut. With
    `whole`, pictures are kept uncut.
    """
    read: list[Capture] = []
    shown: list[Picture] = []
    for capture in captures:
        image = pictures.read(capture.path)
        if image is None:
            notes.append(f"the picture {capture.path} cannot be read")
            continue
        if image.width > PICTURE_PX:
            image = image.resize((PICTURE_PX, max(1, round(image.height * PICTURE_PX / image.width))))
        if image.height > MAX_HEIGHT_PX and not whole:
            notes.append(f"the picture {capture.path} was cut at {MAX_HEIGHT_PX:,} of {image.height:,} px")
            caption = f"{capture.caption}; cut at {MAX_HEIGHT_PX:,} of {image.height:,} px from the top"
            capture = replace(capture, caption=caption)
            image = image.crop((0, 0, image.width, MAX_HEIGHT_PX))
        read.append(capture)
        shown.append(make_picture(image, capture.caption))
    return tuple(read), tuple(shown)


def _before(evidence: Evidence) -> tuple[Capture, ...]:
    view = evidence.perception.view("desktop")
    if view is None:
        return ()
    return (Capture("before", view.screenshot, None, f"Before use: the page as it loaded, {_extent(view)}"),)


def _extent(view: ViewportPerception) -> str:
    """What part of the page its picture shows."""
    beyond = view.layout.overflow_px
    wider = f"; the page is wider ({view.viewport.width + beyond:,.0f} px)" if beyond >= 1 else ""
    longer = "; the page goes on below" if view.screenshot_cut else ""
    return f"at a width of {view.viewport.width:,} px{wider}{longer}"


def _after(step: Step, trace: Trace, stage: Stage, words: str) -> Capture:
    """Without text of the page: the kind of the action, and when it took place."""
    caption = (
        f"{words}: the window after step {step.index} ({step.action.kind}), {step.page_ms / 1000:.1f} s of page time"
    )
    return Capture(stage, _path(step, trace), step.index, caption)


def _new_windows(evidence: Evidence, pictures: EvidencePictures) -> list[_Window]:
    """The windows of the use that look different from the page as it loaded, in order; of those alike the last."""
    found: list[_Window] = []
    for window in reversed(_used_windows(evidence, pictures)):
        if window.change and not any(looks_alike(window.pixels, other.pixels) for other in found):
            found.insert(0, window)
    return found


def _used_windows(evidence: Evidence, pictures: EvidencePictures) -> list[_Window]:
    """The windows of the first size after each action of the user on the page, up to the end of the longest stretch.

    A stretch ends where the window is resized or the page reloaded: what comes after the longest one tests just that.
    """
    trace, view = evidence.trace, evidence.perception.view("desktop")
    first = next((step for step in trace.steps if isinstance(step.action, Look)), None)
    start = pictures.read(_path(first, trace)) if first else None
    page = LoadedPage(start, pictures.read(view.screenshot) if view else None)
    stretches: list[list[_Window]] = [[]]
    for step in trace.steps:
        if isinstance(step.action, Resize | Reload):
            stretches.append([])
        image = pictures.read(_path(step, trace)) if _is_use(step) else None
        if image is not None and (start is None or image.size == start.size):
            stretches[-1].append(_Window(step, halve(image), page.difference(image)))
    longest = max(range(len(stretches)), key=lambda at: len(stretches[at]))
    return [window for stretch in stretches[: longest + 1] for window in stretch]


def _is_use(step: Step) -> bool:
    """Whether it acted on the page as users do: not by scrolling, waiting, resizing, reloading, or going back."""
    is_on_page = not (step.action.leaves_untouched or step.action.begins_anew)
    return is_on_page and step.outcome == "done" and bool(step.screenshot)


def _path(step: Step, trace: Trace) -> str:
    return f"{trace.policy}/{step.screenshot}"


def _most_different(windows: Sequence[_Window], last: _Window, count: int) -> list[Step]:
    """The steps of `count` windows, in order: each the farthest from the loaded page, `last` and those before."""
    far = {window.step.index: min(window.change, differs(window.pixels, last.pixels)) for window in windows}
    chosen: list[_Window] = []
    while len(chosen) < min(count, len(windows)):
        chosen.append(max(windows, key=lambda window: far[window.step.index]))
        for window in windows:
            far[window.step.index] = min(far[window.step.index], differs(window.pixels, chosen[-1].pixels))
    return sorted((window.step for window in chosen), key=lambda step: step.index)
