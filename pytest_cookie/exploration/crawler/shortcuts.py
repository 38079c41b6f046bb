"""`Shortcuts`: keys that a page handles whatever has the focus: slides, viewers, boards."""

from collections import Counter
from collections.abc import Sequence

from pytest_cookie.core.action import Action, Press
from pytest_cookie.core.page import USUAL_ROLES, WITHOUT_KEYS, Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.plan import act_on, describe_control
from pytest_cookie.exploration.tactic import Tactic, Turn

_ONWARD, _BACK = "ArrowRight", "ArrowLeft"
"""Vertical arrows scroll most pages, and horizontal ones scroll wide pages, which says little about the page's own
keys."""
_WITHOUT_ARROWS = frozenset({"button", "link"})
_MIN_ROOM = 6


class Shortcuts(Tactic):
    """Once per exploration, while the focus does not need arrow keys: press one arrow, and if it has an effect, the
    other one; if it has none, press it with the focus on an item: one of the page's own, such as a card, or else one of
    the largest group of alike buttons. Pages that do not listen for keys are skipped."""

    worth = 30

    def __init__(self) -> None:
        self._begun = False

    def propose(self, turn: Turn) -> Decision | None:
        """Return the key to press now, if any; not in games."""
        view, around = turn.view, turn.view.page_facts
        if (
            turn.is_played
            or turn.room < _MIN_ROOM
            or around.scrolls_sideways
            or not around.hears_keys
            or not _is_free(view)
        ):
            return None
        if not self._begun:
            self._begun = True
            return Decision(_press(_ONWARD), f"The page listens for keys: does {_ONWARD} do anything?")
        last = view.last
        if last is None or last.action != _press(_ONWARD):
            return None
        if last.change.seen:
            return Decision(_press(_BACK), f"{_ONWARD} did something: does {_BACK} lead back?")
        if item := find_item(view.observation.inventory.controls):
            return Decision(act_on(item, "press", _ONWARD), f"{_ONWARD} on the {describe_control(item)}: does it move?")
        return None


def find_item(controls: Sequence[Control]) -> Control | None:
    """A control to give the focus before an arrow key: one of the page's own, or of the largest group of alike ones."""
    free = [one for one in controls if one.role not in WITHOUT_KEYS and not one.covered and not one.disabled]
    alike = Counter(one.kind for one in free)
    ranked = sorted(free, key=lambda one: (one.role in USUAL_ROLES, -alike[one.kind]))
    return ranked[0] if ranked else None


def _press(key: str) -> Action:
    """Press a key without a control."""
    return Press(value=key)


def _is_free(view: View) -> bool:
    focused = next(
        (control for control in view.observation.inventory.controls if control.selector == view.observation.focus), None
    )
    return not view.observation.focus or (focused is not None and focused.role in _WITHOUT_ARROWS)
