"""Where only replayed calls are allowed, no other is made."""

from tests.acceptance.modelled import Modelled
from tests.provider import Provider


def test_only_replayed_calls_where_no_other_is_allowed(modelled: Modelled, provider: Provider):
    modelled.brief("tea-tally", "A tally for cups of tea.")
    result = modelled.run("--cookie-replay=only")
    result.assert_outcomes(errors=1)
    assert not provider.asked
    (record,) = modelled.records().values()
    unscored = {"functionality": None, "aesthetics": None, "total": None}
    assert (record["outcome"], record["scores"], record["cause"]["stage"]) == ("unscored", unscored, "generate")
    assert "replay" in record["cause"]["message"]
