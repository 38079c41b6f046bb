"""Tactic for endless loading: when nothing else is left to do, waits for content that is still to come."""

from pytest_cookie.checks.endless_loading.watch import LEAST_MS, LoadingFact
from pytest_cookie.core.action import Wait
from pytest_cookie.exploration.agent_protocol import Decision
from pytest_cookie.exploration.tactic import Tactic, Turn

_MARGIN_MS = 500  # a look may be some frames late


class WaitForContent(Tactic):
    """Waits once, until a sign of loading that is shown now has stayed for as long as a finding needs."""

    worth = 20

    def __init__(self) -> None:
        self._has_waited = False

    def propose(self, turn: Turn) -> Decision | None:
        """Return the wait."""
        last = turn.view.last
        fact = LoadingFact.of(last.change) if last else None
        if fact is None or self._has_waited or turn.room < 1:
            return None
        self._has_waited = True
        sign = max(fact.signs, key=lambda one: one.for_ms)
        if sign.for_ms >= LEAST_MS:
            return None
        what = f"“{sign.text}” is" if sign.text else "Blocks in place of content are"
        wait_ms = LEAST_MS - sign.for_ms + _MARGIN_MS
        return Decision(Wait(value=str(wait_ms)), f"{what} still shown. Does the content come?")
