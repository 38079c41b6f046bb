"""Formats are recognized by content, and imported cases are written as YAML that reads back."""

import json
from pathlib import Path

import pytest
import yaml

from pytest_cookie.cli import main
from pytest_cookie.core.case import fit_scores
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.document import read_document
from pytest_cookie.dataset.importing import import_cases as importing
from pytest_cookie.dataset.importing.import_cases import import_cases, write_cases
from pytest_cookie.dataset.importing.imported_case import ImportedCase
from pytest_cookie.dataset.importing.recognize import FORMATS, PeerFormat, recognize
from pytest_cookie.protocols.artifactsbench.case_fields import ArtifactsBenchFields
from pytest_cookie.protocols.auigym.tasks import TaskFields
from tests.unit.dataset.importing.test_artifactsbench import PEERS, task, write

APP = {"id": "pomodoro-games", "title": "Pomodoro", "prompt": "Make a timer\nwith a bell.", "tags": ["app"]}

SAMPLES: dict[str, tuple[PeerFormat, object]] = {
    "tasks.jsonl": ("artifactsbench", task(1)),
    "results.jsonl": ("artifactsbench", {**task(1), "answer": "a"}),
    "answers.jsonl": ("artifactsbench-answers", {"index": 1, "model_infer_result": "a"}),
    "webgen": ("webgen-bench", {"id": "000001", "instruction": "i", "Category": {}, "ui_instruct": []}),
    "checks.jsonl": ("webtestbench", {"index": "A_1", "instruction": "i", "checklist": []}),
    "htmlbench.txt": ("htmlbench", {"id": "a", "prompt": "p", "test_cases": []}),
    "tasks.json": ("aui-tasks", {"app_name": "a", "tags": [], "task_count": 0, "tasks": []}),
    "action.json": ("interaction2code", {"link": "x", "topic": "t", "1": {"src": "0", "dst": "1", "action": "click"}}),
    "app.yaml": ("aui-app", APP),
    "tests.yaml": ("vcb-tests", {"task_id": "t", "iterations": [{"id": 1, "workflows": {}}]}),
    "task.yaml": ("vcb-task", {"app": {"path": "generated-app"}, "generation_parameters": {"email_service": True}}),
    "mine.yaml": ("cookie-cases", {"leaf": "puzzle", "cases": [{"id": "a"}]}),
    "list.yaml": ("cookie-cases", [{"id": "a", "brief": "b"}]),
}


def write_sample(folder: Path, name: str) -> Path:
    path = folder / name
    value = SAMPLES[name][1]
    path.write_text(json.dumps(value) if name[-5:] != ".yaml" else yaml.safe_dump(value), "utf-8")
    return path


@pytest.mark.parametrize("name", SAMPLES)
def test_a_format_is_recognized_by_its_content(tmp_path: Path, name: str):
    assert recognize(write_sample(tmp_path, name)) == SAMPLES[name][0]


def test_every_format_but_a_folder_has_a_sample():
    assert {found for found, _ in SAMPLES.values()} == set(FORMATS) - {"aui-apps"}


def test_a_broken_first_line_does_not_hide_the_format(tmp_path: Path):
    assert recognize(write(tmp_path, "{broken", task(1))) == "artifactsbench"


def test_folders_are_recognized(tmp_path: Path):
    apps, pages = tmp_path / "apps", tmp_path / "pages" / "one"
    apps.mkdir()
    pages.mkdir(parents=True)
    write_sample(apps, "app.yaml")
    write_sample(pages, "action.json")
    assert recognize(apps) == "aui-apps"
    assert recognize(pages.parent) == "interaction2code"


def test_of_several_formats_in_a_folder_always_the_same_counts(tmp_path: Path):
    """The order of a set of names differs from process to process."""
    write_sample(tmp_path, "mine.yaml")
    write_sample(tmp_path, "task.yaml")
    assert recognize(tmp_path) == "cookie-cases"


@pytest.mark.parametrize("text", ["", "hello", "{}", "- 1\n- 2\n", "a: 1\n"])
def test_an_unknown_format_lists_the_known_ones(tmp_path: Path, text: str):
    path = tmp_path / "x"
    path.write_text(text)
    with pytest.raises(UsageError, match="its format is unknown"):
        recognize(path)


@pytest.mark.parametrize("name", ["answers.jsonl", "htmlbench.txt", "task.yaml", "mine.yaml", "tasks.json"])
def test_a_format_without_cases_to_import_says_so(tmp_path: Path, name: str):
    with pytest.raises(UsageError, match="holds "):
        import_cases(write_sample(tmp_path, name))


def test_apps_become_cases_without_label_words_in_their_ids(tmp_path: Path):
    (case,) = import_cases(write_sample(tmp_path, "app.yaml")).cases
    assert (case.id, case.leaf, case.brief) == ("aui-pomodoro-game_s", "efficiency", "Make a timer\nwith a bell.")
    assert case.extra == {"app": "pomodoro-games", "title": "Pomodoro", "tags": ["app"]}


def test_tasks_beside_apps_make_cases_of_auigym(tmp_path: Path):
    write_sample(tmp_path, "app.yaml")
    (tmp_path / "other.yaml").write_text(yaml.safe_dump({**APP, "id": "other"}))
    (tmp_path / "pomodoro").mkdir()
    tasks = [
        {
            "id": 1,
            "description": "Start a round.",
            "category": "Core Function",
            "expected_outcome": "24:59 follows.",
        },
        {
            "id": 1,
            "description": "Enter 0.",
            "category": "edge_case",
            "expected_outcome": "A message asks for more.",
        },
    ]
    (tmp_path / "pomodoro/tasks.json").write_text(json.dumps({"app_name": "pomodoro-games", "tasks": tasks}))
    (tmp_path / "wrong.json").write_text(json.dumps({"app_name": "other", "tasks": []}))
    (tmp_path / "unrelated.json").write_text("[1]")
    found = import_cases(tmp_path)
    (problem,) = found.problems
    assert str(problem).endswith("wrong.json: tasks: has 0 tasks; a case has 1 to 60")
    without, ready = sorted(found.cases, key=lambda case: case.id)
    assert without.extra["tags"] == ["app"]
    fields = TaskFields.model_validate(ready.extra)
    assert [(task.id, task.kind, task.do) for task in fields.tasks] == [
        ("task-1", "core", "Start a round."),
        ("task-2", "edge", "Enter 0."),
    ]


def test_a_bad_app_is_named_with_its_line(tmp_path: Path):
    path = tmp_path / "app.yaml"
    path.write_text("id: a\ntitle: t\nprompt: p\ntags:\n  - gadget\n")
    (problem,) = import_cases(path).problems
    assert (problem.line, problem.field) == (5, "tags[0]")


def test_written_cases_read_back(tmp_path: Path):
    questions = {1: "Two\nlines: – “quoted” 题目 🎈", 2: "#not a comment", 3: "  - dash\n\n  kept  "}
    source = write(tmp_path, *(task(index, question=text) for index, text in questions.items()))
    files = write_cases(import_cases(source).cases, tmp_path / "out")
    assert [file.relative_to(tmp_path / "out").as_posix() for file in files] == ["applications/chat.yaml"]
    root = read_document(files[0]).value
    assert isinstance(root, dict)
    for entry, (index, question) in zip(root["cases"], questions.items(), strict=True):
        assert (entry["id"], entry["brief"]) == (f"artifactsbench-{index}", question)
        scores = {name: int(score) for name, score in entry["complexity"].items()}
        assert scores == fit_scores("hard")
        fields = {name: entry[name] for name in ArtifactsBenchFields.model_fields if name in entry}
        assert len(ArtifactsBenchFields.model_validate(fields).checklist) == 10


def test_large_leaves_are_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(importing, "_MAX_PART_BYTES", 500)
    cases = [ImportedCase(f"case-{n}", "b" * 200, "puzzle", "en", "s") for n in range(4)]
    files = write_cases(cases, tmp_path / "out")
    assert [file.name for file in files] == ["puzzle.yaml", "puzzle-2.yaml"]
    entries = [entry for file in files for entry in yaml.safe_load(file.read_text())["cases"]]
    assert [entry["id"] for entry in entries] == ["case-0", "case-1", "case-2", "case-3"]


def test_nothing_is_overwritten(tmp_path: Path):
    (tmp_path / "mine.yaml").write_text("x")
    with pytest.raises(UsageError, match="is not an empty folder"):
        write_cases([], tmp_path)


def test_the_command_writes_what_it_can_and_fails_with_what_it_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, task(1), "{broken", task(3))
    assert main(["cases", "import", "tasks.jsonl", "-o", "out"]) == 2
    told = capsys.readouterr()
    assert told.out == "written: 2 cases in 1 file below out\n"
    assert told.err.startswith("pytest-cookie: 1 problem; those records were left out\ntasks.jsonl:2: is not JSON")
    assert (tmp_path / "out" / "applications" / "chat.yaml").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["import", "a"], "write `pytest-cookie cases import FILE -o FOLDER`"),
        (["import", "-o", "out"], "write `pytest-cookie cases import FILE -o FOLDER`"),
        (["a", "b"], "cases takes one path, not 2"),
        (["-o", "out"], "-o is for `cases import FILE -o DIR`"),
    ],
)
def test_wrong_arguments_are_usage_errors(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    assert main(["cases", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.skipif(not (PEERS / "aui" / "examples").is_dir(), reason="needs the published apps")
def test_the_published_apps_load():
    found = import_cases(PEERS / "aui" / "examples")
    assert (len(found.cases), found.problems) == (52, ())
