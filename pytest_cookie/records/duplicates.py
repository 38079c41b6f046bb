"""The same item in several runs: which of them is taken, and when that is the user's to say."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_cookie.core.record import Record
from pytest_cookie.records.untrusted_runs import UntrustedItem

Preference = Literal["refuse", "first", "last"]

_MACHINE = {"phase_seconds", "node_id"}
"""What two runs of the same item never have in common, and what says nothing of it."""
_MILESTONES = ("record.json", "artifact.json", "evidence/evidence.json")
_MAX_FIELDS = 6
_MAX_SHOWN = 40


@dataclass(frozen=True)
class Settled:
    """Of the same item in several runs the one to take, and why, in `told`.

    With a `conflict` none is better than the others, and which to take is a choice; without `preference` it is refused.
    """

    item: UntrustedItem
    told: str = ""
    conflict: str = ""


def settle(items: Sequence[UntrustedItem], preference: Preference) -> Settled:
    """Choose among runs of the same item, in the order in which the runs were named.

    What was judged goes before what is unscored, and of the unscored what came furthest. Of results that are the same
    the first is taken. Different results are a conflict: to take the better one would make every model better.
    """
    judged = [item for item in items if item.record.outcome != "unscored"]
    if not judged:
        furthest = max(items, key=_milestones)
        return Settled(furthest, "" if _are_alike(items) else f"unscored in all; taken from {furthest.run}")
    first, last = judged[0], judged[-1]
    if _are_alike(judged):
        return Settled(first, f"judged in {first.run} alone; taken from there" if len(judged) < len(items) else "")
    said = "; ".join(_different(first, other) for other in judged[1:] if not _are_alike([first, other]))
    chosen = last if preference == "last" else first
    return Settled(chosen, f"different results; taken from {chosen.run}", conflict=said)


def _milestones(item: UntrustedItem) -> int:
    return sum(name in item.files for name in _MILESTONES)


def _are_alike(items: Sequence[UntrustedItem]) -> bool:
    """Whether they came to the same, whatever time they took."""
    results = [item.record.model_dump(exclude=_MACHINE) for item in items]
    return all(result == results[0] for result in results)


def _different(a: UntrustedItem, b: UntrustedItem) -> str:
    """`total 88.1 in a, 85 in b; findings …`: what of the records differs."""
    mine, theirs = (item.record.model_dump(mode="json", exclude=_MACHINE) for item in (a, b))
    names = [name for name in mine if mine[name] != theirs[name]]
    rest = len(names) - _MAX_FIELDS
    told = ", ".join(f"{name} {_shown(name, a.record)} and {_shown(name, b.record)}" for name in names[:_MAX_FIELDS])
    return f"{a.run} and {b.run} differ in {told}" + (f" and {rest} more" if rest > 0 else "")


def _shown(name: str, record: Record) -> str:
    value = getattr(record, name)
    if isinstance(value, tuple):
        return f"{len(value)} of them"
    return json.dumps(value, default=str, ensure_ascii=False)[:_MAX_SHOWN]
