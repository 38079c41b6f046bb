"""The package of docs/how-to/add-a-protocol.md without a browser: pages it judges, options, errors that name it."""

import re
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import BaseModel, ConfigDict

from pytest_cookie.core.errors import ExplorationError, JudgingError, UsageError
from pytest_cookie.core.record import bug_cause
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.exploration.agent_protocol import check_decision
from pytest_cookie.protocols import registry
from pytest_cookie.protocols.contract import entry_points
from pytest_cookie.protocols.contract.checked_judge import validate_verdict
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, JudgeInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.run.error_source import find_package
from pytest_cookie.protocols.run.rejudge import rejudge
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.bug_reports import bug_lines
from tests.unit.judging.evidence_builders import artifact, case, evidence, inventory, perception, step, views
from tests.unit.protocols.one_page import OnePage, pipeline, walk

GUIDE = Path(__file__).parents[3] / "docs/how-to/add-a-protocol.md"
CASE = case().model_copy(update={"fields": {"forgiven_errors": 0}})
BLANK = perception(views=views(ink=0.0, text_length=0), inventory=inventory("", controls=()))
USED = Trace(policy="crawler", steps=(step(1, "look"), step(2), step(3, "reload")))
POINT = EntryPoint("calm", "calm_protocol:PROTOCOL", "pytest_cookie.protocols")


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of the guide, installed."""
    (code, *_) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    module = ModuleType("calm_protocol")
    monkeypatch.setitem(sys.modules, "calm_protocol", module)
    exec(compile(code, "calm_protocol.py", "exec"), module.__dict__)
    points = {"pytest_cookie.protocols": [POINT]}
    monkeypatch.setattr(entry_points, "entry_points", lambda group: points.get(group, []))
    return module


def judged(protocol: EvaluationProtocol, **fields: object) -> Verdict:
    judge = protocol.make_judge(JudgeInputs(Settings(), None, Roles()))  # type: ignore[arg-type]
    assert judge is not None
    return judge.judge(CASE, artifact(), evidence(**{"trace": USED, **fields}), Path("evidence"))


@pytest.mark.parametrize(
    ("seen", "kind"),
    [
        (BLANK, "blank-page"),
        (perception(crashed=True), "browser-crash"),
        (perception(unusable=True), "unviewable-page"),
        (perception(loaded=False), "page-not-loaded"),
    ],
)
def test_a_page_that_cannot_be_used_fails_before_its_judge_sees_it(package: ModuleType, seen: object, kind: str):
    verdict = judged(package.PROTOCOL, perception=seen)
    assert (verdict.runnable, verdict.scores) == (False, {"calm": 0.0})
    assert [(finding.kind, finding.dimension) for finding in verdict.findings] == [(kind, "calm")]
    assert (verdict.judge, verdict.judge_version) == ("calm", "1")
    assert judged(package.PROTOCOL).scores == {"calm": 100.0}


def test_an_unusable_page_gets_the_worst_score_unless_the_protocol_judges_it_itself(package: ModuleType):
    seconds = ScoreSpec(id="delay", label="delay", low=0, high=30, direction="lower", ranks=True)
    slow = EvaluationProtocol("slow", "1", ScoreSet((seconds,)), judge=package.PROTOCOL.judge)
    assert judged(slow, perception=BLANK).scores == {"delay": 30}
    own = EvaluationProtocol("own", "1", ScoreSet((seconds,)), judge=package.PROTOCOL.judge, judges_unusable=True)
    assert judged(own, perception=BLANK).runnable


@pytest.mark.parametrize("declares", [True, False])
def test_a_protocol_with_a_judge_refuses_others_by_default(package: ModuleType, declares: bool):
    given = package.PROTOCOL
    protocol = given if declares else EvaluationProtocol("calm", "1", given.scores, judge=given.judge)
    protocol.check_roles(Roles())
    protocol.check_roles(Roles(agent="openai/m"))
    with pytest.raises(UsageError, match=r"--cookie-judge=openai/m: the protocol calm takes no models here: .*; omit"):
        protocol.check_roles(Roles(judge="openai/m"))
    staged = EvaluationProtocol("staged", "1", given.scores, compose=given.judge)
    staged.check_roles(Roles(judge="openai/m"))
    with pytest.raises(UsageError, match="--cookie-agent=openai/m: the protocol staged takes no models here"):
        staged.check_roles(Roles(agent="openai/m"))


class Letters(BaseModel):
    min_letters: int = 3


class Anything(BaseModel):
    model_config = ConfigDict(extra="allow")


def test_unknown_options_are_refused_with_their_file(package: ModuleType, tmp_path: Path):
    file = tmp_path / "pyproject.toml"
    given = package.PROTOCOL
    letters, anything = (
        EvaluationProtocol("letters", "1", given.scores, judge=given.judge, options=model)
        for model in (Letters, Anything)
    )
    assert letters.read_options({"min_letters": 4}) == Letters(min_letters=4)
    with pytest.raises(UsageError) as wrong:
        letters.configure({"min_leters": 4}, file=file)
    assert str(wrong.value) == (
        f"{file}: [tool.pytest-cookie.protocol] min_leters: unknown option; did you mean 'min_letters'? "
        "(protocol letters)"
    )
    anything.configure({"min_leters": 4})
    with pytest.raises(UsageError, match=rf"^{re.escape(str(file))}: .*calm has no options\. .*-c$"):
        given.configure({"min_letters": 4}, file=file)


def raised_by(code: str, name: str) -> ValueError:
    """An error of code in the module `name`, called from here."""
    module = ModuleType(name)
    exec(code, module.__dict__)
    with pytest.raises(ValueError, match="boom") as caught:
        module.fail()
    return caught.value


RAISES = "def fail():\n    raise ValueError('boom')\n"
IN_A_LIBRARY = "import json\ndef fail():\n    json.loads('{}', object_hook=lambda found: int('boom'))\n"


@pytest.mark.parametrize(
    ("code", "module", "package_name"),
    [
        (RAISES, "calm_protocol", "entry point calm_protocol:PROTOCOL"),
        (RAISES, "calm_protocol.parts", "entry point calm_protocol:PROTOCOL"),
        (IN_A_LIBRARY, "calm_protocol", "entry point calm_protocol:PROTOCOL"),
        (RAISES, "pytest_cookie.judging.measures", ""),
        (RAISES, "another", ""),
    ],
)
def test_an_unexpected_error_is_a_bug_of_the_package_that_raised_it(
    package: ModuleType, code: str, module: str, package_name: str
):
    error = raised_by(code, module)
    assert find_package(error) == package_name
    cause = bug_cause("judge", error, package=find_package(error))
    assert cause.message.startswith(f"a bug in {'the ' + package_name if package_name else 'pytest-cookie'}: ")


def test_a_bug_of_a_package_keeps_the_record_and_its_authors_are_named(package: ModuleType, run: RunFolder):
    class Broken:
        id, version = "calm", "1"

        def judge(self, *_: object, **__: object) -> None:
            raise raised_by(RAISES, "calm_protocol")

    for repeat in (1, 2):
        walk(pipeline(run, OnePage(), repeat))
    records, _ = run.collect()
    found = rejudge(run, Broken(), facts={})  # type: ignore[arg-type]
    assert (found.judged, found.unscored) == (0, 0)
    assert found.problems[0].endswith("not judged: a bug in the entry point calm_protocol:PROTOCOL: ValueError: boom")
    assert {record.outcome for record in run.collect()[0]} == {"scored"}

    error = raised_by(RAISES, "calm_protocol")
    cause = bug_cause("judge", error, package=find_package(error))
    left = [record.model_copy(update={"outcome": "unscored", "scores": {}, "cause": cause}) for record in records]
    what, how = bug_lines(left, run)
    assert what.startswith("a bug in the entry point calm_protocol:PROTOCOL left 2 items unscored, 2 times")
    assert "maintainers" not in how


def test_a_wrong_return_value_is_the_fault_of_its_judge_or_agent():
    with pytest.raises(JudgingError, match="the judge calm returned NoneType, not a Verdict"):
        validate_verdict(None, "calm")
    with pytest.raises(ExplorationError, match="the agent tabber returned str, not a Decision"):
        check_decision("click", "tabber")


@pytest.mark.parametrize("function", ["judge", "compose", "check_cases", "variant", "models"])
def test_a_function_of_a_protocol_that_fails_is_a_usage_error_of_its_package(
    package: ModuleType, monkeypatch: pytest.MonkeyPatch, function: str
):
    def fail(*_: object) -> None:
        raise KeyError("weights")

    given = package.PROTOCOL
    broken = EvaluationProtocol(
        **{"name": "calm", "version": "1", "scores": given.scores, "judge": fail, function: fail}
    )
    monkeypatch.setattr(registry, "load_added", lambda _: broken)
    with pytest.raises(UsageError, match=rf"calm_protocol:PROTOCOL: {function} fails: KeyError: 'weights'"):
        getattr(registry.find_protocol("calm"), function)(None)


def test_invalid_scores_of_a_package_are_described_without_pydantics_report():
    class Point:
        name, value, dist = "calm", "calm_protocol:PROTOCOL", None

        def load(self) -> object:
            return ScoreSet((ScoreSpec(id="calm", label="calm actions"),))

    with pytest.raises(UsageError) as wrong:
        entry_points.load_added(Point())  # type: ignore[arg-type]
    assert str(wrong.value).endswith(": ValidationError: ScoreSet: exactly one score must rank")
