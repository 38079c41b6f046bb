import pytest

from tests.cookie_scores import leaderboards
from tests.synthetic_run import CASES, make_record


def _ranks(*records) -> list[tuple[int | None, str]]:
    (board,) = leaderboards(records)
    return [(row.rank, row.aggregate.model) for row in board.rows]


def test_models_are_ranked_by_total_and_the_unjudged_come_last() -> None:
    unscored = make_record(model="a", outcome="unscored", functionality=None, aesthetics=None, total=None)
    assert _ranks(unscored, make_record(model="b", total=10), make_record(model="c", total=90)) == [
        (1, "c"),
        (2, "b"),
        (None, "a"),
    ]


def test_a_lucky_start_does_not_lead() -> None:
    steady = [make_record(case, "steady", total=total) for case, total in zip(CASES, (70, 71, 72, 73), strict=True)]
    wild = [make_record(case, "wild", total=total) for case, total in zip(CASES[:2], (99, 60), strict=True)]
    assert _ranks(*wild, *steady, make_record(model="once", total=100)) == [(1, "steady"), (2, "wild"), (3, "once")]


def test_few_queries_are_preliminary() -> None:
    few = [make_record(model="few", total=50, folder="a")] * 40  # forty repeats of one query
    (board,) = leaderboards([*few])
    assert board.rows[0].preliminary
    many = [make_record(model="many", total=50).model_copy(update={"case": f"case-{one}"}) for one in range(30)]
    (board,) = leaderboards(many)
    assert not board.rows[0].preliminary


def test_equal_totals_share_a_rank() -> None:
    records = [make_record(model=model, total=total) for model, total in (("b", 50), ("a", 50), ("c", 40))]
    assert _ranks(*records) == [(1, "a"), (1, "b"), (3, "c")]


def test_a_zero_is_a_total_and_ranks_above_no_total() -> None:
    failed = make_record(model="z", outcome="failed", functionality=0, aesthetics=0, total=0)
    unscored = make_record(model="a", outcome="unscored", functionality=None, aesthetics=None, total=None)
    assert _ranks(unscored, failed) == [(1, "z"), (None, "a")]


@pytest.mark.parametrize("other", [{"judge": "gpt"}, {"agent": "human"}, {"mode": "react"}, {"protocol": "auigym"}])
def test_what_was_measured_differently_shares_no_leaderboard(other: dict[str, str]) -> None:
    boards = leaderboards([make_record(total=20), make_record(total=80, **other)])
    assert [board.rows[0].aggregate.judged["total"].mean for board in boards] == [20, 80]
    assert boards[0].terms != boards[1].terms


def test_time_is_that_of_all_phases_of_all_items_of_a_model() -> None:
    (board,) = leaderboards([make_record(phase_seconds={"explore": 5, "judge": 1}), make_record("hostile-strings")])
    assert board.rows[0].seconds == pytest.approx(6 + 8.5)
    assert board.cases == 2


def test_what_not_all_models_have_is_told() -> None:
    a, b, c = CASES[:3]
    (board,) = leaderboards([make_record(a, "x"), make_record(b, "x"), make_record(b, "y"), make_record(c, "y")])
    assert (board.cases, board.shared) == (3, 1)
    assert board.terms.endswith("3 cases, 1 shared by all models")
    (board,) = leaderboards([make_record(a, "x"), make_record(b, "y")])
    assert board.terms.endswith("2 cases, none shared by all models")
    (board,) = leaderboards([make_record(a, "x"), make_record(a, "y")])
    assert board.terms.endswith("1 case")


def test_how_many_items_were_seen_in_real_time_is_told() -> None:
    records = [
        make_record(case, clock=clock) for case, clock in zip(CASES, ("stepped", "cooperative", None), strict=False)
    ]
    (board,) = leaderboards(records)
    assert board.in_real_time == 1
    assert board.terms.endswith("3 cases · 1 item in real time")


def test_columns_that_would_say_nothing_are_told_apart() -> None:
    (plain,) = leaderboards([make_record()])
    assert not plain.some_fail
    assert not plain.has_generation_costs
    (other,) = leaderboards([make_record(), make_record("hostile-strings", outcome="failed", total=0.0)])
    assert other.some_fail
