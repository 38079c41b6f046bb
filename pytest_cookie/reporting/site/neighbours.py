"""Where a reader goes from an item: its repeats, the same query by other models, the items before and after it."""

import posixpath
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from pytest_cookie.core.record import Record
from pytest_cookie.reporting.item_files import ITEM_PAGE

_MAX_LISTED = 100


@dataclass(frozen=True)
class Neighbour:
    """Another item. `href` is "" where it has no page; `outcome` is "" for several repeats that ended differently."""

    name: str
    total: float | None
    outcome: str
    href: str
    current: bool


@dataclass(frozen=True)
class Neighbours:
    """`repeats` of the item, itself among them, and `models` on the same query, each with the mean of its repeats."""

    home: str
    side_by_side: str
    repeats: tuple[Neighbour, ...]
    models: tuple[Neighbour, ...]
    more: int
    before: Neighbour | None
    after: Neighbour | None


def neighbours(
    record: Record, siblings: Sequence[Record], around: tuple[Record | None, Record | None] = (None, None)
) -> Neighbours:
    """Gather them. `siblings` are all items of the case, `around` the items before and after in the run's order."""
    up = way_up(record)
    by_model: dict[tuple[str, str], list[Record]] = defaultdict(list)
    for one in siblings:
        by_model[one.model, one.mode].append(one)
    own = sorted(by_model[record.model, record.mode], key=lambda one: one.repeat)
    listed = list(by_model.values())
    home = f"{up}{ITEM_PAGE}"
    return Neighbours(
        home=home,
        side_by_side=f"{home}#query={quote(record.case, safe='')}&mode={record.mode}",
        repeats=tuple(_one(up, record, other, f"r{other.repeat}") for other in own[:_MAX_LISTED]),
        models=tuple(_model(up, record, repeats) for repeats in listed[:_MAX_LISTED]),
        more=max(0, len(listed) - _MAX_LISTED),
        before=_beside(up, record, around[0]),
        after=_beside(up, record, around[1]),
    )


def way_up(record: Record) -> str:
    """From the item's page to the run's folder: `../../../../../`."""
    return "../" * (_inside(record.folder).count("/") + 1)


def _one(up: str, record: Record, other: Record, name: str) -> Neighbour:
    address = _address(other.folder)
    return Neighbour(name, other.total, other.outcome, address and up + address, other.folder == record.folder)


def _model(up: str, record: Record, repeats: list[Record]) -> Neighbour:
    first = next((one for one in repeats if one.repeat == record.repeat), repeats[0])
    name = first.model if first.mode == record.mode else f"{first.model} {first.mode}"
    shown = _one(up, record, first, name)
    if len(repeats) == 1:
        return shown
    totals = [one.total for one in repeats if one.total is not None]
    mean = sum(totals) / len(totals) if totals else None
    outcome = first.outcome if len({one.outcome for one in repeats}) == 1 else ""
    return Neighbour(f"{name} × {len(repeats)}", mean, outcome, shown.href, shown.current)


def _beside(up: str, record: Record, other: Record | None) -> Neighbour | None:
    if other is None:
        return None
    parts = [other.case if other.case != record.case else "", other.model if other.model != record.model else ""]
    name = " · ".join(part for part in parts if part) or f"{other.mode} r{other.repeat}"
    return _one(up, record, other, name)


@lru_cache(maxsize=10_000)  # each page of a case asks for all the others
def _address(folder: str) -> str:
    inside = _inside(folder)
    return f"{quote(inside, safe='/')}/{ITEM_PAGE}" if inside else ""


def _inside(folder: str) -> str:
    """The folder as a path below the run's, "" where it leads out of it."""
    path = posixpath.normpath(folder) if folder else ".."
    return "" if path.startswith(("..", "/")) else path
