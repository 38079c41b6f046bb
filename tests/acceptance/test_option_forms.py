"""`--option value` is `--option=value`, also where the value is a path that pytest could take for tests."""

from pathlib import Path

import pytest

from pytest_cookie.plugin.entry import pytest_addoption
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
"""What an option makes no sense without."""
ASKS = {"--model", "--cookie-model", "--cookie-cases", "--cookie-artifacts", "--cookie-resume"}
CASE = "- {id: one, leaf: article, language: en, brief: b, artifact: ../../pages/one.html}\n"


class _Parser:
    """Notes which of our options take a value."""

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
    """Every value names a folder that is there, with a project of its own in it, which is not to be taken for ours."""
    for value in VALUES.values():
        trap = pytester.path / value
        trap.mkdir(parents=True, exist_ok=True)
        if value != "more/cases":  # a folder of cases is read whole
            (trap / "pyproject.toml").write_text("[tool.pytest-cookie]\nmax_steps = 499\n", encoding="utf-8")
            (trap / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (pytester.path / "more/cases/one.yaml").write_text(CASE, encoding="utf-8")
    (pytester.path / "pages/one.html").write_text("<p>One", encoding="utf-8")
    RunFolder(pytester.path / "runs/before").write_manifest(make_manifest())
    pytester.makepyprojecttoml("[tool.pytest-cookie]\nmax_steps = 3\n")
    return pytester.path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("option", VALUES)
def test_both_forms_are_one(pytester: pytest.Pytester, option: str):
    value = VALUES[option]
    others = ["--collect-only", "-p", "no:cacheprovider", *BESIDE.get(option, ())]
    others += [] if option in ASKS else ["--model=sample/polished"]
    told = []
    for form in ([f"{option}={value}"], [option, value]):
        result = pytester.runpytest_inprocess(*form, *others)
        lines = [line for line in result.outlines if line.startswith("cookie:") or "test_artifact[" in line]
        told.append((result.ret, lines, result.errlines))
    assert told[0] == told[1]
    ret, lines, errors = told[0]
    assert ret == pytest.ExitCode.OK, errors
    assert f"cookie: settings: {pytester.path / 'pyproject.toml'}" in lines
    assert any("test_artifact[" in line for line in lines)
