"""The pipeline with small stages of its own: what is on disk after each phase, and after each failure."""

import json

import pytest

from pytest_cookie.core.artifact import ArtifactProblem
from pytest_cookie.core.build import Build, BuildFailure
from pytest_cookie.core.errors import BrowserError, JudgingError, RecordingError
from pytest_cookie.core.verdict import RefereeScores
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.run.rejudge import RejudgeResult, rejudge
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.bug_reports import bug_lines
from tests.cookie_scores import leaderboards
from tests.synthetic_run import make_manifest
from tests.unit.protocols.one_page import OnePage, pipeline, walk


def stored(run: RunFolder) -> dict[str, object]:
    return json.loads((run.path / "items/one/ready/html/1/record.json").read_text())


def test_before_it_is_done_an_item_is_unscored_and_says_why(run: RunFolder):
    pipeline(run, OnePage())
    assert (stored(run)["outcome"], stored(run)["cause"]["kind"]) == ("unscored", "interrupted")


def test_the_whole_way_leaves_every_noun_on_disk(run: RunFolder):
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


def test_a_project_that_does_not_build_is_never_opened_and_its_record_says_why(run: RunFolder):
    build = Build(tool="vite", failure=BuildFailure(kind="syntax", message="Unexpected token", place="src/App.tsx:1:1"))
    stages = OnePage(build=build)
    stages.break_in["explore"] = AssertionError("must not be opened")
    walk(pipeline(run, stages))
    assert stored(run)["outcome"] == "failed"
    assert stored(run)["build"] == build.model_dump(mode="json")
    assert ItemFolder(run.path / "items/one/ready/html/1").read_evidence().build == build


def test_an_artifact_that_is_no_page_is_never_opened_and_fails_with_nothing(run: RunFolder):
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
        "package": "",
    }
    assert stages.opened == 0, "what was deployed is gone"


def test_a_full_disk_is_the_machinerys_fault(run: RunFolder):
    stages = OnePage(break_in={"explore": OSError(28, "No space left on device", "a.png")})
    with pytest.raises(RecordingError, match=r"No space left on device: a\.png"):
        walk(pipeline(run, stages))
    assert stored(run)["cause"]["kind"] == "RecordingError"


def test_a_bug_is_called_one_and_raised_on(run: RunFolder):
    with pytest.raises(ZeroDivisionError):
        walk(pipeline(run, OnePage(break_in={"judge": ZeroDivisionError("division by zero")})))
    assert stored(run)["cause"]["message"] == "a bug in pytest-cookie: division by zero"


def test_a_bug_that_comes_up_again_is_counted_and_told_with_how_to_report_it(run: RunFolder):
    """The message differs by an address from process to process, and has what no JSON file can hold."""
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


def test_what_is_stored_and_raises_is_in_the_denominator(run: RunFolder, monkeypatch: pytest.MonkeyPatch):
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


def test_half_a_verdict_is_no_score(run: RunFolder):
    with pytest.raises(JudgingError, match="gave no total of one, because functionality could not be judged"):
        walk(pipeline(run, OnePage(functionality=None)))
    assert stored(run)["outcome"] == "unscored"


def test_stored_evidence_can_be_judged_again(run: RunFolder):
    walk(pipeline(run, OnePage()))
    assert rejudge(run, OnePage(functionality=20), facts={}) == RejudgeResult(items=1, judged=1, problems=())
    assert (stored(run)["scores"]["functionality"], stored(run)["scores"]["total"]) == (20, 50)


def test_an_item_that_ended_before_its_evidence_is_counted_and_left(run: RunFolder):
    with pytest.raises(BrowserError):
        walk(pipeline(run, OnePage(break_in={"explore": BrowserError("it hung")})))
    before = stored(run)
    assert rejudge(run, OnePage(), facts={}) == RejudgeResult(items=1, judged=0, problems=(), without_evidence=1)
    assert stored(run) == before


def test_an_item_whose_evidence_is_lost_is_named_and_left(run: RunFolder):
    walk(pipeline(run, OnePage()))
    (run.path / "items/one/ready/html/1/evidence/evidence.json").unlink()
    found = rejudge(run, OnePage(functionality=20), facts={})
    assert (found.items, found.judged, found.without_evidence) == (1, 0, 0)
    (problem,) = found.problems
    assert problem.startswith("one · ready: not judged: cannot read ")
    assert stored(run)["scores"]["total"] == 70


def test_once_the_budget_is_spent_no_other_item_is_judged_again(run: RunFolder):
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


def test_who_judges_one_dimension_alone_changes_no_record(run: RunFolder):
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
    """A judge of two referees, of which the first gave no score."""

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
