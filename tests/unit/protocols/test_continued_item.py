"""A resumed item runs its missing phases only, however it ended before, and gets the same record."""

import os
from collections import Counter
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ArtifactProblem
from pytest_cookie.core.errors import BrowserError, JudgingError, StageError
from pytest_cookie.core.record import Record
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import make_manifest
from tests.unit.protocols.kills import killed_at
from tests.unit.protocols.one_page import CASE, OnePage, pipeline, walk

ONCE = Counter(generate=1, deploy=1, explore=1, judge=1)
RESULTS = {"generate": "artifact.json", "explore": "evidence/evidence.json", "judge": "verdicts/little.json"}
_ENOUGH = 1_000


def item(run: RunFolder) -> ItemFolder:
    return run.item("items/one/ready/html/1")


def timeless(record: Record) -> dict:
    """The record, with the names of its durations in place of their values."""
    assert all(seconds >= 0 for seconds in record.phase_seconds.values())
    return record.model_dump(mode="json") | {"phase_seconds": sorted(record.phase_seconds)}


def tree(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def stages(tmp_path: Path) -> OnePage:
    return OnePage(calls=tmp_path / "calls")


def uninterrupted(folder: Path) -> tuple[dict, set[str]]:
    run = RunFolder.create(folder)
    run.write_manifest(make_manifest())
    walk(pipeline(run, OnePage()))
    return timeless(item(run).read_record()), tree(item(run).path)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
@pytest.mark.parametrize("stride", [pytest.param(1, marks=pytest.mark.slow), 17])
def test_an_item_killed_at_any_moment_ends_with_the_same_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stride: int
):
    """Killed at each access to the file system in turn, and a second time while it is resumed."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)
    whole, files = uninterrupted(tmp_path / "whole")
    moments = 0
    for touch in range(stride - 1, _ENOUGH, stride):
        run = RunFolder.create(tmp_path / f"run-{touch}")
        run.write_manifest(make_manifest())
        stages = OnePage(calls=tmp_path / f"calls-{touch}")
        if not killed_at(touch, lambda run=run, stages=stages: walk(pipeline(run, stages))):
            break
        moments += 1
        killed_at(touch // 2, lambda run=run, stages=stages: walk(pipeline(run, stages)))
        done = {stage for stage, name in RESULTS.items() if (item(run).path / name).exists()}
        before = stages.counts
        walk(pipeline(run, stages))
        assert {stage for stage in RESULTS if stages.counts[stage] == before[stage]} == done, touch
        assert timeless(item(run).read_record()) == whole, touch
        assert tree(item(run).path) == files, touch
    assert moments > 60 // stride


def test_a_scored_item_is_settled_and_its_files_stay_untouched(run: RunFolder, stages: OnePage):
    walk(pipeline(run, stages))
    before = {path: path.stat().st_mtime_ns for path in item(run).path.rglob("*")}
    again = pipeline(run, stages)
    assert again.is_settled
    assert again.record == item(run).read_record()
    assert walk(again).scores["total"] == 70, "a test of the user's own still gets all that there is"
    assert {path: path.stat().st_mtime_ns for path in item(run).path.rglob("*")} == before
    assert stages.counts == ONCE + Counter(deploy=1)


@pytest.mark.parametrize(
    ("broken", "done_again"),
    [("explore", ["deploy", "explore", "judge"]), ("judge", ["judge"]), ("generate", list(ONCE))],
)
def test_an_unscored_item_runs_again_only_with_retry_errors(
    run: RunFolder, stages: OnePage, broken: str, done_again: list[str]
):
    stages.break_in[broken] = BrowserError("it hung")
    with pytest.raises(StageError):
        walk(pipeline(run, stages))
    before = stages.counts
    stages.break_in.clear()
    assert pipeline(run, stages).is_settled
    again = pipeline(run, stages, retry_errors=True)
    assert not again.is_settled
    if "deploy" in done_again:
        walk(again)
    else:
        again.judge(again.generate(), item(run).read_evidence())
    assert stages.counts - before == Counter(done_again)
    record = item(run).read_record()
    assert (record.outcome, record.cause, record.cost_usd) == ("scored", None, 0.875)


def test_items_skipped_for_lack_of_budget_always_run_again(run: RunFolder, stages: OnePage):
    stages.break_in["judge"] = BudgetSpentError("too little is left")
    with pytest.raises(StageError):
        walk(pipeline(run, stages))
    stages.break_in.clear()
    walk(pipeline(run, stages))
    assert item(run).read_record().outcome == "scored"
    assert stages.counts - ONCE == Counter(judge=1, deploy=1), "a test that uses the deployment serves it again"
    left = pipeline(run, stages, 2)
    left.leave_out()
    assert not pipeline(run, stages, 2).is_settled


@pytest.mark.parametrize(
    ("change", "done_again"),
    [
        ({"facts": {"generate": {"files": "d"}}}, list(RESULTS)),
        ({"facts": {"explore": {"max_steps": 20}}}, ["explore", "judge"]),
        ({"facts": {"judge": {"version": "2"}}}, ["judge"]),
        ({"id": "other"}, []),
    ],
)
def test_a_phase_with_changed_inputs_and_all_later_ones_run_again(
    run: RunFolder, stages: OnePage, change: dict, done_again: list[str]
):
    walk(pipeline(run, stages))
    before = stages.counts
    for name, value in change.items():
        setattr(stages, name, value)
    again = pipeline(run, stages)
    assert again.is_settled is not bool(done_again)
    walk(again)
    assert [stage for stage in RESULTS if stages.counts[stage] > before[stage]] == (done_again or ["judge"])


def test_a_corrected_label_generates_no_artifact(run: RunFolder, stages: OnePage):
    walk(pipeline(run, stages))
    corrected = CASE.replace("brief: b,", "brief: b, version: 2,")
    again = pipeline(run, stages, case=corrected)
    walk(again)
    assert stages.counts - ONCE == Counter(judge=1, deploy=1), "only the judge is shown the whole case"
    walk(pipeline(run, stages, case=corrected.replace("article", "dashboard")))
    assert stages.counts["generate"] == 1
    walk(pipeline(run, stages, case=corrected.replace("brief: b", "brief: c")))
    assert stages.counts["generate"] == 2


def test_an_item_stays_settled_when_its_provided_files_are_deleted(run: RunFolder, stages: OnePage):
    stages.facts["generate"] = {"files": "d"}
    walk(pipeline(run, stages))
    stages.facts["generate"] = None
    assert pipeline(run, stages).is_settled


def test_files_that_change_while_they_are_copied_are_keyed_by_their_copy(run: RunFolder, stages: OnePage):
    stages.facts["generate"] = {"files": "as they were"}
    walk(pipeline(run, stages))
    assert stages.counts == ONCE
    stages.facts["generate"] = {"files": "d"}
    assert pipeline(run, stages).is_settled, "the copied files had this digest"


@pytest.mark.parametrize(
    ("lost", "done_again"),
    [
        ("artifact/index.html", list(RESULTS)),
        ("evidence/little/b.png", ["explore", "judge"]),
        ("verdicts/little.json", ["judge"]),
    ],
)
def test_a_result_without_all_of_its_files_does_not_count(
    run: RunFolder, stages: OnePage, lost: str, done_again: list[str]
):
    walk(pipeline(run, stages))
    for name in (lost, "record.json"):
        (item(run).path / name).unlink()
    walk(pipeline(run, stages))
    assert [stage for stage in RESULTS if stages.counts[stage] == 2] == done_again


def test_an_incomplete_verdict_is_judged_again(run: RunFolder, stages: OnePage):
    stages.functionality = None
    with pytest.raises(JudgingError):
        walk(pipeline(run, stages))
    stages.functionality = 60
    walk(pipeline(run, stages, retry_errors=True))
    assert stages.counts == ONCE + Counter(judge=1, deploy=1)


def test_a_failed_item_is_settled(run: RunFolder, stages: OnePage):

    stages.problem = ArtifactProblem(kind="empty", message="index.html is empty")
    walk(pipeline(run, stages))
    again = pipeline(run, stages, retry_errors=True)
    assert (again.is_settled, again.record.outcome) == (True, "failed")
