"""`Shortcuts`: keys that a page hears wherever the focus is, though it is no game: slides, viewers, boards."""

from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.agent_protocol import Decision, View

_ONWARD, _BACK = "ArrowRight", "ArrowLeft"
"""The upright arrows scroll most pages, and a page that is too wide these, which says nothing of its own keys."""
_WITHOUT_ARROWS = frozenset({"button", "link"})
_LEAST_ROOM = 6


class Shortcuts:
    """Once in an exploration, while nothing has the focus to which arrows mean something: an arrow, and if it does
    anything the other one. A page that does not listen for keys is left alone."""

    def __init__(self) -> None:
        self._begun = False

    def next(self, view: View, *, room: int) -> Decision | None:
        """The key to press now, if any."""
        around = view.surroundings
        if room < _LEAST_ROOM or around.scrolls_sideways or not around.hears_keys or not _is_free(view):
            return None
        if not self._begun:
            self._begun = True
            return Decision(_pressing(_ONWARD), f"The page listens for keys: does {_ONWARD} do anything?")
        last = view.last
        if last and last.action == _pressing(_ONWARD) and last.change.seen:
            return Decision(_pressing(_BACK), f"{_ONWARD} did something: does {_BACK} lead back?")
        return None


def _pressing(key: str) -> Action:
    """On no control."""
    return Action(kind="press", value=key)


def _is_free(view: View) -> bool:
    focused = next((one for one in view.observation.inventory.controls if one.selector == view.observation.focus), None)
    return not view.observation.focus or (focused is not None and focused.role in _WITHOUT_ARROWS)
