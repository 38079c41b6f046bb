"""A page whose code stores entries is graded by whether they survive a reload."""

import dataclasses

import pytest

from pytest_cookie.checks.persistence.fact import PersistenceFact
from pytest_cookie.checks.persistence.judge import find_losses, grade_persistence
from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from tests.unit.judging.evidence_builders import (
    ANSWER,
    artifact,
    case,
    evidence,
    inventory,
    page_in_use,
    step,
    subject,
    trace,
)  # fmt: skip

GONE = Change(seen=True, as_at_first=True, vanished_text=("Blue tent",))


def reloaded(change: Change, *, kind: str = "type", **fields):
    used = [step(i, ref=f"b{i}", change=ANSWER) for i in range(3)]
    return trace(*used, step(3, kind, ref="b3", value="Blue tent", **fields), step(4, "reload", change=change))


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
        make_measured_judge().judge(case(), artifact(), seen, tmp_path, source=source) for source in (None, tmp_path)
    )
    assert verdict.scores["functionality"] < without.scores["functionality"]


KEEP = case(brief="Rides are kept in the browser and still there after a reload.")


def removal(*texts: str):
    gone = Change(vanished_text=texts, dom_removed=4, seen=True)
    return step(2, ref="b1", purpose="destroy", change=gone)


def entered(index: int = 1, **change):
    counted = {"fields_gone": ("Name",), "vanished_text": ("14 rides",), "appeared_text": ("15 rides",), "seen": True}
    return step(index, ref="b1", intent="valid", change=Change(**{**counted, **change}))


TYPED = step(0, "type", ref="b0", value="Anna", intent="valid", change=Change(seen=True))
AGAIN = Change(seen=True, as_at_first=True)


@pytest.mark.parametrize(
    ("of", "sent", "between", "reload", "lost"),
    [
        (KEEP, entered(), (), AGAIN, True),
        (case(), entered(), (), AGAIN, False),  # the brief does not want it
        (KEEP, entered(), (), Change(seen=True), False),
        (KEEP, entered(fields_gone=()), (), AGAIN, False),
        (KEEP, entered(appeared_text=("Saved",)), (), AGAIN, False),
        (KEEP, entered(), (removal("Anna", "15 rides"),), AGAIN, False),
        (KEEP, entered(), (removal("Tulip", "12,00 €"),), AGAIN, True),
        (KEEP, entered(), (step(2, ref="b2", change=Change(seen=True, appeared_text=("14 rides",))),), AGAIN, False),
    ],
)
def test_what_was_entered_is_kept(of, sent, between, reload, lost):
    steps = (TYPED, sent, *between)
    at_first = inventory(text="Rides\n14 rides")
    last = step(len(steps), "reload", change=reload)
    titles = [d.title for d in find_losses(page_in_use(*steps, last, of=of, inventory=at_first))]
    assert ("Entries are lost on reload: “15 rides” is “14 rides” again" in titles) is lost


def arranged(put_back: str = "Soup", *, kind: str = "drag", entry: str = "Anna", **reload):
    typed = step(0, "type", ref="b0", value="Anna", intent="valid", change=Change(seen=True))
    shown = step(1, ref="b1", change=Change(seen=True, appeared_text=(entry,)))
    moved = step(2, kind, ref="b2", change=Change(seen=True))
    facts = {"persistence": PersistenceFact(put_back=put_back)} if put_back else {}
    return trace(typed, shown, moved, step(3, "reload", change=Change(seen=True, facts=facts, **reload)))


MOVES = [
    (KEEP, False, arranged(), "critical"),
    (KEEP, True, arranged(as_at_first=True), "major"),  # the brief may mean other things
    (KEEP, True, arranged(kind="click"), "major"),
    (case(brief=KEEP.brief, domain="games"), True, arranged(), ""),
    (case(), True, arranged(), "major"),  # the entry survived, the move did not
    (case(), True, arranged(kind="click"), "major"),
    (case(), False, arranged(), ""),  # no storage, and no wish for it
    (case(), True, arranged(as_at_first=True), ""),  # it stores something else, such as a score
    (case(), True, arranged(vanished_text=("Anna",)), ""),
    (case(), True, arranged(entry="Saved"), ""),
    (KEEP, True, arranged(put_back=""), ""),
]


def test_what_was_moved_is_kept(subtests):
    for of, stores, used, severity in MOVES:
        with subtests.test(of=of):
            page = dataclasses.replace(subject(of=of, trace=used), stores_entries=stores)
            assert [defect.severity for defect in find_losses(page)] == ([severity] if severity else [])


def test_an_entry_that_goes_with_the_reload():
    typed = step(0, "type", ref="w", role="textbox", value="Garden party", intent="valid", change=Change(seen=True))
    added = step(1, ref="b0", intent="valid", change=Change(seen=True, appeared_text=("Garden party", "3")))
    gone = step(2, "reload", change=Change(seen=True, vanished_text=("Garden party",), as_at_first=True))
    kept = step(2, "reload", change=Change(seen=True))
    wanted = case(brief="A packing list. It is still there after a reload.")
    lost = find_losses(page_in_use(typed, added, gone, of=wanted))
    assert [(defect.severity, defect.title) for defect in lost] == [
        ("critical", "An entry is lost on reload: “Garden party”")
    ]
    assert find_losses(page_in_use(typed, added, kept, of=wanted)) == []
    assert find_losses(page_in_use(typed, added, gone)) == []


@pytest.mark.parametrize(
    ("gone_by", "other_view", "lost"),
    [
        ({"kind": "type", "value": "QC-1"}, ("Lens", "Tripod", "Light", "1–8 of 14"), False),
        ({"kind": "click", "ref": "next"}, ("Lens", "Tripod", "Light", "1–8 of 14"), False),
        ({"kind": "click", "ref": "next"}, ("Nothing here yet", "0"), True),
        ({"kind": "click", "ref": "x", "purpose": "destroy"}, ("Lens", "Tripod", "Light", "1–8 of 14"), True),
        (None, ("Lens", "Tripod", "Light", "1–8 of 14"), True),
    ],
)
def test_an_entry_on_another_page_of_the_list_is_not_lost(gone_by, other_view, lost):
    there, away = (Change(seen=True, **{text: ("Garden party",)}) for text in ("appeared_text", "vanished_text"))
    typed = step(0, "type", ref="w", role="textbox", value="Garden party", intent="valid", change=Change(seen=True))
    steps = [typed, step(1, ref="b0", intent="valid", change=there)]
    if gone_by:
        steps += [step(2, gone_by.pop("kind"), change=away, **gone_by), step(3, ref="on", change=there)]
    back = Change(seen=True, vanished_text=("Garden party",), appeared_text=other_view, as_at_first=True)
    wanted = case(brief="A packing list. It is still there after a reload.")
    found = find_losses(page_in_use(*steps, step(len(steps), "reload", change=back), of=wanted))
    assert bool(found) is lost


def test_what_was_removed_before_the_reload_is_not_lost(subtests):
    row = RowChange(own=("Blue tent",), stays=False, gone=(("Blue tent",),), before=3, after=2)
    typed = step(0, "type", ref="b3", value="Blue tent", intent="valid", change=ANSWER)
    for name, facts, taken in [("removed", {"row-actions": row}, 0.0), ("used", {}, 0.02)]:
        with subtests.test(name):
            pressed = step(1, ref="b1", change=Change(seen=True, vanished_text=("Blue tent",), facts=facts))
            reload = step(2, "reload", change=GONE)
            page = dataclasses.replace(page_in_use(typed, pressed, reload), stores_entries=True)
            assert off(page) == taken


def test_an_entry_after_an_earlier_reload_is_looked_for_as_well():
    early = step(0, "reload", change=AGAIN)
    typed = step(1, "type", ref="b0", value="Garden party", intent="valid", change=Change(seen=True))
    shown = step(2, ref="b1", change=Change(seen=True, appeared_text=("Garden party",)))
    gone = step(3, "reload", change=AGAIN.model_copy(update={"vanished_text": ("Garden party",)}))
    page = dataclasses.replace(page_in_use(early, typed, shown, gone, of=KEEP), stores_entries=True)
    assert [defect.title for defect in find_losses(page)] == ["An entry is lost on reload: “Garden party”"]
    assert off(page) == 0.02


def test_a_row_that_its_own_control_took_away_and_a_reload_brings_back(subtests):
    own = ("Aloe", "Every 20 days", "X")
    row = RowChange(own=own, deletes=True, stays=False, gone=(own,), before=3, after=2)
    unmeant = row.model_copy(update={"deletes": False})

    def found(*, row=row, shown=("Aloe", "Monstera"), brief=KEEP, between=(), first=(), as_loaded="", **gone):
        gone = {"vanished_text": (*own, "3 plants"), "facts": {"row-actions": row} if row else {}, **gone}
        press = step(len(first), change=Change(seen=True, **gone), purpose="" if row else "destroy")
        back = Change(appeared_text=shown, vanished_text=("2 plants",), seen=True)
        last = step(1 + len(first) + len(between), "reload", change=back)
        page = page_in_use(*first, press, *between, last, of=brief, inventory=inventory(text=as_loaded))
        return find_losses(page)

    back = step(1, change=Change(appeared_text=("Aloe",), seen=True))
    away = step(2, change=Change(vanished_text=("Aloe",), seen=True))
    typed = (step(0, "type", ref="w", value="Aloe", intent="valid", change=Change(seen=True)),)
    other = case(brief="A list of plants.")
    for name, arguments, expected in [
        ("deleted", {}, "critical"),
        ("left without a word of removal", {"row": unmeant, "shown": ("Aloe", "3 plants")}, "major"),
        ("left under a filter that hid others, too", {"row": unmeant}, ""),
        ("shown in another place", {"row": unmeant, "shown": ("Aloe",), "kept_text": own}, ""),
        ("stays away", {"shown": ("Fern",)}, ""),
        ("several rows", {"row": row.model_copy(update={"gone": (own, ("Fern",)), "after": 1})}, ""),
        ("nothing need be kept", {"brief": other}, ""),
        ("nothing need be kept, and it was stored", {"brief": other, "first": typed}, "major"),
        (
            "the same, without a word of removal",
            {"row": unmeant, "brief": other, "first": typed, "shown": own},
            "major",
        ),
        ("nothing need be kept, and it was searched for", {"brief": other, "first": typed, "as_loaded": "Aloe"}, ""),
        ("the only row, typed", {"row": None, "first": typed}, "critical"),
        ("the only row, not typed", {"row": None}, ""),
        ("another page's row moved up", {"row": row.model_copy(update={"after": 3})}, "critical"),
        ("its name stayed", {"vanished_text": ("Every 20 days", "X")}, ""),
        ("it came back before", {"between": (back, away)}, ""),
    ]:
        with subtests.test(name):
            assert [defect.severity for defect in found(**arguments)] == ([expected] if expected else [])
