"""`Case`: a brief and its labels, the first noun of the flow."""

from pathlib import Path

from pydantic import Field, JsonValue, field_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Difficulty, Language, PageType, Voice

_LEVELS: dict[int, Difficulty] = {1: "easy", 2: "medium", 3: "hard"}


class ComplexityScore(FrozenModel):
    """One complexity score of a brief."""

    score: int = Field(ge=1, le=3)
    """1 easy, 2 medium, 3 hard."""
    reason: str = ""
    """Why the brief has this score."""


class Complexity(FrozenModel):
    """The six complexity scores of a brief (Cookie-Bench, section 3.2). The largest one is its difficulty.

    In YAML a score is `2` or `{score: 2, reason: …}`.
    """

    functional_logic: ComplexityScore
    """Rules and states that have to be kept consistent."""
    page_interaction: ComplexityScore
    """Views and ways of acting."""
    data_system: ComplexityScore
    """Data that is stored, produced or exchanged."""
    visual_design: ComplexityScore
    """Design work that the page needs."""
    user_experience: ComplexityScore
    """Guidance, feedback and recovery that the user needs."""
    dynamic_simulation: ComplexityScore
    """Motion and computation without user input."""

    @field_validator("*", mode="before")
    @classmethod
    def _score_alone(cls, value: object) -> object:
        return {"score": value} if isinstance(value, int) else value

    @property
    def difficulty(self) -> Difficulty:
        """The level of the hardest dimension."""
        return _LEVELS[max(getattr(self, name).score for name in type(self).model_fields)]


class Case(FrozenModel):
    """One benchmark brief with its labels. Page type, domain and difficulty follow from `leaf` and `complexity`."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9_.-]*$", max_length=60)
    """Unique id. Required. It must not contain a label such as `easy`, `react` or the name of another domain, since
    `-k` matches parts of words."""
    brief: str = Field(min_length=1)
    """The task, as its user would describe it, in the language of the case. Required."""
    page_type: PageType
    """Page type of the leaf."""
    domain: str
    """Domain of the leaf."""
    leaf: str
    """Task type, from the taxonomy. Required here or at the top of the file."""
    language: Language
    """Language of the brief. Required here or at the top of the file."""
    complexity: Complexity
    """The six complexity scores. Without them, each is 2."""
    voice: Voice | None = None
    """How the brief speaks: `short`, `vague`, `layman` or `spoken`. Without it, the brief is written out."""
    source: str
    """Origin of the brief. May be omitted."""
    version: int = Field(ge=1)
    """Version of the case, to be raised with every change of brief or labels. Without it, 1."""
    artifact: Path | None = None
    """Existing files to evaluate, relative to the case file: an HTML file, a folder with an `index.html`, or a
    project."""
    entry: str | None = None
    """The page to open in a folder of existing files. Without it, `index.html`."""
    cdn: bool = False
    """Whether the page may load libraries and fonts from content delivery networks. May be set at the top of the
    file."""
    fields: dict[str, JsonValue] = {}
    """Extra fields that the protocol defines, by name."""
    folder: Path | None = None
    """Folder of the case file, to which the files that `fields` names are relative. Null for cases without extra
    fields."""
    origin: str
    """File and line of the case, for messages."""
    digest: str
    """Hash of everything that defines the case. Two runs can be compared on cases with equal hashes."""

    @property
    def difficulty(self) -> Difficulty:
        """Easy, medium or hard: the maximum over the six dimensions."""
        return self.complexity.difficulty
