"""`Rehearsal`: finds inputs for a game on a page of its own, before they are played where everything is recorded."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Play, PlayInput
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.page import Box
from pytest_cookie.exploration.rehearsal.moves import Move, steer_over
from pytest_cookie.exploration.rehearsal.search import Found, PlaysSpentError, Search
from pytest_cookie.exploration.rehearsal.stage import Stage, StageFellError

MOST_CPU_SECONDS = 20.0
"""Processor seconds that a rehearsal may cost. Small games are found out by then; of slow ones nothing is known."""
_AFTER_END_MS = 510
"""The end of a game is shown for so long."""


@dataclass(frozen=True)
class Controls:
    """What a player may use: keys in the order of their likelihood, places to press, and the stage to steer over."""

    keys: tuple[str, ...]
    places: tuple[Move, ...]
    stage: Box | None


class Rehearsal:
    """One page in sessions from `opened`, whose pages have a time of their own."""

    def __init__(self, opened: Callable[[], AbstractContextManager[Session]], url: str) -> None:
        self._opened = opened
        self._url = url

    def find_play(self, controls: Controls, begins_ms: int) -> Found | None:
        """Search for a play that begins at a page time, on a page that nobody has touched before.

        None if the page answers no input, or if its own work takes too long.
        """
        try:
            with self._opened() as session:
                return self._search(session, controls, begins_ms)
        except (StageFellError, PlaysSpentError, PageScriptError, ExplorationError):
            return None

    def _search(self, session: Session, controls: Controls, begins_ms: int) -> Found | None:
        stage = Stage(session, self._url, most_cpu_seconds=MOST_CPU_SECONDS)
        stage.load()
        hears = stage.hears()
        moves = [*controls.places] if "press" in hears else [move for move in controls.places if move.starts]
        moves += [Move(key) for key in controls.keys] if "key" in hears else []
        moves += steer_over(controls.stage) if "move" in hears and controls.stage else ()
        return Search(stage.perform, begins_ms=begins_ms).run(moves) if moves else None


def make_play(found: Found) -> Play:
    """The best play as an action: its inputs up to the end of the game, which is shown for a moment."""
    lived = found.best.lived
    ends_ms = lived[-1].ms if lived else found.best.begins_ms
    inputs = tuple(one for one in found.best.inputs if one.at_ms < ends_ms)
    until_ms = ends_ms + (0 if found.best.end is None else _AFTER_END_MS)
    return Play(value=_sum_up(inputs, ends_ms - found.best.begins_ms), inputs=inputs, until_ms=until_ms)


def _sum_up(inputs: Sequence[PlayInput], lasts_ms: int) -> str:
    """Such as `12 × Space, 3 × press in 9.4 s`."""
    names = [one.key or ("press" if one.hold_ms else "move the pointer") for one in inputs]
    told = ", ".join(f"{names.count(name)} × {name}" for name in dict.fromkeys(names))
    return f"{told or 'no input'} in {lasts_ms / 1000:.1f} s"
