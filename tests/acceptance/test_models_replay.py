"""A run that was made before asks nothing, and says the same."""

from tests.acceptance.modelled import Modelled, timeless
from tests.provider import Provider


def test_a_second_run_makes_no_call_and_the_same_records(modelled: Modelled, provider: Provider):
    modelled.settings("max_steps = 3")
    modelled.brief("pottery-booking", "A booking form for a pottery course.")
    modelled.run(run="first").assert_outcomes(passed=1)
    asked = provider.counts
    assert set(asked) == {"generate", "explore", "judge"}
    provider.forget()
    modelled.run(run="second").assert_outcomes(passed=1)
    assert not provider.asked
    first, second = modelled.records("first"), modelled.records("second")
    assert [timeless(record) for record in first.values()] == [timeless(record) for record in second.values()]
    assert modelled.verdict("pottery-booking", "first") == modelled.verdict("pottery-booking", "second")
    assert modelled.trace("pottery-booking", "first") == modelled.trace("pottery-booking", "second")


def test_only_replayed_calls_where_no_other_is_allowed(modelled: Modelled, provider: Provider):
    modelled.brief("tea-tally", "A tally for cups of tea.")
    result = modelled.run("--cookie-replay=only")
    result.assert_outcomes(errors=1)
    assert not provider.asked
    (record,) = modelled.records().values()
    unscored = {"functionality": None, "aesthetics": None, "total": None}
    assert (record["outcome"], record["scores"], record["cause"]["stage"]) == ("unscored", unscored, "generate")
    assert "replay" in record["cause"]["message"]
