import pytest

from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.reporting.model_costs import expense_rows, tokens, total_of, usage
from tests.cookie_scores import leaderboards
from tests.synthetic_run import make_record

CALL = Spend(calls=2, usage=Usage(input_tokens=1000, output_tokens=200), cost_usd=0.5, latency_seconds=3)
UNPRICED = CALL.model_copy(update={"cost_usd": None})


def test_stages_in_order_and_together() -> None:
    record = make_record(
        spend={"generate": CALL, "judge": CALL}, phase_seconds={"generate": 4, "explore": 8, "judge": 5}
    )
    rows = expense_rows(record)
    assert [(row.stage, row.spend, row.seconds) for row in rows] == [
        ("generate", CALL, 4),
        ("explore", None, 8),
        ("judge", CALL, 5),
        ("total", record_total := CALL + CALL, 17),
    ]
    assert (record_total.calls, record_total.cost_usd) == (4, 1.0)


def test_an_item_for_which_no_model_was_asked_has_no_rows() -> None:
    assert expense_rows(make_record()) == ()


def test_a_sum_with_an_unknown_price_is_unknown_and_never_nothing() -> None:
    known, unknown = (
        make_record(spend={"judge": CALL}, cost_usd=0.5),
        make_record(spend={"judge": UNPRICED}, cost_usd=None),
    )
    assert total_of([known]).cost_usd == 0.5
    assert total_of([known, unknown]).cost_usd is None
    assert total_of([known, make_record(cost_usd=None)]).cost_usd is None
    assert total_of([known, unknown]).usage.input_tokens == 2000


def test_a_leaderboard_has_what_each_model_took() -> None:
    (board,) = leaderboards([make_record(spend={"generate": CALL}), make_record(spend={"judge": CALL}, repeat=2)])
    assert board.rows[0].spend == CALL + CALL
    assert board.asked_models
    assert not leaderboards([make_record()])[0].asked_models


def test_a_point_costs_what_generating_all_items_took_by_the_mean_score(subtests) -> None:
    paid = {"generate": CALL.model_copy(update={"cost_usd": 0.3}), "judge": CALL}
    unknown = {"generate": CALL.model_copy(update={"cost_usd": None})}
    table = [
        ("two items", [make_record(spend=paid, total=50.0), make_record(spend=paid, total=70.0, repeat=2)], 0.6 / 60),
        ("nothing generated", [make_record(spend={"judge": CALL})], None),
        ("unknown price", [make_record(spend=unknown)], None),
        ("no point", [make_record(spend=paid, total=0.0)], None),
    ]
    for name, records, expected in table:
        with subtests.test(name):
            (row,) = leaderboards(records)[0].rows
            assert row.usd_per_point == (expected and pytest.approx(expected))
            assert set(row.stages) == set(records[0].spend)


@pytest.mark.parametrize(
    ("number", "told"),
    [(0, "0"), (9_214, "9,214"), (12_000, "12 k"), (999_400, "999 k"), (999_600, "1.0 M"), (1_234_567, "1.2 M")],
)
def test_tokens(number: int, told: str) -> None:
    assert tokens(number) == told


def test_parts_of_the_tokens_are_told_where_there_are_any() -> None:
    assert usage(CALL.usage) == "1,000 in, 200 out"
    parts = Usage(input_tokens=12_000, output_tokens=900, cached_tokens=3_100, reasoning_tokens=400)
    assert usage(parts) == "12 k in (3,100 cached), 900 out (400 reasoning)"
