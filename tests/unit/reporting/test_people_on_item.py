"""People's answers on the page of an item, stored by `agree --store`."""

from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.records.human_rating import HumanRating, Scale
from pytest_cookie.records.people_answers import PEOPLE_FILE, PeopleAnswers, read_people
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import write_site
from pytest_cookie.reporting.site.item.people import PairPreference, RatedScore, people_on_item
from tests.cookie_scores import COOKIE_SCORES
from tests.synthetic_run import FLAWED, HOSTILE, POLISHED, make_record
from tests.unit.reporting.page import Page

CASE = "moth-and-lanterns"
GOOD, BAD = make_record(CASE, POLISHED), make_record(CASE, FLAWED, functionality=38.5, aesthetics=61.0, total=49.75)


def _rating(model: str, rater: str, **given: object) -> HumanRating:
    return HumanRating(CASE, model, rater, **given)  # type: ignore[arg-type]


ANSWERS = PeopleAnswers.of(
    [
        _rating(POLISHED, "ann", points={"total": 7.0}, ranks={"aesthetics": 1.0}),
        _rating(POLISHED, "bob", points={"total": 4.0}),
        _rating(FLAWED, "ann", points={"total": 2.0}),
        _rating(FLAWED, "bob", points={"total": 4.0}),
        _rating("stranger", "ann", points={"total": 8.0}),
    ],
    Scale(),
    ["Judge and people agree."],
)


def test_ratings_stand_beside_the_scores() -> None:
    found = people_on_item(ANSWERS, GOOD, [GOOD, BAD], COOKIE_SCORES)
    assert found is not None
    assert found.scores == (
        RatedScore("Aesthetics", "80.0", "", "rank 1.0", (("ann", "1"),)),
        RatedScore("Total", "85.0", "6.8 of 8", "5.5 of 8", (("ann", "7"), ("bob", "4"))),
    )
    assert found.preferences == (PairPreference(FLAWED, "this one", this=1, neither=1, other=0),)
    assert found.conclusions == ("Judge and people agree.",)


def test_without_answers_there_is_no_section() -> None:
    other = make_record("单位换算", POLISHED)
    assert people_on_item(None, GOOD, [GOOD], COOKIE_SCORES) is None
    assert people_on_item(ANSWERS, other, [other], COOKIE_SCORES) is None


def test_an_answer_that_fits_several_repeats_is_about_none() -> None:
    second = make_record(CASE, POLISHED, repeat=2, folder=GOOD.folder[:-1] + "2")
    assert people_on_item(ANSWERS, GOOD, [GOOD, second, BAD], COOKIE_SCORES) is None


def test_stored_answers_are_in_the_report_as_text(run: RunFolder, tmp_path: Path) -> None:
    table = tmp_path / "people.csv"
    rater = HOSTILE.replace('"', '""')
    rows = [f'{CASE},{model},"{rater}",{points}' for model, points in ((POLISHED, 7), (FLAWED, 2))]
    table.write_text("\n".join(["case,model,rater,total", *rows]) + "\n", encoding="utf-8")
    page = run.path / GOOD.folder / "index.html"
    write_site(run)
    assert 'id="people"' not in page.read_text(encoding="utf-8")
    assert main(["agree", str(run.path), str(table), "--store"]) == 0
    shown = Page(page)
    assert "6.8 of 8" in shown.text
    assert [attributes for tag, attributes in shown.tags if tag == "script"] == [{}, {}]
    assert "measured prefers the same of two artifacts as 1 person did in" in Page(run.path / "index.html").text
    other = run.path / make_record("单位换算", POLISHED).folder / "index.html"
    assert 'id="people"' not in other.read_text(encoding="utf-8")


@pytest.mark.parametrize("content", ["{", '{"low": 0}', "[]"])
def test_answers_that_cannot_be_read_are_none(run: RunFolder, content: str) -> None:
    (run.path / PEOPLE_FILE).write_text(content)
    assert read_people(run) is None
