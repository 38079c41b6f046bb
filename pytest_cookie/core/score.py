"""The scores of a record as statistics use them: failed items count as the worst value, unscored ones are left out."""

from collections.abc import Iterable

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec


def score_of(record: Record, spec: ScoreSpec) -> float | None:
    """The value in the score's unit; None for an unscored item and a missing score.

    A failed item has the worst value, except for a score that its judge marks as unmeasured: without weights for CLIP,
    for example, a page that cannot be used has no CLIP score either.
    """
    match record.outcome:
        case "failed":
            is_unmeasured = record.scores.get(spec.id, spec.worst) is None and not spec.ranks
            return None if is_unmeasured else spec.worst
        case "unscored":
            return None
        case "scored":
            return record.scores.get(spec.id)


def guess_scores(records: Iterable[Record]) -> ScoreSet:
    """The scores of records whose manifest is unreadable: their ids, from 0 to 100."""
    return ScoreSet.guess({name: None for record in records for name in record.scores})
