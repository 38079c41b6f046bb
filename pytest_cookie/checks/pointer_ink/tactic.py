"""Tactic for pointer ink: a second drag, if the ink of the first one lies beside the pointer."""

from pytest_cookie.checks.pointer_ink.fact import ENOUGH_ENDS, InkFact
from pytest_cookie.core.action import Drag
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.tactic import Tactic, Turn

_MOST = 2
_NEAR, _FAR = (0.1, 0.3), (0.65, 0.85)
"""Shares of the canvas between which a drag goes: away from the side to which its ink is shifted."""
_FURTHER = 0.06


class DrawAgain(Tactic):
    """Draws a short line at another place of the canvas: does its ink lie beside the pointer in the same way?"""

    worth = 92

    def __init__(self) -> None:
        self._drawn = self._ends = 0

    def propose(self, turn: Turn) -> Decision | None:
        """Return the drag, right after one whose ink is beside the pointer."""
        last = turn.view.last
        fact = InkFact.of(last.change) if last else None
        if fact is None or turn.room < 1 or self._drawn == _MOST or turn.case.domain == "games":
            return None
        self._ends += sum(not end.is_cut for end in fact.ends)
        if self._ends >= ENOUGH_ENDS:
            return None
        drag = _draw_elsewhere(turn.view, fact, self._drawn)
        self._drawn += drag is not None
        return drag


def _draw_elsewhere(view: View, fact: InkFact, nth: int) -> Decision | None:
    seen = view.observation
    canvas = next((item for item in seen.inventory.canvases if item.selector == fact.canvas), None)
    if canvas is None:
        return None
    start, facts = fact.ends[0], view.page_facts
    left, top = canvas.box.x - seen.window_at[0], canvas.box.y - seen.window_at[1]
    across = _pick_span(left, canvas.box.width, facts.window_width, is_near=start.ink_x > start.pointer_x, nth=nth)
    down = _pick_span(top, canvas.box.height, facts.window_height, is_near=start.ink_y > start.pointer_y, nth=nth)
    drag = Drag(target="canvas", x=across[0], y=down[0], to_x=across[1], to_y=down[1])
    return Decision(drag, "The ink is beside the pointer. Draw elsewhere: is it beside it in the same way?")


def _pick_span(start: float, length: float, window: float, *, is_near: bool, nth: int) -> tuple[float, float]:
    """Where a drag begins and ends, in the visible part of the canvas."""
    low, high = max(0.0, start), min(window, start + length)
    first, last = ((share + nth * _FURTHER) for share in (_NEAR if is_near else _FAR))
    return round(low + (high - low) * first), round(low + (high - low) * last)
