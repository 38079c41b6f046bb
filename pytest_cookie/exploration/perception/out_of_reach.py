"""What users cannot bring into view at a width: cut off by a box or the window, or under a fixed layer."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError, PageUnsettledError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Click, Drag
from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import BuriedText, CutOff, CutOffElement, Viewport, ViewportPerception
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_scripts import run_script

_LISTED = 40
_MOST_PRESSES = 6
_PASSING_MS = 4_000  # as long as passing messages usually stay
_AUTOPLAY_MS = 6_000  # longer than carousels usually rest
_ANSWER_MS = 700  # a transition and a little more

LoadAt = Callable[[Viewport], object]
"""Loads the page again in a window of that size."""


class _Buried(Element):
    """A control under a fixed element, with the names of that element's own buttons."""

    buttons: tuple[str, ...] = ()

    @property
    def is_let_go(self) -> bool:
        """Whether the user can close what covers it."""
        return any(means(name, "close") for name in self.buttons)


class _BuriedText(_Buried, BuriedText):
    """A text under such an element."""


class Buried(BaseModel):
    """The reply of `ends.js`."""

    buried_controls: tuple[_Buried, ...]
    buried_texts: tuple[_BuriedText, ...]

    @property
    def controls(self) -> tuple[Element, ...]:
        """The buried controls, without those under a banner that the user can close."""
        return tuple(
            Element(
                selector=control.selector,
                text=control.text,
                box=control.box,
                detail=f"under {control.detail}",
            )
            for control in self.buried_controls
            if not control.is_let_go
        )

    @property
    def texts(self) -> tuple[BuriedText, ...]:
        """The buried texts, likewise."""
        return tuple(
            BuriedText.model_validate(text.model_dump(exclude={"buttons"}))
            for text in self.buried_texts
            if not text.is_let_go
        )


def find_buried(session: Session, measure: Callable[[], Buried]) -> Buried:
    """Measure twice, with a pause, if a text is buried: a message may go away by itself."""
    found = measure()
    if not found.texts:
        return found
    session.wait(_PASSING_MS)
    return measure()


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
