"""Which file the settings of a run are read from, and that its header names it."""

from pathlib import Path

import pytest

CASE = "- {id: one, leaf: article, language: en, brief: b, artifact: one.html}\n"
TABLE = "[tool.pytest-cookie]\nmax_steps = 3\n"
PYTEST = "[tool.pytest.ini_options]\naddopts = '-q'\n"


@pytest.fixture
def here(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where pytest is started: `here`, beside `other`, which has tests and a configuration of pytest's own."""
    for name, content in {
        "here/cases.yaml": CASE,
        "here/one.html": "<p>One",
        "other/pyproject.toml": PYTEST,
        "other/test_mine.py": "def test_mine(cookie_complaint): pass",
    }.items():
        path = pytester.path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    monkeypatch.chdir(pytester.path / "here")
    return pytester.path / "here"


def told(pytester: pytest.Pytester, *arguments: str) -> str:
    result = pytester.runpytest_inprocess(
        "--cookie-cases=cases.yaml", "--collect-only", "-v", "-p", "no:cacheprovider", *arguments
    )
    assert result.ret == pytest.ExitCode.OK, result.errlines
    (line,) = (line for line in result.outlines if line.startswith("cookie: settings: "))
    return line.removeprefix("cookie: settings: ")


@pytest.mark.parametrize(
    ("files", "arguments", "found"),
    [
        (["here/pyproject.toml"], ["../other/test_mine.py"], "here/pyproject.toml"),
        (["here/pyproject.toml", "other/pyproject.toml"], ["../other/test_mine.py"], "here/pyproject.toml"),
        (["pyproject.toml"], [], "pyproject.toml"),
        (["pyproject.toml", "here/pyproject.toml"], [], "here/pyproject.toml"),
        (["other/pyproject.toml"], ["../other/test_mine.py"], "other/pyproject.toml"),
        (["here/pyproject.toml"], ["--pyargs", "pytest_cookie.benchmark"], "here/pyproject.toml"),
        (["here/pyproject.toml", "other/pyproject.toml"], ["--rootdir=../other"], "other/pyproject.toml"),
        (["here/pyproject.toml", "other/pyproject.toml"], ["-c", "../other/pyproject.toml"], "other/pyproject.toml"),
        (["here/pyproject.toml", "other/ours.toml"], ["-c", "../other/ours.toml"], "other/ours.toml"),
        (["here/pyproject.toml"], ["--rootdir=../other"], "here/pyproject.toml"),
    ],
)
def test_the_file_that_was_read_is_named(here: Path, pytester, files: list[str], arguments: list[str], found: str):
    for name in files:
        path = here.parent / name
        content = path.read_text(encoding="utf-8") if path.is_file() else ""
        path.write_text(content + TABLE, encoding="utf-8")
    assert told(pytester, *arguments) == str(here.parent / found)


@pytest.mark.parametrize(
    ("arguments", "read", "unread"),
    [
        (["../other/test_mine.py"], "here", "other"),  # pytest's rootdir is `other`
        (["--rootdir=../other"], "other", "here"),
        (["-c", "../other/pyproject.toml"], "other", "here"),
    ],
)
def test_of_two_files_that_differ_it_is_said_which_was_read(
    here: Path, pytester, arguments: list[str], read: str, unread: str
):
    for name, table in ((read, TABLE), (unread, TABLE.replace("3", "4"))):
        path = here.parent / name / "pyproject.toml"
        before = path.read_text(encoding="utf-8") if path.is_file() else ""
        path.write_text(before + table, encoding="utf-8")
    root = here.parent
    assert told(pytester, *arguments) == (
        f"{root / read / 'pyproject.toml'}; not read: {root / unread / 'pyproject.toml'}, "
        "whose [tool.pytest-cookie] differs"
    )


@pytest.mark.parametrize("content", [TABLE, "[tool\n", "[tool]\npytest-cookie = 3\n"])
def test_a_file_that_was_not_read_is_named_only_if_its_settings_differ(here: Path, pytester, content: str):
    (here / "pyproject.toml").write_text(TABLE, encoding="utf-8")
    (here.parent / "pyproject.toml").write_text(content, encoding="utf-8")
    (here / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")  # pytest itself looks no further
    is_named = "; not read: " in told(pytester, "--rootdir=.")
    assert is_named == content.startswith("[tool]")


def test_without_a_table_it_is_said_that_all_are_defaults(here: Path, pytester: pytest.Pytester):
    (here / "pyproject.toml").write_text("[project]\nname = 'mine'\n", encoding="utf-8")
    assert told(pytester) == f"defaults; no [tool.pytest-cookie] found for {here}"


@pytest.mark.parametrize("content", [b"[tool.pytest-cookie]\nreports = '\xff'\n", b"[tool\n"])
def test_a_file_that_cannot_be_read_is_named(here: Path, pytester: pytest.Pytester, content: bytes):
    (here.parent / "pyproject.toml").write_bytes(content)
    (here / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")  # pytest itself looks no further
    result = pytester.runpytest_inprocess("--cookie-cases=cases.yaml", "--collect-only")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{here.parent / 'pyproject.toml'}: *"])
