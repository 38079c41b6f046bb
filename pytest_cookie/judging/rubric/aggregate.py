"""From rubric items to the two reported dimensions (Cookie-Bench B.5, equation 1)."""

from collections.abc import Mapping, Sequence

from pytest_cookie.core.verdict import RubricItem, count_criteria
from pytest_cookie.judging.rubric.dimensions import MAX_DIMENSION_SCORE, Dimension
from pytest_cookie.judging.rubric.weights import read_weights

REPORTED_SCALE = 100.0  # scores are reported from 0 to 100


def dimension_score(
    items: Sequence[RubricItem], dimension: Dimension, weights: Mapping[str, float] | None = None
) -> float | None:
    """The weighted mean of a dimension's items on the method's scale of 0 to 8, reported from 0 to 100.

    `weights` by item id, 1 if not listed (default: `read_weights`). Items that do not apply or were not measured are
    left out; None if no item is left.
    """
    table = read_weights() if weights is None else weights
    own = [(table.get(item.id, 1.0), item.score) for item in items if item.dimension == dimension]
    scored = [(weight, score) for weight, score in own if score is not None and weight > 0]
    if not scored:
        return None
    mean = sum(weight * score for weight, score in scored) / sum(weight for weight, _ in scored)
    return to_reported_scale(mean * MAX_DIMENSION_SCORE)


def evidence_share(items: Sequence[RubricItem]) -> float | None:
    """The share of the applicable items that could be measured, 0 to 1, of the dimension with less; None without."""
    shares = [criteria.share for criteria in count_criteria(items).values()]
    return round(min(shares), 4) if shares else None


def to_reported_scale(score: float) -> float:
    """A score of 0 to 8 on the reported scale of 0 to 100, two digits."""
    return round(score * REPORTED_SCALE / MAX_DIMENSION_SCORE, 2)
