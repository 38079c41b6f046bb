"""What a check prints, from a result made by hand."""

import json

import pytest

from pytest_cookie.core.verdict import Finding
from pytest_cookie.page_check.formats import FORMATS, CheckedPage, PlacedFinding

FINDING = Finding(
    dimension="functionality", severity="major", title="Button “Save, all” does nothing",
    why="100 % silent:\nno effect", kind="dead-control", selector="#save", evidence="static/desktop.png",
)  # fmt: skip


@pytest.fixture
def checked() -> CheckedPage:
    hostile = FINDING.model_copy(update={"severity": "minor", "title": "\x1b[31m<b>|red|", "kind": "", "selector": ""})
    placed = [
        PlacedFinding(finding=FINDING, file="site/index.html", line=12, picture="run/static/desktop.png"),
        PlacedFinding(finding=hostile, file="site/index.html", line=None, picture=""),
    ]
    return CheckedPage(
        version="1", page="site", brief="", leaf="article", language="en", guessed=("leaf",), judge="measured",
        scores={"total": 81.5, "aesthetics": None}, findings=tuple(placed), criteria=(), run="run",
    )  # fmt: skip


def test_the_text_has_scores_findings_and_places(checked: CheckedPage):
    lines = FORMATS["text"](checked).splitlines()
    assert lines[0] == "site · article (guessed) · en · judge measured"
    assert lines[1].startswith("no brief:")
    assert lines[2] == "total 81.5  aesthetics not measured"
    assert lines[3] == "2 findings: 1 major, 1 minor"
    assert lines[4].startswith("major    Button “Save, all” does nothing (line 12)")
    assert "\x1b" not in "".join(lines)


def test_the_text_names_the_number_of_findings_that_it_leaves_out(checked: CheckedPage):
    many = checked.model_copy(update={"findings": checked.findings * 4})
    assert FORMATS["text"](many).splitlines()[-1].strip() == "and 3 more"


def test_json_can_be_read_again(checked: CheckedPage):
    assert CheckedPage.model_validate_json(FORMATS["json"](checked)) == checked
    assert json.loads(FORMATS["json"](checked))["schema_version"] == 1


def test_sarif_has_a_rule_for_each_kind_and_a_place_for_each_finding(checked: CheckedPage):
    log = json.loads(FORMATS["sarif"](checked))
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert (log["version"], rules) == ("2.1.0", ["dead-control", "functionality-finding"])
    assert [result["ruleId"] for result in run["results"]] == rules
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "site/index.html"}, "region": {"startLine": 12}}
    assert [result["level"] for result in run["results"]] == ["error", "warning"]


def test_an_annotation_is_one_line_whose_fields_end_where_they_should(checked: CheckedPage):
    first, second = FORMATS["github"](checked).splitlines()
    assert first == (
        "::error file=site/index.html,line=12,title=major%3A Button “Save%2C all” does nothing"
        "::100 %25 silent:%0Ano effect"
    )
    assert second.startswith("::warning file=site/index.html,line=1,")


def test_markdown_shows_markup_as_text(checked: CheckedPage):
    text = FORMATS["markdown"](checked)
    assert r"\<b\>\|red\|" in text
    assert "| major | Button “Save, all” does nothing: 100 % silent: no effect | 12 |" in text
    assert FORMATS["markdown"](checked.model_copy(update={"findings": ()})).endswith("No findings.")
