"""Rates queries on five dimensions by a model, and filters them (ArtifactsBench, Figure 12)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Literal

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each, construction_prompt, quote_query
from pytest_cookie.dataset.construction.pool import Query, write_table

DIMENSIONS = ("quality", "creativity", "relevance", "completeness", "privacy")
MINIMUM, FLOOR = 6.0, 4
"""Least mean of the five ratings, and least rating of any dimension."""

Decision = Literal["kept", "dropped", "undecided"]


class QualityRating(FrozenModel):
    """A rating of 1 to 10; the reason comes first."""

    reason: str = Field(max_length=2_000)
    rating: int = Field(ge=1, le=10)


class QualityRatings(FrozenModel):
    """The five ratings of a query."""

    quality: QualityRating
    creativity: QualityRating
    relevance: QualityRating
    completeness: QualityRating
    privacy: QualityRating

    @property
    def each(self) -> dict[str, QualityRating]:
        """The ratings by dimension, in order."""
        return {name: getattr(self, name) for name in DIMENSIONS}

    @property
    def mean(self) -> float:
        """The mean of the five ratings."""
        return fmean(rating.rating for rating in self.each.values())


@dataclass(frozen=True)
class Rated:
    """A query with its ratings, or the reason for having none."""

    query: Query
    ratings: QualityRatings | None
    cause: str = ""

    def decide(self, minimum: float = MINIMUM, floor: int = FLOOR) -> Decision:
        """`kept` if the mean reaches `minimum` and no dimension is below `floor`."""
        if self.ratings is None:
            return "undecided"
        lowest = min(rating.rating for rating in self.ratings.each.values())
        return "kept" if self.ratings.mean >= minimum and lowest >= floor else "dropped"


def rate_quality(queries: Sequence[Query], clerk: Clerk) -> tuple[Rated, ...]:
    """The ratings of each query, in order. What could not be asked has a cause."""
    prompt = construction_prompt("quality").fill()
    outcomes = ask_each(clerk, [clerk.request(prompt, quote_query(query.text)) for query in queries], QualityRatings)
    return tuple(Rated(query, one.value, one.cause) for query, one in zip(queries, outcomes, strict=True))


def write_ratings(rated: Sequence[Rated], path: Path, *, minimum: float, floor: int) -> None:
    """Write every query with its decision, mean, ratings and reasons, and its other columns."""
    own = {"decision", "mean", "cause", *DIMENSIONS, *(f"{name}_reason" for name in DIMENSIONS)}
    labels = [
        label for label in dict.fromkeys(name for item in rated for name in item.query.labels) if label not in own
    ]
    header = [
        "id",
        "query",
        "decision",
        "mean",
        *(name for dimension in DIMENSIONS for name in (dimension, f"{dimension}_reason")),
    ]

    def rows() -> Iterator[Sequence[object]]:
        for item in rated:
            ratings = item.ratings.each.values() if item.ratings else ()
            cells = [cell for rating in ratings for cell in (rating.rating, rating.reason)] or [""] * 10
            mean = f"{item.ratings.mean:.1f}" if item.ratings else ""
            more = [item.query.labels.get(label, "") for label in labels]
            yield [item.query.id, item.query.text, item.decide(minimum, floor), mean, *cells, item.cause, *more]

    write_table(path, [*header, "cause", *labels], rows())
