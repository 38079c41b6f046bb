"""`Limiter`: how many calls of one provider may be under way at once, over all workers, and when the next may begin.

The number adapts as congestion control does: a provider that says "too many" halves it, once for all calls that were
under way by then; answers raise it again, by one for as many answers as calls are allowed. A Retry-After of one worker
holds all of them. A place of a killed worker is free again: its process is gone, or the place has run out.
"""

import contextlib
import random
import sqlite3
import time
from collections.abc import Iterator

from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.records.lock_holder import LockHolder

LONGEST_PAUSE_SECONDS = 300.0
"""What is kept of a longer Retry-After."""
_SHORTEST_WAIT, _LONGEST_WAIT = 0.02, 0.25


class Slot:
    """A place to call from, since `since` (seconds since 1970)."""

    def __init__(self, provider: str, identity: int, since: float) -> None:
        self.provider, self.identity, self.since = provider, identity, since
        self.outcome: str = ""
        self.pause_seconds = 0.0

    def answered(self) -> None:
        """The provider answered: it can take more."""
        self.outcome = "answered"

    def refused(self, pause_seconds: float) -> None:
        """The provider has too much to do, and asks for a pause."""
        self.outcome, self.pause_seconds = "refused", pause_seconds


class Limiter:
    """At most `most` calls of a provider at once; for all processes with the same `state`."""

    def __init__(self, state: State, most: int, jitter: random.Random) -> None:
        self._state, self._most, self._jitter = state, most, jitter
        self._holder = LockHolder.this()

    @contextlib.contextmanager
    def slot(self, provider: str, *, lease_seconds: float, wait_seconds: float) -> Iterator[Slot | None]:
        """A place to call from; None where none was free for `wait_seconds`."""
        slot = self._waited_for(provider, lease_seconds, time.monotonic() + wait_seconds)
        try:
            yield slot
        finally:
            if slot:
                self._release(slot)

    def allowed(self, provider: str) -> int:
        """How many calls may be under way now."""
        with self._state.transaction() as change:
            return int(self._pace(change, provider, time.time())[0])

    def _waited_for(self, provider: str, lease_seconds: float, end: float) -> Slot | None:
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
        """A place, or the seconds before which there is none: 0 where it depends on the others."""
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
        """What is later than it can be was written before somebody set the calendar back: it is over."""
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
