"""The parts of a test that a model does: requests without what it must not know, replies, faults."""

from functools import partial

import pytest

from pytest_cookie.core.action import Click
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.protocols.webtestbench.by_model.author import ModelAuthor
from pytest_cookie.protocols.webtestbench.by_model.labels import CheckReader
from pytest_cookie.protocols.webtestbench.by_model.matcher import ModelMatcher
from pytest_cookie.protocols.webtestbench.case_fields import WebTestFields
from pytest_cookie.protocols.webtestbench.checklist.check import Check
from pytest_cookie.protocols.webtestbench.options import Options
from pytest_cookie.protocols.webtestbench.probing.results import Confirmation, ProbeResult, Probes
from pytest_cookie.protocols.webtestbench.verdicts import CheckResult
from tests.scripted_model import ScriptedModel
from tests.unit.judging.evidence_builders import evidence
from tests.unit.protocols.webtestbench.testing_case import make_case

COST = Spend(calls=1, usage=Usage(input_tokens=100, output_tokens=20), cost_usd=0.5)
scripted = partial(ScriptedModel, spend=COST)
GOLD = [
    {"content": "Kilns cannot be booked twice.", "class": "constraint", "passes": False, "bug": "They can."},
    {"content": "Kilns can be sorted.", "class": "functionality", "passes": True},
]
CASE = make_case("Members book kilns.", checks=GOLD)
WRITTEN = {"checks": [{"content": "A kiln is booked once: no duplicate.", "check_class": "constraint"}]}


def results(*contents: str) -> tuple[CheckResult, ...]:
    checks = [
        Check(id=f"c{at}", content=content, check_class="functionality", source="model")
        for at, content in enumerate(contents, start=1)
    ]
    return tuple(CheckResult(check, "not tested") for check in checks)


def test_a_model_writes_the_checklist_from_the_brief_alone():
    model = scripted(WRITTEN)
    checks, spend = ModelAuthor("m", model, {}, Options()).write(CASE)
    assert [(one.content, one.source, one.rules) for one in checks] == [
        ("A kiln is booked once: no duplicate.", "model", ("same-entry",))
    ]
    assert spend == COST
    assert "Members book kilns." in model.text(0)
    assert "sorted" not in model.text(0), "it must not see people's checks"


def test_a_reviewed_checklist_is_not_written_again():
    model = scripted(WRITTEN)
    case = make_case("Members book kilns.", checklist=[{"content": "Kilns are listed."}])
    (check,), spend = ModelAuthor("m", model, {}, Options()).write(case)
    assert (check.source, spend.calls, model.requests) == ("reviewed", 0, [])


def test_a_model_matches_checks_and_does_not_see_what_passes():
    pairs = {"pairs": [{"tester": 1, "people": 2}, {"tester": 2, "people": None}]}
    model = scripted(pairs)
    gold = WebTestFields.model_validate(CASE.fields).checks
    match = ModelMatcher("m", model, {}).match(results("Sort kilns.", "See prices."), gold)
    assert (match.gold_of, match.spend) == ({"c1": 1}, COST)
    assert "fails: They can." in model.text(0)
    assert "passes" not in model.text(0).partition("## The tester's checks")[2]


def test_a_match_of_unknown_checks_is_a_failure_of_the_judge():
    model = scripted({"pairs": [{"tester": 1, "people": 9}]})
    gold = WebTestFields.model_validate(CASE.fields).checks
    with pytest.raises(JudgingError, match="there is no 9"):
        ModelMatcher("m", model, {}).match(results("Sort kilns."), gold)


def test_a_model_decides_what_was_not_measured(subtests: pytest.Subtests):
    step = Step(index=3, thought="", action=Click(target="Sort", role="button"), change=Change(seen=True))
    seen = evidence().model_copy(update={"trace": Trace(policy="agent", steps=(step,))})
    given = [*results("Sort kilns.", "See prices."), CheckResult(results("Book.")[0].check, "fails", "It is lost")]
    labels = [
        {"number": 1, "result": "fails", "problem": "The order stays.", "step": 3},
        {"number": 2, "result": "passes", "problem": "", "step": 99},
        {"number": 3, "result": "passes", "problem": "", "step": None},
    ]
    wrong = ProbeResult(probe="past-date", field="Day", value="1999-01-01", outcome="accepted", step=3)
    for outcome, result in (("again", "fails"), ("not again", "not tested"), ("not reached", "fails")):
        with subtests.test(outcome):
            probes = Probes(probes=(wrong,), confirmations=(Confirmation(step=3, outcome=outcome),))
            model = scripted({"checks": labels})
            told, spend = CheckReader("m", model, {}).label(CASE, seen, given, probes)
            assert "The page accepted a wrong entry: “1999-01-01” in Day (past date)" in model.text(0)
            assert "What seemed wrong in step 3 " in model.text(0)
            assert "3. Book. (measured: fails)" in model.text(0)
            assert [one.result for one in told] == [result, "passes", "fails"]
            assert told[1].step is None, "there is no step 99"
            assert told[2].problem == "It is lost", "what was measured and confirmed stays"
            assert spend == COST


def test_a_provider_that_fails_leaves_the_item_unscored():
    with pytest.raises(JudgingError, match="m: it is down"):
        ModelAuthor("m", scripted(ProviderError("it is down", spend=COST)), {}, Options()).write(CASE)
