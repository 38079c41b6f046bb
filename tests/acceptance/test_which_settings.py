"""Which file a run reads its settings from, and how its header names it."""

from pathlib import Path

import pytest

from pytest_cookie.plugin.project import ProjectLocation, find_project_location

CASE = "- {id: one, leaf: article, language: en, brief: b, artifact: one.html}\n"
TABLE = "[tool.pytest-cookie]\nmax_steps = 3\n"
OTHER_TABLE = TABLE.replace("3", "4")
PYTEST = "[tool.pytest.ini_options]\naddopts = '-q'\n"
CASES = "--cookie-cases=cases.yaml"

FOUND = [
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
]
"""Files with a table, arguments, and the file that is read."""


@pytest.fixture
def root(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Path:
    """pytest is started in `here`, beside `other`, which has tests and a configuration of pytest."""
    write(pytester.path)
    monkeypatch.chdir(pytester.path / "here")
    return pytester.path


def write(root: Path, *tables: tuple[str, str]) -> None:
    """The files of both folders; `tables` are added to files."""
    contents = {
        "here/cases.yaml": CASE,
        "here/one.html": "<p>One",
        "other/pyproject.toml": PYTEST,
        "other/test_mine.py": "def test_mine(cookie_complaint): pass",
    }
    for name in ("pyproject.toml", "here/pyproject.toml", "other/ours.toml"):
        (root / name).unlink(missing_ok=True)
    for name, table in tables:
        contents[name] = contents.get(name, "") + table
    for name, content in contents.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")


def location(pytester: pytest.Pytester, *arguments: str) -> ProjectLocation:
    return find_project_location(pytester.parseconfig(CASES, *arguments))


def header(pytester: pytest.Pytester, *arguments: str) -> str:
    result = pytester.runpytest_inprocess(CASES, "--collect-only", "-v", "-p", "no:cacheprovider", *arguments)
    assert result.ret == pytest.ExitCode.OK, result.errlines
    (line,) = (line for line in result.outlines if line.startswith("cookie: settings: "))
    return line.removeprefix("cookie: settings: ")


def test_the_nearest_file_with_a_table_is_read(root: Path, pytester: pytest.Pytester, subtests: pytest.Subtests):
    for files, arguments, found in FOUND:
        with subtests.test(files=files, arguments=arguments):
            write(root, *((name, TABLE) for name in files))
            assert location(pytester, *arguments).file == root / found


@pytest.mark.parametrize(
    ("arguments", "read", "unread"),
    [
        (["../other/test_mine.py"], "here", "other"),  # pytest's rootdir is `other`
        (["--rootdir=../other"], "other", "here"),
        (["-c", "../other/pyproject.toml"], "other", "here"),
    ],
)
def test_a_second_file_with_other_settings_is_named(
    root: Path, pytester: pytest.Pytester, arguments: list[str], read: str, unread: str
):
    read_file, unread_file = f"{read}/pyproject.toml", f"{unread}/pyproject.toml"
    write(root, (read_file, TABLE), (unread_file, OTHER_TABLE))
    assert location(pytester, *arguments) == ProjectLocation(root / read, root / read_file, root / unread_file)


@pytest.mark.parametrize("content", [TABLE, "[tool\n", "[tool]\npytest-cookie = 3\n"])
def test_a_second_file_is_named_only_if_its_settings_differ(root: Path, pytester: pytest.Pytester, content: str):
    write(root, ("here/pyproject.toml", TABLE), ("here/pytest.ini", "[pytest]\n"), ("pyproject.toml", content))
    unread = location(pytester, "--rootdir=.").unread
    assert unread == (root / "pyproject.toml" if content.startswith("[tool]") else None)


def test_the_header_names_the_file_and_the_unread_one(root: Path, pytester: pytest.Pytester):
    write(root, ("here/pyproject.toml", TABLE), ("other/pyproject.toml", OTHER_TABLE))
    assert header(pytester, "../other/test_mine.py") == (
        f"{root / 'here/pyproject.toml'}; not read: {root / 'other/pyproject.toml'}, whose [tool.pytest-cookie] differs"
    )


def test_the_header_says_that_all_settings_are_defaults(root: Path, pytester: pytest.Pytester):
    write(root, ("here/pyproject.toml", "[project]\nname = 'mine'\n"))
    assert header(pytester) == f"defaults; no [tool.pytest-cookie] found for {root / 'here'}"


@pytest.mark.parametrize("content", [b"[tool.pytest-cookie]\nreports = '\xff'\n", b"[tool\n"])
def test_an_unreadable_file_is_named(root: Path, pytester: pytest.Pytester, content: bytes):
    write(root, ("here/pytest.ini", "[pytest]\n"))  # pytest itself looks no further
    (root / "pyproject.toml").write_bytes(content)
    result = pytester.runpytest_inprocess(CASES, "--collect-only")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*{root / 'pyproject.toml'}: *"])
