"""Tables about runs of vibecode: breakdowns, kinds of failures, and the agreement of evaluators."""

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.verdict import Finding
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.vibecode import breakdown
from pytest_cookie.protocols.vibecode.breakdown import (
    EvaluatedItem,
    align,
    break_down,
    labels_of,
    read_items,
    read_people,
)
from pytest_cookie.protocols.vibecode.protocol import BENCHMARK
from pytest_cookie.protocols.vibecode.results import StepResult, WorkflowResult
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.stats.label_agreement import agree_pairwise, pool

CASES = {case.id: case for case in load_cases(BENCHMARK / "apps.yaml", extra=WorkflowFields)}


class RecordOf:
    """The part of a record that the tables read."""

    def __init__(self, case, model, accuracy, agent="reference"):
        self.case, self.model, self.agent, self.repeat, self.scores = case, model, agent, 1, {"accuracy": accuracy}


def item(case: str, model: str, accuracy: float, *failures: str | None, agent: str = "reference") -> EvaluatedItem:
    results = tuple(
        WorkflowResult(workflow=f"w{at}", steps=(StepResult(passed=kind is None, failure=kind),))  # type: ignore[arg-type]
        for at, kind in enumerate(failures)
    )
    fields = WorkflowFields.model_validate(CASES[case].fields)
    return EvaluatedItem(RecordOf(case, model, accuracy, agent), CASES[case], fields, results)  # type: ignore[arg-type]


def test_accuracy_is_broken_down_and_failures_are_shares_of_failed_workflows():
    items = [
        item("rope-notes", "m", 100.0, None, None),
        item("boat-calendar", "m", 50.0, None, "data"),
        item("seed-stall", "m", 25.0, "data", "authorization", "missing_feature", None),
        item("choir-members", "n", 0.0),
    ]
    difficulty, services, audience, failures = break_down(items)
    assert difficulty.columns == ("model", "easy", "medium", "hard")
    assert difficulty.rows[0] == ("m", "100.0 % (1)", "50.0 % (1)", "25.0 % (1)")
    assert services.rows[0] == ("m", "75.0 % (2)", "25.0 % (1)", "–")
    assert audience.rows[1] == ("n", "–", "–", "0.0 % (1)")
    assert failures.rows[0] == (
        "m",
        "25.0 % (1)",
        "25.0 % (1)",
        "0.0 % (0)",
        "0.0 % (0)",
        "50.0 % (2)",
        "0.0 % (0)",
        "0",
        "0",
    )
    assert failures.rows[1] == ("n", *["–"] * 6, "0", "1")


def test_labels_of_a_judge_decide_and_workflows_without_any_are_counted():
    judged = item("rope-notes", "m", 50.0, None, None, None, agent="m/x")
    record = judged.record
    record.judge, record.findings = (
        "workflows+j+k",
        (Finding(dimension="accuracy", severity="major", title="t", why="w", kind="data"),),
    )
    judged = replace(judged, judged={"w0/1": True, "w1/1": False})
    assert [(name, place[3], passed) for name, place, passed in labels_of([judged])] == [
        ("m/x (evaluator)", "w0", True), ("j", "w0", True), ("m/x (evaluator)", "w1", True), ("j", "w1", False),
        ("m/x (evaluator)", "w2", True),
    ]  # fmt: skip
    died = judged.results[0].model_copy(update={"ending": "page_gone"})
    seen = list(labels_of([replace(judged, results=(died,))]))
    assert [name for name, _, _ in seen] == ["m/x (evaluator)"], "no judge saw a record of a page that died"
    row = break_down([judged])[3].rows[0]
    assert row == ("m", *["0.0 % (0)"] * 4, "100.0 % (1)", "0.0 % (0)", "1", "0")


def test_agreement_is_the_share_of_equal_labels_on_shared_substeps():
    labels = {"a": {1: True, 2: False, 3: True, 4: True}, "b": {1: True, 2: True, 3: True}, "c": {4: False}}
    ab, ac, bc = agree_pairwise(labels)
    assert (ab.shared, ab.equal, ab.share) == (3, 2, pytest.approx(2 / 3))
    assert (ac.share, bc.share) == (0.0, None)
    assert pool((ab, ac, bc)) == pytest.approx(2 / 4)
    assert pool((bc,)) is None


def test_people_and_evaluators_make_a_matrix(tmp_path: Path):
    people = tmp_path / "people.csv"
    people.write_text(
        "evaluator,case,model,workflow,substep,passed\n"
        "Reviewer,rope-notes,m,w0,1,yes\nReviewer,rope-notes,m,w1,1,no\nReviewer,seed-stall,m,w0,1,Fail\n"
    )
    items = [
        item("rope-notes", "m", 100.0, None, None),
        item("seed-stall", "m", 0.0, "data"),
        item("rope-notes", "m", 50.0, None, "data", agent="model/x"),
    ]
    matrix, by_application = align(labels_of(items), read_people(people))
    assert matrix.columns == ("", "reference", "model/x", "Reviewer", "people, pooled")
    assert matrix.rows == (
        ("reference", "–", "50.0 % (2)", "66.7 % (3)", "66.7 %"),
        ("model/x", "50.0 % (2)", "–", "100.0 % (2)", "100.0 %"),
        ("Reviewer", "66.7 % (3)", "100.0 % (2)", "–", "–"),
    )
    assert by_application.rows == (("rope-notes", "66.7 % (6)"), ("seed-stall", "100.0 % (1)"))
    assert align(labels_of(items[:1])) == ()
    many = [(f"person {at}", ("c", "m", 1, "w", 1), at > 5) for at in range(12)]
    first, second, _ = align([("m", ("c", "m", 1, "w", 1), True)], many)
    assert first.columns[-2:] == ("person 8", "people, pooled")
    assert second.columns == ("", "person 9", "person 10", "person 11", "people, pooled")
    assert first.rows[0][-1] == second.rows[0][-1] == "50.0 %"


def test_agreement_with_people_is_pooled_over_the_people_alone():
    labels = {"m": "yyyy", "n": "nnnn", "ana": "yyyn", "ben": "yn"}
    given = {
        name: [(name, ("c", "m", 1, "w", number), one == "y") for number, one in enumerate(text)]
        for name, text in labels.items()
    }
    matrix, by_application = align([*given["m"], *given["n"]], [*given["ana"], *given["ben"]])
    # of the six labels of people, four are m's: more than the mean of 75 % and 50 %, as ana has more labels
    assert [row[-1] for row in matrix.rows] == ["66.7 %", "33.3 %", "–", "–"]
    assert by_application.title.endswith("pooled over all pairs")
    (programs, _) = align([*given["m"], *given["n"]])
    assert programs.columns == ("", "m", "n"), "without people, there is no agreement with them"
    with pytest.raises(UsageError, match="a person is called m, as an evaluator"):
        align(given["m"], given["m"])


@pytest.mark.parametrize(("outcome", "is_read"), [("failed", True), ("scored", False)])
def test_an_item_whose_results_are_lost_is_none_that_did_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outcome: str, is_read: bool
):
    monkeypatch.setattr(ItemFolder, "read_case", lambda item: CASES["rope-notes"])
    record = RecordOf("rope-notes", "m", 0.0)
    record.protocol, record.outcome, record.folder, record.judge = "vibecode", outcome, "items/x", "workflows"

    class Run:
        path = tmp_path

        def records(self):
            return (record,)

        def item(self, folder):
            return ItemFolder(tmp_path)

    if is_read:
        assert read_items(Run())[0].results == ()
    else:
        with pytest.raises(RecordingError):
            read_items(Run())


def test_the_file_of_people_is_read_like_other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "people.csv"
    path.write_text("evaluator;case;model;workflow;substep;passed;repeat\nR;c;m,2;w;3;yes\nR;c;m;w;1;no;2\n")
    assert list(read_people(path)) == [("R", ("c", "m,2", 1, "w", 3), True), ("R", ("c", "m", 2, "w", 1), False)]
    monkeypatch.setattr(breakdown, "MAX_JSON_BYTES", 50)
    with pytest.raises(UsageError, match="is larger than"):
        list(read_people(path))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("evaluator,case\n", "column model is missing"),
        ("evaluator,case,model,workflow,substep,passed\nRüdiger,c,m,w,1,yes\n", "is not UTF-8 text"),
        ("evaluator,case,model,workflow,substep,passed\n" + "R" * 200_000, ":2: is not a CSV file: field larger"),
        ("evaluator,case,model,workflow,substep,passed\nR,c,m,w,1,maybe\n", ":2: substep and repeat are whole numbers"),
        (
            "evaluator,case,model,workflow,substep,passed,repeat\nR,c,m,w,1,yes,two\n",
            ":2: substep and repeat are whole",
        ),
        ("evaluator,case,model,workflow,substep,passed\nR,c,m,w,٣,yes\n", ":2: substep and repeat are whole"),
        ("evaluator,case,model,workflow,substep,passed\nR,c,m,w,one,yes\n", ":2: substep and repeat are whole numbers"),
    ],
)
def test_a_mistake_in_the_file_of_people_is_named(tmp_path: Path, text: str, told: str):
    path = tmp_path / "people.csv"
    path.write_text(text, encoding="latin-1" if "ü" in text else "utf-8")
    with pytest.raises(UsageError, match="cannot read"):
        list(read_people(tmp_path / "nowhere.csv"))
    with pytest.raises(UsageError, match=told):
        list(read_people(path))
