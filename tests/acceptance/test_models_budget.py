"""A budget is kept: the run stops with a message before the call that could exceed it."""

import pytest

from tests.acceptance.modelled import Modelled
from tests.provider import Provider

CASES = {f"tally-{number}": f"A tally for cups of tea, number {number}." for number in range(3)}


@pytest.mark.parametrize(("workers", "budget"), [("2", 0.05), pytest.param("0", 0.09, marks=pytest.mark.slow)])
@pytest.mark.long
def test_the_run_stops_before_it_is_passed(modelled: Modelled, provider: Provider, workers: str, budget: float):
    for case, brief in CASES.items():
        modelled.brief(case, brief)
    most = "generation = {max_tokens = 2000}\nagent = {max_tokens = 500}\njudging = {max_tokens = 1000}"
    modelled.settings(f"max_steps = 2\n{most}")
    result = modelled.run(f"--cookie-budget-usd={budget}", "-n", workers)
    records = modelled.records()
    assert list(records) == list(CASES), "items that did not begin count as planned"
    spent = sum(record["cost_usd"] for record in records.values())
    assert 0 < spent <= budget
    unscored = [record for record in records.values() if record["outcome"] == "unscored"]
    assert unscored
    assert workers == "2" or records["tally-0"]["outcome"] == "scored", "the affordable item is scored"
    assert all("budget" in record["cause"]["message"] for record in unscored)
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    shown = result.stdout.str() + result.stderr.str()
    assert "stopped: the next model call could have exceeded --cookie-budget-usd" in shown
    assert "Traceback" not in shown
    assert len(provider.asked) == sum(
        spend["calls"] for record in records.values() for spend in record["spend"].values()
    )
    assert provider.counts["generate"] < len(CASES)
