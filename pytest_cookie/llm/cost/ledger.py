"""`Ledger`: what the model calls of a run cost, over all workers, and how much budget is left.

Responses from the replay cache are not counted. Before an attempt its largest possible cost is reserved, so that
workers together cannot exceed the budget; afterwards the actual cost replaces the reservation. If an attempt may be
billed without a response (timeout, cut connection, killed worker), its reservation stays as unsure.
"""

import random
import sqlite3
import time
from dataclasses import dataclass, replace

from pytest_cookie.core.spend import NOTHING, Spend, Usage
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.llm.transport.shared_state import State
from pytest_cookie.records.lock_holder import LockHolder

_WAIT_SECONDS = 0.2
_LEAST_USD = 1e-9


@dataclass(frozen=True)
class Account:
    """Totals of `calls` answered calls. The cost of `unpriced` of them is unknown.

    `unsure_usd` is the maximum that may be billed in addition. `under_way_usd` is reserved for pending calls.
    `notes` say what was left out of the calls.
    """

    calls: int = 0
    usage: Usage = NOTHING.usage
    cost_usd: float = 0.0
    unpriced: int = 0
    unsure_usd: float = 0.0
    under_way_usd: float = 0.0
    budget_usd: float | None = None
    notes: tuple[str, ...] = ()


class Ledger:
    """The account of all processes with the same `state`; a `budget_usd` of None is unlimited."""

    def __init__(self, state: State, budget_usd: float | None = None) -> None:
        self._state, self._budget_usd = state, budget_usd
        self._holder = LockHolder.this()

    def set_aside(self, request: Request, most_usd: float | None, *, wait_seconds: float) -> int:
        """Reserve `most_usd` and return the call's number. Raises `BudgetSpentError` if the remaining budget is too
        small.

        Waits while pending calls of other workers may still free enough of the budget.
        """
        end = time.monotonic() + wait_seconds
        while (call := self._opened(request, most_usd or 0.0)) is None:
            if time.monotonic() > end:
                raise self._spent(self.account(), request, most_usd or 0.0)
            time.sleep(_WAIT_SECONDS * random.uniform(0.5, 1.5))
        return call

    def book(self, call: int, spend: Spend, *, most_usd: float | None) -> None:
        """Book an answered call. `most_usd` is its maximum cost, for a `spend` of unknown cost."""
        usage = spend.usage
        counts = (usage.input_tokens, usage.output_tokens, usage.cached_tokens, usage.reasoning_tokens)
        with self._state.transaction() as change:
            change.execute(
                "UPDATE calls SET state = 'answered', cost_usd = ?, most_usd = ?, input_tokens = ?, output_tokens = ?,"
                " cached_tokens = ?, reasoning_tokens = ?, seconds = ? WHERE id = ?",
                (spend.cost_usd, most_usd or 0.0, *counts, spend.latency_seconds, call),
            )

    def drop(self, call: int, *, maybe_paid: bool) -> None:
        """Book a call without an answer."""
        with self._state.transaction() as change:
            if maybe_paid:
                change.execute("UPDATE calls SET state = 'unsure' WHERE id = ?", (call,))
            else:
                change.execute("DELETE FROM calls WHERE id = ?", (call,))

    def note(self, text: str) -> None:
        """Keep a sentence about the calls for the user, once for all processes."""
        with self._state.transaction() as change:
            change.execute("INSERT OR IGNORE INTO notes (text) VALUES (?)", (text,))

    def account(self) -> Account:
        """The totals. Creates no file."""
        if not self._state.path.exists():
            return Account(budget_usd=self._budget_usd)
        with self._state.transaction() as change:
            notes = change.execute("SELECT text FROM notes ORDER BY text").fetchall()
            return replace(self._account(change, "1", ()), notes=tuple(text for (text,) in notes))

    def accounts(self) -> dict[tuple[str, str], Account]:
        """The totals by purpose and model."""
        if not self._state.path.exists():
            return {}
        with self._state.transaction() as change:
            pairs = change.execute("SELECT DISTINCT purpose, model FROM calls ORDER BY purpose, model").fetchall()
            return {pair: self._account(change, "purpose = ? AND model = ?", pair) for pair in pairs}

    def _opened(self, request: Request, most_usd: float) -> int | None:
        """The call's number; None if it has to wait for pending calls."""
        holder = self._holder
        with self._state.transaction() as change:
            if self._budget_usd is not None:
                account = self._account(change, "1", ())
                if account.under_way_usd and not self._fits(account, most_usd, account.under_way_usd):
                    _sweep(change)
                    account = self._account(change, "1", ())
                if not self._fits(account, most_usd, 0.0):
                    raise self._spent(account, request, most_usd)
                if not self._fits(account, most_usd, account.under_way_usd):
                    return None
            row = change.execute(
                "INSERT INTO calls (model, purpose, state, most_usd, host, process, born)"
                " VALUES (?, ?, 'open', ?, ?, ?, ?)",
                (request.model, request.purpose, most_usd, holder.host, holder.process, holder.born),
            )
            return row.lastrowid or 0

    def _fits(self, account: Account, most_usd: float, under_way_usd: float) -> bool:
        taken = account.cost_usd + account.unsure_usd + under_way_usd
        return taken + most_usd <= (self._budget_usd or 0.0) + _LEAST_USD

    def _spent(self, account: Account, request: Request, most_usd: float) -> BudgetSpentError:
        unsure = f" and ${account.unsure_usd:.4f} for calls without an answer" if account.unsure_usd else ""
        return BudgetSpentError(
            f"the budget of ${self._budget_usd:.4f} has too little left for a call of {request.model} of at most "
            f"${most_usd:.4f}: ${account.cost_usd:.4f} are spent{unsure}; raise the budget, or bound the call with "
            "max_tokens",
            model=request.model,
        )

    def _account(self, change: sqlite3.Connection, where: str, values: tuple[str, ...]) -> Account:
        row = change.execute(
            "SELECT coalesce(sum(state = 'answered'), 0), coalesce(sum(input_tokens), 0),"
            " coalesce(sum(output_tokens), 0), coalesce(sum(cached_tokens), 0), coalesce(sum(reasoning_tokens), 0),"
            " coalesce(sum(cost_usd), 0.0), coalesce(sum(state = 'answered' AND cost_usd IS NULL), 0),"
            " coalesce(sum(CASE WHEN state = 'unsure' OR (state = 'answered' AND cost_usd IS NULL) THEN most_usd END),"
            " 0.0), coalesce(sum(CASE WHEN state = 'open' THEN most_usd END), 0.0)"
            f" FROM calls WHERE {where}",
            values,
        ).fetchone()
        usage = Usage(input_tokens=row[1], output_tokens=row[2], cached_tokens=row[3], reasoning_tokens=row[4])
        return Account(row[0], usage, row[5], row[6], row[7], row[8], self._budget_usd)


def _sweep(change: sqlite3.Connection) -> None:
    """Mark reservations of dead processes as unsure."""
    rows = change.execute("SELECT DISTINCT host, process, born FROM calls WHERE state = 'open'").fetchall()
    for host, process, born in rows:
        if LockHolder(host, process, born).is_dead:
            change.execute(
                "UPDATE calls SET state = 'unsure' WHERE state = 'open' AND host = ? AND process = ? AND born = ?",
                (host, process, born),
            )
