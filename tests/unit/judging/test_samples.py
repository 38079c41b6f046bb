"""Several samples of one judge: independent responses, the median, and the spread in verdict, record and report."""

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.verdict import StageOpinion
from pytest_cookie.judging.panel import Panel
from pytest_cookie.judging.samples import SampledChat, SampledJudge, name_samples
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.replay import request_key
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.cookie.composition import judge_of
from pytest_cookie.protocols.run.pipeline import apply_verdict
from tests.cookie_scores import spread_lines
from tests.synthetic_run import make_record
from tests.unit.judging.evidence_builders import artifact, case, evidence
from tests.unit.judging.model.scripted import STATIC, Item, ScriptedModel, judge

REQUEST = Request("openai/x", (user(Text("?")),), "judge")


class Recorder:
    def __init__(self) -> None:
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        return Completion("yes")


def sampled(model: ScriptedModel) -> Panel:
    judges = [SampledJudge(judge(SampledChat(model, number)), number) for number in (1, 2, 3)]
    return Panel(judges, name=name_samples(judges, "openai/x"))


def varied(request: Request) -> dict:
    """A base of 7, 6 and 2 of 8 for the three samples."""
    base = {1: 7.0, 2: 6.0, 3: 2.0}[request.sample]
    return {**STATIC, "aesthetics": {"base": base, "bonuses": [], "deductions": []}}


def test_the_scores_are_medians_and_the_spread_is_measured(tmp_path: Path):
    item = Item(tmp_path, film=False)
    panel = sampled(ScriptedModel(static_scoring=varied))
    verdict = panel.judge(case("action"), item.artifact, item.evidence, item.folder, source=item.source)
    assert (panel.id, verdict.judge, verdict.scores["aesthetics"]) == ("openai/x*3", "openai/x*3", 75.0)
    assert panel.version.startswith("panel 1: 3 samples: static-scoring")
    (spread,) = (one for one in verdict.spreads if one.dimension == "aesthetics")
    assert spread.scores == {"openai/x#1": 87.5, "openai/x#2": 75.0, "openai/x#3": 25.0}
    assert (spread.low, spread.high, spread.deviation) == (25.0, 87.5, 33.07)  # √((25² + 12.5² + 37.5²) / 2)
    assert {stage.judge for stage in verdict.stages} == {"openai/x#1", "openai/x#2", "openai/x#3"}
    assert verdict.spend.calls == 9
    record = apply_verdict(make_record(), verdict)
    assert record.spreads == verdict.spreads
    told = " ".join(spread_lines([record], 200))
    assert "openai/x*3: spread of aesthetics over 1 item: median 62.5 points, largest 25.0–87.5" in told
    assert "mean SD 33.1" in told


def test_each_sample_has_responses_of_its_own_and_the_first_those_of_a_single_verdict():
    keys = {number: request_key(replace(REQUEST, sample=number)) for number in (1, 2, 3)}
    assert len(set(keys.values())) == 3
    assert keys[1] == request_key(REQUEST)


def test_a_seed_of_the_user_grows_with_the_sample():
    recorder = Recorder()
    for number in (1, 2, 3):
        SampledChat(recorder, number).complete(replace(REQUEST, parameters={"seed": 7}))
    assert [request.parameters["seed"] for request in recorder.requests] == [7, 8, 9]
    assert [request.sample for request in recorder.requests] == [1, 2, 3]


@pytest.mark.parametrize("name", ["openai/x*3", " openai/x * 3 "])
def test_samples_are_part_of_a_judges_name(tmp_path: Path, name: str):
    roles = Roles(judge=f"{name},measured")
    roles.check_judges()
    assert (roles.judges, roles.first_model_judge) == (("openai/x", "measured"), "openai/x")
    assert roles.calls(Settings()) == (("openai/x", {}),)
    models = Models(ModelSettings(tmp_path / "state", tmp_path / "replay"))
    assert judge_of(roles, Settings(blocked_dependency="failed"), models).id == "panel(openai/x*3,measured)"
    assert judge_of(Roles(judge="openai/x*1"), Settings(), models).id == "openai/x"


@pytest.mark.parametrize(
    ("judges", "message"),
    [("measured*3", "gives the same verdict every time"), ("openai/x*0", "1 to 9 samples"), ("openai/x*10", "1 to 9")],
)
def test_a_number_of_samples_that_makes_no_sense_is_refused(judges: str, message: str):
    with pytest.raises(UsageError, match=message):
        Roles(judge=judges).check_judges()


def test_only_the_first_sample_takes_over_what_the_explorer_was_told():
    class Seen:
        id, version = "x", "1"
        impressions: list[object] = []

        def judge(self, case, artifact, evidence, folder, *, source=None):
            self.impressions.append(evidence.impression)
            raise RuntimeError

    told = evidence(impression=StageOpinion(stage="static", judge="x", spend=Spend()))
    for number in (1, 2):
        with pytest.raises(RuntimeError):
            SampledJudge(Seen(), number).judge(case(), artifact(), told, Path())
    assert [impression is None for impression in Seen.impressions] == [False, True]
