"""`Case`: a brief and its labels, the first noun of the flow."""

from pathlib import Path

from pydantic import Field, field_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Difficulty, Language, PageType

_LEVELS: dict[int, Difficulty] = {1: "easy", 2: "medium", 3: "hard"}


class ComplexityScore(FrozenModel):
    """One complexity dimension of a brief: 1 easy, 2 medium, 3 hard, and why."""

    score: int = Field(ge=1, le=3)
    reason: str = ""


class Complexity(FrozenModel):
    """The six orthogonal complexity dimensions (Cookie-Bench, section 3.2). The largest score decides.

    In YAML a dimension is `2` or `{score: 2, reason: …}`.
    """

    functional_logic: ComplexityScore
    page_interaction: ComplexityScore
    data_system: ComplexityScore
    visual_design: ComplexityScore
    user_experience: ComplexityScore
    dynamic_simulation: ComplexityScore

    @field_validator("*", mode="before")
    @classmethod
    def _score_alone(cls, value: object) -> object:
        return {"score": value} if isinstance(value, int) else value

    @property
    def difficulty(self) -> Difficulty:
        """The level of the hardest dimension."""
        return _LEVELS[max(getattr(self, name).score for name in type(self).model_fields)]


class Case(FrozenModel):
    """One benchmark brief. `page_type`, `domain` and `difficulty` follow from `leaf` and `complexity`.

    `artifact` is the path of ready files (an HTML file or a folder with an `index.html`), absolute once loaded;
    `entry` is the page to open in that folder, if not `index.html`. With `cdn` the page may load libraries and fonts
    from content delivery networks.
    `origin` is the file and line of the case, for messages; `digest` is the hash of its definition.
    """

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_.-]*$", max_length=60)
    brief: str = Field(min_length=1)
    page_type: PageType
    domain: str
    leaf: str
    language: Language
    complexity: Complexity
    source: str
    version: int = Field(ge=1)
    artifact: Path | None = None
    entry: str | None = None
    cdn: bool = False
    origin: str
    digest: str

    @property
    def difficulty(self) -> Difficulty:
        """Easy, medium or hard: the maximum over the six dimensions."""
        return self.complexity.difficulty
