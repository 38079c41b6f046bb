"""`Case`: a brief and its labels, the first noun of the flow."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field, JsonValue, field_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import DIFFICULTIES, Difficulty, Language, PageType, Voice

_LEVELS: dict[int, Difficulty] = {1: "easy", 2: "medium", 3: "hard"}
_TOP_SCORE = max(_LEVELS)
EXPERT_DIMENSIONS = 3
"""A brief with the top score in so many dimensions is of the fourth level. With three, more than half of the hard
briefs of the benchmark stay hard in at most two dimensions, and one in ten of all briefs is of the fourth level."""


class ComplexityScore(FrozenModel):
    """One complexity score of a brief."""

    score: int = Field(ge=1, le=3)
    """1 easy, 2 medium, 3 hard in this dimension."""
    reason: str = ""
    """Why the brief has this score."""


class Complexity(FrozenModel):
    """The six complexity scores of a brief (Cookie-Bench, section 3.2), from which its difficulty follows.

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
        """The level of the hardest dimension; expert if several dimensions have the top score."""
        scores = [getattr(self, name).score for name in type(self).model_fields]
        return "expert" if scores.count(_TOP_SCORE) >= EXPERT_DIMENSIONS else _LEVELS[max(scores)]


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
        """Easy, medium, hard or expert, from the scores of the six dimensions."""
        return self.complexity.difficulty


def fit_scores(level: Difficulty, scores: Mapping[str, int] | None = None) -> dict[str, int]:
    """The six scores by dimension, changed as little as possible so that their difficulty is `level`.

    Scores above the level are lowered to it; if all are below, the highest are raised. Without scores, all dimensions
    are as high as the level allows, since nothing is known of them; the first ones are then the highest.
    """
    top = min(DIFFICULTIES.index(level) + 1, _TOP_SCORE)
    given = scores or dict.fromkeys(Complexity.model_fields, top)
    highest = max(given.values())
    order = sorted(given, key=lambda name: -given[name])
    fitted = {name: top if score == highest else min(score, top) for name, score in given.items()}
    if level == "expert":
        return fitted | dict.fromkeys(order[:EXPERT_DIMENSIONS], _TOP_SCORE)
    if level == "hard":
        surplus = [name for name in order if fitted[name] == _TOP_SCORE][EXPERT_DIMENSIONS - 1 :]
        return fitted | dict.fromkeys(surplus, _TOP_SCORE - 1)
    return fitted
