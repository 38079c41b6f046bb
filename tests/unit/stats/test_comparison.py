"""Two runs query by query: pairs, means, omissions and counts, by hand."""

import pytest

from pytest_cookie.core.verdict import Finding, Severity
from pytest_cookie.stats.comparison import Comparison, Contender
from tests.cookie_scores import compare, rescored
from tests.unit.stats.record_builder import failed, record


def finding(title: str, severity: Severity = "major", item: str = "3", kind: str = "") -> Finding:
    return Finding(dimension="functionality", severity=severity, title=title, why="w", item=item, kind=kind)


def compared(a: list, b: list, **options: object) -> Comparison:
    return compare(Contender("runs/a", a), Contender("runs/b", b), **options)


def test_differences_are_b_minus_a_by_query():
    a = [record("q1", total=80), record("q2", total=60), record("q3", total=50)]
    b = [record("q1", total=70), record("q2", total=60.5), failed("q3")]
    found = compared(a, b)
    total = found.differences["total"]
    assert (total.a, total.b) == (pytest.approx(190 / 3), pytest.approx(130.5 / 3))
    assert total.difference.mean == pytest.approx((-10 + 0.5 - 50) / 3)
    assert (total.wins, total.ties, total.losses) == (0, 1, 2)
    # of the eight arrangements of 10, .5 and 50 four are at least 59.5 in size but for the half: 60.5 and 59.5
    assert total.p == 4 / 8
    assert [(query.case, found.gain(query)) for query in found.queries] == [("q3", -50), ("q1", -10), ("q2", 0.5)]
    assert (found.b.scored, found.b.failed, found.b.unscored) == (2, 1, 0)


def test_the_margin_of_a_tie_is_said_and_kept():
    a, b = [record("q1", total=80), record("q2", total=60)], [record("q1", total=83), record("q2", total=58)]
    assert [getattr(compared(a, b).differences["total"], name) for name in ("wins", "ties", "losses")] == [1, 0, 1]
    # 8.3 − 7.3 is 1, although a little more in binary
    low, high = ([record("q1", total=one), record("q2", total=two)] for one, two in ((7.3, 8.3), (8.3, 7.3)))
    assert compared(low, high).differences["total"].ties == 2
    found = compared(a, b, tie=2)
    assert found.tie == 2
    assert [getattr(found.differences["total"], name) for name in ("wins", "ties", "losses")] == [1, 1, 0]


def test_repeats_are_one_query():
    a = [record("q1", total=80), record("q1", total=60, repeat=2), record("q2", total=50)]
    b = [record("q1", total=90), record("q1", total=None, repeat=2), record("q2", total=50)]
    found = compared(a, b)
    assert found.differences["total"].difference.n == 2
    assert found.gain(found.queries[-1]) == 20
    assert [(item.case, item.repeat, item.run, item.why) for item in found.left_out] == [("q1", 2, "B", "unscored")]


def test_what_has_no_counterpart_is_listed_and_left_out():
    a = [record("q1"), record("q2", total=None), record("q3")]
    b = [record("q1"), record("q2"), record("q4")]
    found = compared(a, b)
    assert [query.case for query in found.queries] == ["q1"]
    assert [(item.run, item.case, item.why) for item in found.left_out] == [
        ("A", "q2", "unscored"),
        ("A", "q3", "missing on the other side"),
        ("B", "q2", "unscored on the other side"),
        ("B", "q4", "missing on the other side"),
    ]
    with pytest.raises(ValueError, match="no case"):
        compared([record("q1")], [record("q2")])


def test_a_dimension_without_a_score_is_no_zero():
    a = [record("q1", functionality=40), record("q2")]
    b = [rescored(record("q1"), {"functionality": None, "total": None}), record("q2")]
    found = compared(a, b)
    assert found.differences["functionality"].difference.n == 1
    assert found.differences["aesthetics"].difference.n == 2
    assert found.queries[-1].case == "q1"
    assert found.gain(found.queries[-1]) is None


def test_new_findings_come_worst_first_and_without_their_numbers():
    known = [finding("3 controls do nothing"), finding("Text overlaps", "minor", "4")]
    a = [record("q1", findings=known)]
    b = [
        record(
            "q1", findings=[finding("4 controls do nothing"), finding("Slow", "minor"), finding("Blank", "critical")]
        ),
        record("q1", findings=[finding("Text overlaps", "minor", "9"), finding("Slow", "minor")], repeat=2),
    ]
    (query,) = compared(a, b).queries
    assert [(new.severity, new.title) for new in query.new_findings] == [
        ("critical", "Blank"), ("minor", "Slow"), ("minor", "Text overlaps"),
    ]  # fmt: skip


def test_built_in_findings_are_new_by_their_kind_and_not_by_their_title():
    a = [record("q1", findings=[finding("Button “Save” does nothing", kind="dead-control")])]
    b = [
        finding("The Send button has no effect", kind="dead-control"),
        finding("Button “Save” does nothing", kind="own-look-only"),
        finding("Button “Save” does nothing", item="14", kind="dead-control"),
        finding("Button “Save” does nothing"),
    ]
    (query,) = compared(a, [record("q1", findings=b)]).queries
    assert [(new.item, new.kind) for new in query.new_findings] == [
        ("3", "own-look-only"), ("14", "dead-control"), ("3", ""),
    ]  # fmt: skip


def test_a_further_finding_of_a_kind_is_new():
    def dead(*selectors):
        one = finding("A button does nothing", kind="dead-control")
        return [one.model_copy(update={"selector": selector}) for selector in selectors]

    a, b = record("q1", findings=dead("#a", "#b")), record("q1", findings=dead("#c", "#b", "#d"))
    (query,) = compared([a], [b]).queries
    assert [new.selector for new in query.new_findings] == ["#d"]
    assert compared([b], [a]).queries[0].new_findings == ()


def test_slices_have_their_own_means_in_their_own_order():
    labels = [("games", "hard"), ("games", "easy"), ("analytics", "medium")]
    a = [record(f"q{n}", domain=domain, difficulty=level) for n, (domain, level) in enumerate(labels)]
    b = [rescored(one, {"total": one.scores["total"] + 10 * n}) for n, one in enumerate(a)]
    found = compared(a, b)
    told = {label: [] for label in ("domain", "difficulty")}
    for one in found.slices:
        if one.label in told:
            told[one.label].append((one.value, one.differences["total"].difference.mean, one.differences["total"].p))
    assert told == {
        "domain": [("analytics", 20, None), ("games", 5, None)],
        "difficulty": [("easy", 10, None), ("medium", 20, None), ("hard", 0, None)],
    }


def test_a_run_against_itself_is_all_ties():
    records = [record(f"q{n}", total=float(n)) for n in range(30)]
    total = compared(records, records).differences["total"]
    assert (total.difference.mean, total.difference.low, total.difference.high, total.p) == (0, 0, 0, 1)
    assert total.ties == 30


def test_turned_round_everything_turns_round():
    a = [record(f"q{n}", total=float(40 + n)) for n in range(30)]
    b = [record(f"q{n}", total=float(45 + n * n % 20)) for n in range(30)]
    forth, back = compared(a, b).differences["total"], compared(b, a).differences["total"]
    assert forth.difference.mean == pytest.approx(-back.difference.mean)
    assert forth.difference.low == pytest.approx(-back.difference.high, abs=0.3)
    assert (forth.wins, forth.losses) == (back.losses, back.wins)
    assert forth.p == pytest.approx(back.p, abs=0.02)
