"""What users cannot bring into view at a width: cut off by a box or the window, or under a fixed layer."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError, PageUnsettledError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Click, Drag
from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import BuriedText, BuriedView, CutOff, CutOffElement, Viewport, ViewportPerception
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_scripts import run_script

_LISTED = 40
_MOST_DISMISSED = 3  # a message about cookies, an offer and a hint
_MOST_PRESSES = 6
_PASSING_MS = 4_000  # as long as passing messages usually stay
_AUTOPLAY_MS = 6_000  # longer than carousels usually rest
_ANSWER_MS = 700  # a transition and a little more

_SCROLL = "(y) => { scrollTo({ top: y, behavior: 'instant' }); return scrollY; }"

_Element = TypeVar("_Element", bound=Element)
LoadAt = Callable[[Viewport], object]
"""Loads the page again in a window of that size."""


class Buried(BaseModel):
    """The reply of `ends.js`."""

    buried_controls: tuple[Element, ...]
    buried_texts: tuple[BuriedText, ...]


class Covered(Buried):
    """The combined reply of the scripts that find what lies under something else."""

    covered_controls: tuple[Element, ...]


class _Dismissers(BaseModel):
    dismissers: tuple[Element, ...] = ()


def find_buried(session: Session, measure: Callable[[], Buried]) -> Buried:
    """Measure twice, with a pause, if a text is buried: a message may go away by itself."""
    found = measure()
    if not found.buried_texts:
        return found
    session.wait(_PASSING_MS)
    return measure()


def show_buried(session: Session, buried: Buried, viewport: Viewport, path: Path) -> BuriedView | None:
    """Write a picture of the window, scrolled to the first buried control or text; None if nothing is buried.

    In a picture of the whole page a fixed layer lies elsewhere.
    """
    boxes = [one.box for one in (*buried.buried_controls, *buried.buried_texts) if one.box]
    if not boxes:
        return None
    try:
        top = session.evaluate(_SCROLL, boxes[0].y + boxes[0].height / 2 - viewport.height / 2)
        path.write_bytes(session.picture())
        session.evaluate(_SCROLL, 0)
    except PageScriptError:
        return None
    return BuriedView(screenshot=f"{path.parent.name}/{path.name}", top=top if isinstance(top, int | float) else 0.0)


def find_dismissers(session: Session) -> tuple[Element, ...]:
    """Return the buttons by which users may put away what lies over the page: "Accept", "×", "Got it"."""
    try:
        reply = run_script(session, "dismissers", _LISTED)
        found = _Dismissers.model_validate(reply).dismissers
    except (PageScriptError, ValidationError):
        return ()
    return tuple(one for one in found if means(one.text, "close") or means(one.text, "accept"))[:_MOST_DISMISSED]


def confirm_covered(
    session: Session, views: Sequence[ViewportPerception], load_at: LoadAt, measure: Callable[[], Covered]
) -> tuple[ViewportPerception, ...]:
    """Keep what stays covered when all that users can put away has been put away.

    The page is loaded and tried again only at widths where something is covered and a button may put the cover away.
    """
    return tuple(_without_dismissed(session, view, load_at, measure) for view in views)


def _without_dismissed(
    session: Session, view: ViewportPerception, load_at: LoadAt, measure: Callable[[], Covered]
) -> ViewportPerception:
    layout = view.layout
    if not (layout.covered_controls or layout.buried_controls or layout.buried_texts):
        return view
    try:
        load_at(view.viewport)
        dismissers = find_dismissers(session)
        for dismisser in dismissers:
            session.act(Click(target=dismisser.text, selector=dismisser.selector))
            session.wait(_ANSWER_MS)
        stays = measure() if dismissers else layout
    except (PageScriptError, PageUnsettledError):
        return view
    kept = {
        "covered_controls": _keep(layout.covered_controls, stays.covered_controls),
        "buried_controls": _keep(layout.buried_controls, stays.buried_controls),
        "buried_texts": _keep(layout.buried_texts, stays.buried_texts),
    }
    return view.model_copy(update={"layout": layout.model_copy(update=kept)})


def _keep(found: tuple[_Element, ...], stays: Iterable[Element]) -> tuple[_Element, ...]:
    selectors = {one.selector for one in stays}
    return tuple(one for one in found if one.selector in selectors)


class _Reachable(BaseModel):
    reachable: tuple[str, ...] = ()


class _Openers(BaseModel):
    openers: tuple[Element, ...] = ()


def find_cut_off(session: Session) -> CutOff:
    """Return the elements that are cut off at the present width. Empty if the page breaks the measurement."""
    try:
        return CutOff.model_validate(_ask(session, "find"))
    except (PageScriptError, ValidationError):
        return CutOff()


def confirm_cut_off(
    session: Session, views: Sequence[ViewportPerception], load_at: LoadAt
) -> tuple[ViewportPerception, ...]:
    """Keep elements that are cut off at one width, can be reached at another one, and are not brought out by use.

    A page may hide what waiting, a drag or a press shows: slides, drawers, parts that are folded. So the page is loaded
    again and tried, only if there is anything to confirm.
    """
    return tuple(_confirm_view(session, view, views, load_at) for view in views)


def _confirm_view(
    session: Session, view: ViewportPerception, views: Sequence[ViewportPerception], load_at: LoadAt
) -> ViewportPerception:
    suspects = view.layout.cut_off.elements
    if not suspects:
        return view
    try:
        elsewhere: set[str] = set()
        for other in views:
            if other.viewport != view.viewport:
                load_at(other.viewport)
                elsewhere |= _reachable(session, suspects)
        kept = [suspect for suspect in suspects if suspect.selector in elsewhere]
        if kept:
            load_at(view.viewport)
            shown = _try_to_bring_out(session, kept)
            kept = [item for item in kept if item.detail not in shown]
    except (PageScriptError, PageUnsettledError, ValidationError):
        kept = []
    return view.model_copy(
        update={"layout": view.layout.model_copy(update={"cut_off": _narrow(view.layout.cut_off, kept)})}
    )


def _narrow(found: CutOff, kept: Sequence[CutOffElement]) -> CutOff:
    """The same with fewer elements; if all listed ones are kept, unlisted ones are, too."""
    if len(kept) == len(found.elements):
        return found
    controls, letters = sum(candidate.control for candidate in kept), sum(item.letters for item in kept)
    return found.model_copy(update={"elements": tuple(kept), "cut_controls": controls, "cut_letters": letters})


def _try_to_bring_out(session: Session, suspects: Sequence[CutOffElement]) -> set[str]:
    """Return the selectors of the boxes that show a part of their cut content after a wait, a drag or a press."""
    shown: set[str] = set()
    boxes: Mapping[str, list[CutOffElement]] = {
        box: [suspect for suspect in suspects if suspect.detail == box]
        for box in dict.fromkeys(other.detail for other in suspects)
    }

    def look() -> bool:
        hidden = [item for box, cut in boxes.items() if box not in shown for item in cut]
        seen = _reachable(session, hidden)
        shown.update(one.detail for one in hidden if one.selector in seen)
        return len(shown) == len(boxes)

    session.wait(_AUTOPLAY_MS)
    if look():
        return shown
    for attempt in _attempts(session, list(boxes)):
        session.act(attempt)
        session.wait(_ANSWER_MS)
        if look():
            break
    return shown


def _attempts(session: Session, boxes: Sequence[str]) -> Iterable[Click | Drag]:
    """A drag to the left in the first box, and presses of the buttons near the boxes and of those that open menus."""
    for box in boxes[:1]:
        yield Drag(selector=box, to_x=12, to_y=300, value="fling")
    found = _Openers.model_validate(_ask(session, "openers", boxes, limit=3 * _MOST_PRESSES)).openers
    menus = [one for one in found if means(one.text, "menu") or means(one.text, "onward")]
    ordered = [*menus, *(one for one in found if one not in menus)]
    for item in [one for one in ordered if not means(one.text, "destroy")][:_MOST_PRESSES]:
        yield Click(target=item.text, selector=item.selector)


def _reachable(session: Session, elements: Iterable[Element]) -> set[str]:
    selectors = list(dict.fromkeys(element.selector for element in elements))
    return set(_Reachable.model_validate(_ask(session, "reachable", selectors)).reachable)


def _ask(session: Session, errand: str, selectors: Sequence[str] = (), *, limit: int = _LISTED) -> JsonValue:
    return run_script(session, "clipped", {"errand": errand, "selectors": list(selectors), "limit": limit})
