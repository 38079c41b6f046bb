"""`tour_by_wheel`: turns the wheel over the page and its scrolling boxes, like a user who wants to read all of it."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Scroll
from pytest_cookie.core.page import Box, Element
from pytest_cookie.core.perception import InnerScroller, UndrawnText
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.pictures import ink_in

_STRIDE = "600"  # less than a window, so that every part is in view once
_MOST_STOPS = 10
_MOST_BOX_STOPS = 5
_MOST_SCROLLERS = 3
_MOST_UNDRAWN = 200  # examples for a finding
_REST_MS = 250
_COMPARED = 60  # identifies a text


@dataclass(frozen=True)
class WheelTour:
    """What the wheel brought into view; fields as in `StaticPerception`, None and empty if the page gave no answer."""

    letters: int | None = None
    undrawn: tuple[UndrawnText, ...] = ()
    scrollers: tuple[InnerScroller, ...] = ()


class _Place(BaseModel):
    top: float
    view: Box


class _Scrollers(BaseModel):
    scrollers: tuple[Element, ...] = ()


class _Report(BaseModel):
    letters: int
    undrawn: tuple[UndrawnText, ...]


def tour_by_wheel(session: Session, folder: Path) -> WheelTour:
    """Scroll through the window and up to three boxes in it, with a picture of each box at its end, and back.

    A page that gives malformed answers has an empty tour. Raises as `Session.evaluate`.
    """
    try:
        _ask(session, "note")
        _turn(session, "", _MOST_STOPS)
        _ask(session, "home")
        boxes = _Scrollers.model_validate(_ask(session, "scrollers", limit=_MOST_SCROLLERS)).scrollers
        scrollers = tuple(_tour_box(session, box, folder / f"scroller-{i}.png") for i, box in enumerate(boxes, 1))
        report = _Report.model_validate(_ask(session, "report", limit=_MOST_UNDRAWN))
    except (PageScriptError, ValidationError):
        return WheelTour()
    return WheelTour(report.letters, report.undrawn, scrollers)


def without_drawn(undrawn: tuple[UndrawnText, ...], drawn: frozenset[str]) -> tuple[UndrawnText, ...]:
    """Return those that no look of the exploration showed. A box that showed one of its texts shows others, too."""
    starts = {text[:_COMPARED] for text in drawn}
    opened = {item.within for item in undrawn if item.within and item.text[:_COMPARED] in starts}
    return tuple(one for one in undrawn if one.text[:_COMPARED] not in starts and one.within not in opened)


def _tour_box(session: Session, box: Element, path: Path) -> InnerScroller:
    _ask(session, "home", box.selector)
    session.act(Scroll(value="0", selector=box.selector))  # brings it into the window
    session.wait(_REST_MS)
    before = session.picture()
    start = _place(session, box.selector)
    moved_px = _turn(session, box.selector, _MOST_BOX_STOPS)
    after, end = session.picture(), _place(session, box.selector)
    path.write_bytes(after)
    _ask(session, "home", box.selector)
    return InnerScroller(
        selector=box.selector,
        moved_px=moved_px,
        screenshot=f"{path.parent.name}/{path.name}",
        ink_before=ink_in(before, start.view),
        ink_after=ink_in(after, end.view),
    )


def _turn(session: Session, selector: str, most: int) -> float:
    """Turn the wheel until the page stops scrolling, at most `most` times; the window then to its end at once, while a
    box at its end would pass the wheel on to the window. Returns the distance in px."""
    first = before = _place(session, selector).top
    for turn in range(most + (not selector)):
        if not session.act(Scroll(value=_STRIDE if turn < most else "bottom", selector=selector)).done:
            break
        session.wait(_REST_MS)
        _ask(session, "note")
        now = _place(session, selector).top
        if abs(now - before) < 1 and turn:
            break
        before = now
    return before - first


def _place(session: Session, selector: str) -> _Place:
    return _Place.model_validate(_ask(session, "at", selector))


def _ask(session: Session, errand: str, selector: str = "", *, limit: int = 0) -> JsonValue:
    return run_script(session, "reach", {"errand": errand, "selector": selector, "limit": limit})
