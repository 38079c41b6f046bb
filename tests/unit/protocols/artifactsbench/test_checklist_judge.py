"""The verdicts of ArtifactsBench on small evidence: with referees, and without a key."""

from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ArtifactProblem
from pytest_cookie.core.errors import JudgingError, UsageError
from pytest_cookie.protocols.artifactsbench.checklist_judge import ChecklistJudge, MeasuringJudge
from pytest_cookie.protocols.artifactsbench.keyless import PROTOCOL as KEYLESS
from pytest_cookie.protocols.artifactsbench.protocol import PROTOCOL, SCORES, Options, make_judge
from pytest_cookie.protocols.cookie.roles import Roles
from pytest_cookie.protocols.protocol import JudgeInputs
from pytest_cookie.protocols.registry import find_protocol
from pytest_cookie.protocols.settings import Settings
from tests.unit.judging.evidence_builders import artifact, case, evidence
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST
from tests.unit.protocols.artifactsbench.test_dom_score import GOOD
from tests.unit.protocols.artifactsbench.test_referee import Model, referee, scores

FIELDS = {"checklist": [item.model_dump(mode="json") for item in CHECKLIST], "interactivity": "II"}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(GOOD)
    return tmp_path


def with_checklist():
    return case().model_copy(update={"fields": FIELDS})


def test_a_referee_gives_scores_items_and_panels(source: Path, tmp_path: Path):
    model = Model(lambda _: scores(5))
    verdict = ChecklistJudge((referee(model),)).judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert SCORES.complaints(verdict.scores) == []
    assert verdict.scores == {"overall": 45.45, "vision": 50.0, "code": 41.67, "dom_score": 100.0}
    assert [(item.id, item.dimension, item.score) for item in verdict.items[8:]] == [
        ("8", "code", 0.5),
        ("9", "code", 0.25),
    ]
    assert [panel.title for panel in verdict.panels][:2] == ["Referees", "Tokens of the message, estimated"]
    assert "High at noon" in str(model.asked[0].messages)
    assert verdict.spend.calls == 1


def test_two_referees_are_not_fused(source: Path, tmp_path: Path):
    one, other = referee(Model(lambda _: scores(5))), referee(Model(lambda _: scores(10)))
    other.model = "m/y"
    verdict = ChecklistJudge((one, other)).judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert verdict.scores["vision"] == 50
    assert {spread.dimension: spread.scores for spread in verdict.spreads}["vision"] == {"m/x": 50, "m/y": 100}
    assert (verdict.judge, verdict.spend.calls) == ("m/x,m/y", 2)


def test_an_unreadable_reply_gives_no_overall_score(source: Path, tmp_path: Path):
    judge = ChecklistJudge((referee(Model(lambda _: "no idea")),))
    verdict = judge.judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert (verdict.scores["overall"], verdict.scores["dom_score"], verdict.items) == (None, 100, ())
    assert any("gave no checklist_scores" in note for note in verdict.notes)


def test_a_case_without_a_checklist_cannot_be_judged(source: Path, tmp_path: Path):
    with pytest.raises(JudgingError, match="has no checklist"):
        ChecklistJudge((referee(Model(lambda _: scores(5))),)).judge(case(), artifact(), evidence(), tmp_path)


@pytest.mark.parametrize("judge", [MeasuringJudge(), ChecklistJudge((referee(Model(lambda _: scores(5))),))])
def test_no_page_has_the_worst_scores_and_costs_no_call(judge, tmp_path: Path):
    nothing = artifact(problem=ArtifactProblem(kind="no_code", message="The reply has no HTML page."))
    verdict = judge.judge(with_checklist(), nothing, evidence(), tmp_path)
    assert (verdict.runnable, set(verdict.scores.values()), verdict.spend.calls) == (False, {0.0}, 0)


def test_without_a_key_the_html_and_interactivity_are_measured(source: Path, tmp_path: Path):
    verdict = MeasuringJudge().judge(with_checklist(), artifact(), evidence(), tmp_path, source=source)
    assert KEYLESS.scores.complaints(verdict.scores) == []
    assert verdict.scores["dom_score"] == 100
    assert verdict.notes == ("no referee judged the checklist: that takes a model as --cookie-judge",)
    assert verdict.panels[0].title == "DOM_SCORE"


def test_the_protocols_are_registered_and_a_referee_is_a_model():
    assert find_protocol("artifactsbench") is PROTOCOL
    assert find_protocol("artifactsbench-dom") is KEYLESS
    given = JudgeInputs(Settings(), None, Roles())  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="needs a model as --cookie-judge; without a key"):
        make_judge(given)
    judge = make_judge(JudgeInputs(Settings(), None, Roles(judge="a/b,c/d"), Options(pictures=1)))  # type: ignore[arg-type]
    assert judge.id == "a/b~1-picture,c/d~1-picture"


def test_options_are_checked():
    assert PROTOCOL.read_options({"pictures": 5, "captions": True}).model_dump()["pictures"] == 5  # type: ignore[union-attr]
    for wrong in ({"pictures": 2}, {"mode": "published"}, {"picture": 1}):
        with pytest.raises(UsageError):
            PROTOCOL.read_options(wrong)
