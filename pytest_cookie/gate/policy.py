"""`GatePolicy`: the rules of a gate, from a TOML file of the user."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import COMMON
from pytest_cookie.core.wording import did_you_mean

STANDARD_COVERAGE = 0.95
STANDARD_MARGIN = 3.0
"""In percent of a score's range: points of 0 to 100."""


class _Rules(BaseModel):
    """Strict: text and TOML's `nan` and `inf` are not numbers to compare with, and unknown fields are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class _ScoreRules(_Rules):
    """A table that also has a limit for scores of the protocol, by their ids."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, float | None] = Field(init=False)

    def limit(self, score: str) -> float | None:
        """The limit of a score, None without one."""
        return (self.__pydantic_extra__ or {}).get(score)


class Minimum(_ScoreRules):
    """Minimum values: of the mean of each score that is better when higher, by its id, in the score's unit, with failed
    items as the worst value; and rates of 0 to 1.
    """

    runnable_rate: float | None = Field(default=None, ge=0, le=1)
    """Minimum share of items that are not failed: scored / (scored + failed)."""
    coverage: float | None = Field(default=STANDARD_COVERAGE, ge=0, le=1)
    """Minimum share of planned items with a result: (scored + failed) / planned."""
    calibration: float | None = Field(default=None, ge=0, le=1)
    """Minimum accuracy of the judge in its calibration."""


class ScoreMaximum(_ScoreRules):
    """Maximum values of the mean of each score that is better when lower, by its id."""


class Maximum(ScoreMaximum):
    """Maximum values: of the mean of each score that is better when lower, by its id, and of the cost."""

    cost_usd: float | None = Field(default=None, ge=0)
    """Maximum cost of all items of the model, of every mode."""


class SliceMargin(_ScoreRules):
    """How much worse than the baseline the mean of a score may be within a slice, by its id, in the score's unit."""


class Margin(SliceMargin):
    """How much worse than the baseline the mean of a score may be, over all cases and for each value of a label."""

    page_type: SliceMargin = SliceMargin()
    """Margins for each page type."""
    domain: SliceMargin = SliceMargin()
    """Margins for each domain."""
    difficulty: SliceMargin = SliceMargin()
    """Margins for each difficulty."""
    language: SliceMargin = SliceMargin()
    """Margins for each language."""
    voice: SliceMargin = SliceMargin()
    """Margins for each voice of the briefs."""


class ModeRules(_Rules):
    """Rules for the items of one mode, in place of the rules for all items."""

    minimum: Minimum = Minimum()
    """Minimum values for this mode."""
    maximum: ScoreMaximum = ScoreMaximum()
    """Maximum values for this mode."""
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


def standard_policy(scores: ScoreSet, *, has_baseline: bool, fail_under: float | None = None) -> GatePolicy:
    """The policy without a file: coverage, and with a baseline a margin of 3 % of the range of each score.

    `fail_under` limits the mean of the score that ranks, like the option of that name in other tools.
    """
    margin = {spec.id: STANDARD_MARGIN * spec.span / 100 for spec in scores} if has_baseline else {}
    limit = {} if fail_under is None else {scores.ranking.id: fail_under}
    is_lower = scores.ranking.direction == "lower"
    return GatePolicy.model_validate(
        {
            "decide_by": "interval" if fail_under is None else "mean",
            "minimum": {} if is_lower else limit,
            "maximum": limit if is_lower else {},
            "margin": margin,
        }
    )


def parse_policy(text: str, name: str, scores: ScoreSet) -> GatePolicy:
    """The policy in a TOML text; `name` is the file's, for messages. Raises `UsageError` with all problems."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{name} is not TOML: {error}") from error
    wrong = dict(_check_scores(table, scores))
    try:
        policy = GatePolicy.model_validate(table)
    except ValidationError as error:
        wrong = dict(_complaints(error, scores)) | wrong
    if wrong:
        raise UsageError("\n".join(f"{name}: {place}: {problem}" for place, problem in wrong.items()))
    return policy


def _complaints(error: ValidationError, scores: ScoreSet) -> Iterator[tuple[str, str]]:
    for detail in error.errors():
        place = tuple(str(part) for part in detail["loc"])
        if detail["type"] == "extra_forbidden":
            yield ".".join(place), f"unknown rule{_suggestion(place, scores)}"
        else:
            yield ".".join(place), f"{detail['msg'][0].lower()}{detail['msg'][1:]}"


def _check_scores(table: Mapping[str, Any], scores: ScoreSet, above: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Rules for scores that the protocol does not have, or whose limit they cannot reach."""
    model = _model(above)
    for name, value in table.items():
        place = (*above, name)
        if isinstance(value, dict):
            yield from _check_scores(value, scores, place) if name in _fields(above, scores) else ()
        if not issubclass(model, _ScoreRules) or name in model.model_fields:
            continue
        spec = scores.get(name)
        if spec is None or name not in _scores_of(model, scores):
            yield ".".join(place), f"unknown rule{_suggestion(place, scores)}"
        elif isinstance(value, int | float) and (wrong := _out_of_range(spec, value, model)):
            yield ".".join(place), wrong


def _out_of_range(spec: ScoreSpec, value: float, model: type[_Rules]) -> str:
    low, high = (0.0, spec.span) if issubclass(model, SliceMargin) else spec.bounds
    if value < low:
        return f"input should be greater than or equal to {low:g}"
    return f"input should be less than or equal to {high:g}" if value > high else ""


def _suggestion(place: tuple[str, ...], scores: ScoreSet) -> str:
    """The most similar rule in the same table, or else the table where the name is a rule, or else all rules here."""
    *above, name = place
    fields = _fields(tuple(above), scores)
    if hint := did_you_mean(name, fields, most=1):
        return hint
    others = (table for table in _TABLES if table != ".".join(above))
    elsewhere = [table for table in others if name in _fields(tuple(table.split(".")), scores)]
    if elsewhere:
        return f" here; did you mean [{elsewhere[0]}] {name}?"
    return f"; the rules here are {', '.join(fields)}"


_TABLES: Mapping[str, type[_Rules]] = {
    "minimum": Minimum,
    "maximum": Maximum,
    "margin": Margin,
    **{f"margin.{spec.id}": SliceMargin for spec in COMMON},
    "mode": Modes,
    "mode.html": ModeRules,
    "mode.react": ModeRules,
}


def _model(place: tuple[str, ...]) -> type[_Rules]:
    """The class of the table at `place`."""
    below_a_mode = place[2:] if place[:1] == ("mode",) and len(place) > 2 else place
    found = _TABLES.get(".".join(below_a_mode), GatePolicy)
    return ScoreMaximum if found is Maximum and below_a_mode is not place else found


def _fields(place: tuple[str, ...], scores: ScoreSet) -> tuple[str, ...]:
    model = _model(place)
    return (*_scores_of(model, scores), *model.model_fields)


def _scores_of(model: type[_Rules], scores: ScoreSet) -> tuple[str, ...]:
    """The ids of the scores that a table has limits for."""
    if issubclass(model, SliceMargin):
        return scores.ids
    if not issubclass(model, _ScoreRules):
        return ()
    direction = "lower" if issubclass(model, ScoreMaximum) else "higher"
    return tuple(spec.id for spec in scores if spec.direction == direction)
