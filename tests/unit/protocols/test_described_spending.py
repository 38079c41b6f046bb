"""The line on what the model calls of a run cost."""

from pytest_cookie.core.spend import Spend
from pytest_cookie.llm.cost.ledger import Account
from pytest_cookie.protocols.run.model_access import describe_spending


def test_calls_of_the_records_that_were_replayed_are_told() -> None:
    new = "models: 2 new calls, 0 tokens in, 0 out, $0.5000"
    assert describe_spending(Account(calls=2, cost_usd=0.5)) == new
    assert describe_spending(Account(calls=2, cost_usd=0.5), Spend(calls=2, cost_usd=0.5)) == new
    assert describe_spending(Account(calls=3, cost_usd=0.5), Spend(calls=2)) == new.replace("2 new", "3 new")
    assert describe_spending(Account(calls=8, cost_usd=0.5), before=6) == new.replace(
        "2 new calls", "8 new calls in all sessions of the run (2 in this one)"
    )
    recorded = Spend(calls=2, cost_usd=0.5) + Spend(calls=7, cost_usd=0.25).as_replayed()
    told = describe_spending(Account(calls=2, cost_usd=0.5, notes=("No sound.",)), recorded)
    assert told == f"{new}; 7 of 9 calls in the records were replayed ($0.2500, not paid again)\nNo sound."
