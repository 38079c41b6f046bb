"""`PeopleAnswers`: people's ratings stored in a run, so that its report shows them beside the judge's scores."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.score_spec import ScoreId
from pytest_cookie.records.files import read_model, write_model
from pytest_cookie.records.human_rating import HumanRating, Scale
from pytest_cookie.records.run import RunFolder

PEOPLE_FILE = "people.json"
SCHEMA_VERSION: Final = 1
_Sentence = Annotated[str, Field(max_length=2_000)]


class StoredRating(FrozenModel):
    """One person's rating of one artifact."""

    case: str
    """Id of the case."""
    model: str
    """The model."""
    rater: str
    """The person."""
    mode: Mode | None = None
    """Kind of artifact. Null if the table did not say it."""
    repeat: int | None = None
    """Number of the repeat. Null if the table did not say it."""
    points: dict[ScoreId, float] = {}
    """Points by score, on the scale of the answers; more is better."""
    ranks: dict[ScoreId, float] = {}
    """Ranks by score among the artifacts of the query; 1 is the best."""


class PeopleAnswers(FrozenModel):
    """The ratings of a run by people: the file `people.json`."""

    schema_version: Literal[1] = SCHEMA_VERSION
    """Version of this schema."""
    low: float
    """Lowest point of the scale."""
    high: float
    """Highest point of the scale."""
    ratings: tuple[StoredRating, ...]
    """The ratings."""
    conclusions: tuple[_Sentence, ...] = Field(default=(), max_length=60)
    """How well the judge agrees with them, in sentences."""

    @classmethod
    def of(cls, opinions: Sequence[HumanRating], scale: Scale, conclusions: Sequence[str]) -> "PeopleAnswers":
        """Answers to store."""
        ratings = [
            StoredRating(
                case=one.case,
                model=one.model,
                rater=one.rater,
                mode=one.mode,
                repeat=one.repeat,
                points=dict(one.points),
                ranks=dict(one.ranks),
            )
            for one in opinions
        ]
        return cls(low=scale.low, high=scale.high, ratings=tuple(ratings), conclusions=tuple(conclusions))

    @property
    def scale(self) -> Scale:
        """The scale of the points."""
        return Scale(self.low, self.high)

    def opinions_on(self, case: str) -> list[HumanRating]:
        """The ratings of one case's artifacts."""
        return [
            HumanRating(one.case, one.model, one.rater, one.mode, one.repeat, one.points, one.ranks)
            for one in self.ratings
            if one.case == case
        ]

    def of_cases(self, cases: set[str]) -> "PeopleAnswers":
        """The answers about some cases only."""
        return self.model_copy(update={"ratings": tuple(one for one in self.ratings if one.case in cases)})


def read_people(run: RunFolder) -> PeopleAnswers | None:
    """The stored answers; None if there are none, or they cannot be read."""
    path = run.path / PEOPLE_FILE
    if not path.is_file():
        return None
    try:
        return read_model(path, PeopleAnswers)
    except RecordingError:
        return None


def write_people(run: RunFolder, answers: PeopleAnswers) -> None:
    """Store the answers in the run. Raises `RecordingError`."""
    write_model(run.path / PEOPLE_FILE, answers)
