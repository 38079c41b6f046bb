"""`pytest-cookie cases`: the balance on stdout, problems on stderr, and an exit code for scripts."""

from pathlib import Path
from subprocess import CompletedProcess

from pytest_cookie.dataset.builtin import builtin_cases_folder
from tests.acceptance.command import pytest_cookie

BRIEF = "Our choir needs a seating plan for the concert: forty chairs in five rows, sopranos left and basses behind."
OTHER = "Show the tides of our harbour on a clock face, and when the ferry can leave with two metres of draught."


def cases(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return pytest_cookie(folder, "cases", *arguments)


def write(folder: Path, name: str, *entries: tuple[str, str, str]) -> None:
    lines = [
        f"  - id: {case_id}\n    language: {language}\n    brief: {brief}\n" for case_id, language, brief in entries
    ]
    (folder / name).write_text("leaf: puzzle\ncases:\n" + "".join(lines))


def test_good_cases_show_their_balance(tmp_path: Path):
    write(tmp_path, "mine.yaml", ("choir", "en", f'"{BRIEF}"'), ("tides", "en", OTHER))
    result = cases(tmp_path, "mine.yaml")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    assert "\x1b" not in result.stdout
    assert lines[0].split() == [
        "leaves", "cases", "easy", "medium", "hard", "expert", "zh", "en", "fr", "es", "ja", "de", "ko", "pt",
    ]  # fmt: skip
    assert "games 1/4 2 · 2 · · · 2 · · · · · ·" in [" ".join(line.split()) for line in lines]
    assert lines[-2] == "53 leaves have no case; --list names all cases and the uncovered leaves"
    assert lines[-1] == "no problems (cases: 2, fault lists: 0)"


def test_the_list_names_every_case_and_its_place(tmp_path: Path):
    write(tmp_path, "mine.yaml", ("choir", "en", f'"{BRIEF}"'), ("tides", "en", OTHER))
    lines = cases(tmp_path, "mine.yaml", "--list").stdout.splitlines()
    assert lines[:2] == [
        "games/puzzle  choir  medium  en  mine.yaml:3",
        "games/puzzle  tides  medium  en  mine.yaml:6",
    ]
    assert "  games: action, strategy, educational" in lines


def test_everything_that_is_wrong_is_told_at_once(tmp_path: Path):
    write(tmp_path, "a.yaml", ("choir", "en", f'"{BRIEF}"'), ("tides", "de", OTHER), ("Tiles!", "en", "b"))
    write(tmp_path, "b.yaml", ("singers", "en", f'"{BRIEF}"'), ("choir", "en", "b"))
    sample = tmp_path / "samples" / "tides"
    sample.mkdir(parents=True)
    (sample / "faults.yaml").write_text("case: tides\nversion: flawed\nfaults: []\n")
    result = cases(tmp_path, ".")
    assert result.returncode == 2
    assert "share" in result.stdout
    told = result.stderr.splitlines()
    assert told[0] == "pytest-cookie: 7 problems"
    assert [line.split(": ")[0] for line in told[1:]] == [
        "a.yaml:6", "a.yaml:9", "b.yaml:3", "b.yaml:6", "samples/tides/faults.yaml:2", "samples/tides/faults.yaml:2",
        "samples/tides/faults.yaml:3",
    ]  # fmt: skip
    assert "is in English (100%), but `language` is de" in told[1]
    assert "is too similar to the brief of 'choir' (a.yaml:3): 100% in common, longest passage “Our choir" in told[3]


def test_the_benchmarks_parent_folder_is_no_mistake(tmp_path: Path):
    result = cases(tmp_path, str(builtin_cases_folder().parent))
    assert "faults.yaml: has no `cases:` list" not in result.stderr
    assert "this is not a file of cases" not in result.stderr
    assert "share" in result.stdout
