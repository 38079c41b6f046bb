"""Groups records by the values of a label: whole items, or their parts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from pytest_cookie.core.record import Record
from pytest_cookie.core.slices import COMMON_IDS, ItemPart, SliceSpec

_CROSSED = " · "


def slice_records(records: Sequence[Record], spec: SliceSpec, specs: Iterable[SliceSpec]) -> dict[str, list[Record]]:
    """The records by the values of a label, in display order; empty if no record has one.

    `specs` are all labels of the run, for those that are crossed. For a label of parts, each part is a record with the
    scores of the part, of the same case, so that means still count a case once.
    """
    known = {each.id: each for each in specs}
    if not known.keys() >= {*spec.crosses}:  # a run folder may say anything
        return {}
    named = [known[name] for name in spec.crosses] if spec.crosses else [spec]
    if not all(_is_used(each, records) for each in named):
        return {}
    groups: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for record, part in _counted(records, spec):
        for value in product(*(_values(record, part, each) for each in named)):
            groups[value].append(record)
    order = [{value: place for place, value in enumerate(each.values)} for each in named]

    def placed(value: tuple[str, ...]) -> list[tuple[int, str]]:
        return [(known_at.get(one, len(known_at)), one) for one, known_at in zip(value, order, strict=True)]

    return {_CROSSED.join(value): groups[value] for value in sorted(groups, key=placed)}


def _is_used(spec: SliceSpec, records: Iterable[Record]) -> bool:
    return any(_own(record, part, spec) for record in records for part in (None, *record.parts))


def _counted(records: Sequence[Record], spec: SliceSpec) -> Iterator[tuple[Record, ItemPart | None]]:
    """The records, or a record for each part."""
    if not spec.part:
        yield from ((record, None) for record in records)
        return
    judged = {name for record in records for part in record.parts for name in part.scores}
    for record in records:
        unjudged = {name: None for name in record.scores if name not in judged}
        for part in record.parts:
            scores = unjudged if record.outcome == "failed" else part.scores
            changes: dict[str, object] = {"scores": scores, "criteria": {}, "findings": (), "cost_usd": None}
            yield record.model_copy(update=changes), part


def _values(record: Record, part: ItemPart | None, spec: SliceSpec) -> Sequence[str]:
    return _own(record, part, spec) or ((spec.absent,) if spec.absent else ())


def _own(record: Record, part: ItemPart | None, spec: SliceSpec) -> Sequence[str]:
    if part and spec.id in part.slices:
        return part.slices[spec.id]
    labels: Mapping[str, str] = record.slices
    value = getattr(record, spec.id) if spec.id in COMMON_IDS else labels.get(spec.id)
    return (value,) if value else ()
