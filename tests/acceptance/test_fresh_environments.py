"""Our wheel in fresh environments, with and without extras.

A test suite that does not use the plugin runs as before, and options that need an extra name it.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.acceptance.installation import OURS, Environment, build_wheel

SUITE = {
    "pyproject.toml": """
[tool.pytest.ini_options]
testpaths = ["checks"]
addopts = "--strict-markers --strict-config"
filterwarnings = ["error"]
markers = ["cookie_jar: theirs"]
""",
    "conftest.py": """
import pathlib
import pytest

def pytest_addoption(parser):
    parser.addoption("--model", default="small", help="a car's")
    parser.addoption("--cases", type=int, default=2)

def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.write_line(f"their model is {config.getoption('--model')}")

@pytest.fixture
def verdict(request):
    return request.config.getoption("--model")

@pytest.fixture
def page(tmp_path):
    return "a page of a book"
""",
    "checks/test_theirs.py": """
import os, pathlib, sys
import pytest

@pytest.mark.parametrize("number", range(3))
def test_numbers(number): assert number < 2

@pytest.mark.skip(reason="not today")
def test_skipped(): pass

@pytest.mark.xfail
def test_expected(): assert False

@pytest.mark.cookie_jar
def test_fixtures(verdict, page):
    assert page == "a page of a book"
    assert verdict in ("small", "large")

def test_leaves_a_picture():
    folder = pathlib.Path("test-results")
    folder.mkdir(exist_ok=True)
    (folder / "new.png").write_bytes(b"new")

def test_environment():
    assert not [name for name in os.environ if "COOKIE" in name]
    assert "playwright" not in sys.modules
""",
    "test-results/shot.png": "a picture of last week",
    "test-results/deep/er/trace.zip": "a trace of last week",
    "reports/index.html": "<p>theirs</p>",
    "reports/2024/records.jsonl": "{}",
    "assets/plotly.min.js": "theirs",
    ".pytest_cache/v/cache/lastfailed": '{"checks/test_theirs.py::test_numbers[2]": true}',
    ".pytest_cache/v/theirs/notes": '"kept"',
    "cookies.yaml": "cases: [1, 2]",
}
ASKED = {
    "plain": [],
    "own options, last failed": ["--model=large", "--cases", "3", "--lf", "-vv", "-rA"],
    "collect": ["--collect-only", "-q"],
    "stop, report for machines": ["-x", "--ff", "--tb=short", "-q", "--junitxml=test-results/junit.xml"],
    "unknown option": ["--modell=large"],
    "nothing selected": ["-k", "no_such_test"],
}
CHANGING = re.compile(
    r"in \d+\.\d\ds|^(?:plugins|metadata): .*\n|time=\"[\d.]+\"|timestamp=\"[^\"]+\"|^=+ | =+$|0x[0-9a-f]+",
    re.MULTILINE,
)
"""Differences between any two runs: times, the list of plugins and packages, the padding around times, addresses."""


def write_suite(folder: Path) -> None:
    for name, text in SUITE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def tree(folder: Path) -> dict[str, str]:
    """The paths in a folder, each with its kind or content."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        elif path.is_dir():
            found[name] = "folder"
        elif path.suffix == ".pyc":  # holds times
            found[name] = "compiled"
        else:
            found[name] = CHANGING.sub("", path.read_text())
    return found


def outcome(environment: Environment, folder: Path, arguments: list[str]) -> tuple[int, str, str, dict[str, str]]:
    """Exit code, output and error output of a run of their suite in a new `folder`, and the folder afterwards."""
    folder.mkdir()
    write_suite(folder)
    clean = {name: value for name, value in os.environ.items() if "PYTEST" not in name and "COOKIE" not in name}
    done = subprocess.run(
        [environment.python, "-m", "pytest", *arguments],
        cwd=folder, env=clean, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    left = tree(folder)
    folder.rename(folder.with_name(f"{folder.name}-{len(list(folder.parent.iterdir()))}"))
    said = [CHANGING.sub("", text.replace(str(environment.python), "python")) for text in (done.stdout, done.stderr)]
    return done.returncode, said[0], said[1], left


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """With pytest alone."""
    environment = Environment(tmp_path_factory.mktemp("bare"))
    environment.install("pytest")
    return environment


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("core"))
    environment.install_wheel(wheel)
    return environment


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("all"))
    environment.install_wheel(wheel, "[all]")
    return environment


@pytest.fixture(scope="module")
def everything_but_us(tmp_path_factory: pytest.TempPathFactory, everything: Environment) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("others"))
    for name in sorted(everything.installed - {OURS}):
        environment.install(name)
    return environment


def test_with_the_core_a_foreign_suite_ends_as_without_us(
    bare: Environment, core: Environment, tmp_path: Path, subtests: pytest.Subtests
):
    assert OURS in core.installed - bare.installed
    write_suite(tmp_path / "before")
    before = {name: text for name, text in tree(tmp_path / "before").items() if not name.endswith("lastfailed")}
    for name, arguments in ASKED.items():
        with subtests.test(name):
            with_us = outcome(core, tmp_path / "theirs", arguments)
            assert with_us == outcome(bare, tmp_path / "theirs", arguments)
            assert with_us[-1].items() >= before.items()


@pytest.mark.slow
def test_with_all_extras_it_ends_as_with_their_plugins_without_us(
    everything_but_us: Environment, everything: Environment, tmp_path: Path, subtests: pytest.Subtests
):
    for name, arguments in ASKED.items():
        with subtests.test(name):
            with_us = outcome(everything, tmp_path / "theirs", arguments)
            assert with_us == outcome(everything_but_us, tmp_path / "theirs", arguments)


def test_the_wheel_carries_the_scripts_and_licences_of_others(core: Environment):
    folder = core.packages / "pytest_cookie/third_party"
    names = {path.name for path in folder.iterdir()}
    assert {"axe.min.js", "axe-core.LICENSE", "plotly.min.js", "plotly.js.LICENSE", "packages.json"} <= names


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["--model=openai/gpt-5"], "models"),
        pytest.param(["--model=sample/polished", "--cookie-judge=anthropic/claude"], "models", marks=pytest.mark.slow),
        pytest.param(["--model=sample/polished", "--cookie-agent=gemini/gemini-pro"], "models", marks=pytest.mark.slow),
        (["--model=sample/polished", "--html=out.html"], "html"),
        pytest.param(["--model=sample/polished", "--alluredir", "out"], "allure", marks=pytest.mark.slow),
        pytest.param(["--model=sample/polished", "--headed"], "playwright", marks=pytest.mark.slow),
    ],
)
def test_an_option_that_needs_an_extra_is_refused_before_the_run(
    core: Environment, tmp_path: Path, arguments: list[str], extra: str
):
    done = subprocess.run(
        [core.python, "-m", "pytest", "-k", "tea", *arguments],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "OPENAI_API_KEY": "x", "ANTHROPIC_API_KEY": "x", "GEMINI_API_KEY": "x"},
    )  # fmt: skip
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"pip install 'pytest-cookie[{extra}]'" in done.stderr
    assert list(tmp_path.iterdir()) == []
