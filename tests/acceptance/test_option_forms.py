"""`--option value` equals `--option=value`, even if the value is a path that pytest could take for tests."""

from pathlib import Path

import pytest

from pytest_cookie.plugin.entry import pytest_addoption
from pytest_cookie.plugin.options import BENCHMARK
from pytest_cookie.plugin.project import find_project_location
from pytest_cookie.records.run import RunFolder
from tests.synthetic_run import make_manifest

VALUES = {
    "--model": "sample/polished",
    "--cookie-model": "sample/polished",
    "--cookie-cases": "more/cases",
    "--cookie-set": "lite",
    "--cookie-artifacts": "pages",
    "--cookie-protocol": "cookie",
    "--cookie-mode": "html",
    "--cookie-agent": "crawler",
    "--cookie-judge": "measured",
    "--cookie-repeats": "2",
    "--cookie-ablation": "no_video",
    "--cookie-budget-usd": "1.5",
    "--cookie-replay": "only",
    "--cookie-baseline": "runs/before",
    "--cookie-fail-under": "50",
    "--cookie-run": "runs/mine",
    "--cookie-resume": "runs/before",
    "--cookie-revisions": "1",
    "--cookie-shard": "1/2",
}
BESIDE = {
    "--cookie-artifacts": ["--cookie-cases=more/cases"],
    "--cookie-ablation": ["--cookie-judge=openai/any"],
    "--cookie-revisions": ["--cookie-protocol=auigym", "--cookie-agent=openai/any"],
}
"""Options that an option needs beside it."""
ASKS = {"--model", "--cookie-model", "--cookie-cases", "--cookie-artifacts", "--cookie-resume"}
CASE = "- {id: one, leaf: article, language: en, brief: b, artifact: ../../pages/one.html}\n"


class _Parser:
    """Collects the options that take a value."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def getgroup(self, *_: object) -> "_Parser":
        return self

    def addoption(self, name: str, action: str = "", **_: object) -> None:
        self.names += [] if action == "store_true" else [name]


def test_every_option_that_takes_a_value_is_tried():
    parser = _Parser()
    pytest_addoption(parser)  # type: ignore[arg-type]
    assert set(parser.names) == set(VALUES) - {"--model"}


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """Every value names an existing folder with a project of its own, whose settings must not be used."""
    for value in VALUES.values():
        trap = pytester.path / value
        trap.mkdir(parents=True, exist_ok=True)
        if value != "more/cases":  # every file in a folder of cases is read
            (trap / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 499\n", encoding="utf-8")
            (trap / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (pytester.path / "more/cases/one.yaml").write_text(CASE, encoding="utf-8")
    (pytester.path / "pages/one.html").write_text("<p>One", encoding="utf-8")
    RunFolder(pytester.path / "runs/before").write_manifest(make_manifest())
    pytester.makepyprojecttoml("[tool.pytest-cookie]\nmax_steps = 3\n")
    return pytester.path


def test_both_forms_are_parsed_alike(folder: Path, pytester: pytest.Pytester, subtests: pytest.Subtests):
    for option, value in VALUES.items():
        others = [*BESIDE.get(option, ()), *([] if option in ASKS else ["--model=sample/polished"])]
        with subtests.test(option=option):
            joined, apart = (pytester.parseconfig(*form, *others) for form in ([f"{option}={value}"], [option, value]))
            assert vars(joined.option) == vars(apart.option)
            assert joined.args == apart.args == [BENCHMARK]
            assert find_project_location(apart).file == folder / "pyproject.toml"
            assert value in str(vars(apart.option))


def test_a_run_takes_both_forms(folder: Path, pytester: pytest.Pytester):
    results = [
        pytester.runpytest_inprocess(*form, "--collect-only", "-p", "no:cacheprovider")
        for form in (["--cookie-resume=runs/before"], ["--cookie-resume", "runs/before"])
    ]
    joined, apart = ([line for line in result.outlines if "test_artifact[" in line] for result in results)
    assert joined == apart
    assert joined
    for result in results:
        assert result.ret == pytest.ExitCode.OK
        result.stdout.fnmatch_lines([f"cookie: settings: {folder / 'pyproject.toml'}"])
