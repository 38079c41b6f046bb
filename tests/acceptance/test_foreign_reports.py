"""pytest-html and Allure show our items with their picture."""

import json

from tests.acceptance.conftest import Project


def test_pytest_html_links_the_evidence_and_shows_the_first_screen(project: Project):
    project.page("good.html")
    project.case("good-page", "good.html")
    project.run("-n", "1", "--html=out/report.html", "--self-contained-html")
    html = (project.path / "out" / "report.html").read_text()
    assert "data:image/jpeg;base64," in html
    assert "../run/items/good-page/ready/html/1/index.html" in html


def test_allure_gets_scores_and_the_first_screen(project: Project):
    project.page("good.html")
    project.case("good-page", "good.html")
    project.run("-n", "1", "--alluredir=allure")
    results = [json.loads(path.read_text()) for path in (project.path / "allure").glob("*-result.json")]
    assert [result["name"] for result in results] == ["good-page · ready"]
    attached = json.dumps([json.loads(path.read_text()) for path in (project.path / "allure").glob("*.json")])
    assert "first screen" in attached
    assert len(list((project.path / "allure").glob("*-attachment.png"))) == 1
