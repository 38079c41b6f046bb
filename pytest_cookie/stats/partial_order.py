"""The order of models that scores support, and how far two referees agree on it (ArtifactsBench, section 3.2, A.6)."""

from collections.abc import Mapping
from itertools import combinations

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.stats.interval import mean_interval
from pytest_cookie.stats.ranks import footrule_agreement, spearman

Scores = Mapping[str, Mapping[str, float]]
"""Scores by model and item."""
Constraint = tuple[str, str]
"""The better model, and the worse one."""


class OrderComparison(FrozenModel):
    """Two referees' orders of the same models."""

    models: tuple[str, ...]
    """Models that both referees scored."""
    agreed: tuple[Constraint, ...]
    """Pairs that both order alike."""
    contradicted: tuple[Constraint, ...]
    """Pairs that they order in opposite ways, as the first referee has them."""
    only_first: tuple[Constraint, ...]
    """Pairs that only the first referee orders."""
    only_second: tuple[Constraint, ...]
    """Pairs that only the second referee orders."""
    spearman: float | None
    """Rank correlation of the models' means."""
    footrule: float | None
    """Normalized footrule agreement of the models' means."""


def partial_order(scores: Scores) -> frozenset[Constraint]:
    """The pairs of models whose mean difference over common items is certain at 95 %, the better one first.

    Paired by item with Student's t, which needs at least two common items. Pairs without a certain difference are not
    ordered.
    """
    constraints: set[Constraint] = set()
    for one, other in combinations(sorted(scores), 2):
        items = scores[one].keys() & scores[other].keys()
        interval = mean_interval([scores[one][item] - scores[other][item] for item in sorted(items)])
        if interval.low is None or interval.high is None:
            continue
        if interval.low > 0:
            constraints.add((one, other))
        elif interval.high < 0:
            constraints.add((other, one))
    return frozenset(constraints)


def compare_orders(first: Scores, second: Scores) -> OrderComparison:
    """What two referees' partial orders of their common models have in common."""
    models = sorted(first.keys() & second.keys())
    ordered = [partial_order({model: scores[model] for model in models}) for scores in (first, second)]
    one, other = ordered
    reversed_other = {(worse, better) for better, worse in other}
    reversed_one = {(worse, better) for better, worse in one}
    means = [[_mean(scores[model]) for model in models] for scores in (first, second)]
    return OrderComparison(
        models=tuple(models),
        agreed=tuple(sorted(one & other)),
        contradicted=tuple(sorted(one & reversed_other)),
        only_first=tuple(sorted(one - other - reversed_other)),
        only_second=tuple(sorted(other - one - reversed_one)),
        spearman=spearman(*means),
        footrule=footrule_agreement(*means),
    )


def _mean(scores: Mapping[str, float]) -> float:
    return sum(scores.values()) / len(scores)
