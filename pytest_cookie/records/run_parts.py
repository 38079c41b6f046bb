"""The items that runs should have together, according to their manifests: shards, missing items, totals."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Manifest
from pytest_cookie.core.wording import count
from pytest_cookie.records.comparability import named

_WRITTEN = re.compile(r"(\d{1,6}(?:,\d{1,6})*)/(\d{1,6})")


@dataclass(frozen=True)
class ShardSet:
    """The shards `indices` (from 1) of `count`."""

    indices: frozenset[int]
    count: int

    def __str__(self) -> str:
        return f"{','.join(map(str, sorted(self.indices)))}/{self.count}"

    @property
    def missing(self) -> tuple[int, ...]:
        """The other shards."""
        return tuple(index for index in range(1, self.count + 1) if index not in self.indices)


def shards_of(manifest: Manifest) -> ShardSet | None:
    """The shards that a manifest names; None for a whole run and for an impossible shard."""
    found = _WRITTEN.fullmatch(manifest.shard or "")
    parts = ShardSet(frozenset(map(int, found[1].split(","))), int(found[2])) if found else None
    return parts if parts and all(1 <= index <= parts.count for index in parts.indices) else None


@dataclass(frozen=True)
class Member:
    """A run to merge: its manifest, the folders of its items, and those of its planned items.

    `planned` is None if the run has no plan; the manifest may still have the number.
    """

    name: str
    manifest: Manifest
    items: frozenset[str]
    planned: frozenset[str] | None = None

    @property
    def parts(self) -> ShardSet | None:
        """Its shards; None for a whole run. Raises `UsageError` for an impossible shard."""
        parts, written = shards_of(self.manifest), self.manifest.shard
        if written is not None and parts is None:
            raise UsageError(f"{self.name}: its manifest names an impossible shard, {written[:100]!r}")
        return parts


@dataclass(frozen=True)
class Expected:
    """The complete set of items: their number, and the shards of `whole` items; `gaps` lists what is missing.

    `folders` are the known item folders; `planned` may be more. `parts` is None unless some shards of one run are
    missing; `whole` is also None if unknown.
    """

    folders: frozenset[str]
    planned: int
    parts: ShardSet | None
    whole: int | None
    gaps: tuple[str, ...]


@dataclass(frozen=True)
class _Missing:
    """Missing items: a message, the known folders, and the number of others."""

    message: str
    folders: frozenset[str] = frozenset()
    unnamed: int = 0


def expected(members: Sequence[Member]) -> Expected:
    """The items that the runs should have together. Raises `UsageError` for an impossible shard."""
    groups: dict[int, list[Member]] = defaultdict(list)
    for member in members:
        groups[member.parts.count if member.parts else 0].append(member)
    present = frozenset(folder for member in members for folder in member.items)
    lacking = [missing for member in _once(members) for missing in _missing_in(member, present)]
    absent = [_missing_shards(group) for count, group in groups.items() if count and _parts_of(group).missing]
    gaps = tuple(missing.message for missing in (*absent, *lacking))
    folders = present.union(*(missing.folders for missing in lacking))
    planned = len(folders) + sum(missing.unnamed for missing in lacking)
    if len(groups) == 1 and absent:
        group = next(iter(groups.values()))
        return Expected(folders, planned, _parts_of(group), _whole(group), gaps)
    return Expected(folders, planned + sum(missing.unnamed for missing in absent), None, None, gaps)


def _once(members: Sequence[Member]) -> Iterator[Member]:
    """Each run; copies of the same shard are combined."""
    shards: dict[str, Member] = {}
    for member in members:
        if member.parts is None:
            yield member
        else:
            before = shards.get(str(member.parts))
            shards[str(member.parts)] = replace(member, items=member.items | before.items) if before else member
    yield from shards.values()


def _missing_in(member: Member, present: frozenset[str]) -> Iterator[_Missing]:
    """Planned items of a run that no run has."""
    if member.planned is not None:
        absent = member.planned - present
        if absent:
            message = f"{len(absent)} of {count(len(member.planned), 'item')} without a record: {named(sorted(absent))}"
            yield _Missing(f"{member.name}: {message}", absent)
        return
    planned = member.manifest.planned
    if planned is None:
        yield _Missing(f"{member.name} ended before its items were selected")
    elif planned > len(member.items):
        lacking = planned - len(member.items)
        yield _Missing(f"{member.name}: {lacking} of {count(planned, 'item')} without a record", unnamed=lacking)


def _missing_shards(group: Sequence[Member]) -> _Missing:
    parts, whole = _parts_of(group), _whole(group)
    message = f"missing shards of {parts.count}: {named([str(index) for index in parts.missing])}"
    if whole is None:
        return _Missing(f"{message}; their number of items is unknown")
    here = {str(member.parts): member.manifest.planned or 0 for member in group}
    lacking = max(0, whole - sum(here.values()))
    return _Missing(f"{message}; they have {lacking} of {count(whole, 'item')}", unnamed=lacking)


def _parts_of(group: Sequence[Member]) -> ShardSet:
    all_parts = [member.parts for member in group if member.parts is not None]
    indices: frozenset[int] = frozenset()
    return ShardSet(indices.union(*(parts.indices for parts in all_parts)), all_parts[0].count)


def _whole(group: Sequence[Member]) -> int | None:
    return max((member.manifest.whole for member in group if member.manifest.whole is not None), default=None)
