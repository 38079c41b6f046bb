"""`SliceSpec`: a label by which results are broken down. A protocol declares its own beside the `COMMON` ones.

A run's manifest holds them, so that reports, comparisons and exports need no protocol installed.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, NamedTuple

from pydantic import Field, JsonValue

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, PAGE_TYPES, VOICES
from pytest_cookie.core.score_spec import MAX_SCORES, Number, ScoreId

SliceId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
SliceValue = Annotated[str, Field(min_length=1, max_length=200)]


class SliceSpec(FrozenModel):
    """A label of cases, of what an item is divided into, such as tasks, or several labels crossed."""

    id: SliceId
    """Stable id, such as `topic`: lower-case letters, digits and underscores."""
    label: str = Field(min_length=1, max_length=60)
    """Name within a sentence, such as `page type`."""
    values: tuple[str, ...] = ()
    """The values in display order. Others follow, sorted."""
    absent: str = ""
    """The value of cases without one, where others have one. Empty: such cases are left out."""
    part: str = Field(default="", max_length=40)
    """What is counted in place of items: the parts of items, such as `tasks`. Empty for items."""
    crosses: tuple[SliceId, ...] = ()
    """Ids of the labels that are crossed. Empty for a label of its own."""
    field: str = Field(default="", max_length=60)
    """The field of a case with the label, or of each entry of the field `part`. Default: the id."""
    about: str = Field(default="", max_length=300)
    """What the values mean, in words for readers of a report. Empty for values that need none."""
    of_artifact: bool = False
    """Whether the artifact decides the value, so that it may differ between models of one case."""


class ItemPart(FrozenModel):
    """A part of an item, such as one of its tasks."""

    slices: dict[SliceId, tuple[SliceValue, ...]] = {}
    """Its values of each label by id. Several for a part that belongs to several."""
    scores: dict[ScoreId, Number | None] = Field(default={}, max_length=MAX_SCORES)
    """Its scores by id, in the unit of the item's. Empty if it was not judged."""


class CaseLabels(NamedTuple):
    """The labels of a case, and those of its parts."""

    slices: dict[str, str]
    parts: tuple[ItemPart, ...] = ()


WRITTEN_OUT = "written out"
"""The voice of a brief that names its figures and rules."""
COMMON: tuple[SliceSpec, ...] = (
    SliceSpec(id="page_type", label="page type", values=PAGE_TYPES),
    SliceSpec(id="domain", label="domain"),
    SliceSpec(id="difficulty", label="difficulty", values=DIFFICULTIES),
    SliceSpec(id="language", label="language", values=LANGUAGES),
    SliceSpec(id="voice", label="voice of the brief", values=(WRITTEN_OUT, *VOICES), absent=WRITTEN_OUT),
)
"""The labels of every case. A record has a field for each."""
COMMON_IDS = frozenset(spec.id for spec in COMMON)


def read_labels(fields: Mapping[str, JsonValue], specs: Iterable[SliceSpec]) -> CaseLabels:
    """The labels in the fields of a case, as the declarations name them."""
    own = [spec for spec in specs if not spec.crosses]
    slices = {spec.id: values[0] for spec in own if not spec.part and (values := _values(fields, spec))}
    of_parts = [spec for spec in own if spec.part]
    entries = [entry for name in dict.fromkeys(spec.part for spec in of_parts) for entry in _entries(fields.get(name))]
    parts = [{spec.id: values for spec in of_parts if (values := _values(entry, spec))} for entry in entries]
    return CaseLabels(slices, tuple(ItemPart(slices=found) for found in parts))


def _entries(value: JsonValue) -> list[Mapping[str, JsonValue]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def _values(fields: Mapping[str, JsonValue], spec: SliceSpec) -> tuple[str, ...]:
    value = fields.get(spec.field or spec.id)
    return tuple(str(one)[:200] for one in (value if isinstance(value, list) else [value]) if one not in (None, ""))
