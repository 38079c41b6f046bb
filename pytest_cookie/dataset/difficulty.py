"""The difficulty rubric: criteria for the six complexity dimensions, and amplifiers that raise them."""

from functools import cache
from importlib.resources import files
from typing import Literal

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel

Score = Literal[1, 2, 3]
DimensionName = Literal[
    "functional_logic",
    "page_interaction",
    "data_system",
    "visual_design",
    "user_experience",
    "dynamic_simulation",
]


class Dimension(FrozenModel):
    """A complexity dimension (Cookie-Bench, section 3.2): its question, and the criterion for each score."""

    name: DimensionName
    asks: str
    criteria: dict[Score, str]


class Amplifier(FrozenModel):
    """A requirement that makes a brief harder: it typically raises `dimension` to `level`."""

    name: str
    adds: str
    dimension: DimensionName
    level: Score


class DifficultyRubric(FrozenModel):
    """All criteria and amplifiers, to score briefs and to write briefs of a given level."""

    dimensions: tuple[Dimension, ...]
    amplifiers: tuple[Amplifier, ...]

    def criterion(self, dimension: DimensionName, score: Score) -> str:
        """The criterion for this score in this dimension."""
        return next(each.criteria[score] for each in self.dimensions if each.name == dimension)


@cache
def difficulty_rubric() -> DifficultyRubric:
    """The built-in rubric."""
    text = files(__package__).joinpath("difficulty.yaml").read_text(encoding="utf-8")
    return DifficultyRubric.model_validate(parse_data(text))
