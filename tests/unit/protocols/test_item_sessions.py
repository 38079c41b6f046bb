"""Several sessions of one item: each is resumed by itself, whatever ended the run before."""

import os
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import BaseModel

from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import BrowserError, RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.trace import Trace
from pytest_cookie.records.item_sessions import SessionOutcome, SessionStore, read_session
from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import make_manifest
from tests.unit.protocols.kills import killed_at
from tests.unit.protocols.one_page import OnePage, pipeline, walk

TASKS = ("tasks/a", "tasks/b", "tasks/c")


class Answer(BaseModel):
    """A result."""

    text: str


def performed(folder: Path, text: str = "yes") -> SessionOutcome:
    half = folder / "half"
    half.touch()
    (folder / "end.png").write_bytes(text.encode())
    half.unlink()
    return SessionOutcome(Answer(text=text), spend=Spend(calls=1, cost_usd=0.5), notes=("short",))


@dataclass
class ThreeSessions(OnePage):
    """Explores in three sessions; `calls` also has a line for each that begins."""

    breaks_at: str = ""

    def explore(
        self, case: Case, deployment: Deployment, folder: Path, *, source: Path | None = None, repeat: int = 1
    ) -> Evidence:
        store = SessionStore(folder, {"artifact": deployment.artifact_digest})
        stored = [store.run(name, {}, lambda folder, name=name: self._perform(folder, name)) for name in TASKS]
        return Evidence(
            artifact_digest="d", explorer="little", browser="b", clock="cooperative",
            sessions=tuple(one.evidence for one in stored), perception=StaticPerception(loaded=True),
            trace=Trace(policy="little"), spend=sum((one.spend for one in stored), NOTHING),
        )  # fmt: skip

    def _perform(self, folder: Path, name: str) -> SessionOutcome:
        self._begin(name, breaks=False)
        if name == self.breaks_at:
            (folder / "half").touch()
            raise BrowserError("it hung")
        return performed(folder, name)


def item_files(run: RunFolder) -> set[str]:
    folder = run.path / "items/one/ready/html/1"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def complete(run: RunFolder) -> set[str]:
    evidence = run.path / "items/one/ready/html/1/evidence"
    return {name for name in TASKS if (evidence / "sessions" / f"{name}.json").is_file()}


def new_run(folder: Path) -> RunFolder:
    run = RunFolder.create(folder)
    run.write_manifest(make_manifest())
    return run


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("stride", [pytest.param(1, marks=pytest.mark.slow), 7])
def test_killed_at_any_moment_no_complete_session_runs_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stride: int
):
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    whole = new_run(tmp_path / "whole")
    walk(pipeline(whole, ThreeSessions()))
    found: Counter[int] = Counter()
    for touch in range(stride - 1, 1_000, stride):
        run, stages = new_run(tmp_path / f"run-{touch}"), ThreeSessions(calls=tmp_path / f"calls-{touch}")
        if not killed_at(touch, lambda run=run, stages=stages: walk(pipeline(run, stages))):
            break
        killed_at(touch // 2, lambda run=run, stages=stages: walk(pipeline(run, stages)))
        done, before = complete(run), stages.counts
        found[len(done)] += 1
        walk(pipeline(run, stages))
        assert {name for name in TASKS if stages.counts[name] == before[name]} == done, touch
        assert item_files(run) == item_files(whole), touch
        record = run.item("items/one/ready/html/1").read_record()
        assert (record.outcome, record.spend["explore"].calls) == ("scored", 3)
    assert len(found) >= 3, "it was killed before, between and after the sessions"


def test_only_a_failed_session_runs_again(run: RunFolder, tmp_path: Path):
    stages = ThreeSessions(calls=tmp_path / "calls", breaks_at="tasks/b")
    with pytest.raises(BrowserError):
        walk(pipeline(run, stages))
    assert complete(run) == {"tasks/a"}
    stages.breaks_at = ""
    walk(pipeline(run, stages, retry_errors=True))
    assert stages.counts == Counter({"generate": 1, "deploy": 2, "judge": 1, "tasks/a": 1, "tasks/b": 2, "tasks/c": 1})
    assert not any("half" in name for name in item_files(run))


@pytest.mark.parametrize(
    ("change", "runs_again"),
    [
        ("nothing", False),
        ("facts of the session", True),
        ("facts of all", True),
        ("file missing", True),
        ("result damaged", True),
        ("newer schema", True),
        ("another's result", True),
    ],
)
def test_a_session_with_changed_inputs_or_lost_files_runs_again(tmp_path: Path, change: str, runs_again: bool):
    SessionStore(tmp_path, {"artifact": "d"}).run("tasks/a", {"checker": "x"}, performed)
    mark = tmp_path / "sessions/tasks/a.json"
    if change == "file missing":
        (tmp_path / "tasks/a/end.png").unlink()
    elif change == "result damaged":
        mark.write_text(mark.read_text()[:-9])
    elif change == "newer schema":
        mark.write_text(mark.read_text().replace('"schema_version": 1', '"schema_version": 2'))
    elif change == "another's result":
        mark.write_text(mark.read_text().replace("tasks/a", "tasks/b"))
    store = SessionStore(tmp_path, {"artifact": "e" if change == "facts of all" else "d"})
    facts = {"checker": "y" if change == "facts of the session" else "x"}
    again = store.run("tasks/a", facts, lambda folder: performed(folder, "again"))
    assert again.read_result(Answer).text == ("again" if runs_again else "yes")
    assert read_session(tmp_path, "tasks/a") == again
    assert (tmp_path / "tasks/a/end.png").read_text() == again.read_result(Answer).text
    assert (again.files, again.notes, again.spend.calls) == (("end.png",), ("short",), 1)


def test_sessions_of_removed_tasks_are_deleted(tmp_path: Path):
    store = SessionStore(tmp_path, {})
    for name in TASKS:
        store.run(name, {}, performed)
    store.drop_others(["tasks/b", "static"])
    assert sorted(path.name for path in (tmp_path / "tasks").iterdir()) == ["b"]
    assert [path.name for path in (tmp_path / "sessions/tasks").iterdir()] == ["b.json"]


def test_a_result_of_another_form_is_refused(tmp_path: Path):
    stored = SessionStore(tmp_path, {}).run("a", {}, performed)

    class Number(BaseModel):
        number: int

    with pytest.raises(RecordingError, match="session a is not a valid Number"):
        stored.read_result(Number)
    with pytest.raises(RecordingError):
        read_session(tmp_path, "b")
