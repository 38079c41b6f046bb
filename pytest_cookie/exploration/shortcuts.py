"""`Shortcuts`: keys that a page hears wherever the focus is, though it is no game: slides, viewers, lists."""

from collections import deque

from pytest_cookie.core.trace import Action
from pytest_cookie.exploration.keys import letter_keys, movement_keys
from pytest_cookie.exploration.plan import is_field
from pytest_cookie.exploration.policy import Decision, View

_ONWARD, _BACK = "ArrowRight", "ArrowLeft"
"""The upright arrows scroll most pages, and a page that is too wide these, which says nothing of its own keys."""
_MAX_LETTERS = 2
_LEAST_ROOM = 6


class Shortcuts:
    """Once in an exploration, while nothing that takes text has the focus: an arrow, and if it does anything the other
    one; then letters that the page names. A page that neither names keys nor listens for them is left alone."""

    def __init__(self) -> None:
        self._begun = False
        self._letters: deque[str] = deque()

    def next(self, view: View, *, text: str, named: tuple[str, ...], room: int) -> Decision | None:
        """The next key to press; `text` and the keys `named` are all that the page has said until now."""
        if room < _LEAST_ROOM or view.surroundings.scrolls_sideways or _takes_text(view):
            return None
        if not self._begun:
            self._begun = True
            self._letters.extend(letter_keys(text, named)[:_MAX_LETTERS])
            if _ONWARD in movement_keys(text, named):
                return _press(_ONWARD, f"The page speaks of arrow keys: does {_ONWARD} do anything?")
            if view.surroundings.hears_keys:
                return _press(_ONWARD, f"The page listens for keys: does {_ONWARD} do anything?")
        last = view.last
        if last and last.action == _pressing(_ONWARD) and last.change.seen:
            return _press(_BACK, f"{_ONWARD} did something: does {_BACK} lead back?")
        if self._letters:
            letter = self._letters.popleft()
            return _press(letter, f"The page speaks of the key {letter.upper()}: what does it do?")
        return None


def _pressing(key: str) -> Action:
    """On no control."""
    return Action(kind="press", value=key)


def _press(key: str, thought: str) -> Decision:
    return Decision(_pressing(key), thought)


def _takes_text(view: View) -> bool:
    focused = (one for one in view.observation.inventory.controls if one.selector == view.observation.focus)
    return any(is_field(one) or one.tag == "select" or one.role == "slider" for one in focused)
