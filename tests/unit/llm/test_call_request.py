import json

from pytest_cookie.llm.transport.call_request import Outcome, outcome_as_json, parse_outcome
from pytest_cookie.llm.transport.failures import CallFailed


def test_a_failure_with_added_attributes_reaches_the_process_that_asked():
    failed = CallFailed("slow down", "busy", retry_after=7.0, maybe_paid=True, status=429, parameter="seed")
    fields = dict(vars(failed))
    failed.add_note("seen by a debugger")
    failed.response = object()  # type: ignore[attr-defined]
    arrived = parse_outcome(json.loads(json.dumps(outcome_as_json(Outcome(None, failed, 1.5)))))
    assert arrived.seconds == 1.5
    assert arrived.failed
    assert str(arrived.failed) == "slow down"
    assert vars(arrived.failed) == fields
