"""A page whose code stores what is entered is graded by whether a reload brings it back."""

import dataclasses

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.checks.persistence import grade_persistence, stores_entries
from pytest_cookie.judging.measured_judge import MeasuredJudge
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import ANSWER, artifact, case, evidence, step, subject, trace

GONE = Change(seen=True, as_at_first=True, vanished_text=("Blue tent",))


def reloaded(change: Change, *, kind: str = "type", **fields):
    used = [step(i, ref=f"b{i}", change=ANSWER) for i in range(3)]
    return trace(*used, step(3, kind, ref="b3", value="Blue tent", **fields), step(4, "reload", change=change))


@pytest.mark.parametrize(
    ("source", "stores"),
    [
        ("localStorage.setItem('entries', JSON.stringify(list))", True),
        ("localStorage . setItem(KEY, text)", True),
        ("localStorage.entries = text", True),
        ("localStorage['entries'] = text", True),
        ("window.indexedDB.open('notes', 1)", True),
        ("localStorage?.setItem('tasks-dark-knight', text)", True),
        ("localStorage.setItem('slang', words)", True),
        ("localStorage.setItem('theme', 'dark')", False),
        ("localStorage.setItem( 'ui:theme', mode)", False),
        ('localStorage.setItem("app-lang", code)', False),
        ("localStorage.theme = mode", False),
        ("localStorage['lang'] = code", False),
        ("localStorage.entries => 1", False),
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


def off(page) -> float:
    return sum(grade.weight * (1 - grade.score) for grade in grade_persistence(page))


def test_what_was_entered_and_is_stored_can_be_lost():
    page = subject(trace=reloaded(GONE))
    assert off(dataclasses.replace(page, stores_entries=True)) == 0.02
    assert off(page) == 0


@pytest.mark.parametrize(
    "used",
    [
        reloaded(GONE.model_copy(update={"as_at_first": False})),
        reloaded(Change(as_at_first=True)),
        reloaded(GONE, kind="click"),
        reloaded(GONE, intent="invalid"),
        trace(step(0, "reload", change=GONE), step(1, "type", ref="b3", value="Blue tent")),
    ],
)
def test_nothing_is_lost_that_is_there_again_or_never_was(used):
    assert off(dataclasses.replace(subject(trace=used), stores_entries=True)) == 0


def test_the_item_says_so_and_no_finding_does():
    page = subject(trace=reloaded(GONE))
    plain, measured = (
        measure_logic_correctness(dataclasses.replace(page, stores_entries=stores)) for stores in (False, True)
    )
    assert measured.score == pytest.approx(0.98 * plain.score)
    assert "kept over a reload 0%, 2.0% off" in measured.reason
    assert measured.defects == plain.defects


def test_the_judge_reads_the_source_of_the_page(tmp_path):
    (tmp_path / "index.html").write_text("<script>localStorage.setItem('entries', '[]')</script>")
    seen = evidence(trace=reloaded(GONE))
    without, verdict = (
        MeasuredJudge().judge(case(), artifact(), seen, tmp_path, source=source) for source in (None, tmp_path)
    )
    assert verdict.scores["functionality"] < without.scores["functionality"]
