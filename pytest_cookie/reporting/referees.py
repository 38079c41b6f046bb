"""Several referees of one run: a leaderboard each, and how far they agree (ArtifactsBench, section 3.2, A.6)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Cause, Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import RefereeScores
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.text.quantities import NOTHING, coefficient, score
from pytest_cookie.reporting.text.terminal_cells import wrapped
from pytest_cookie.stats.interval import Interval
from pytest_cookie.stats.pair_accuracy import pair_accuracy
from pytest_cookie.stats.partial_order import OrderComparison, compare_orders
from pytest_cookie.stats.ranks import spearman

_MAX_NAMED = 5
_NO_SCORE = "its reply could not be read"


class RefereeAgreement(FrozenModel):
    """How far two referees agree on the score that ranks, over the items that both judged."""

    first: str
    """A referee."""
    second: str
    """Another one."""
    items: int
    """Number of items that both scored."""
    difference: float | None
    """Mean of the first referee's score minus the second one's, in the unit of the score."""
    distance: float | None
    """Mean of the absolute differences."""
    spearman: float | None
    """Rank correlation over the items."""
    pairs: Interval
    """Share of pairs of models, per case, that both order alike. An order and a tie do not agree."""
    orders: OrderComparison
    """The certain order of models by each referee, and what the two have in common."""


def split_by_referee(records: Iterable[Record], ranking: ScoreSpec) -> list[Record]:
    """A record of several referees as one per referee, with its scores and outcome; other records as they are."""
    split: list[Record] = []
    for record in records:
        if record.referees:
            split += [_of_referee(record, referee, ranking) for referee in record.referees]
        else:
            split.append(record)
    return split


def _of_referee(record: Record, referee: RefereeScores, ranking: ScoreSpec) -> Record:
    own: dict[str, object] = {"judge": referee.judge, "scores": referee.scores, "referees": (), "spreads": ()}
    if record.outcome == "failed":
        return record.model_copy(update=own)
    if referee.scores.get(ranking.id) is None:
        cause = record.cause or Cause(stage="judge", kind="JudgingError", message=f"{referee.judge}: {_NO_SCORE}")
        return record.model_copy(update=own | {"outcome": "unscored", "cause": cause})
    return record.model_copy(update=own | {"outcome": "scored", "cause": None})


def referee_agreements(records: Iterable[Record], scores: ScoreSet) -> tuple[RefereeAgreement, ...]:
    """The agreement of every two referees; empty without several. Failed items, which no referee saw, do not count."""
    ranking = scores.ranking
    found: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for record in records:
        for referee in record.referees if record.outcome != "failed" else ():
            value = referee.scores.get(ranking.id)
            if value is not None:
                found[referee.judge][record.model][f"{record.case}\n{record.mode}\n{record.repeat}"] = value
    return tuple(_agreement(one, other, found, ranking) for one, other in combinations(found, 2))


def _agreement(
    one: str, other: str, found: dict[str, dict[str, dict[str, float]]], ranking: ScoreSpec
) -> RefereeAgreement:
    first, second = found[one], found[other]
    common = [(model, item) for model in first for item in first[model] if model in second and item in second[model]]
    a, b = ([by[model][item] for model, item in common] for by in (first, second))
    gaps = [x - y for x, y in zip(a, b, strict=True)]
    return RefereeAgreement(
        first=one,
        second=other,
        items=len(common),
        difference=fmean(gaps) if gaps else None,
        distance=fmean(map(abs, gaps)) if gaps else None,
        spearman=spearman(a, b),
        pairs=pair_accuracy(_by_item(first, common), _by_item(second, common)),
        orders=compare_orders(*(_upwards(by, common, ranking) for by in (first, second))),
    )


def _by_item(scores: dict[str, dict[str, float]], common: Sequence[tuple[str, str]]) -> dict[str, dict[str, float]]:
    table: dict[str, dict[str, float]] = defaultdict(dict)
    for model, item in common:
        table[item][model] = scores[model][item]
    return table


def _upwards(
    scores: dict[str, dict[str, float]], common: Sequence[tuple[str, str]], ranking: ScoreSpec
) -> dict[str, dict[str, float]]:
    """By model and case, so that more is better; repeats of a case count once, as their mean."""
    values: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for model, item in common:
        values[model][item.partition("\n")[0]].append(ranking.sign * scores[model][item])
    return {model: {case: fmean(found) for case, found in cases.items()} for model, cases in values.items()}


def agreement_rows(found: RefereeAgreement, ranking: ScoreSpec) -> tuple[tuple[str, str], ...]:
    """The agreement as pairs of a name and a value, for terminal and report."""
    orders = found.orders
    unit = ranking.unit or "points"
    return (
        ("items that both scored", str(found.items)),
        ("mean difference, first minus second", _signed(found.difference, ranking, unit)),
        ("mean distance", _number(found.distance, ranking, unit)),
        ("Spearman's ρ over items", coefficient(found.spearman)),
        ("pairs of models ordered alike, per case", _rate(found.pairs)),
        ("certain orders of models that both have", _orders(orders.agreed)),
        ("contradictions", _orders(orders.contradicted)),
        (f"only {found.first} is certain", _orders(orders.only_first)),
        (f"only {found.second} is certain", _orders(orders.only_second)),
        ("rank correlation of models", coefficient(orders.spearman)),
    )


def referee_lines(agreements: Sequence[RefereeAgreement], width: int, ranking: ScoreSpec) -> list[str]:
    """The agreements as lines of a terminal; empty without several referees."""
    lines: list[str] = []
    for found in agreements:
        lines += wrapped(f"referees {found.first} and {found.second}", width, indent="")
        for name, value in agreement_rows(found, ranking):
            lines += wrapped(f"  {name}: {value}", width, indent="    ")
    return lines


def _orders(orders: Sequence[tuple[str, str]]) -> str:
    shown = "; ".join(f"{better} > {worse}" for better, worse in orders[:_MAX_NAMED])
    rest = len(orders) - _MAX_NAMED
    return f"{len(orders)}" + (f": {shown}" if shown else "") + (f" and {rest} more" if rest > 0 else "")


def _rate(interval: Interval) -> str:
    if interval.mean is None:
        return f"{NOTHING} (needs several models)"
    return f"{100 * interval.mean:.0f} % of {count(interval.n, 'case')}"


def _number(value: float | None, ranking: ScoreSpec, unit: str) -> str:
    return NOTHING if value is None else f"{score(value, ranking.digits)} {unit}"


def _signed(value: float | None, ranking: ScoreSpec, unit: str) -> str:
    return NOTHING if value is None else f"{value:+.{ranking.digits}f} {unit}".replace("-", "−")
