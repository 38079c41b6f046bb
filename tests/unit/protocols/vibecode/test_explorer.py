"""The explorer of workflows: its costs, whose fault an end is, and which sessions a resumed run keeps."""

from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.browser.errors import ClockCannotCarryError, PageGoneError, TimeIsUpError
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import Spend
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.generation.coding.tool_context import ALL_OFF
from pytest_cookie.protocols.contract.protocol import StageInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.vibecode import explorer
from pytest_cookie.protocols.vibecode.explorer import WorkflowExplorer
from pytest_cookie.protocols.vibecode.protocol import BENCHMARK, PROTOCOL, Options, compose
from pytest_cookie.protocols.vibecode.results import WorkflowResult
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields
from pytest_cookie.records.files import write_bytes
from pytest_cookie.records.item_sessions import read_session

FIELDS = {"workflows": [{"id": name, "purpose": "p", "steps": ["s"]} for name in ("a", "b", "c")]}
CASE = load_cases(BENCHMARK / "apps.yaml", extra=WorkflowFields)[0].model_copy(update={"fields": FIELDS})
LIMIT = 1_000.0


class Host:
    """A browser whose time the evaluator lets pass."""

    version, clock, clock_note, may_change_clock = "1", "stepped", "", True

    def __init__(self) -> None:
        self.workplace, self.at = self, 0.0

    def now(self) -> float:
        return self.at

    def use_browser(self):
        return nullcontext()

    def renew(self) -> None: ...

    def open_session(self, settings):
        return nullcontext(
            SimpleNamespace(host=self, clock=settings.clock or self.clock, cpu_seconds=0.0, crashed=False)
        )


class Evaluator:
    """Every workflow costs a call, and writes a picture. `faults`: what ends the attempts at a workflow, in order."""

    id, prompt, facts = "m/any", "", {}

    def __init__(self, faults: dict[str, list[Exception]] | None = None, *, seconds=0.0, cpu_seconds=0.0) -> None:
        self.faults, self.seconds, self.cpu_seconds, self.tried = faults or {}, seconds, cpu_seconds, ""

    def facts_of(self, workflow):
        return {}

    def execute(self, session, workflow, folder, *, name, repeat, spent):
        self.tried += workflow.id
        spent.append(Spend(calls=1))
        write_bytes(folder / f"{len(self.tried)}.jpg", b"", durable=False)
        session.host.at += self.seconds
        session.cpu_seconds += self.cpu_seconds
        if session.host.at > LIMIT:
            raise TimeIsUpError("the page could not be examined in time")
        if faults := self.faults.get(workflow.id):
            raise faults.pop(0)
        return WorkflowResult(workflow=workflow.id)


@pytest.fixture(autouse=True)
def _without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "perceive", lambda *_: StaticPerception(loaded=True))


def explore(folder: Path, evaluator: Evaluator, *, case=CASE, resets=lambda: None, **facts: object) -> Evidence:
    application = SimpleNamespace(reset=resets, fault="", describe_ended=lambda: "")
    tool = WorkflowExplorer(Host(), {"g": application}, evaluator, 0, LIMIT, facts)  # type: ignore[arg-type, dict-item]
    return tool.explore(case, Deployment(url="u", gateway="g", artifact_digest="d"), folder)


def endings(folder: Path) -> list[str]:
    return [read_session(folder, f"workflows/{name}").read_result(WorkflowResult).ending for name in "abc"]


def test_what_a_clock_cost_that_could_not_drive_the_page_counts(tmp_path: Path):
    stuck = ClockCannotCarryError("frames cost too much")
    found = explore(tmp_path / "whole", Evaluator({"b": [stuck]}))
    assert (found.spend.calls, found.clock) == (5, "cooperative")
    assert "frames cost too much" in found.clock_note
    with pytest.raises(ExplorationError) as error:
        explore(tmp_path / "broken", Evaluator({"b": [stuck], "c": [ExplorationError("the provider fails")]}))
    assert error.value.spend.calls == 5


@pytest.mark.parametrize(
    ("cpu_seconds", "found", "tried"),
    [(0.0, ["executed", "executed", "time_limit"], "abc"), (200.0, ["executed", "executed", "page_gone"], "abc")],
)
def test_the_time_limit_ends_only_the_workflows_that_it_reaches(tmp_path: Path, cpu_seconds, found, tried):
    evaluator = Evaluator(seconds=400, cpu_seconds=cpu_seconds)
    evidence = explore(tmp_path, evaluator)
    assert (endings(tmp_path), evaluator.tried, evidence.spend.calls) == (found, tried, 3)
    assert [len(session.files) for session in evidence.sessions[1:]] == [1, 1, cpu_seconds == 0]


def test_nothing_is_tried_after_the_time_limit(tmp_path: Path):
    resets: list[int] = []
    explore(tmp_path, Evaluator(seconds=2_000), resets=lambda: resets.append(1))
    assert (endings(tmp_path), len(resets)) == (["time_limit"] * 3, 1)


def test_a_page_that_cannot_be_looked_at_in_time_has_its_workflows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def perceive(*_: object) -> StaticPerception:
        raise TimeIsUpError("too late")

    monkeypatch.setattr(explorer, "perceive", perceive)
    seen = explore(tmp_path, Evaluator()).perception
    assert (seen.loaded, seen.unusable) == (False, False)
    assert (seen.load_problem or "").startswith("too late")  # on a busy machine, that follows
    assert endings(tmp_path) == ["executed"] * 3


def test_a_workflow_that_is_tried_again_has_the_pictures_of_its_last_attempt(tmp_path: Path):
    found = explore(tmp_path, Evaluator({"b": [PageGoneError("it crashed")]}))
    assert [session.files for session in found.sessions[1:]] == [("1.jpg",), ("3.jpg",), ("4.jpg",)]
    assert sorted(path.name for path in tmp_path.rglob("*.jpg")) == ["1.jpg", "3.jpg", "4.jpg"]


@pytest.mark.parametrize(
    ("facts", "language", "tried"),
    [
        ({"max_item_seconds": 5, "options": {"driver": "process"}}, "en", ""),
        ({"max_item_seconds": 6, "options": {"driver": "process"}}, "en", "abc"),
        ({"max_item_seconds": 5, "options": {"driver": "compose"}}, "en", "abc"),
        ({"max_item_seconds": 5, "options": {"driver": "process"}}, "de", "abc"),
    ],
)
def test_sessions_are_kept_if_all_that_evidence_depends_on_is_unchanged(tmp_path: Path, facts, language, tried):
    english = CASE.model_copy(update={"language": "en"})
    explore(tmp_path, Evaluator(), case=english, max_item_seconds=5, options={"driver": "process"})
    later = Evaluator()
    explore(tmp_path, later, case=CASE.model_copy(update={"language": language}), **facts)
    assert later.tried == tried


def test_sessions_depend_on_all_that_evidence_depends_on():
    """As the protocol composes them."""
    settings = Settings(max_item_seconds=77)
    stages = compose(
        StageInputs(
            settings, None, Roles(agent="reference", built_in_agent="reference"), Options(startup_seconds=5),  # type: ignore[arg-type]
            host=None, services=ALL_OFF, mode="html", samples=PROTOCOL.samples,  # type: ignore[arg-type]
        )
    )  # fmt: skip
    assert isinstance(stages.explorer, WorkflowExplorer)
    assert stages.explorer.facts == stages.inputs.explore
    assert {"max_item_seconds", "options", "seed", "clock", "who"} <= set(stages.explorer.facts)
