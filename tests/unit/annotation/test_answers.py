"""Forms and answers: every built-in form is valid, answers are checked, slots are translated, disagreement is found."""

import pytest

from pytest_cookie.annotation.answer import AnswerError, check_answer, differ, to_own_slots, to_shown_slots
from pytest_cookie.annotation.expand import list_substeps, questions_of, rubric_items
from pytest_cookie.annotation.form import Form
from pytest_cookie.annotation.form_files import BUILT_IN, built_in_form, find_forms, list_forms, read_form
from pytest_cookie.annotation.practice import practice_tasks, told_answers
from pytest_cookie.core.errors import UsageError
from pytest_cookie.judging.rubric.requirements import criteria
from pytest_cookie.judging.rubric.table import RUBRIC
from tests.annotated_run import item_record

RECORD = item_record(0, "m", 50.0)
SUBSTEPS = {"substeps": ["Open it", {"text": "Press Save"}]}


def depends(condition: str) -> str:
    """A form whose last question depends on others."""
    options = "[{value: 'yes', label: Y}, {value: 'no', label: N}]"
    others = f"{{kind: choice, id: c, label: C, options: {options}}}, {{kind: scale, id: s, label: S}}"
    return f"id: x\ntitle: X\nquestions: [{others}, {{kind: text, id: t, label: T, when: {condition}}}]"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_form_has_practice_whose_known_answers_fit_its_questions(name):
    form = built_in_form(name)
    practice = practice_tasks(form)
    assert practice
    for one in practice:
        questions = questions_of(form, one.task.records[0], one.fields)
        known = {question.id: question for question in questions}
        told = told_answers(questions, 3, one.task.slots)
        assert check_answer(questions, told | dict(one.answers), one.task.slots)
        assert set(one.answers) <= set(known)
        assert set(one.why) == set(one.answers)
        same = one.feedback(questions, one.answers)
        assert all(row["same"] for row in same)
        assert len(same) == len(one.answers)


def test_the_rubric_form_asks_for_every_item_with_the_scenes_criterion_and_exemptions():
    questions = {one.id: one for one in questions_of(built_in_form("rubric"), RECORD)}
    assert [f"item.{item.id}" for item in RUBRIC] == list(questions)
    for item in RUBRIC:
        question = questions[f"item.{item.id}"]
        assert (rubric_items()[item.id]["name"], question.dimension) == (item.name, item.dimension)
        assert question.criterion == criteria().scenes["tool"].get(item.id, "")
        assert all(rule.rule in question.exemption for rule in criteria().exemptions if item.id in rule.items)


def test_findings_are_asked_without_their_severity():
    questions = questions_of(built_in_form("findings"), RECORD)
    labels = [question.label for question in questions]
    assert labels == ["Save does nothing", "Gaps follow no grid", "What was missed?"]
    assert not any(word in one.model_dump_json() for one in questions for word in ("major", "minor", "severity"))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (SUBSTEPS, ["Open it", "Press Save"]),
        ({"workflows": {"w": {"steps": ["1. A", "2. B"]}}}, ["1. A", "2. B"]),
        ({"tasks": [{"id": "1", "description": "Find it"}]}, ["Find it"]),
        ({"workflows": [{"substeps": [{"name": "N"}]}]}, ["N"]),
        ({"workflows": [{"id": "a", "purpose": "P", "steps": [{"text": "T", "do": ["click #a"]}]}]}, ["T"]),
        ({"steps": "no list", "tasks": 3}, []),
    ],
)
def test_substeps_are_found_in_the_fields_of_cases(fields, expected):
    assert list_substeps(fields) == expected


POINTS, PAIR, ORDER = (built_in_form(name).questions for name in ("points8", "pairwise", "ranking"))
USABILITY = built_in_form("usability").questions


IMPOSSIBLE = (
    (POINTS, {"functionality": 4}, "A"),
    (POINTS, {"functionality": 4, "aesthetics": 9}, "A"),
    (POINTS, {"functionality": True, "aesthetics": 1}, "A"),
    (POINTS, {"functionality": "4", "aesthetics": 1}, "A"),
    (POINTS, {"functionality": 4, "aesthetics": 1, "other": 1}, "A"),
    (PAIR, {"better": "C"}, "AB"),
    (PAIR, {"better": ["A"]}, "AB"),
    (PAIR, {"better": "AB"}, "AB"),
    (ORDER, {"order": {"A": 1}}, "AB"),
    (ORDER, {"order": {"A": 1, "B": 3}}, "AB"),
    (ORDER, {"order": {"A": 2, "B": 2}}, "AB"),
    (ORDER, {"order": {"A": 1, "B": 2, "C": 3}}, "AB"),
    (ORDER, {"order": {"A": 1, "B": "2"}}, "AB"),
    (USABILITY, {"usable": "maybe"}, "A"),
    (USABILITY, {"usable": "usable", "failures": ["partial", "partial"]}, "A"),
    (USABILITY, {"usable": "usable", "failures": "partial"}, "A"),
    (USABILITY, {"usable": {"a": 1}}, "A"),
)


def test_impossible_answers_are_refused(subtests):
    for questions, values, slots in IMPOSSIBLE:
        with subtests.test(str(values)), pytest.raises(AnswerError):
            check_answer(questions, values, slots)


def test_a_dependent_question_is_asked_only_then():
    form = Form.model_validate(
        {
            "id": "own", "title": "Own",
            "questions": [
                {
                    "kind": "choice", "id": "ok", "label": "Fine?",
                    "options": [{"value": "y", "label": "Y"}, {"value": "n", "label": "N"}],
                },
                {"kind": "text", "id": "why", "label": "Why?", "required": True, "when": {"ok": ["n"]}},
            ],
        }
    )  # fmt: skip
    assert check_answer(form.questions, {"ok": "y", "why": "left over"}, "A") == {"ok": "y"}
    with pytest.raises(AnswerError, match="Why"):
        check_answer(form.questions, {"ok": "n"}, "A")


def test_slots_as_shown_are_translated_and_back():
    # shown as A is the task's C, as B its A, as C its B
    own = to_own_slots(ORDER, {"order": {"A": 1, "B": 2, "C": 3}}, "CAB")
    assert own == {"order": {"C": 1, "A": 2, "B": 3}}
    assert to_shown_slots(ORDER, own, "CAB") == {"order": {"A": 1, "B": 2, "C": 3}}
    assert to_own_slots(PAIR, {"better": "A"}, "BA") == {"better": "B"}
    assert to_own_slots(PAIR, {"better": "tie"}, "BA") == {"better": "tie"}


def test_points_differ_by_more_than_the_form_allows_and_other_answers_if_not_equal():
    form = built_in_form("points8")
    assert not differ(form, POINTS, {"functionality": 4, "aesthetics": 4}, {"functionality": 6, "aesthetics": 2})
    assert differ(form, POINTS, {"functionality": 4, "aesthetics": 4}, {"functionality": 7, "aesthetics": 4})
    assert differ(built_in_form("pairwise"), PAIR, {"better": "A"}, {"better": "tie"})
    assert not differ(
        built_in_form("usability"), USABILITY, {"usable": "usable", "failures": ["partial"]}, {"usable": "usable"}
    )


MISTAKES = (
    ("id: x\ntitle: X", "has no questions"),
    ("id: x\ntitle: X\nquestions: [{kind: rank, id: o, label: O}]", "needs the layout `list`"),
    ("id: x\ntitle: X\nexpand: rubric", "belong together"),
    ("id: 'a b'\ntitle: X\nquestions: [{kind: text, id: t, label: T}]", "id: String should match"),
    ("id: [", "is not YAML"),
    (depends("{c: [maybe]}"), "c being maybe; its answers are yes, no"),
    (depends("{d: ['yes']}"), "d, which is no question"),
    (depends("{s: ['3']}"), "s being 3, which is neither choice nor preference"),
    ("id: x\ntitle: X\nquestions:", "questions: Input should be"),
    ("id: x\ntitle: X\nquestions: 3", "questions: Input should be"),
    ("id: x\ntitle: 2024-13-45", "is not YAML"),
)


def test_mistakes_in_a_form_file_are_named(tmp_path, subtests):
    path = tmp_path / "form.yaml"
    for text, message in MISTAKES:
        path.write_text(text)
        with subtests.test(message), pytest.raises(UsageError, match=message):
            read_form(path)


def test_a_protocol_brings_forms_of_its_own_which_come_before_built_in_ones(tmp_path):
    (tmp_path / "calm.yaml").write_text("id: calm\ntitle: Calm\nquestions: [{kind: text, id: t, label: T}]")
    (tmp_path / "points8.yaml").write_text("id: points8\ntitle: Mine\nquestions: [{kind: text, id: t, label: T}]")
    assert [form.title for form in find_forms(["calm", "points8"], tmp_path)] == ["Calm", "Mine"]
    assert {"calm", "rubric"} <= set(list_forms(tmp_path))
    with pytest.raises(UsageError, match="the forms are calm, "):
        find_forms(["storm"], tmp_path)
