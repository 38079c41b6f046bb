"""`FreshPage`: repeats actions of an exploration on a page in its first state, by the names of controls."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from pytest_cookie.browser.page.observation import Happenings, Observation
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action, hover_over
from pytest_cookie.core.page import Control
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.effects.change import compare

_SETTLE_MS = 900
"""Page time for an answer; page time stands still otherwise, so a slow machine changes nothing."""
_SURE_PARTS = 3
"""Parts of a selector that two selectors of an element without a name have in common at least."""
_LATE_MS = 1_500
"""More page time where nothing has changed yet: an answer may come from a timer."""


class FreshPage:
    """A page that was loaded in a session of its own. `path` has what was done, in words."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.path: list[str] = []
        self.now: Observation

    def load(self, url: str) -> bool:
        """Whether the page loaded."""
        if not self._session.load(url).loaded:
            return False
        self._session.settle(_SETTLE_MS)
        self._session.drain(0)
        self.look()
        return True

    def look(self) -> Observation:
        """The page as it is now."""
        self.now = self._session.observe()
        return self.now

    @property
    def session(self) -> Session:
        """The browser session, for what is read besides."""
        return self._session

    def find(self, action: Action) -> Control | None:
        """The control of an action: of its role and name, and of those the one whose place is most alike.

        Selectors are as short as the page allows at a moment, so one element has several; their ends are the same.
        """
        controls = self.now.inventory.controls
        alike = [one for one in controls if one.role == action.role and one.name == action.target]
        ranked = sorted(alike, key=lambda one: -_count_common(one.selector, action.selector))
        if action.target or not ranked:
            return next(iter(ranked), None)
        common = _count_common(ranked[0].selector, action.selector)
        shortest = min(len(_parts(ranked[0].selector)), len(_parts(action.selector)))
        return ranked[0] if common >= min(_SURE_PARTS, shortest) else None

    def find_renamed(self, action: Action) -> Control | None:
        """The control of an action's role at its place, whatever it is called now: “Add expense”, “Add income”."""
        controls = self.now.inventory.controls
        return next((one for one in controls if (one.role, one.selector) == (action.role, action.selector)), None)

    def shows(self, actions: Sequence[Action]) -> bool:
        """Whether the controls of all actions are there and can be used."""
        found = [self.find(action) for action in actions if action.names_element]
        return all(one is not None and not one.disabled for one in found)

    def do(self, action: Action) -> bool:
        """Carry out an action without a look at its effect; whether it could be."""
        if action.names_element:
            control = self.find(action)
            if control is None:
                return False
            action = action.model_copy(update={"ref": control.ref, "selector": control.selector})
            self._session.act(hover_over(action))
        self.path.append(describe_action(action))
        return self._session.act(action).done

    def step(self, action: Action, *, index: int, is_pending: Callable[[], bool] | None = None) -> Step | None:
        """Carry out an action and observe its effect; None if it could not be carried out.

        More page time passes if nothing happened, or if `is_pending` then: “Creating…” is no answer yet.
        """
        before = self.now
        self._session.drain(index)
        if not self.do(action):
            self.look()
            return None
        self._session.settle(_SETTLE_MS)
        happenings = self._session.drain(index)
        change = compare(before, self.look(), happenings=happenings)
        if (not has_effect(change) or (is_pending and is_pending())) and not happenings.page_errors:
            self._session.wait(_LATE_MS)
            happenings = _join(happenings, self._session.drain(index))
            change = compare(before, self.look(), happenings=happenings)
        return Step(index=index, thought="", action=action, change=change, page_errors=happenings.page_errors)


def has_effect(change: Change) -> bool:
    """Whether more came of an action than the looks of what the pointer is on or what has the focus."""
    document = change.dom_added or change.dom_removed or change.appeared_text or change.vanished_text or change.states
    asked = change.dialogs or change.popups or change.downloads or change.effects or change.url or change.fields_gone
    return bool(document or asked or change.scrolled_px)


def describe_action(action: Action) -> str:
    """`type “Kim” into “Name”`, `click “Add”`."""
    name = f"“{shorten(action.target, 40)}”" if action.target else action.selector or action.role
    if action.edits_field and action.value:
        return f"{action.kind} “{shorten(action.value, 40)}” into {name}"
    return f"{action.kind} {name} {action.key}".strip()


def _join(first: Happenings, second: Happenings) -> Happenings:
    return second if second.page_errors or second.dialogs or second.popups or second.downloads else first


def _parts(selector: str) -> list[str]:
    return selector.split(" > ")


def _count_common(one: str, other: str) -> int:
    """How many parts at the end of two selectors are the same."""
    pairs = zip(reversed(_parts(one)), reversed(_parts(other)), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
