"""Run as a process of its own: a worker that takes places or money from a state that others take from, too.

python shared_state.py places FOLDER MOST ROUNDS     prints how many were ever under way at once, itself included
python shared_state.py money FOLDER BUDGET CALLS     makes calls of 1 to 10 cents until the budget is spent
python shared_state.py hold FOLDER                   takes a slot, reserves $0.50, prints it, and waits
"""

import random
import sys
import time
from pathlib import Path

from pytest_cookie.core.spend import Spend
from pytest_cookie.llm.cost.ledger import Ledger
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.transport.limiter import Limiter
from pytest_cookie.llm.transport.shared_state import State

REQUEST = Request("openai/m", (user(Text("hello")),), "generate")


def places(folder: str, most: str, rounds: str) -> None:
    state = State(Path(folder))
    limiter = Limiter(state, int(most), random.Random())
    seen = 0
    for _ in range(int(rounds)):
        with limiter.slot("openai", lease_seconds=60, wait_seconds=60) as slot:
            assert slot
            with state.transaction() as change:
                seen = max(seen, change.execute("SELECT count(*) FROM slots").fetchone()[0])
            time.sleep(0.002)
    sys.stdout.write(f"{seen}\n")


def money(folder: str, budget: str, calls: str) -> None:
    ledger = Ledger(State(Path(folder)), float(budget))
    made = 0
    try:
        for number in range(int(calls)):
            most = 0.01 * (1 + number % 10)
            call = ledger.set_aside(REQUEST, most, wait_seconds=30)
            time.sleep(0.002)
            ledger.book(call, Spend(calls=1, cost_usd=most * (0.5 if number % 2 else 1.0)), most_usd=most)
            made += 1
    except BudgetSpentError:
        pass
    sys.stdout.write(f"{made}\n")


def hold(folder: str) -> None:
    state = State(Path(folder))
    Ledger(state, 1.0).set_aside(REQUEST, 0.5, wait_seconds=1)
    with Limiter(state, 1, random.Random()).slot("openai", lease_seconds=600, wait_seconds=1):
        sys.stdout.write("held\n")
        sys.stdout.flush()
        time.sleep(60)


if __name__ == "__main__":
    {"places": places, "money": money, "hold": hold}[sys.argv[1]](*sys.argv[2:])
