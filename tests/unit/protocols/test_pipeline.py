"""The pipeline with minimal stages: the files after each phase, and after each failure."""

import itertools
import json
import time

import pytest

from pytest_cookie.core.artifact import ArtifactProblem
from pytest_cookie.core.build import Build, BuildFailure
from pytest_cookie.core.errors import BrowserError, JudgingError, RecordingError, StageError, UsageError
from pytest_cookie.core.verdict import RefereeScores
from pytest_cookie.llm.errors import BudgetSpentError, ContextTooLongError, ProviderError
from pytest_cookie.protocols.run.rejudge import RejudgeResult, rejudge
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.bug_reports import bug_lines
from tests.cookie_scores import leaderboards
from tests.synthetic_run import make_manifest
from tests.unit.protocols.one_page import OnePage, pipeline, walk


def stored(run: RunFolder) -> dict[str, object]:
    return json.loads((run.path / "items/one/ready/html/1/record.json").read_text())


def test_an_unfinished_item_is_unscored_with_its_cause(run: RunFolder):
    pipeline(run, OnePage())
    assert (stored(run)["outcome"], stored(run)["cause"]["kind"]) == ("unscored", "interrupted")


def test_a_complete_item_has_all_results_on_disk(run: RunFolder):
    item = pipeline(run, OnePage())
    walk(item)
    record = stored(run)
    assert (record["outcome"], record["scores"]) == ("scored", {"functionality": 60, "aesthetics": 80, "total": 70})
    assert (record["cost_usd"], record["cause"], record["clock"]) == (0.875, None, "cooperative")
    assert set(record["phase_seconds"]) == {"generate", "deploy", "explore", "judge"}
    folder = ItemFolder(run.path / "items/one/ready/html/1")
    assert folder.read_case().id == "one"
    assert folder.read_artifact().digest == folder.read_evidence().artifact_digest
    assert folder.read_verdict("little").scores["total"] == 70


@pytest.mark.parametrize("hours", [-30, 30])
def test_a_system_clock_that_jumps_changes_no_duration(run: RunFolder, monkeypatch: pytest.MonkeyPatch, hours: int):
    told, calls = time.time, itertools.count()
    monkeypatch.setattr(time, "time", lambda: told() + next(calls) * hours * 3600)
    walk(pipeline(run, OnePage()))
    record = stored(run)
    assert record["outcome"] == "scored"
    assert all(0 <= seconds < 3600 for seconds in record["phase_seconds"].values())


def test_a_project_that_does_not_build_is_never_opened_and_its_record_gives_the_reason(run: RunFolder):
    build = Build(tool="vite", failure=BuildFailure(kind="syntax", message="Unexpected token", place="src/App.tsx:1:1"))
    stages = OnePage(build=build)
    stages.break_in["explore"] = AssertionError("must not be opened")
    walk(pipeline(run, stages))
    assert stored(run)["outcome"] == "failed"
    assert stored(run)["build"] == build.model_dump(mode="json")
    assert ItemFolder(run.path / "items/one/ready/html/1").read_evidence().build == build


def test_an_artifact_without_a_page_is_never_opened_and_fails_with_zero(run: RunFolder):
    stages = OnePage(problem=ArtifactProblem(kind="empty", message="index.html is empty"))
    stages.break_in["explore"] = AssertionError("must not be opened")
    walk(pipeline(run, stages))
    assert (stored(run)["outcome"], stored(run)["scores"]["total"]) == ("failed", 0)


@pytest.mark.parametrize("stage", ["generate", "deploy", "explore", "judge"])
def test_a_stage_that_breaks_leaves_an_unscored_record_with_the_cause(run: RunFolder, stage: str):
    stages = OnePage(break_in={stage: BrowserError("it hung")})
    with pytest.raises(BrowserError):
        walk(pipeline(run, stages))
    record = stored(run)
    assert (record["outcome"], record["scores"]["total"]) == ("unscored", None)
    assert record["cause"] == {
        "stage": stage,
        "kind": "BrowserError",
        "message": "it hung",
        "bug_times": 0,
        "by_provider": False,
        "package": "",
    }
    assert stages.opened == 0, "the deployment has ended"


def test_a_cause_knows_whether_a_provider_is_at_fault(run: RunFolder, subtests):
    refused = JudgingError("no verdict")
    refused.__cause__ = StageError("again")
    refused.__cause__.__cause__ = ContextTooLongError("too long")
    for error, by_provider in ((refused, True), (JudgingError("no verdict"), False)):
        with subtests.test(str(by_provider)):
            with pytest.raises(JudgingError):
                walk(pipeline(run, OnePage(break_in={"judge": error})))
            assert stored(run)["cause"]["by_provider"] == by_provider


def test_a_full_disk_is_an_infrastructure_failure(run: RunFolder):
    stages = OnePage(break_in={"explore": OSError(28, "No space left on device", "a.png")})
    with pytest.raises(RecordingError, match=r"No space left on device: a\.png"):
        walk(pipeline(run, stages))
    assert stored(run)["cause"]["kind"] == "RecordingError"


def test_an_unexpected_exception_is_recorded_as_a_bug_and_raised(run: RunFolder):
    with pytest.raises(ZeroDivisionError):
        walk(pipeline(run, OnePage(break_in={"judge": ZeroDivisionError("division by zero")})))
    assert stored(run)["cause"]["message"] == "a bug in pytest-cookie: division by zero"


def test_a_repeated_bug_is_counted_and_reported_with_instructions(run: RunFolder):
    """The address in its message differs between processes; a lone surrogate cannot be stored as JSON."""
    run.write_manifest(make_manifest())
    for times, address in ((1, "0x7f00"), (2, "0x7fff")):
        assert bug_lines(run.collect()[0], run) == []
        bug = TypeError(f"<Page at {address}> \udcff")
        with pytest.raises(TypeError):
            walk(pipeline(run, OnePage(break_in={"judge": bug}), retry_errors=True))
        assert stored(run)["cause"] == {
            "stage": "judge",
            "kind": "TypeError",
            "message": "a bug in pytest-cookie: <Page at 0x…> ?",
            "bug_times": times,
            "by_provider": False,
            "package": "",
        }
    (records, _) = run.collect()
    counted = leaderboards(records)[0].rows[0].aggregate
    assert (counted.n, counted.unscored) == (1, 1)
    what, how = bug_lines(records, run)
    assert what.startswith(
        "a bug in pytest-cookie left 1 item unscored, 2 times: judge: TypeError: a bug in pytest-cookie: <Page"
    )
    assert f"the folder {run.item_folder(records[0])} " in how
    assert how.endswith("pytest-cookie 0.1.0, Python 3.11.2, Chromium 156, linux")
    with pytest.raises(ValueError, match="another"):
        walk(pipeline(run, OnePage(break_in={"judge": ValueError("another")}), retry_errors=True))
    assert bug_lines(run.collect()[0], run) == []


def test_an_item_whose_stored_results_raise_is_recorded_as_unscored(run: RunFolder, monkeypatch: pytest.MonkeyPatch):
    def raising(*_: object, **__: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("pytest_cookie.protocols.run.pipeline.find_cached_phases", raising)
    with pytest.raises(RecursionError):
        walk(pipeline(run, OnePage()))
    assert stored(run)["cause"]["stage"] == "worker"
    assert stored(run)["cause"]["bug_times"] == 1


def test_a_bug_in_judging_again_leaves_its_item_unscored_and_the_others_judged(run: RunFolder):
    for repeat in (1, 2, 3):
        walk(pipeline(run, OnePage(), repeat))
    judge = OnePage(functionality=20, break_in={"judge": KeyError("\ud800")})
    judge.judges = 1
    found = rejudge(run, judge, facts={})
    assert (found.items, found.judged, found.unscored) == (3, 1, 2)
    assert all(": unscored: KeyError: a bug in pytest-cookie: " in problem for problem in found.problems)
    assert sorted(record.outcome for record in run.collect()[0]) == ["scored", "unscored", "unscored"]
    left = [record.scores for record in run.collect()[0] if record.outcome == "unscored"]
    assert left == 2 * [{"functionality": None, "aesthetics": None, "total": None}]
    run.write_manifest(make_manifest())
    assert bug_lines(run.collect()[0], run)[0].startswith(
        "a bug in pytest-cookie left 2 items unscored, 2 times: judge: KeyError"
    )


def test_an_incomplete_verdict_leaves_the_item_unscored(run: RunFolder):
    with pytest.raises(JudgingError, match="gave no total of one, because functionality could not be judged"):
        walk(pipeline(run, OnePage(functionality=None)))
    assert stored(run)["outcome"] == "unscored"


def test_stored_evidence_can_be_judged_again(run: RunFolder):
    walk(pipeline(run, OnePage()))
    assert rejudge(run, OnePage(functionality=20), facts={}) == RejudgeResult(items=1, judged=1, problems=())
    assert (stored(run)["scores"]["functionality"], stored(run)["scores"]["total"]) == (20, 50)


def test_an_item_without_evidence_is_counted_and_unchanged(run: RunFolder):
    with pytest.raises(BrowserError):
        walk(pipeline(run, OnePage(break_in={"explore": BrowserError("it hung")})))
    before = stored(run)
    assert rejudge(run, OnePage(), facts={}) == RejudgeResult(items=1, judged=0, problems=(), without_evidence=1)
    assert stored(run) == before


def test_an_item_with_lost_evidence_is_named_and_unchanged(run: RunFolder):
    walk(pipeline(run, OnePage()))
    (run.path / "items/one/ready/html/1/evidence/evidence.json").unlink()
    found = rejudge(run, OnePage(functionality=20), facts={})
    assert (found.items, found.judged, found.without_evidence) == (1, 0, 0)
    (problem,) = found.problems
    assert problem.startswith("one · ready: not judged: cannot read ")
    assert stored(run)["scores"]["total"] == 70


def test_after_the_budget_is_spent_no_further_item_is_judged(run: RunFolder):
    for repeat in (1, 2, 3):
        walk(pipeline(run, OnePage(), repeat))
    judge = OnePage(functionality=20, break_in={"judge": BudgetSpentError("too little is left")})
    judge.judges = 1
    found = rejudge(run, judge, facts={})
    assert (found.items, found.judged) == (3, 1)
    assert found.problems == (
        "one · ready: not judged: too little is left",
        "one · ready: not judged: the budget was exhausted before it started",
    )
    assert [record.scores["total"] for record in run.collect()[0]] == [50, 70, 70]


def test_a_judge_that_fails_changes_no_record(run: RunFolder):
    walk(pipeline(run, OnePage()))
    before = stored(run)
    no_reply, no_ocr, down = JudgingError("no reply"), UsageError("install the program for OCR"), ProviderError("down")
    for error in (no_reply, no_ocr, down, BudgetSpentError("no more"), OSError("disk")):
        found = rejudge(run, OnePage(break_in={"judge": error}), facts={})
        assert (found.judged, found.unscored, len(found.problems)) == (0, 0, 1)
        assert stored(run) == before


def test_an_incomplete_verdict_of_rejudging_changes_no_record(run: RunFolder):
    walk(pipeline(run, OnePage()))
    found = rejudge(run, OnePage(functionality=None), facts={})
    assert found.judged == 0
    assert "gave no total of one, because functionality could not be judged" in found.problems[0]
    assert (stored(run)["outcome"], stored(run)["scores"]["total"]) == ("scored", 70)


def test_an_item_whose_files_cannot_be_read_does_not_end_the_others(run: RunFolder):
    for repeat in (1, 2):
        walk(pipeline(run, OnePage(), repeat))
    judge = OnePage(functionality=20, break_in={"judge": PermissionError(13, "denied", "film.mp4")})
    judge.judges = 1
    assert (rejudge(run, judge, facts={}).judged, [record.scores["total"] for record in run.collect()[0]]) == (
        1,
        [50, 70],
    )


class TwoReferees(OnePage):
    """A judge of two referees; the first gave no score."""

    def judge(self, *given, source=None):
        verdict = super().judge(*given, source=source)
        whole = RefereeScores(judge="b", scores=verdict.scores)
        nothing = dict.fromkeys(verdict.scores)
        return verdict.model_copy(
            update={"scores": nothing, "referees": (RefereeScores(judge="a", scores=nothing), whole)}
        )


def test_an_item_without_the_first_referees_score_keeps_those_of_the_others(run: RunFolder):
    with pytest.raises(JudgingError, match="gave no total"):
        walk(pipeline(run, TwoReferees()))
    assert (stored(run)["outcome"], stored(run)["cause"]["stage"]) == ("unscored", "judge")
    (records, _) = run.collect()
    boards = {board.judge: board.rows[0].aggregate for board in leaderboards(records)}
    assert (boards["a"].unscored, boards["b"].judged["total"].mean) == (1, 70)
