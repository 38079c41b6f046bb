"""Verdicts, records and manifests of schema version 1, whose only protocol had two scores and their mean.

They are read into today's nouns. This module never changes: files of version 1 mean what they meant.
"""

from typing import Any

from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec

_PARTS = ("functionality", "aesthetics")
_TOTAL = "total"
_ANCHORS = (
    "100: everything the brief asks for works, without a fault. 75: good, with something smaller missing or wrong. "
    "62.5: usable, but a requested feature is missing or fails. 25: little works. 0: nothing serves the brief."
)

SCORES_V1 = ScoreSet(
    (
        ScoreSpec(id="functionality", label="functionality", short="func.", judged_out_of=8.0),
        ScoreSpec(id="aesthetics", label="aesthetics", short="aesth.", judged_out_of=8.0),
        ScoreSpec(id=_TOTAL, label="total", ranks=True, mean_of=_PARTS, about=_ANCHORS),
    )
)
"""The scores of every run of version 1."""


def scores_of_v1(data: object) -> object:
    """The fields of a record or verdict with `scores` in place of a field for each score; other data unchanged."""
    if not isinstance(data, dict) or "scores" in data or not any(name in data for name in (*_PARTS, _TOTAL)):
        return data
    fields: dict[str, Any] = {name: value for name, value in data.items() if name not in (*_PARTS, _TOTAL)}
    values = [data.get(name) for name in _PARTS]
    total = data.get(_TOTAL)
    numbers = [value for value in values if isinstance(value, int | float)]
    if _TOTAL not in data and len(numbers) == len(_PARTS):  # a verdict, which had no total of its own
        total = round(sum(numbers) / len(numbers), 2)
    return fields | {"scores": {**dict(zip(_PARTS, values, strict=True)), _TOTAL: total}}


def stage_of_v1(data: object) -> object:
    """The fields of a judge's stage with `scores` in place of a field for each score; other data unchanged."""
    if not isinstance(data, dict) or "scores" in data or not any(name in data for name in _PARTS):
        return data
    fields = {name: value for name, value in data.items() if name not in _PARTS}
    given = {name: data[name] for name in _PARTS if data.get(name) is not None}
    return fields | {"scores": given}


def raise_version(data: object, to: int) -> object:
    """The fields with the schema version `to` if they are of version 1."""
    if isinstance(data, dict) and data.get("schema_version") == 1:
        return data | {"schema_version": to}
    return data
