"""`pytest-cookie cases` knows the fields of a protocol."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from pydantic import BaseModel

from pytest_cookie.cli import main
from pytest_cookie.dataset.load import read_cases
from pytest_cookie.protocols.auigym.protocol import BENCHMARK
from pytest_cookie.protocols.contract import entry_points
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol
from pytest_cookie.protocols.cookie.protocol import PROTOCOL as COOKIE_PROTOCOL
from pytest_cookie.protocols.registry import find_protocol, protocols_with_field

APPS = str(BENCHMARK / "apps.yaml")


def test_fields_of_a_protocol_are_checked_with_it_and_refused_without(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["cases", APPS]) == 2
    assert "tasks: is a field of the protocol auigym; use --cookie-protocol=auigym" in capfd.readouterr().err
    assert main(["cases", APPS, "--protocol", "auigym"]) == 0
    assert "no problems (cases: 6, " in capfd.readouterr().out
    assert main(["cases", "--protocol", "auigym"]) == 0
    assert "no problems (cases: 6, " in capfd.readouterr().out
    wrong = tmp_path / "apps.yaml"
    wrong.write_text(
        "cases:\n  - {id: one, leaf: utility, language: en, brief: Split a bill., tasks: [], forgiven: 1}\n"
    )
    assert main(["cases", str(wrong), "--protocol", "auigym"]) == 2
    errors = capfd.readouterr().err
    assert "apps.yaml:2: cases[0].forgiven: is not a known field" in errors
    assert "apps.yaml:2: cases[0].tasks: " in errors
    assert "apps.yaml:2: cases[0].tag: is missing\n" in errors, "and no advice on scores of complexity"


def test_a_rule_over_several_fields_of_a_protocol_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    task = "{id: add, kind: core, do: Add a cup., outcome: One cup.}"
    wrong = tmp_path / "apps.yaml"
    wrong.write_text(
        "cases:\n- {id: one, leaf: utility, language: en, brief: Split a bill., tag: tool, tasks: ["
        f"{task}, {task}]}}\n"
    )
    assert main(["cases", str(wrong), "--protocol", "auigym"]) == 2
    assert "two tasks have the id add" in capfd.readouterr().err


def test_the_own_cases_of_each_protocol_have_no_problems(
    capfd: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    for name in ("auigym", "interaction2code", "vibecode"):
        with subtests.test(name):
            assert find_protocol(name).cases, "otherwise its cases are Cookie's, which are checked elsewhere"
            assert main(["cases", "--protocol", name]) == 0
            assert "no problems (cases: " in capfd.readouterr().out


def test_without_protocol_each_file_is_checked_by_the_one_that_it_names(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    item = "{kind: vision, title: Is the tea hot?, description: Steam is drawn.}"
    path = tmp_path / "own.yaml"
    text = (
        "protocol: {}\nleaf: puzzle\nlanguage: en\ncases:\n- id: tea\n  brief: A riddle about tea.\n  checklist: [{}]\n"
    )
    path.write_text(text.format("artifactsbench", item.replace("{", "{id: 1, ")))
    assert main(["cases", str(path)]) == 2
    assert "own.yaml:7: cases[0].checklist: Value error, has 1 items; a checklist has 10" in capfd.readouterr().err
    path.write_text(text.format("artifactsbench", item.replace("kind: vision", "version: 1").replace("tea hot", "x")))
    assert main(["cases", str(tmp_path)]) == 2
    errors = capfd.readouterr().err
    for name in ("id", "kind"):
        assert f"own.yaml:7: cases[0].checklist[0].{name}: is missing\n" in errors, "an item is no case"
    assert "cases[0].checklist[0].version: is not a known field\n" in errors
    (tmp_path / "plain.yaml").write_text("cases: [{id: jam, leaf: article, language: en, brief: All about jam.}]\n")
    assert main(["cases", str(tmp_path)]) == 2
    assert capfd.readouterr().err == errors, "a file without a protocol does not change how another one is checked"
    path.write_text(text.format("artifactbench", item))
    assert main(["cases", str(path)]) == 2
    assert "own.yaml:1: protocol: --cookie-protocol=artifactbench: there is no such protocol" in capfd.readouterr().err
    path.write_text(text.format("artifactsbench", ""))
    assert main(["cases", str(path)]) == 0
    assert "no problems (cases: 1, fault lists: 0, protocol: artifactsbench)" in capfd.readouterr().out


FIELDS = [
    ("cookie", "tasks", "is a field of the protocol auigym; use --cookie-protocol=auigym, or in `pytest-cookie cases`"),
    ("auigym", "workflows", "is a field of the protocol vibecode; use --cookie-protocol=vibecode"),
    ("vibecode", "screens", "is a field of the protocol interaction2code; use --cookie-protocol=interaction2code"),
    ("cookie", "checklist", "is a field of the protocols artifactsbench, artifactsbench-published, artifactsbench-dom"),
    ("cookie", "chimes", "is a field of the protocol bell; use --cookie-protocol=bell"),
    ("auigym", "taskz", "is not a known field; did you mean 'tasks'?"),
    ("cookie", "brie", "is not a known field; did you mean 'brief'?"),
    ("cookie", "domain", "is derived from `leaf`; remove it"),
]
"""Protocol, field of a case, and what is said of it."""


class BellFields(BaseModel):
    chimes: int = 1


BELL = EvaluationProtocol(
    name="bell", version="1", scores=COOKIE_PROTOCOL.scores, judge=lambda given: None, case_fields=BellFields
)


def test_a_field_of_another_protocol_names_that_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, subtests: pytest.Subtests
) -> None:
    points = [
        EntryPoint(name, f"{module}:BELL", "pytest_cookie.protocols")
        for name, module in (("bell", __name__), ("broken", "no_such_package"))
    ]
    monkeypatch.setattr(entry_points, "entry_points", lambda group: points if group.endswith("protocols") else [])
    path = tmp_path / "one.yaml"
    for protocol, field, message in FIELDS:
        with subtests.test(protocol=protocol, field=field):
            path.write_text(f"cases:\n  - {{id: one, leaf: utility, language: en, brief: Split a bill., {field}: 1}}\n")
            _, problems = read_cases(path, extra=find_protocol(protocol).case_fields, readers=protocols_with_field)
            (told,) = [problem.message for problem in problems if problem.field == f"cases[0].{field}"]
            assert told.startswith(message)


def test_unfair_cases_are_listed_where_the_protocol_has_checks(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    few = tmp_path / "apps.yaml"
    few.write_text(
        "cases:\n  - id: notes\n    leaf: efficiency\n    language: en\n    brief: Keep notes.\n"
        "    workflows: [{id: add, purpose: Adds., steps: [Add a note.]}]\n"
    )
    assert main(["cases", "--protocol", "vibecode", "--lint", str(few)]) == 1
    assert "notes: the case has 1 workflows" in capfd.readouterr().out
    assert main(["cases", "--lint"]) == 2
    assert "--lint: the protocol cookie has no such checks" in capfd.readouterr().err


DECLARED = [
    ("cookie", "artifactsbench", "tier: hard", 0, "no problems"),
    ("auigym", "artifactsbench", "tier: hard", 2, "pytest-cookie: 2 problems"),  # of tag and tasks, which are missing
    ("artifactsbench", "artifactsbench", "tier: hard", 0, "no problems"),
    ("artifactsbench", "artifactsbench", "tier: harder", 2, "tier: "),
    ("cookie", "artifactsbench", "tierr: hard", 2, "tierr: is not a known field"),
    ("cookie", "artifactsbench", "tasks: []", 2, "tasks: is a field of the protocol auigym"),
    ("cookie", "[artifactsbench]", "tier: hard", 2, "protocol: must be the name of the protocol"),
]
"""Protocol of the run, that of the file, a field, the exit code, and a part of the output."""


def test_fields_of_the_protocol_that_a_file_names_are_left_out_by_others(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    path = tmp_path / "own.yaml"
    for protocol, declared, field, code, shown in DECLARED:
        with subtests.test(f"{protocol} {declared} {field}"):
            head = f"protocol: {declared}\nleaf: puzzle\nlanguage: en\n"
            path.write_text(f"{head}cases:\n- {{id: tea, brief: A riddle about tea., {field}}}\n")
            assert main(["cases", str(path), "--protocol", protocol]) == code
            captured = capfd.readouterr()
            assert shown in captured.out + captured.err
