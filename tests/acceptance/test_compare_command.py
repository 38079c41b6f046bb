"""`pytest-cookie compare A B`: what a user sees, writes to files, and is refused."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from pytest_cookie.records.run import RunFolder
from tests.acceptance.command import pytest_cookie
from tests.synthetic_run import FLAWED, POLISHED, make_manifest, write_synthetic_run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a", "b"):
        write_synthetic_run(tmp_path / name)
    return tmp_path


def compare(folder: Path, *arguments: str) -> CompletedProcess[str]:
    return pytest_cookie(folder, "compare", *arguments)


def test_two_models_compared(folder: Path):
    files = ["--json", "out/c.json", "--markdown", "out/of/c.md"]
    result = compare(folder, "a", "b", "--model-a", POLISHED, "--model-b", FLAWED, *files)
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 100
    # 85 → 49.75, 85 → 49.75, 92 → 0; the fourth query is unscored in B
    assert next(line for line in lines if line.startswith("total")).split()[:4] == ["total", "87.3", "33.2", "−54.2"]
    assert "judge measured · agent crawler · 3 cases compared, 1 case left out" in lines
    # folders are made, and named, for they might be a misprint
    assert lines[-2:] == ["written: out/c.json", "written: out/of/c.md"]
    worst = next(number for number, line in enumerate(lines) if "became worse" in line) + 1
    assert "单位换算" in lines[worst]
    assert lines[worst + 1].strip() == "new finding, critical: The page is blank"
    assert any(line.startswith("  umsatz-uebersicht in B: unscored: explore: BrowserError") for line in lines)
    written = json.loads((folder / "out" / "c.json").read_text())["comparisons"][0]
    assert written["differences"]["total"]["losses"] == 3
    assert (folder / "out" / "of" / "c.md").read_text().startswith(f"## {FLAWED} against {POLISHED}\n")


def test_a_run_with_several_models_needs_a_choice(folder: Path):
    result = compare(folder, "a", "b", "--model-b", FLAWED)
    assert result.returncode == 2
    assert f"a has several models; choose one with --model-a: {POLISHED}, {FLAWED}" in result.stderr
    result = compare(folder, "a", "b", "--model-a", "sample/polish", "--model-b", FLAWED)
    assert result.returncode == 2
    assert f"a has no model 'sample/polish'; did you mean {POLISHED!r} or {FLAWED!r}?" in result.stderr


def test_runs_that_were_not_made_alike_are_refused_with_what_differs(folder: Path):
    RunFolder(folder / "b").write_manifest(make_manifest().model_copy(update={"seed": 7}))
    models = ["--model-a", POLISHED, "--model-b", FLAWED]
    result = compare(folder, "a", "b", *models)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.splitlines() == [
        "pytest-cookie: these runs used different settings; use --anyway to compare them nevertheless",
        "  seed: 0 in A, 7 in B",
    ]
    result = compare(folder, "a", "b", *models, "--anyway")
    assert result.returncode == 0
    assert "Compared despite different settings:" in result.stdout.splitlines()


def test_what_is_no_run_is_said(folder: Path):
    result = compare(folder, "nowhere", "b")
    assert result.returncode == 2
    assert "nowhere is not a run folder" in result.stderr
