"""pytest-html and Allure show our items with their picture."""

import json

from tests.acceptance.conftest import Project


def test_pytest_html_and_allure_show_scores_and_the_first_screen(project: Project):
    project.page("good.html")
    project.case("good-page", "good.html")
    project.run("-n", "1", "--html=out/report.html", "--self-contained-html", "--alluredir=allure")

    html = (project.path / "out" / "report.html").read_text()
    assert "data:image/jpeg;base64," in html
    assert "../run/items/good-page/ready/html/1/index.html" in html

    results = [json.loads(path.read_text()) for path in (project.path / "allure").glob("*-result.json")]
    assert [result["name"] for result in results] == ["good-page · ready"]
    attached = {one["name"] for one in results[0]["attachments"]}
    assert attached == {"scores", "first screen"}
    assert len(list((project.path / "allure").glob("*-attachment.png"))) == 1
