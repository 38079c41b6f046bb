"""ArtifactsBench's JSON Lines: valid records load, and a bad one is refused with its line."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.importing.artifactsbench import read_answers, read_tasks
from pytest_cookie.dataset.importing.artifactsbench_topics import place_of, topics
from pytest_cookie.dataset.importing.checklist_kind import divide_checklist
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.protocols.artifactsbench.case_fields import ArtifactsBenchFields

PEERS = Path(os.environ.get("COOKIE_PEERS", Path(__file__).parents[5] / "shared" / "peers"))
LITE = PEERS / "artifactsbench" / "artifacts_bench_lite.jsonl"

TITLES = (
    "Is the tide clock complete?", "Is the data model right?", "Are tides computed?", "Is the dial drawn?",
    "Is the code robust?", "Are there any innovative features that are eye-catching?",
    "Are there any redundant features?", "Does the code have engineering quality?",
    "Does the interface vision meet professional design standards?", "Is the dynamic interaction smooth and seamless?",
)  # fmt: skip


def task(index: int = 1, **fields: Any) -> dict[str, Any]:
    checklist = [{"id": n, "title": t, "description": "Check it.", "maxScore": 10} for n, t in enumerate(TITLES)]
    return {
        "index": index,
        "question": "Draw a tide clock.",
        "class": "Web Applications-Communication",
        "difficulty": "hard",
        "checklist": checklist,
        **fields,
    }


def write(folder: Path, *lines: object) -> Path:
    path = folder / "tasks.jsonl"
    path.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return path


def changed_item(**fields: Any) -> dict[str, Any]:
    whole = task(2)
    whole["checklist"][3] |= fields
    return whole


BAD: dict[str, tuple[object, str]] = {
    "not-json": ('{"index": 2,', "tasks.jsonl:2: is not JSON: Expecting property name enclosed in double quotes"),
    "a-list": ("[1, 2]", "tasks.jsonl:2: must be a JSON object with fields: {…}"),
    "deep": ('{"a":' * 100_000, "tasks.jsonl:2: is not JSON: "),
    "nine-items": (
        task(2, checklist=task()["checklist"][:9]),
        "tasks.jsonl:2: checklist: has 9 items; an ArtifactsBench checklist has 10",
    ),
    "no-checklist": ({k: v for k, v in task(2).items() if k != "checklist"}, "tasks.jsonl:2: checklist: is missing"),
    "maximum-0": (changed_item(maxScore=0), "tasks.jsonl:2: checklist[3].maxScore: must be greater than 0, not 0"),
    "maximum-text": (changed_item(maxScore="ten"), "tasks.jsonl:2: checklist[3].maxScore: "),
    "same-id": (changed_item(id=4), "tasks.jsonl:2: checklist: has the id 4 twice; each item needs its own"),
    "no-title": (changed_item(title=""), "tasks.jsonl:2: checklist[3].title: is empty"),
    "index-again": (task(1), "tasks.jsonl:2: index: 1 is already the index of line 1; the first one counts"),
    "index-text": (task("2"), "tasks.jsonl:2: index: must be a whole number, not '2'"),  # type: ignore[arg-type]
    "difficulty": (
        task(2, difficulty="tricky"),
        "tasks.jsonl:2: difficulty: must be 'easy', 'medium' or 'hard', not 'tricky'",
    ),
    "topic": (
        task(2, **{"class": "Web Aplications-Chat"}),
        "tasks.jsonl:2: class: 'Web Aplications' is no topic of ArtifactsBench; did you mean 'Web Applications'",
    ),
    "control-character": (
        task(2, question="Draw\0it"),
        "tasks.jsonl:2: question: contains the control character U+0000; remove it",
    ),
    "too-long": (task(2, question="x" * 10_000_001), "tasks.jsonl:2: is longer than 10 MB; shorten or remove"),
}


def test_a_bad_record_is_named_with_its_line_and_harms_no_other(
    subtests: pytest.Subtests, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    for name in BAD:
        with subtests.test(name=name):
            monkeypatch.chdir(tmp_path)
            line, message = BAD[name]
            found = read_tasks(write(tmp_path, task(1), line, task(3)))
            assert [case.id for case in found.cases] == ["artifactsbench-1", "artifactsbench-3"]
            assert [str(problem).startswith(message) for problem in found.problems] == [True], found.problems


def test_a_task_becomes_a_case_with_the_fields_of_the_protocol(tmp_path: Path):
    (case,) = read_tasks(write(tmp_path, task(7, gemini_reason="ignored"))).cases
    assert (case.id, case.brief, case.leaf, case.language) == ("artifactsbench-7", "Draw a tide clock.", "chat", "en")
    assert case.level == "hard"
    fields = ArtifactsBenchFields.model_validate(case.extra)
    assert (fields.topic, fields.published_class, fields.tier) == ("web", "Web Applications-Communication", "hard")
    assert [item.maximum for item in fields.checklist] == [10] * 10
    assert fields.checklist[8].kind == "vision"
    assert fields.interactivity is None


def test_blank_lines_and_a_byte_order_mark_are_allowed(tmp_path: Path):
    path = write(tmp_path, task(1), "", task(2))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert len(read_tasks(path).cases) == 2


def test_a_missing_file_is_a_usage_error(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot read"):
        read_tasks(tmp_path / "none.jsonl")


def test_the_titles_of_the_template_say_their_kind_and_five_of_each_remain():
    kinds = divide_checklist([(title, "") for title in TITLES])
    assert kinds[4:] == ("code", "vision", "code", "code", "vision", "vision")
    assert kinds.count("vision") == 5


def test_descriptions_decide_where_titles_do_not():
    visual, logical = "The layout, colours and animations appear smooth.", "The logic validates and stores the data."
    items = [("A", visual), ("B", logical), ("C", visual), ("D", logical)]
    assert divide_checklist(items) == ("vision", "code", "vision", "code")


def test_every_leaf_of_the_mapping_exists_and_there_are_nine_topics():
    known = {leaf.slug for leaf in taxonomy().leaves}
    assert len(topics()) == 9
    assert {each.leaf for each in topics()} | {leaf for each in topics() for leaf in each.subclasses.values()} <= known


@pytest.mark.parametrize(
    ("written", "topic", "leaf"),
    [
        ("Game Development-Puzzle", "game", "puzzle"),
        ("Simulation & Modeling-3D Simulation", "simulation", "scene-3d"),
        ("Mermaid Flowcharts-Mind Maps", "svg", "interactive-graphics"),
        ("Utility Tools-Calculation Tools", "quick-tools", "formula-calculator"),
        ("Quick Tools-Something new", "quick-tools", "efficiency"),
        ("Other-Divination", "other", "form-workflow"),
        ("other", "other", "form-workflow"),
    ],
)
def test_a_class_has_a_topic_and_a_leaf(written: str, topic: str, leaf: str):
    assert place_of(written) == (topic, leaf)


ANSWERS: dict[str, tuple[object, object]] = {
    "answer": ({"index": 1, "answer": "a"}, "a"),
    "infer-result-first": ({"index": 1, "answer": "a", "model_infer_result": "b"}, "b"),
    "output": ({"index": 1, "output": "c", "answer": "a"}, "c"),
    "empty-falls-back": ({"index": 1, "model_infer_result": "", "answer": "a"}, "a"),
    "empty-is-an-answer": ({"index": 1, "answer": ""}, ""),
    "null": ({"index": 1, "answer": None}, ""),
    "none": ({"index": 1}, "has no answer; write it as"),
    "number": ({"index": 1, "answer": 5}, "answer: must be text"),
    "no-index": ({"answer": "a"}, "index: is missing"),
    "bad-index": ({"index": True, "answer": "a"}, "index: must be the whole number of a task"),
    "huge": ({"index": 1, "answer": "x" * 4_000_001}, "answer: has 4,000,001 characters; the limit is 4,000,000"),
}


def test_an_answer_is_read_or_refused_with_its_line(subtests: pytest.Subtests, tmp_path: Path):
    for name in ANSWERS:
        with subtests.test(name=name):
            record, expected = ANSWERS[name]
            problems = []
            path = write(tmp_path, record, {"index": 9, "answer": "other"})
            answers = {answer.case: answer for answer in read_answers(path, problems)}
            other = answers["artifactsbench-9"]
            assert other.text == "other"
            assert json.loads(path.read_bytes()[other.offset :][: other.length])["index"] == 9
            if problems:
                assert f"tasks.jsonl:1: {expected}" in str(problems[0])
            else:
                assert answers["artifactsbench-1"].text == expected


def test_an_answer_of_30_mb_is_one_problem(tmp_path: Path):
    path = tmp_path / "answers.jsonl"
    with path.open("w") as file:
        file.write('{"index": 1, "answer": "' + "x" * 30_000_000 + '"}\n{"index": 2, "answer": "b"}\n')
    problems = []
    assert [answer.case for answer in read_answers(path, problems)] == ["artifactsbench-2"]
    assert [(problem.line, problem.message[:21]) for problem in problems] == [(1, "is longer than 10 MB;")]


@pytest.mark.skipif(not LITE.is_file(), reason="needs the published records")
def test_the_published_records_load_unchanged():
    found = read_tasks(LITE)
    assert found.problems == ()
    assert len(found.cases) == 150
    questions = [json.loads(line)["question"] for line in LITE.read_text("utf-8").splitlines()]
    assert [case.brief for case in found.cases] == questions
    for case in found.cases:
        ArtifactsBenchFields.model_validate(case.extra)
