"""README and docs name the rubric of their calibration figures, and say so if it is not the current one."""

import re
from pathlib import Path

import pytest

from pytest_cookie.core.parsing import load_json
from pytest_cookie.judging.rubric.measurement import COSTS
from pytest_cookie.judging.rubric.table import RUBRIC_VERSION

REPOSITORY = Path(__file__).parents[3]
FIGURES = re.compile(r"91 % of 45 pairs|45 pairs\s+counted")
RUBRIC = re.compile(r"of rubric (\d+)(, which is older)?")
PAGES = ("README.md", "docs/explanation/calibration.md")


def named_rubric(text: str) -> str:
    """The rubric of the calibration figures of a page. Fails if the page claims an old one as the current one."""
    assert FIGURES.search(text), "the figures have changed: change this test, too"
    found = RUBRIC.search(text)
    assert found, "the figures name no rubric"
    assert bool(found[2]) == (found[1] != RUBRIC_VERSION), f"rubric {found[1]}; the current one is {RUBRIC_VERSION}"
    return found[1]


def test_readme_docs_and_a_shipped_calibration_name_the_same_rubric():
    named = {name: named_rubric((REPOSITORY / name).read_text("utf-8")) for name in PAGES}
    shipped = list((REPOSITORY / "pytest_cookie").rglob("calibration*.json"))
    assert shipped
    for path in shipped:
        named[path.name] = load_json(path.read_text("utf-8"))["terms"]["rubric_version"]
    assert len(set(named.values())) == 1, named


@pytest.mark.parametrize(
    "text",
    [
        "it preferred the good page in 91 % of 45 pairs",
        "the calibration of rubric 1: 91 % of 45 pairs",
        f"the calibration of rubric {RUBRIC_VERSION}, which is older than yours: 91 % of 45 pairs",
        "the calibration of rubric 1, which is older: 86 % of 300 pairs",
    ],
)
def test_figures_without_their_rubric_are_found(text: str):
    with pytest.raises(AssertionError):
        named_rubric(text)


def test_readme_names_the_costs_of_findings():
    text = " ".join((REPOSITORY / "README.md").read_text("utf-8").split())
    assert COSTS["critical"] == 1
    assert f"a major one {COSTS['major']:.0%}, a minor one {COSTS['minor']:.0%}".replace("%", " %") in text
