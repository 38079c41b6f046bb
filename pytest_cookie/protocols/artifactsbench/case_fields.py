"""`ArtifactsBenchFields`: what a case of this protocol has besides brief and labels."""

from collections import Counter
from typing import Literal, Self, get_args

from pydantic import Field, field_validator, model_validator

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import TIERS, Tier
from pytest_cookie.core.slices import SliceSpec
from pytest_cookie.dataset.importing.artifactsbench_topics import Topic
from pytest_cookie.dataset.importing.checklist_kind import PER_KIND, ItemKind

PROTOCOL_NAME = "artifactsbench"
CHECKLIST_LENGTH = 2 * PER_KIND

Interactivity = Literal["SV", "MMD", "HD", "II"]
"""Static visual, mild to moderate dynamics, high dynamics, intensive interactive (ArtifactsBench, section 2.2)."""
INTERACTIVITY_NAMES: dict[Interactivity, str] = {
    "SV": "static visual",
    "MMD": "mild to moderate dynamics",
    "HD": "high dynamics",
    "II": "intensive interactive",
}
_ABOUT = ", ".join(f"{short}: {name}" for short, name in INTERACTIVITY_NAMES.items())
PAGE_CLASS = "page_interactivity"
SLICES = (
    SliceSpec(id="topic", label="topic", values=get_args(Topic)),
    SliceSpec(id="interactivity", label="interactivity class", values=tuple(INTERACTIVITY_NAMES), about=_ABOUT),
    SliceSpec(
        id="interactivity_topic", label="interactivity class × topic", crosses=("interactivity", "topic"), about=_ABOUT
    ),
    SliceSpec(
        id=PAGE_CLASS, label="measured class of the page", values=tuple(INTERACTIVITY_NAMES), about=_ABOUT,
        of_artifact=True,
    ),
    SliceSpec(id="tier", label="tier", values=TIERS),
)  # fmt: skip
"""SV, MMD, HD and II by topic (ArtifactsBench, Table 3)."""
KINDS: tuple[ItemKind, ...] = get_args(ItemKind)


class ChecklistItem(FrozenModel):
    """One item of a checklist."""

    id: int = Field(ge=0)
    """Number of the item, unique in its checklist."""
    kind: ItemKind
    """`vision`: visible and felt properties. `code`: properties that only the source shows."""
    title: str = Field(min_length=1)
    """The question."""
    description: str
    """What gives and what costs points."""
    maximum: float = Field(default=10, gt=0, le=1_000)
    """Points of a perfect result. Without it, 10."""


class ArtifactsBenchFields(FrozenModel):
    """The extra fields of a case, beside the common ones."""

    checklist: tuple[ChecklistItem, ...]
    """Ten items: five of kind `vision` and five of kind `code`. Required."""
    topic: Topic | None = None
    """Topic of ArtifactsBench. May be omitted."""
    published_class: str = ""
    """Topic and subclass as published, such as `Game Development-Puzzle`."""
    interactivity: Interactivity | None = None
    """Interactivity class. Without it, it is measured from the trace."""
    tier: Tier | None = None
    """Difficulty by the scores of many models, as published."""

    @field_validator("checklist")
    @classmethod
    def _ten_items(cls, value: tuple[ChecklistItem, ...]) -> tuple[ChecklistItem, ...]:
        if len(value) != CHECKLIST_LENGTH:
            raise ValueError(f"has {len(value)} items; a checklist has {CHECKLIST_LENGTH}")
        repeated = [number for number, count in Counter(item.id for item in value).items() if count > 1]
        if repeated:
            raise ValueError(f"has the id {repeated[0]} more than once; each item needs its own")
        return value

    @model_validator(mode="after")
    def _five_of_each(self) -> Self:
        count = sum(item.kind == "vision" for item in self.checklist)
        if self.checklist and count != PER_KIND:
            raise ValueError(f"the checklist has {count} items of kind `vision`; it needs {PER_KIND} of each kind")
        return self


class OptionalFields(ArtifactsBenchFields):
    """The same for a set with cases without a checklist; the built-in samples have theirs in files."""

    checklist: tuple[ChecklistItem, ...] = ()
    """Ten items, five of each kind. Without it, no referee can judge the case."""

    @field_validator("checklist")
    @classmethod
    def _ten_items(cls, value: tuple[ChecklistItem, ...]) -> tuple[ChecklistItem, ...]:
        return super()._ten_items(value) if value else value
