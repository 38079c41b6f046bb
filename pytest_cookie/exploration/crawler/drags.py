"""`Drags`: how the crawler drags things, each to the next likely place until it can be dropped."""

from collections import Counter

from pytest_cookie.core.action import Drag
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.page_facts import Draggable

_MAX_THINGS = 2  # a second thing shows whether the first drop disturbed the others


class Drags:
    """Drags two things, each to up to three places. A drop with a visible effect ends the tries of its thing."""

    def __init__(self) -> None:
        self._tries: Counter[str] = Counter()
        self._dropped: set[str] = set()

    def look(self, view: View) -> None:
        """Note what the last drag did. Call it at every turn: other steps may come between two drags."""
        if view.last and view.last.has_landed:
            self._dropped.add(view.last.action.selector)

    def next(self, view: View) -> Decision | None:
        """Return the next drag, if any."""
        for thing in view.page_facts.draggables:
            tries = self._tries[thing.selector]
            is_new = not tries and len(+self._tries) < _MAX_THINGS
            if thing.selector in self._dropped or tries >= len(thing.places) or not (tries or is_new):
                continue
            self._tries[thing.selector] += 1
            return _drag(thing, tries)
        return None


def _drag(thing: Draggable, tries: int) -> Decision:
    to = thing.places[tries]
    action = Drag(target=thing.text, selector=thing.selector, x=thing.x, y=thing.y, to_x=to.x, to_y=to.y)
    question = "can it be dropped there?" if tries else "does it stay where it is dropped?"
    return Decision(action, f"“{thing.text[:40]}” can be dragged: {question}")
