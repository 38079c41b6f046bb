"""An item in Allure's words, from a stored run."""

from itertools import pairwise

from pytest_cookie.core.action import Click
from pytest_cookie.core.page import PageError
from pytest_cookie.core.trace import Step
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.allure_item import allure_labels, allure_steps, allure_title, case_id, history_id
from pytest_cookie.reporting.attachments import console_text, finding_titles
from tests.cookie_scores import allure_parameters, item_card
from tests.synthetic_run import FLAWED, HOSTILE, make_record


def test_severity_follows_the_difficulty_and_behaviours_the_taxonomy() -> None:
    labels = [dict(allure_labels(make_record(case))) for case in ("单位换算", "moth-and-lanterns", "umsatz-uebersicht")]
    assert [label["severity"] for label in labels] == ["minor", "normal", "critical"]
    assert (labels[1]["epic"], labels[1]["feature"]) == ("Dynamic web pages", "Browser Games")
    assert labels[2]["owner"] == labels[2]["parentSuite"] == "sample/polished"


def test_labels_that_the_taxonomy_does_not_know_stay_as_they_are() -> None:
    labels = dict(allure_labels(make_record(domain="older", leaf="thing")))
    assert (labels["feature"], labels["story"]) == ("older", "thing")


def test_history_follows_case_model_mode_and_repeat_alone() -> None:
    record = make_record()
    same = record.model_copy(update={"judge": "other", "outcome": "failed", "folder": "items/x", "node_id": "y"})
    assert history_id(same) == history_id(record)
    others = [{"case": "c"}, {"model": "m"}, {"mode": "react"}, {"repeat": 2}]
    ids = {history_id(record.model_copy(update=other)) for other in others}
    assert len(ids - {history_id(record)}) == 4
    assert case_id(record.model_copy(update={"model": "m", "repeat": 2})) == case_id(record)


def test_scores_are_parameters_that_do_not_break_the_history() -> None:
    excluded = {name for name, _, is_excluded in allure_parameters(make_record()) if is_excluded}
    assert excluded == {"agent", "judge", "outcome", "functionality", "aesthetics", "total"}


def test_steps_have_their_time_their_picture_and_what_went_wrong(run: RunFolder) -> None:
    record = next(one for one in run.records() if one.model == FLAWED and one.case == "moth-and-lanterns")
    evidence = item_card(record, run).evidence
    assert evidence is not None
    steps = list(allure_steps(record, run, evidence))
    assert len(steps) == len(evidence.trace.steps)
    assert steps[0].begins_ms == 0
    assert all(before.ends_ms == after.begins_ms for before, after in pairwise(steps))
    failed = [step for step in steps if step.status == "failed"]
    assert any("lives is not defined" in step.message for step in failed)
    assert steps[0].picture is not None
    assert steps[0].picture.is_file()


def test_a_step_that_could_not_be_carried_out_is_skipped_and_one_that_threw_failed(run: RunFolder) -> None:
    record = make_record(findings=())
    evidence = item_card(record, run).evidence
    assert evidence is not None
    go = Click(target="Go")
    click = Step(index=0, thought="", action=go, outcome="unreachable", problem="covered")
    thrown = Step(index=1, thought="", action=Click(), page_errors=(PageError(message="x is null"),))
    trace = evidence.trace.model_copy(update={"steps": (click, thrown)})
    first, second = allure_steps(record, run, evidence.model_copy(update={"trace": trace}))
    assert (first.title, first.status, first.message) == ("0 click Go", "skipped", "covered")
    assert (second.status, second.message, second.picture) == ("failed", "uncaught: x is null", None)


def test_hostile_text_is_one_printable_line(run: RunFolder) -> None:
    record = next(one for one in run.records() if one.case == "hostile-strings")
    evidence = item_card(record, run).evidence
    assert evidence is not None
    texts = [allure_title(record.model_copy(update={"model": HOSTILE})), *finding_titles(record)]
    for step in allure_steps(record, run, evidence):
        texts += [step.title, step.thought, *step.message.splitlines()]
    texts += console_text(evidence).splitlines()
    assert all(text.isprintable() for text in texts)


def test_the_console_says_when_each_line_came(run: RunFolder) -> None:
    record = next(one for one in run.records() if one.model == FLAWED and one.case == "moth-and-lanterns")
    evidence = item_card(record, run).evidence
    assert evidence is not None
    text = console_text(evidence)
    assert text.startswith("load: error: ")
    assert "uncaught: ReferenceError: lives is not defined" in text
