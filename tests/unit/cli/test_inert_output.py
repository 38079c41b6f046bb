"""What commands print of a run from elsewhere is no order to the terminal or the CI server that shows it."""

import json
from pathlib import Path

import pytest

from pytest_cookie.annotation.store import FILE, FOLDER, AnswerStore
from pytest_cookie.cli import main
from tests.annotated_run import write_run
from tests.synthetic_run import write_synthetic_run
from tests.unit.core.test_inert import ORDERS, assert_inert

HOSTILE = "".join(f"{order}\n" for order in ORDERS if "\ud800" not in order)


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run whose texts, names and broken lines are full of orders."""
    run = write_synthetic_run(tmp_path / "run")
    for path in run.glob("items/*/*/*/*/record.json"):
        record = json.loads(path.read_text())
        record["judge"] = HOSTILE
        for finding in record["findings"]:
            finding |= {"title": HOSTILE, "why": HOSTILE}
        if record["cause"]:
            record["cause"]["message"] = HOSTILE
        path.write_text(json.dumps(record))
    name = "::error::\x1b[31m##[x]\u202e"
    (run / "items" / "a" / "b" / "html" / name).mkdir(parents=True)
    (run / "items" / "a" / "b" / "html" / name / "record.json").write_text("{}")
    return run


@pytest.mark.parametrize("command", ["report", "gate", "compare", "export", "judge"])
def test_no_command_prints_control_characters(run: Path, command: str, capsys: pytest.CaptureFixture[str]):
    main(["report", str(run)])
    if command != "report":
        main([command, str(run), *([str(run)] if command == "compare" else [])])
    output = capsys.readouterr()
    assert_inert(output.out)
    assert_inert(output.err)
    assert output.out or output.err


def test_tables_and_summaries_hold_no_control_characters(run: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    main(["report", str(run)])
    main(["export", str(run), "--output", str(tmp_path / "all.csv")])
    main(["gate", str(run), "--markdown", str(tmp_path / "gate.md"), "--junit", str(tmp_path / "gate.xml")])
    for name in ("all.csv", "all-findings.csv"):
        assert_inert((tmp_path / name).read_bytes().decode().replace("\r\n", "\n"))
    for name in ("gate.md", "gate.xml"):
        assert_inert((tmp_path / name).read_text().replace("\u200b", ""))


def test_a_name_on_the_command_line_is_printed_inert(capsys: pytest.CaptureFixture[str]):
    assert main(["report", "##vso[task.complete]\x1b[2J\n::error::x"]) == 2
    assert_inert(capsys.readouterr().err)


def test_a_traceback_is_printed_inert(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    def fail(_: object) -> int:
        raise ValueError(HOSTILE)

    monkeypatch.setattr("pytest_cookie.cli._run", fail)
    assert main(["report", "x"]) == 1
    output = capsys.readouterr()
    assert_inert(output.err)
    assert "Traceback" in output.err
    assert "ValueError" in output.err


def test_a_form_in_the_answers_of_another_run_is_printed_inert(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    run = write_run(tmp_path / "run", cases=1)
    store = AnswerStore(run / FOLDER / FILE)
    store.set_fact("form:x", json.dumps({HOSTILE: 1}))
    store.close()
    assert main(["annotate", str(run), "--export", str(tmp_path / "out")]) == 2
    output = capsys.readouterr()
    assert_inert(output.err)
    assert "the form 'x' cannot be read" in output.err
