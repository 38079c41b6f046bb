"""Locales other than UTF-8, and terminals that cannot show the text of pages."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.acceptance.conftest import GOOD_PAGE, Project
from tests.synthetic_run import write_synthetic_run

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""As Python was before it took the C locale for UTF-8."""
LOCALES = [ASCII, {"PYTHONIOENCODING": "ascii:strict"}, {"PYTHONIOENCODING": "latin-1:strict"}]
COMPARE = ("compare", "run", "run", "--model-a=sample/polished", "--model-b=sample/flawed")
CASE = """- id: tea
  leaf: article
  language: zh
  brief: 关于茶的文章 – für Gäste ☕
  artifact: pages/tea.html
"""


def run(folder: Path, locale: dict[str, str], *command: str) -> subprocess.CompletedProcess[bytes]:
    """The output stays bytes, because the test is about its encoding."""
    program = Path(sys.executable).with_name(command[0])
    environment = {**os.environ, **locale}
    return subprocess.run([program, *command[1:]], cwd=folder, env=environment, capture_output=True, check=False)


def check_shown(done: subprocess.CompletedProcess[bytes], code: int = 0) -> str:
    said = (done.stdout + done.stderr).decode("latin-1")
    assert done.returncode == code, said
    assert "Traceback" not in said
    assert "UnicodeEncodeError" not in said
    return said


@pytest.mark.parametrize(
    ("locale", "command"),
    [*((locale, ("report", "run")) for locale in LOCALES), (ASCII, ("cases",)), (ASCII, COMPARE)],
)
@pytest.mark.long
def test_commands_escape_what_the_terminal_cannot_show(
    tmp_path: Path, locale: dict[str, str], command: tuple[str, ...]
):
    write_synthetic_run(tmp_path / "run")
    said = check_shown(run(tmp_path, locale, "pytest-cookie", *command))
    if command[0] == "report":
        assert "\\u5355" in said, "of a case with a Chinese name"


@pytest.mark.parametrize("locale", [ASCII, pytest.param(LOCALES[1], marks=pytest.mark.slow), LOCALES[2]])
@pytest.mark.long
def test_collection_and_its_errors_are_shown(tmp_path: Path, locale: dict[str, str]):
    (tmp_path / "cases.yaml").write_text(CASE, encoding="utf-8")
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages/tea.html").write_text(GOOD_PAGE, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[tool.pytest-cookie] # Größe\nmax_steps = 1\n", encoding="utf-8")
    options = ("--cookie-cases=cases.yaml", "--collect-only", "-p", "no:cacheprovider")
    assert "tea" in check_shown(run(tmp_path, locale, "pytest", *options))
    wrong = CASE.replace("article", "größe→")
    (tmp_path / "cases.yaml").write_text(wrong, encoding="utf-8")
    check_shown(run(tmp_path, locale, "pytest", *options), pytest.ExitCode.USAGE_ERROR)


@pytest.mark.slow
def test_a_run_by_the_old_c_locale_reads_and_writes_utf_8(project: Project):
    project.page("tea.html", GOOD_PAGE.replace("Tea timer", "茶 Übersicht ☕"))
    (project.path / "cases.yaml").write_text(CASE, encoding="utf-8")
    settings = "[tool.pytest-cookie] # Größe\nmax_steps = 1\nfilm = false\n"
    (project.path / "pyproject.toml").write_text(settings, encoding="utf-8")
    options = ("--cookie-cases=cases.yaml", "--cookie-run=run", "-n", "1", "-p", "no:cacheprovider")
    said = check_shown(run(project.path, ASCII, "pytest", *options))
    assert "file names are ascii" in said
    records = (project.path / "run/records.jsonl").read_text(encoding="utf-8")
    assert "关于茶的文章 – für Gäste ☕" in records
    assert '"outcome":"scored"' in records
    assert "茶 Übersicht ☕" in next(project.path.glob("run/items/*/*/*/*/artifact/*.html")).read_text(encoding="utf-8")
    check_shown(run(project.path, ASCII, "pytest-cookie", "judge", "run"))
