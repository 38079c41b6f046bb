"""A page whose code stores what is entered is graded by whether a reload brings it back."""

import dataclasses

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.keeping import keeping, stores_entries
from pytest_cookie.judging.logic import logic_correctness
from pytest_cookie.judging.measured import MeasuredJudge
from tests.unit.judging.evidence_builders import ANSWER, artifact, case, evidence, step, subject, trace

ENTERED = Change(seen=True, dom_added=2, appeared_text=("Blue tent",))


def reloaded(*, as_at_first: bool, entered: Change = ENTERED):
    used = [step(i, ref=f"b{i}", change=entered) for i in range(3)]
    return trace(*used, step(3, "reload", change=Change(seen=True, as_at_first=as_at_first)))


@pytest.mark.parametrize(
    ("source", "stores"),
    [
        ("localStorage.setItem('entries', JSON.stringify(list))", True),
        ("localStorage . setItem(KEY, text)", True),
        ("localStorage.entries = text", True),
        ("localStorage['entries'] = text", True),
        ("window.indexedDB.open('notes', 1)", True),
        ("localStorage.setItem('theme', 'dark')", False),
        ('localStorage.setItem("app-lang", code)', False),
        ("if (localStorage.entries == null) start()", False),
        ("localStorage.getItem('entries')", False),
        ("a page about localStorage", False),
    ],
)
def test_what_is_stored_is_read_from_the_code(tmp_path, source: str, stores: bool):
    (tmp_path / "app.js").write_text(source)
    assert stores_entries(tmp_path) is stores
    assert not stores_entries(None)


def test_the_code_is_read_in_time_by_the_letter(tmp_path):
    (tmp_path / "app.js").write_text(("localStorage" + " " * 40) * 30_000)
    assert not stores_entries(tmp_path)


@pytest.mark.parametrize(
    ("stores", "entered", "as_at_first", "off"),
    [(True, ENTERED, True, 0.02), (True, ENTERED, False, 0), (False, ENTERED, True, 0), (True, Change(), True, 0)],
)
def test_only_what_was_entered_and_is_stored_can_be_lost(stores: bool, entered: Change, as_at_first: bool, off: float):
    page = subject(trace=reloaded(as_at_first=as_at_first, entered=entered))
    grades = keeping(dataclasses.replace(page, stores_entries=stores))
    assert sum(grade.weight * (1 - grade.score) for grade in grades) == off


def test_the_item_says_so_and_no_finding_does():
    page = subject(trace=reloaded(as_at_first=True, entered=ANSWER.model_copy(update={"dom_added": 1})))
    plain, measured = (logic_correctness(dataclasses.replace(page, stores_entries=stores)) for stores in (False, True))
    assert measured.score == pytest.approx(0.98 * plain.score)
    assert "kept over a reload 0%, 2.0% off" in measured.reason
    assert measured.defects == plain.defects


def test_the_judge_reads_the_source_of_the_page(tmp_path):
    (tmp_path / "index.html").write_text("<script>localStorage.setItem('entries', '[]')</script>")
    seen = evidence(trace=reloaded(as_at_first=True))
    without, verdict = (
        MeasuredJudge().judge(case(), artifact(), seen, tmp_path, source=source) for source in (None, tmp_path)
    )
    assert verdict.functionality < without.functionality
