"""The same item in several runs: which copy is merged, and when the user must choose."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_cookie.core.record import Record
from pytest_cookie.records.untrusted_runs import UntrustedItem

Preference = Literal["refuse", "first", "last"]

_MACHINE = {"phase_seconds", "node_id"}
"""Fields that always differ between two runs of an item, and are irrelevant to its result."""
_MILESTONES = ("record.json", "artifact.json", "evidence/evidence.json")
_MAX_FIELDS = 6
_MAX_SHOWN = 40


@dataclass(frozen=True)
class Settled:
    """The copy of an item to merge, with a `reason` if the copies differ.

    A `conflict` describes different results, where the choice is up to the user: an error without `preference`.
    """

    item: UntrustedItem
    reason: str = ""
    conflict: str = ""


def settle(items: Sequence[UntrustedItem], preference: Preference) -> Settled:
    """Choose among copies of an item, given in the order of the runs.

    A judged copy wins over an unscored one, and among unscored ones the most advanced. Of equal results the first is
    taken. Different results are a conflict: taking the better one would inflate the score of every model.
    """
    judged = [item for item in items if item.record.outcome != "unscored"]
    if not judged:
        furthest = max(items, key=_milestones)
        return Settled(furthest, "" if _are_alike(items) else f"unscored in all; taken from {furthest.run}")
    first, last = judged[0], judged[-1]
    if _are_alike(judged):
        return Settled(first, f"judged only in {first.run}; taken from there" if len(judged) < len(items) else "")
    conflict = "; ".join(_different(first, other) for other in judged[1:] if not _are_alike([first, other]))
    chosen = last if preference == "last" else first
    return Settled(chosen, f"different results; taken from {chosen.run}", conflict=conflict)


def _milestones(item: UntrustedItem) -> int:
    return sum(name in item.files for name in _MILESTONES)


def _are_alike(items: Sequence[UntrustedItem]) -> bool:
    """Whether the results are equal, apart from their duration."""
    results = [item.record.model_dump(exclude=_MACHINE) for item in items]
    return all(result == results[0] for result in results)


def _different(a: UntrustedItem, b: UntrustedItem) -> str:
    """`a and b differ in total 88.1 and 85, …`: the fields that differ."""
    mine, theirs = (_fields(item.record) for item in (a, b))
    names = [name for name in mine if mine[name] != theirs.get(name)]
    rest = len(names) - _MAX_FIELDS
    listed = ", ".join(f"{name} {_shown(mine[name])} and {_shown(theirs.get(name))}" for name in names[:_MAX_FIELDS])
    return f"{a.run} and {b.run} differ in {listed}" + (f" and {rest} more" if rest > 0 else "")


def _fields(record: Record) -> dict[str, object]:
    """The fields of a record, with each score as a field of its own."""
    fields: dict[str, object] = {}
    for name, value in record.model_dump(mode="json", exclude=_MACHINE).items():
        fields |= value if name == "scores" else {name: value}
    return fields


def _shown(value: object) -> str:
    if isinstance(value, list):
        return f"{len(value)} entries"
    return json.dumps(value, default=str, ensure_ascii=False)[:_MAX_SHOWN]
