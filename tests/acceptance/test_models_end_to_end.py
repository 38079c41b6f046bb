"""A model as author, agent and judge, through real litellm over real HTTP: from brief to record."""

import pytest

from tests.acceptance.modelled import DOLLARS_A_MILLION, MODEL, ROLES, Modelled, timeless
from tests.provider import Provider

BRIEFS = {
    "visitor-counter": "A counter for the visitors of a library.",
    "pottery-booking": "A booking form for a pottery course.",
    "star-catcher": "A little arcade game with the arrow keys.",
    "tea-tally": "A tally for cups of tea.",
    "lap-counter": "A counter for laps in the pool.",
    "reader-survey": "A survey among the readers of a club.",
}


def check(modelled: Modelled, cases: dict[str, str]) -> None:
    """What every record of a whole run by models has."""
    records = modelled.records()
    assert modelled.outcomes() == dict.fromkeys(cases, "scored")
    for case, record in records.items():
        assert (record["model"], record["agent"], record["judge"]) == (MODEL, MODEL, MODEL)
        assert set(record["spend"]) == {"generate", "explore", "judge"}
        assert 0 < record["scores"]["total"] < 100
        cost = 0.0
        for spend in record["spend"].values():
            assert spend["calls"] >= 1
            tokens = spend["usage"]
            assert tokens["input_tokens"] > 0
            assert tokens["output_tokens"] > 0
            cost += sum(tokens[f"{way}_tokens"] * price / 1e6 for way, price in DOLLARS_A_MILLION.items())
        assert record["cost_usd"] == pytest.approx(cost)
        assert [stage["stage"] for stage in modelled.verdict(case)["stages"]] == ["static", "detection", "adjustment"]
        trace = modelled.trace(case)
        assert len(trace["steps"]) > 1
        assert trace["report"]


@pytest.mark.long
def test_one_case_and_a_second_run_that_makes_no_call_and_the_same_records(modelled: Modelled, provider: Provider):
    case = "pottery-booking"
    modelled.brief(case, BRIEFS[case])
    result = modelled.run("-p", "no:xdist")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        [
            f"cookie: expected: {MODEL} as author: about 1 call,*$*",
            "cookie: expected: in all about 9 calls,*",
            "*1 passed*",
        ]
    )
    check(modelled, {case: BRIEFS[case]})
    assert (provider.counts["generate"], provider.counts["judge"]) == (1, 3)
    assert not provider.refused
    page = (modelled.item(case) / "artifact/index.html").read_text()
    assert "<title>A booking form for a pottery course</title>" in page
    assert any(call["action"]["kind"] == "type" for call in modelled.trace(case)["steps"])

    provider.forget()
    modelled.run("-p", "no:xdist", run="second").assert_outcomes(passed=1)
    assert not provider.asked
    assert timeless(modelled.records()[case]) == timeless(modelled.records("second")[case])
    first, second = modelled.verdict(case), modelled.verdict(case, "second")
    assert {**first, "spend": None, "stages": None} == {**second, "spend": None, "stages": None}
    assert second["spend"]["replayed_calls"] == second["spend"]["calls"] == 3
    assert [one["reasoning"] for one in first["stages"]] == [one["reasoning"] for one in second["stages"]]
    assert modelled.trace(case) == modelled.trace(case, "second")


@pytest.mark.slow
def test_a_page_that_throws_scores_less_and_says_why(modelled: Modelled):
    modelled.brief("tea-tally", BRIEFS["tea-tally"])
    modelled.settings("".join('prices = "prices.toml"\nallow_unknown_prices = true\n'))
    result = modelled.run("--model=openai/sloppy", "-n", "2")
    result.assert_outcomes(passed=2)
    records = {str(record["model"]): dict(record) for record in modelled.project.records()}
    neat, sloppy = records[MODEL], records["openai/sloppy"]
    assert neat["scores"]["functionality"] > sloppy["scores"]["functionality"]
    assert not neat["findings"]
    assert {finding["severity"] for finding in sloppy["findings"]} <= {"critical", "major", "minor"}
    assert any("not defined" in f"{finding['title']} {finding['why']}" for finding in sloppy["findings"])
    assert sloppy["cost_usd"] is None, "the price of its author is not known"


@pytest.mark.slow
def test_six_cases(modelled: Modelled, provider: Provider):
    for case, brief in BRIEFS.items():
        modelled.brief(case, brief)
    result = modelled.run("-n", "2")
    result.assert_outcomes(passed=6)
    check(modelled, BRIEFS)
    assert provider.counts["judge"] == 18
    assert any(step["action"]["kind"] == "hold" for step in modelled.trace("star-catcher")["steps"])


@pytest.mark.slow
def test_a_model_of_unknown_price_needs_no_budget(modelled: Modelled):
    modelled.brief("tea-tally", BRIEFS["tea-tally"])
    (modelled.path / "prices.toml").write_text("")
    result = modelled.run("--cookie-budget-usd=1")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert MODEL in result.stderr.str() + result.stdout.str()
    assert not (modelled.path / "run").exists()
    assert ROLES[0].endswith(MODEL)
