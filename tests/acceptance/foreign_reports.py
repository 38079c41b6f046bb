"""Checks of what pytest-html, Allure and JUnit show of a run with good, blank, missing and unusable pages."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as Xml


def check_html(html: str) -> None:
    assert html.count("data:image/jpeg;base64,") == 4  # two pages, in the column and in the opened row
    assert "../run/items/good-page/ready/html/1/index.html" in html
    assert "../run/items/good-page/ready/html/1/evidence/crawler/film.mp4" in html
    assert 'href="../run/index.html"' in html
    for name in ("model", "functionality", "aesthetics", "total"):
        assert f'class="sortable" data-column-type="{name}"' in html


def check_allure(folder: Path) -> None:
    results = {result["name"]: result for result in _results(folder)}
    statuses = {name: result["status"] for name, result in results.items()}
    assert statuses == {
        "good-page · ready": "passed",
        "missing-page · ready": "broken",
        **dict.fromkeys((f"{name}-page · ready" for name in ("blank", "empty", "huge", "paper")), "failed"),
    }
    assert "The page is blank" in results["blank-page · ready"]["statusDetails"]["message"]
    assert "nowhere.html does not exist" in results["missing-page · ready"]["statusDetails"]["message"]
    good = results["good-page · ready"]
    assert {attachment["name"]: attachment["type"] for attachment in good["attachments"]}.items() >= {
        ("first screen", "image/png"),
        ("film", "video/mp4"),
        ("verdict", "application/json"),
    }
    for attachment in good["attachments"]:
        assert (folder / attachment["source"]).stat().st_size
    first, *_, last = good["steps"]
    assert [step["name"].split()[0] for step in good["steps"]] == [str(index) for index in range(len(good["steps"]))]
    assert (first["name"], first["status"]) == ("0 look", "passed")
    assert [attachment["type"] for attachment in first["attachments"]] == ["image/png"]
    assert good["start"] <= first["start"] <= first["stop"] <= last["stop"] <= good["stop"] + 60_000
    broken = next(step for step in results["blank-page · ready"]["steps"] if step["status"] == "failed")
    assert "SyntaxError" in broken["statusDetails"]["message"]
    assert "console" in {attachment["name"] for attachment in results["blank-page · ready"]["attachments"]}
    _check_identity(good)
    assert "judge=measured" in (folder / "environment.properties").read_text()


def _check_identity(result: dict) -> None:
    """The ids that Allure keeps history by do not depend on this machine."""
    labels = [(label["name"], label["value"]) for label in result["labels"]]
    assert dict(labels).items() >= {
        ("epic", "Static web pages"),
        ("feature", "Tools & Productivity (Static)"),
        ("story", "Formula Calculator"),
        ("severity", "normal"),
        ("owner", "ready"),
        ("parentSuite", "ready"),
    }
    assert {value for name, value in labels if name == "tag"} == {"en", "html", "static", "medium"}
    assert len(labels) == len(set(labels))
    assert result["fullName"] == "pytest_cookie.benchmark#good-page"
    assert result["testCaseId"] == "9bb89932a67e6d8153ec6b13adc0bc73"
    assert result["historyId"] == "2101d01160ee3228c89b496fcb80487e"
    kept = {
        parameter["name"]: parameter["value"] for parameter in result["parameters"] if not parameter.get("excluded")
    }
    assert kept == {"model": "ready", "mode": "html", "repeat": "1"}


def check_junit(root: Xml.Element) -> None:
    suite, gate = root.findall("testsuite")
    assert suite[0].tag == "properties"
    told = _properties(suite)
    assert told["cookie.gate"] == "broken"
    assert re.fullmatch(r"functionality .*, 6 items, 4 failed, 1 unscored, .*", told["cookie.model.ready"])
    cases = {_properties(case)["case"]: case for case in suite.iter("testcase")}
    assert {case.get("classname") for case in cases.values()} == {"pytest_cookie.benchmark"}
    good, missing = _properties(cases["good-page"]), _properties(cases["missing-page"])
    assert (good["outcome"], good["judge"], good["model"]) == ("scored", "measured", "ready")
    assert 0 < float(good["total"]) <= 100
    assert int(_properties(cases["blank-page"])["findings_critical"]) == 1
    assert "total" not in missing
    assert cases["missing-page"].find("error") is not None
    assert cases["blank-page"].find("failure") is not None
    assert {case.get("name") for case in gate} == {"coverage", "total"}


def _properties(element: Xml.Element) -> dict[str, str]:
    return {str(found.get("name")): str(found.get("value")) for found in element.findall("properties/property")}


def _results(folder: Path) -> Iterator[dict]:
    for path in folder.glob("*-result.json"):
        yield json.loads(path.read_text())
