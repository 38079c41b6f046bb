"""`ScoreSpec`: what a score of a protocol means; `ScoreSet`: all scores of a protocol. Exactly one of them ranks.

A run's manifest holds its specifications, so that reports, gates, comparisons and exports need no protocol installed.
"""

import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, RootModel, field_validator, model_validator

from pytest_cookie.core.frozen_model import FrozenModel

Direction = Literal["higher", "lower"]
Aggregation = Literal["mean", "rate"]

MAX_SCORES = 24
_LARGEST = 1e9
_RESERVED = frozenset(
    {
        "case", "model", "mode", "repeat", "outcome", "page_type", "domain", "leaf", "difficulty", "language", "agent",
        "judge", "protocol", "run", "metrics", "folder", "thumbnail", "node_id", "seconds", "calls", "cost_usd",
        "runnable_rate", "coverage", "calibration", "cost", "baseline", "rate", "findings", "screen", "schema_version",
    }
)  # fmt: skip
"""Names of other columns, rules and properties."""


def _refuse_other_than_number(value: object) -> object:
    """pydantic reads `True` as 1 and "100" as 100."""
    if isinstance(value, bool | str):
        raise ValueError(f"must be a number, not {value!r}")  # noqa: TRY004 - pydantic reports only a ValueError
    return value


ScoreId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Number = Annotated[float, BeforeValidator(_refuse_other_than_number), Field(ge=-_LARGEST, le=_LARGEST)]


class ScoreSpec(FrozenModel):
    """A score of a protocol: its name, unit and range, and how it is aggregated and shown."""

    id: ScoreId
    """Stable id, such as `total`: lower-case letters, digits and underscores."""
    label: str = Field(min_length=1, max_length=60)
    """Name within a sentence, such as `total` or `SSIM`."""
    short: str = Field(default="", max_length=8)
    """Name for narrow tables. Default: the beginning of the label."""
    unit: str = Field(default="", max_length=12)
    """Unit, such as `%`. Empty for points."""
    low: Number = 0.0
    """Lowest possible value."""
    high: Number = 100.0
    """Highest possible value."""
    direction: Direction = "higher"
    """Whether higher or lower values are better. A failed item counts as the worst value."""
    aggregation: Aggregation = "mean"
    """`mean`: mean over cases. `rate`: every item has either the lowest or the highest value, and the interval is that
    of a proportion."""
    digits: int = Field(default=1, ge=0, le=6)
    """Number of digits after the decimal point."""
    ranks: bool = False
    """Whether models are ranked by this score. Exactly one score of a protocol ranks."""
    mean_of: tuple[ScoreId, ...] = Field(default=(), max_length=MAX_SCORES)
    """Ids of the scores whose mean it is. Empty for an independent score."""
    judged_out_of: float | None = Field(default=None, gt=0, le=_LARGEST)
    """Best score on the scale from 0 that judges use, if the report uses another."""
    about: str = Field(default="", max_length=400)
    """The quantity that it measures, or the meaning of its values, in a few sentences."""

    @field_validator("label", "short", "unit", "about")
    @classmethod
    def _printable(cls, text: str) -> str:
        if not text.isprintable():
            raise ValueError("must contain printable characters only")
        return text

    @field_validator("id")
    @classmethod
    def _not_reserved(cls, name: str) -> str:
        if name in _RESERVED:
            raise ValueError(f"{name} is the name of another column or rule")
        return name

    @model_validator(mode="after")
    def _has_range(self) -> Self:
        if not self.low < self.high:
            raise ValueError(f"low is {self.low:g}, which must be less than high, {self.high:g}")
        return self

    @property
    def meaning(self) -> tuple[object, ...]:
        """Everything but its names and how it is shown: two runs whose scores have the same meaning are comparable."""
        return self.id, self.unit, self.bounds, self.direction, self.aggregation, self.ranks, self.mean_of

    @property
    def bounds(self) -> tuple[float, float]:
        """Lowest and highest value."""
        return self.low, self.high

    @property
    def span(self) -> float:
        """Width of the range."""
        return self.high - self.low

    @property
    def worst(self) -> float:
        """The value of a failed item."""
        return self.low if self.direction == "higher" else self.high

    @property
    def sign(self) -> int:
        """1 if higher values are better, else -1."""
        return 1 if self.direction == "higher" else -1

    @property
    def title(self) -> str:
        """The label with a capital letter."""
        return self.label[:1].upper() + self.label[1:]

    @property
    def heading(self) -> str:
        """The label with the unit, for a column of numbers."""
        return f"{self.label} ({self.unit})" if self.unit else self.label

    @property
    def title_heading(self) -> str:
        """The heading with a capital letter."""
        return self.heading[:1].upper() + self.heading[1:]

    @property
    def brief(self) -> str:
        """The short name; without one the label if it has at most eight characters, otherwise its first word."""
        return self.short or (self.label if len(self.label) <= 8 else self.label.split()[0])

    def share(self, value: float) -> float:
        """The position of a value in the range, 0 (lowest) to 1 (highest)."""
        return min(1.0, max(0.0, (value - self.low) / self.span))

    def percents(self, *values: float | None) -> tuple[float | None, ...]:
        """The positions of values in the range, 0 (lowest) to 100 (highest); None for None."""
        return tuple(None if value is None else 100 * self.share(value) for value in values)

    def percent(self, value: float) -> float:
        """A value in percent of the range; higher is better. Exact for points of 0 to 100."""
        share = value if self.bounds == (0, 100) else 100 * (value - self.low) / self.span
        return share if self.direction == "higher" else 100 - share

    def complaint(self, value: float) -> str:
        """Why `value` is not a possible score; empty if it is."""
        if not math.isfinite(value) or not self.low <= value <= self.high:
            return f"{self.id} is {value:g}, outside {self.low:g} to {self.high:g}"
        if self.aggregation == "rate" and value not in self.bounds:
            return f"{self.id} is {value:g}, but a rate has only the values {self.low:g} and {self.high:g}"
        return ""


class ScoreSet(RootModel[tuple[ScoreSpec, ...]]):
    """The scores of a protocol, in display order."""

    model_config = {"frozen": True}

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        ids = [spec.id for spec in self.root]
        if not 1 <= len(ids) <= MAX_SCORES:
            raise ValueError(f"a protocol has 1 to {MAX_SCORES} scores, not {len(ids)}")
        if len(set(ids)) < len(ids):
            raise ValueError("two scores have the same id")
        if sum(spec.ranks for spec in self.root) != 1:
            raise ValueError("exactly one score must rank")
        for spec in self.root:
            if unknown := [part for part in spec.mean_of if part not in ids or part == spec.id]:
                raise ValueError(f"{spec.id} cannot be the mean of {', '.join(unknown)}")
        if circle := self._circle():
            raise ValueError(f"scores cannot be means of each other: {' → '.join(circle)}")
        return self

    def _circle(self) -> list[str]:
        """The ids of scores that are means of each other, the first one again at the end; empty if there are none."""
        parts_of = {spec.id: spec.mean_of for spec in self.root}
        done: set[str] = set()
        for start in parts_of:
            path, waiting = [start], [list(parts_of[start])]
            while waiting and start not in done:
                if not waiting[-1]:
                    done.add(path.pop())
                    waiting.pop()
                elif (part := waiting[-1].pop()) in path:
                    return [*path[path.index(part) :], part]
                elif part not in done:
                    path.append(part)
                    waiting.append(list(parts_of[part]))
        return []

    def __iter__(self) -> Iterator[ScoreSpec]:  # type: ignore[override]
        return iter(self.root)

    def __len__(self) -> int:
        return len(self.root)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids, in order."""
        return tuple(spec.id for spec in self.root)

    @property
    def ranking(self) -> ScoreSpec:
        """The score that ranks models."""
        return next(spec for spec in self.root if spec.ranks)

    @property
    def others(self) -> tuple[ScoreSpec, ...]:
        """The scores that do not rank."""
        return tuple(spec for spec in self.root if not spec.ranks)

    @property
    def meaning(self) -> tuple[object, ...]:
        """The meaning of every score."""
        return tuple(spec.meaning for spec in self.root)

    def get(self, name: str) -> ScoreSpec | None:
        """The score with the id `name`, None if there is none."""
        return next((spec for spec in self.root if spec.id == name), None)

    def position(self, name: str) -> int | None:
        """The position of the score `name` among those that do not rank, from 0; its colour in charts."""
        return next((index for index, spec in enumerate(self.others) if spec.id == name), None)

    def complete(self, values: Mapping[str, float | None]) -> dict[str, float | None]:
        """A value for every score: those of `values`, and the means of others where they are missing and can be had."""
        found = {spec.id: values.get(spec.id) for spec in self.root}
        for spec in self.root:
            parts = [found[part] for part in spec.mean_of]
            known = [part for part in parts if part is not None]
            if found[spec.id] is None and parts and len(known) == len(parts):
                found[spec.id] = sum(known) / len(known)
        return found

    def complaints(self, values: Mapping[str, float | None]) -> list[str]:
        """Problems of an item's scores: unknown ids, and values outside their range."""
        known = {spec.id: spec for spec in self.root}
        wrong = [f"{name} is not a score of the protocol" for name in values if name not in known]
        given = ((known.get(name), value) for name, value in values.items())
        return wrong + [text for spec, value in given if spec and value is not None and (text := spec.complaint(value))]

    @classmethod
    def guess(cls, ids: Mapping[str, object]) -> Self:
        """Scores of 0 to 100 with these ids, for records whose manifest is unreadable. The last one ranks."""
        names = [name for name in ids if name not in _RESERVED][:MAX_SCORES] or ["score"]
        last = len(names) - 1
        return cls(tuple(ScoreSpec(id=name, label=name, ranks=index == last) for index, name in enumerate(names)))
