"""The data chunk `charts`: points and cells of the scatter plot, the heatmaps and their tables."""

from collections import defaultdict
from collections.abc import Sequence

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import COMMON_IDS, SliceSpec
from pytest_cookie.reporting.leaderboard import Leaderboard, LeaderboardRow
from pytest_cookie.reporting.site.environment import harmless
from pytest_cookie.reporting.site.index.chunks import Json, number
from pytest_cookie.reporting.site.scores import described
from pytest_cookie.reporting.summary import Slice, slices
from pytest_cookie.stats import Aggregate, Interval
from pytest_cookie.stats.slices import slice_records


def measures(scores: ScoreSet) -> tuple[tuple[str, str], ...]:
    """(name, title) of everything that a heatmap can show, the score that ranks first."""
    specs = (scores.ranking, *scores.others)
    return (*((spec.id, spec.title) for spec in specs), ("rate", "Runnable"))


def worth_drawing(boards: Sequence[Leaderboard], records: Sequence[Record], specs: Sequence[SliceSpec]) -> bool:
    """Whether there is anything to compare: several models, or several values of a label."""
    return any(len(board.rows) > 1 for board in boards) or any(
        len(slice_records(records, spec, specs)) > 1 for spec in specs
    )


def charts(records: Sequence[Record], boards: Sequence[Leaderboard], specs: Sequence[SliceSpec]) -> Json:
    """For each leaderboard, its models as points, and a heatmap per label: a column per value, a row per model."""
    found: dict[tuple[str, ...], dict[str, list[Slice]]] = defaultdict(lambda: defaultdict(list))
    for one in slices(records, boards[0].scores, specs) if boards else ():
        found[one.protocol, one.mode, one.judge, one.agent][one.label].append(one)
    return [
        {
            "name": harmless(board.terms),
            "scores": described(board.scores),
            "points": [_point(row, board.scores) for row in board.rows],
            "heatmaps": [
                _heatmap(spec, by_label[spec.id], [row.aggregate.model for row in board.rows], board.scores)
                for spec in specs
                if spec.id in by_label
            ],
        }
        for board in boards
        for by_label in [found[board.protocol, board.mode, board.judge, board.agent]]
    ]


def _point(row: LeaderboardRow, scores: ScoreSet) -> Json:
    one = row.aggregate
    each = one.cost_usd / one.n if one.cost_usd is not None and one.n else None
    return {
        "model": harmless(one.model),
        "scores": [_interval(one.judged[spec.id], spec) for spec in scores],
        "cost": number(each, 6),
        "items": one.n,
    }


def _interval(interval: Interval, spec: ScoreSpec) -> Json:
    return [number(value, spec.digits + 1) for value in (interval.mean, interval.low, interval.high)]


def _heatmap(spec: SliceSpec, members: Sequence[Slice], models: Sequence[str], scores: ScoreSet) -> Json:
    values = list(dict.fromkeys(part.value for part in members))
    by_place = {(part.aggregate.model, part.value): part.aggregate for part in members}
    rows = [[_cell(by_place.get((model, value)), scores) for value in values] for model in models]
    return {
        "label": harmless(spec.label[:1].upper() + spec.label[1:]),
        "about": harmless(spec.about),
        "counted": harmless(spec.part or "items"),
        "filter": "" if spec.id in COMMON_IDS else f"{spec.id}:",
        "field": spec.id if spec.id in COMMON_IDS else "slice",
        "values": [harmless(value) for value in values],
        "models": [harmless(model) for model in models],
        "rows": rows,
    }


def _cell(one: Aggregate | None, scores: ScoreSet) -> Json:
    """Each score, runnable rate in percent, items; None if the model has no such items."""
    if one is None:
        return None
    rate = None if one.runnable_rate.mean is None else 100 * one.runnable_rate.mean
    means = (number(one.judged[spec.id].mean, spec.digits + 1) for spec in scores)
    return [*means, number(rate, 2), one.n]
