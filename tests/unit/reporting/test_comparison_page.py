"""The page of a comparison as text; tests/browser/test_report.py opens it in a browser."""

import re
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.record import Cause
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.item import verdict_file
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.lineup import read_judged_by
from pytest_cookie.reporting.site.comparison.shown_files import _last_names
from tests.synthetic_run import FLAWED, POLISHED, write_synthetic_run
from tests.unit.judging.evidence_builders import evidence, step, trace
from tests.unit.reporting.page import Page

SECOND = "vendor/second"
NAMES = ("--model-a", POLISHED, "--model-b", POLISHED)


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return RunFolder(write_synthetic_run(tmp_path / "one"))


def _judge_again(run: RunFolder) -> None:
    """A second judge that finds half of everything and nothing wrong."""
    for record in run.records():
        path = run.path / record.folder / "verdicts" / "measured.json"
        if path.is_file():
            first = Verdict.model_validate_json(path.read_text())
            scores = {name: None if value is None else value / 2 for name, value in record.scores.items()}
            second = first.model_copy(update={"judge": SECOND, "scores": scores, "findings": ()})
            (run.path / record.folder / verdict_file(SECOND)).write_text(second.model_dump_json())


def _page(folder: Path) -> Page:
    page = Page(folder / "index.html")
    for address in page.addresses():
        if not address.startswith(("#", "data:image/svg+xml,")):
            assert re.fullmatch(r"files/[0-9]{4}-[0-9](-first|-last)?\.(webp|mp4|webm)", address)
            assert (folder / address).is_file()
    return page


def _rows(page: Page) -> dict[str, dict[str, str | None]]:
    return {str(one["data-name"]) + str(one["data-strand"]): one for tag, one in page.tags if tag == "article"}


def test_models_of_one_run_are_side_by_side(run: RunFolder, tmp_path: Path) -> None:
    assert main(["compare", str(run.path), "--html", str(tmp_path / "page")]) == 0
    page = _page(tmp_path / "page")
    rows = _rows(page)
    assert next(iter(rows)) == "单位换算"  # 92 against 0: the largest difference
    assert rows["单位换算"]["data-gain"] == "-92.0000"
    assert (rows["moth-and-lanterns"]["data-came"], rows["moth-and-lanterns"]["data-went"]) == ("4", "0")
    assert rows["umsatz-uebersicht"]["data-gain"] == ""
    assert "Chromium did not answer for 60 s" in page.text
    assert f"{FLAWED} is worse" in page.text or "No significant difference" in page.text


def test_hostile_texts_are_text(run: RunFolder, tmp_path: Path) -> None:
    assert main(["compare", str(run.path), "--html", str(tmp_path / "page")]) == 0
    page = _page(tmp_path / "page")
    assert [attributes for tag, attributes in page.tags if tag == "script"] == [{}, {}]
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on") or name == "style"]
    assert "{{ 7 * 7 }}" in page.text


def test_two_runs_and_two_judges(run: RunFolder, tmp_path: Path, subtests: pytest.Subtests) -> None:
    _judge_again(run)
    other = write_synthetic_run(tmp_path / "two")
    people = tmp_path / "people.csv"
    people.write_text(f"case,model,rater,total\nmoth-and-lanterns,{POLISHED},ann,7\nmoth-and-lanterns,{FLAWED},ann,2\n")
    with subtests.test("two runs of one model are called by run"):
        assert main(["compare", str(run.path), str(other), *NAMES, "--html", str(tmp_path / "runs")]) == 0
        page = _page(tmp_path / "runs")
        assert "sample/polished in one" in page.text
        assert "sample/polished in two" in page.text
        assert {row["data-gain"] for row in _rows(page).values()} == {"0.0000"}
    with subtests.test("two judges see the same artifact, a strand for each model"):
        arguments = [
            "compare",
            str(run.path),
            "--judge-b",
            SECOND,
            "--human",
            str(people),
            "--html",
            str(tmp_path / "judges"),
        ]
        assert main(arguments) == 0
        page = _page(tmp_path / "judges")
        rows = _rows(page)
        assert len(rows) == 8
        assert rows[f"moth-and-lanterns{FLAWED}"]["data-went"] == "5"
        assert rows[f"moth-and-lanterns{POLISHED}"]["data-gain"] == "-42.5000"
        assert page.text.count("Both judges saw") == 8
        assert "People: total 7.0 of 8 by 1 person" in page.text
        assert "people side with measured 0 times" in page.text


def test_an_item_that_a_judge_did_not_see_is_unscored_for_it(run: RunFolder, subtests: pytest.Subtests) -> None:
    _judge_again(run)
    for record in run.records():
        if (record.case, record.model) in (("单位换算", FLAWED), ("moth-and-lanterns", FLAWED)):
            (run.path / record.folder / verdict_file(SECOND)).unlink()
    blank = next(record for record in run.records() if record.outcome == "failed")
    key = ItemKey(case=blank.case, model=blank.model, mode=blank.mode, repeat=blank.repeat)
    problem = ArtifactProblem(kind="no_code", message="the reply has no code")
    no_page = Artifact(key=key, files=(), entry=None, digest="0" * 64, problem=problem)

    def judged() -> dict[tuple[str, str], tuple[str, str]]:
        read, _ = read_judged_by(run, SECOND)
        return {(one.case, one.model): (one.outcome, one.cause.stage if one.cause else "") for one in read}

    with subtests.test("the other judge calls the page blank"):
        assert judged()["单位换算", FLAWED] == ("unscored", "judge")
    with subtests.test("the other judge scored it"):
        assert judged()["moth-and-lanterns", FLAWED] == ("unscored", "judge")
    with subtests.test("the browser did not answer"):
        assert judged()["umsatz-uebersicht", FLAWED] == ("unscored", "explore")
    with subtests.test("there is no page"):
        (run.path / blank.folder / "artifact.json").write_text(no_page.model_dump_json())
        assert judged()["单位换算", FLAWED] == ("failed", "")
    with subtests.test("the other judge failed"):
        refused = Cause(stage="judge", kind="JudgingError", message="measured gave no verdict")
        changed = [one.model_copy(update={"outcome": "unscored", "cause": refused}) for one in run.records()]
        run.write_records(changed)
        (one,) = (one for one in read_judged_by(run, SECOND)[0] if (one.case, one.model) == ("单位换算", FLAWED))
        assert one.cause
        assert one.cause.message == f"{SECOND} has no verdict on this item"


def test_what_cannot_be_compared_is_refused(
    run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    held = tmp_path / "held"
    held.mkdir()
    (held / "notes.txt").write_text("mine")
    one = str(run.path)
    for arguments, why in (
        ([one, "--html", str(held)], "holds other files, such as notes.txt"),
        ([one, "--judge-b", "measure"], "has no verdicts of 'measure'; did you mean 'measured'?"),
        ([one, "--judge-a", SECOND], "name the other with --judge-b"),
        ([one, "--model-b", FLAWED], "name A twice"),
        ([one, "--human", str(held / "notes.txt")], "--human shows ratings in the page of --html"),
    ):
        with subtests.test(why):
            assert main(["compare", *arguments]) == 2
            assert why in capsys.readouterr().err
    assert (held / "notes.txt").read_text() == "mine"


def test_a_page_replaces_an_earlier_one(run: RunFolder, tmp_path: Path) -> None:
    arguments = ["compare", str(run.path), "--html", str(tmp_path / "page")]
    assert main(arguments) == 0
    (tmp_path / "page" / "files" / "9999-1-first.webp").write_bytes(b"old")
    assert main(arguments) == 0
    assert not (tmp_path / "page" / "files" / "9999-1-first.webp").exists()


def test_the_last_picture_is_of_the_use_and_not_of_a_test_of_its_width():
    kinds = ("look", "click", "type", "click", "reload", "look", "resize", "look", "resize", "look")
    steps = [step(n, kind) for n, kind in enumerate(kinds)]
    assert [Path(name).name for name in _last_names(evidence(trace=trace(*steps)))][:1] == ["003.png"]
    assert _last_names(None) == ()
