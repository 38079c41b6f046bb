"""The three scores of a record by name, as comparisons use them: failed counts as 0, unscored is left out."""

from typing import Literal, get_args

from pytest_cookie.core.record import Record

ScoreName = Literal["functionality", "aesthetics", "total"]
SCORE_NAMES: tuple[ScoreName, ...] = get_args(ScoreName)


def score_of(record: Record, name: ScoreName) -> float | None:
    """0 to 100; 0 for a failed item, None for an unscored one and for an unscored dimension."""
    match record.outcome:
        case "failed":
            return 0.0
        case "unscored":
            return None
        case "scored":
            score: float | None = getattr(record, name)
            return score
