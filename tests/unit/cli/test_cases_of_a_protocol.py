"""`pytest-cookie cases` knows the fields of a protocol."""

from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.protocols.auigym.protocol import BENCHMARK

APPS = str(BENCHMARK / "apps.yaml")


def test_fields_of_a_protocol_are_checked_with_it_and_refused_without(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["cases", APPS]) == 2
    assert "tasks: is not a known field" in capfd.readouterr().err
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
