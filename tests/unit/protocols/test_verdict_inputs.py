"""Verdicts of all protocols depend on the parameters of the models that judge, in runs and in `pytest-cookie judge`."""

from types import SimpleNamespace

import pytest

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.page_check import judged_run
from pytest_cookie.protocols import registry
from pytest_cookie.protocols.artifactsbench.published_protocol import PROTOCOL as PUBLISHED
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, StageInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.contract.stages import Facts, Inputs, Stages
from pytest_cookie.protocols.registry import compose_stages, find_protocol

MODEL = "openai/any"
NAMES = ("artifactsbench", "artifactsbench-dom", "auigym", "interaction2code", "vibecode", "webtestbench")
SCORES = ScoreSet((ScoreSpec(id="calm", label="calm", short="calm", ranks=True),))
COMPOSED = EvaluationProtocol(name="composed", version="1", scores=SCORES, compose=lambda given: stages())


def stages() -> Stages:
    judge = SimpleNamespace(id="own", version="1")
    inputs = Inputs(lambda case, key: {}, {}, {"judge": "own", "version": "1", "judging": "as Cookie's"})
    return Stages(None, None, None, judge, inputs, SCORES)  # type: ignore[arg-type]


def facts_of_run(protocol: EvaluationProtocol, judging: dict[str, object]) -> Facts:
    given = StageInputs(
        Settings.model_validate({"judging": judging}), None, Roles(judge=MODEL), protocol.read_options({}),  # type: ignore[arg-type]
        host=None, services=None, mode="html",  # type: ignore[arg-type]
    )  # fmt: skip
    return compose_stages(protocol, given).inputs.judge


def without_other_stages(protocol: EvaluationProtocol) -> EvaluationProtocol:
    return EvaluationProtocol(
        name=protocol.name, version=protocol.version, scores=protocol.scores, judge=protocol.judge,
        options=protocol.options, judges=protocol.judges, compose=lambda given: stages(),
    )  # fmt: skip


def facts_of_command(protocol: EvaluationProtocol, judging: dict[str, object], monkeypatch) -> Facts:
    monkeypatch.setattr(judged_run, "find_protocol", lambda name: protocol)
    run = SimpleNamespace(manifest=SimpleNamespace(protocol=protocol.name))
    settings = Settings.model_validate({"judging": judging})
    return judged_run.judge_of(run, Roles(judge=MODEL), settings, None)[1]  # type: ignore[arg-type]


@pytest.mark.parametrize("protocol", [*map(find_protocol, NAMES), PUBLISHED], ids=lambda one: one.name)
def test_a_verdict_depends_on_the_parameters_of_its_judge(protocol: EvaluationProtocol, monkeypatch):
    protocol = without_other_stages(protocol)
    found = [facts_of_run(protocol, judging) for judging in ({}, {"temperature": 0}, {"temperature": 1})]
    assert found[0] != found[1] != found[2] != found[0]
    assert "judging" not in found[0], "runs without parameters keep the keys of earlier versions"


@pytest.mark.parametrize("name", [name for name in NAMES if (taken := find_protocol(name).judges) and taken.models])
def test_rejudging_gives_the_same_key_as_the_run(name: str, monkeypatch):
    protocol, judging = without_other_stages(find_protocol(name)), {"temperature": 0}
    assert facts_of_command(protocol, judging, monkeypatch) == facts_of_run(protocol, judging)


def test_a_protocol_with_the_judge_of_cookie_has_its_own_name_in_the_keys(monkeypatch):
    judge = SimpleNamespace(id="measured", version="1")
    monkeypatch.setattr(registry, "make_cookie_judge", lambda given: (judge, {"judge": judge.id}))
    found = facts_of_command(COMPOSED, {"temperature": 0}, monkeypatch)
    assert (found["protocol"], found["judging"], found["judge"]) == ("composed", {"temperature": 0}, "measured")
    assert set(facts_of_run(COMPOSED, {"temperature": 0})) <= set(found)
