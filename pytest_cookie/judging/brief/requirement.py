"""`Requirement`: one thing that a brief asks for, or declares unnecessary."""

from typing import Literal

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel

RequirementKind = Literal[
    "text", "figure", "name", "count", "colour", "font", "control", "part", "state", "key", "media", "persistence",
]  # fmt: skip


class Requirement(FrozenModel):
    """One thing that a brief asks for, with the words that ask for it."""

    kind: RequirementKind
    """What kind of thing. `text`: a quoted text; `name`: an entry of a list; `part`: a part of the page, such as a
    table."""
    words: str
    """The words in the brief."""
    start: int = Field(ge=0)
    """Where they begin in the brief, in characters."""
    value: str
    """The thing to look for: an id of the vocabulary, or a text or number in one spelling."""
    number: float | None = None
    """The number of a count or figure. Null for others."""
    wanted: bool = True
    """Whether the brief wants it. False: the brief declares it unnecessary or forbids it."""
    confidence: float = Field(ge=0, le=1)
    """How certain it is that the brief means this."""
