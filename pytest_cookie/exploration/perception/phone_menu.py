"""Opens the menu of a narrow layout and presses one of its links: does the menu go away?"""

from typing import Literal

from pydantic import BaseModel, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Click
from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import StuckMenu
from pytest_cookie.exploration.page_scripts import run_script

_ANSWER_MS = 900  # a transition, and a smooth scroll


class _Link(Element):
    share: float = 0.0


class _Reply(BaseModel):
    found: tuple[_Link, ...] = ()


def find_stuck_menu(session: Session) -> StuckMenu | None:
    """Return the menu that still shows all of its links after one of them was pressed; None if there is none.

    The page is used, so nothing else can be measured on it afterwards. None as well if it breaks the measurement.
    """
    try:
        openers = _ask(session, "opener")
        before = {link.selector for link in _ask(session, "links")}
        if not openers or not session.act(Click(target=openers[0].text, selector=openers[0].selector)).done:
            return None
        session.wait(_ANSWER_MS)
        links = [link for link in _ask(session, "links") if link.selector not in before]
        if not links or not session.act(Click(target=links[-1].text, selector=links[-1].selector)).done:
            return None
        session.wait(_ANSWER_MS)
        left = [link for link in _ask(session, "links") if link.selector in {one.selector for one in links}]
    except (PageScriptError, ValidationError):
        return None
    if len(left) < len(links):
        return None
    return StuckMenu(selector=openers[0].selector, text=links[-1].text, covers=max(link.share for link in left))


def _ask(session: Session, errand: Literal["opener", "links"]) -> tuple[_Link, ...]:
    return _Reply.model_validate(run_script(session, "menus", errand)).found
