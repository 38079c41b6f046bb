"""`Limiter`: how many calls to one provider run at once, over all workers, and when the next may start.

The limit adapts like TCP congestion control. A 429 halves it, once for all calls in flight at the time; n successful
responses at a limit of n raise it by one. A Retry-After pauses all workers. Slots of killed workers are reclaimed when
their process is gone or their lease ends.
"""

import contextlib
import random
import sqlite3
import time
from collections.abc import Iterator

from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.records.lock_holder import LockHolder

LONGEST_PAUSE_SECONDS = 300.0
"""Upper bound of a Retry-After."""
_SHORTEST_WAIT, _LONGEST_WAIT = 0.02, 0.25


class Slot:
    """Permission for one call, granted at `since` (seconds since 1970)."""

    def __init__(self, provider: str, identity: int, since: float) -> None:
        self.provider, self.identity, self.since = provider, identity, since
        self.outcome: str = ""
        self.pause_seconds = 0.0

    def answered(self) -> None:
        """Note a successful response: the limit may rise."""
        self.outcome = "answered"

    def refused(self, pause_seconds: float) -> None:
        """Note a 429 with its Retry-After."""
        self.outcome, self.pause_seconds = "refused", pause_seconds


class Limiter:
    """At most `most` concurrent calls per provider, over all processes with the same `state`."""

    def __init__(self, state: State, most: int, jitter: random.Random) -> None:
        self._state, self._most, self._jitter = state, most, jitter
        self._holder = LockHolder.this()

    @contextlib.contextmanager
    def slot(self, provider: str, *, lease_seconds: float, wait_seconds: float) -> Iterator[Slot | None]:
        """Wait for a slot and hold it; None if none was free within `wait_seconds`."""
        slot = self._wait_for_slot(provider, lease_seconds, time.monotonic() + wait_seconds)
        try:
            yield slot
        finally:
            if slot:
                self._release(slot)

    def allowed(self, provider: str) -> int:
        """The current limit of concurrent calls."""
        with self._state.transaction() as change:
            return int(self._pace(change, provider, time.time())[0])

    def _wait_for_slot(self, provider: str, lease_seconds: float, end: float) -> Slot | None:
        pause = _SHORTEST_WAIT
        while True:
            taken = self._take(provider, lease_seconds)
            if isinstance(taken, Slot):
                return taken
            left = end - time.monotonic()
            if left <= 0 or taken > left:
                return None
            time.sleep(min(left, taken + self._jitter.uniform(0.5, 1.5) * pause))
            pause = min(pause * 1.5, _LONGEST_WAIT)

    def _take(self, provider: str, lease_seconds: float) -> Slot | float:
        """A slot, or the seconds to wait before asking again; 0 if that depends on other calls."""
        now = time.time()
        with self._state.transaction() as change:
            allowed, not_before, _ = self._pace(change, provider, now)
            if not_before > now:
                return not_before - now
            if self._under_way(change, provider) >= int(allowed):
                self._sweep(change, provider, now)
                if self._under_way(change, provider) >= int(allowed):
                    return 0.0
            holder = self._holder
            row = change.execute(
                "INSERT INTO slots (provider, since, until, host, process, born) VALUES (?, ?, ?, ?, ?, ?)",
                (provider, now, now + lease_seconds, holder.host, holder.process, holder.born),
            )
            return Slot(provider, row.lastrowid or 0, now)

    def _release(self, slot: Slot) -> None:
        now = time.time()
        with self._state.transaction() as change:
            change.execute("DELETE FROM slots WHERE id = ?", (slot.identity,))
            allowed, not_before, cut_at = self._pace(change, slot.provider, now)
            if slot.outcome == "answered":
                allowed = min(float(self._most), allowed + 1 / allowed)
            elif slot.outcome == "refused":
                not_before = max(not_before, now + min(slot.pause_seconds, LONGEST_PAUSE_SECONDS))
                if slot.since >= cut_at:
                    allowed, cut_at = max(1.0, allowed / 2), now
            change.execute(
                "INSERT OR REPLACE INTO pace VALUES (?, ?, ?, ?)", (slot.provider, allowed, not_before, cut_at)
            )

    def _pace(self, change: sqlite3.Connection, provider: str, now: float) -> tuple[float, float, float]:
        """(limit, not before, last cut). Times in the future mean the clock was set back; they are ignored."""
        row = change.execute("SELECT allowed, not_before, cut_at FROM pace WHERE provider = ?", (provider,)).fetchone()
        if row is None:
            return float(self._most), 0.0, 0.0
        allowed, not_before, cut_at = row
        pause_ends = 0.0 if not_before > now + LONGEST_PAUSE_SECONDS else not_before
        return min(allowed, float(self._most)), pause_ends, 0.0 if cut_at > now else cut_at

    def _under_way(self, change: sqlite3.Connection, provider: str) -> int:
        return int(change.execute("SELECT count(*) FROM slots WHERE provider = ?", (provider,)).fetchone()[0])

    def _sweep(self, change: sqlite3.Connection, provider: str, now: float) -> None:
        rows = change.execute("SELECT id, until, host, process, born FROM slots WHERE provider = ?", (provider,))
        for identity, until, host, process, born in rows.fetchall():
            if until < now or LockHolder(host, process, born).is_dead:
                change.execute("DELETE FROM slots WHERE id = ?", (identity,))
