"""The data chunk `charts`: points and cells of the scatter plot, the heatmaps and their tables."""

from collections import defaultdict
from collections.abc import Sequence

from pytest_cookie.core.record import Record
from pytest_cookie.reporting.leaderboard import Leaderboard, LeaderboardRow
from pytest_cookie.reporting.site.environment import harmless
from pytest_cookie.reporting.site.index.chunks import Json, number
from pytest_cookie.reporting.summary import Slice, slices
from pytest_cookie.stats import Aggregate, Interval
from pytest_cookie.stats.pairing import LABELS

MEASURES = (("total", "Total"), ("functionality", "Functionality"), ("aesthetics", "Aesthetics"), ("rate", "Runnable"))
_TITLES = {"domain": "Domain", "difficulty": "Difficulty", "language": "Language", "page_type": "Page type"}
_DIFFICULTIES = ("easy", "medium", "hard")


def worth_drawing(boards: Sequence[Leaderboard], records: Sequence[Record]) -> bool:
    """Whether there is anything to compare: several models, or several values of a label."""
    several = any(len({getattr(record, label) for record in records}) > 1 for label in LABELS)
    return several or any(len(board.rows) > 1 for board in boards)


def charts(records: Sequence[Record], boards: Sequence[Leaderboard]) -> Json:
    """For each leaderboard, its models as points, and a heatmap per label: a column per value, a row per model."""
    found: dict[tuple[str, ...], dict[str, list[Slice]]] = defaultdict(lambda: defaultdict(list))
    for one in slices(records):
        found[one.protocol, one.mode, one.judge, one.agent][one.label].append(one)
    return [
        {
            "name": harmless(board.terms),
            "points": [_point(row) for row in board.rows],
            "heatmaps": [
                _heatmap(label, by_label[label], [row.aggregate.model for row in board.rows])
                for label in ("domain", "difficulty", "language", "page_type")
            ],
        }
        for board in boards
        for by_label in [found[board.protocol, board.mode, board.judge, board.agent]]
    ]


def _point(row: LeaderboardRow) -> Json:
    one = row.aggregate
    each = one.cost_usd / one.n if one.cost_usd is not None and one.n else None
    return {
        "model": harmless(one.model),
        "functionality": _interval(one.judged.functionality),
        "aesthetics": _interval(one.judged.aesthetics),
        "total": _interval(one.judged.total),
        "cost": number(each, 6),
        "items": one.n,
    }


def _interval(interval: Interval) -> Json:
    return [number(value, 2) for value in (interval.mean, interval.low, interval.high)]


def _heatmap(label: str, members: Sequence[Slice], models: Sequence[str]) -> Json:
    values = sorted({one.value for one in members}, key=_value_order)
    by_place = {(one.aggregate.model, one.value): one.aggregate for one in members}
    rows = [[_cell(by_place.get((model, value))) for value in values] for model in models]
    return {
        "label": _TITLES[label],
        "field": label,
        "values": [harmless(value) for value in values],
        "models": [harmless(model) for model in models],
        "rows": rows,
    }


def _value_order(value: str) -> tuple[int, str]:
    return (_DIFFICULTIES.index(value), "") if value in _DIFFICULTIES else (len(_DIFFICULTIES), value)


def _cell(one: Aggregate | None) -> Json:
    """Total, functionality, aesthetics, runnable rate in percent, items; None if the model has no such items."""
    if one is None:
        return None
    rate = None if one.runnable_rate.mean is None else 100 * one.runnable_rate.mean
    means = (one.judged.total.mean, one.judged.functionality.mean, one.judged.aesthetics.mean, rate)
    return [*(number(mean, 2) for mean in means), one.n]
