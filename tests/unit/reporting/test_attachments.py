from pytest_cookie.core.record import Cause
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.attachments import moment_of
from tests.cookie_scores import failure_text, item_card
from tests.synthetic_run import make_record


def _finding(**fields: object) -> Finding:
    whole = {"dimension": "functionality", "severity": "minor", "title": "Title", "why": "Why."} | fields
    return Finding.model_validate(whole)


def test_a_failure_reads_worst_first_with_where_and_evidence(run: RunFolder) -> None:
    text = failure_text(run.records()[1])
    assert text.splitlines()[0] == "functionality 38.5 · aesthetics 61.0 · total 49.8 (scored)"
    assert text.index("critical ·") < text.index("major ·") < text.index("minor ·")
    assert "  where: canvas#game, step 2, video 1:05.4" in text
    assert "  see: items/moth-and-lanterns/sample-flawed/html/1/evidence/crawler/screenshots/002.png" in text


def test_a_failure_of_a_hostile_page_is_printable() -> None:
    text = failure_text(
        make_record(findings=(_finding(title="\x1b[2Jgone\x07", why="a\x1b]0;t\x07b", selector="\x9b1m"),))
    )
    assert all(line.isprintable() for line in text.splitlines())
    assert "minor · functionality · gone" in text


def test_a_hundred_findings_are_cut_with_their_count() -> None:
    text = failure_text(make_record(findings=(_finding(),) * 100))
    assert text.count("minor ·") == 12
    assert text.endswith("… and 88 more findings in the report")


def test_an_unscored_item_says_its_cause() -> None:
    cause = Cause(stage="judge", kind="JudgingError", message="no reply")
    record = make_record(outcome="unscored", functionality=None, aesthetics=None, total=None, cause=cause)
    assert failure_text(record).splitlines() == [
        "functionality – · aesthetics – · total – (unscored)",
        "judge: JudgingError: no reply",
    ]


def test_a_card_has_scores_page_and_picture(run: RunFolder) -> None:
    record = run.records()[0]
    card = item_card(record, run)
    assert card.scores == (("functionality", "90.0"), ("aesthetics", "80.0"), ("total", "85.0"))
    assert card.page == run.path.resolve() / record.folder / "index.html"
    assert card.picture == run.path.resolve() / record.folder / "evidence" / "static" / "viewport.png"


def test_without_a_picture_there_is_no_thumbnail(run: RunFolder) -> None:
    assert item_card(run.records()[7], run).picture is None


def test_a_record_cannot_name_files_outside_of_its_folder(run: RunFolder) -> None:
    (run.path / "secret.png").write_bytes(b"x")
    reaching = make_record("umsatz-uebersicht", thumbnail="../../../../../secret.png", folder="items/a/b/c/1")
    assert item_card(reaching, run).picture is None
    outside = item_card(make_record(folder="../elsewhere"), run)
    assert (outside.page, outside.picture, outside.film, outside.verdict, outside.evidence) == (None,) * 5


def test_a_minute_has_sixty_seconds() -> None:
    assert moment_of(_finding(video_ms=59_960)) == "video 1:00.0"
    assert moment_of(_finding(video_ms=119_990)) == "video 2:00.0"
