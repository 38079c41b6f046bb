"""`GatePolicy`: the rules of a gate, from a TOML file of the user."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.wording import did_you_mean

STANDARD_COVERAGE = 0.95
STANDARD_MARGIN = 3.0


class _Rules(BaseModel):
    """Strict: text is not a number, and unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Minimum(_Rules):
    """Minimum values. Scores are 0 to 100 and count failed items as 0; rates are 0 to 1."""

    functionality: float | None = Field(default=None, ge=0, le=100)
    """Minimum mean functionality."""
    aesthetics: float | None = Field(default=None, ge=0, le=100)
    """Minimum mean aesthetics."""
    total: float | None = Field(default=None, ge=0, le=100)
    """Minimum mean total."""
    runnable_rate: float | None = Field(default=None, ge=0, le=1)
    """Minimum share of items that are not failed: scored / (scored + failed)."""
    coverage: float | None = Field(default=STANDARD_COVERAGE, ge=0, le=1)
    """Minimum share of planned items with a result: (scored + failed) / planned."""
    calibration: float | None = Field(default=None, ge=0, le=1)
    """Minimum accuracy of the judge in its calibration."""


class Maximum(_Rules):
    """Maximum values."""

    cost_usd: float | None = Field(default=None, ge=0)
    """Maximum cost of all items of the model, of every mode."""


class SliceMargin(_Rules):
    """How many points of 0 to 100 a mean may be below the baseline, within a slice."""

    functionality: float | None = Field(default=None, ge=0, le=100)
    """Margin of functionality."""
    aesthetics: float | None = Field(default=None, ge=0, le=100)
    """Margin of aesthetics."""
    total: float | None = Field(default=None, ge=0, le=100)
    """Margin of the total."""


class Margin(SliceMargin):
    """How many points of 0 to 100 a mean may be below the baseline, over all cases and for each value of a label."""

    page_type: SliceMargin = SliceMargin()
    """Margins for each page type."""
    domain: SliceMargin = SliceMargin()
    """Margins for each domain."""
    difficulty: SliceMargin = SliceMargin()
    """Margins for each difficulty."""
    language: SliceMargin = SliceMargin()
    """Margins for each language."""


class ModeRules(_Rules):
    """Rules for the items of one mode, in place of the rules for all items."""

    minimum: Minimum = Minimum()
    """Minimum values for this mode."""
    margin: Margin = Margin()
    """Margins for this mode."""


class Modes(_Rules):
    """Rules for single modes. Rules that are left out are those for all items."""

    html: ModeRules = ModeRules()
    """Rules for HTML items."""
    react: ModeRules = ModeRules()
    """Rules for React items."""


class GatePolicy(_Rules):
    """The rules of a gate. They apply to the run and to each of its modes separately."""

    decide_by: Literal["interval", "mean"] = "interval"
    """`interval`: a rule is met or not met only if the whole 95 % interval is on one side of the threshold, otherwise
    it is undecided. `mean`: the mean alone decides."""
    minimum: Minimum = Minimum()
    """Minimum values."""
    maximum: Maximum = Maximum()
    """Maximum values."""
    margin: Margin = Margin()
    """Margins below the baseline."""
    mode: Modes = Modes()
    """Rules for single modes."""

    def of(self, mode: Mode) -> "GatePolicy":
        """The rules for the items of one mode."""
        rules: ModeRules = getattr(self.mode, mode)
        own = rules.model_dump(exclude_unset=True)
        return GatePolicy.model_validate(_overridden(self.model_dump(exclude={"mode"}), own))


def _overridden(table: dict[str, object], by: dict[str, object]) -> dict[str, object]:
    both = dict(table)
    for name, value in by.items():
        above = both.get(name)
        both[name] = _overridden(above, value) if isinstance(above, dict) and isinstance(value, dict) else value
    return both


def standard_policy(*, has_baseline: bool, fail_under: float | None = None) -> GatePolicy:
    """The policy without a file: coverage, and with a baseline a margin for each score.

    `fail_under` is a minimum of the mean total, like the option of that name in other tools.
    """
    margin = STANDARD_MARGIN if has_baseline else None
    return GatePolicy(
        decide_by="interval" if fail_under is None else "mean",
        minimum=Minimum(total=fail_under),
        margin=Margin(functionality=margin, aesthetics=margin, total=margin),
    )


def parse_policy(text: str, name: str) -> GatePolicy:
    """The policy in a TOML text; `name` is the file's, for messages. Raises `UsageError` with all problems."""
    try:
        return GatePolicy.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not TOML: {error}") from error
    except ValidationError as error:
        raise UsageError("\n".join(f"{name}: {line}" for line in _complaints(error))) from error


def _complaints(error: ValidationError) -> Iterator[str]:
    for detail in error.errors():
        place = tuple(str(part) for part in detail["loc"])
        if detail["type"] == "extra_forbidden":
            yield f"{'.'.join(place)}: unknown rule{_suggestion(place)}"
        else:
            yield f"{'.'.join(place)}: {detail['msg'][0].lower()}{detail['msg'][1:]}"


def _suggestion(place: tuple[str, ...]) -> str:
    """The most similar rule in the same table, or else the table where the name is a rule, or else all rules here."""
    *above, name = place
    fields = _fields(tuple(above))
    if hint := did_you_mean(name, fields, most=1):
        return hint
    elsewhere = [table for table, model in _TABLES.items() if name in model.model_fields and table != ".".join(above)]
    if elsewhere:
        return f" here; did you mean [{elsewhere[0]}] {name}?"
    return f"; the rules here are {', '.join(fields)}"


_TABLES: Mapping[str, type[_Rules]] = {
    "minimum": Minimum,
    "maximum": Maximum,
    "margin": Margin,
    "margin.page_type": SliceMargin,
    "margin.domain": SliceMargin,
    "margin.difficulty": SliceMargin,
    "margin.language": SliceMargin,
    "mode": Modes,
    "mode.html": ModeRules,
    "mode.react": ModeRules,
}


def _fields(place: tuple[str, ...]) -> tuple[str, ...]:
    below_a_mode = place[2:] if place[:1] == ("mode",) and len(place) > 2 else place
    model: type[BaseModel] = _TABLES.get(".".join(below_a_mode), GatePolicy)
    return tuple(model.model_fields)
