import pytest

from pytest_cookie.reporting.leaderboard import leaderboards
from tests.synthetic_run import make_record


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
    assert [board.rows[0].aggregate.judged.total.mean for board in boards] == [20, 80]
    assert boards[0].terms != boards[1].terms


def test_time_is_that_of_all_phases_of_all_items_of_a_model() -> None:
    (board,) = leaderboards([make_record(phase_seconds={"explore": 5, "judge": 1}), make_record("hostile-strings")])
    assert board.rows[0].seconds == pytest.approx(6 + 8.5)
    assert board.cases == 2
