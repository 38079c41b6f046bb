"""Scores that rest on fewer criteria than the protocol demands: what is certain of them, and how they rank."""

from collections.abc import Container, Iterable

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import CriteriaCount

LEAST_MEASURED = 0.95
"""Below this share of measured criteria a model ranks after all models that reach it. A criterion that is missing in
every item is more than this allows (a score has at most 18), a few in single items of a long run are not."""


def with_missing_failed(record: Record, scores: ScoreSet) -> Record:
    """The record with the scores that it would have if every criterion that could not be measured had failed.

    A score is taken for the mean of its criteria; a mean of scores follows from them. Records whose criteria are
    unknown are returned as they are.
    """
    lowered = {spec.id: value for spec in scores if (value := _lowered(record, spec)) is not None}
    if not lowered:
        return record
    means = {spec.id for spec in scores if set(spec.mean_of) & lowered.keys()}
    others = {name: value for name, value in record.scores.items() if name not in means}
    return record.model_copy(update={"scores": scores.complete(others | lowered)})


def _lowered(record: Record, spec: ScoreSpec) -> float | None:
    value, criteria = record.scores.get(spec.id), record.criteria.get(spec.id)
    if value is None or criteria is None or not criteria.missing:
        return None
    if spec.aggregation == "rate":
        return spec.worst
    return spec.worst + (value - spec.worst) * criteria.share


def ranking_criteria(records: Iterable[Record], scores: ScoreSet) -> CriteriaCount | None:
    """The criteria on which the score that ranks rests, of all records together; None if there are none."""
    return total_criteria(records, {scores.ranking.id, *scores.ranking.mean_of})


def total_criteria(records: Iterable[Record], names: Container[str] | None = None) -> CriteriaCount | None:
    """The criteria of all scores, or of those with these `names`, of all records together; None if unknown."""
    found = (item for record in records for item in record.criteria.items())
    counts = [count for name, count in found if names is None or name in names]
    if not counts:
        return None
    return CriteriaCount(
        measured=sum(count.measured for count in counts), demanded=sum(count.demanded for count in counts)
    )


def has_missing(criteria: CriteriaCount | None) -> bool:
    """Whether a criterion is known to be missing."""
    return criteria is not None and criteria.missing > 0


def rests_on_enough(criteria: CriteriaCount | None) -> bool:
    """Whether a model with these criteria ranks among the measured ones; one whose criteria are unknown does."""
    return criteria is None or criteria.share >= LEAST_MEASURED
