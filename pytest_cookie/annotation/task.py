"""`Task`: one thing to rate, with a form. Tasks follow from a run's records, so only answers are stored."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from pytest_cookie.annotation.form import SLOTS, Form
from pytest_cookie.core.record import Record

Role = Literal["practice", "calibration", "check", "main", "arbitration", "import"]
"""Why a rater gets a task: for practice, as everybody, to check attention, as one of k raters, or as the third one."""


@dataclass(frozen=True)
class Task:
    """A form for one record, or several of one query in a fixed order. Raters see them in an order of their own."""

    id: str
    form: str
    records: tuple[Record, ...]

    @property
    def case(self) -> str:
        """The case of the records."""
        return self.records[0].case

    @property
    def slots(self) -> str:
        """Names of its artifacts in the fixed order, such as `AB`."""
        return SLOTS[: len(self.records)]


def make_tasks(form: Form, records: Iterable[Record], substeps: frozenset[str] = frozenset()) -> list[Task]:
    """All tasks of a form, in the order of the records.

    Unscored items without a page to see are left out. `substeps` are the cases that have some.
    """
    usable = [record for record in records if record.outcome != "unscored"]
    if form.expand == "findings":
        usable = [record for record in usable if record.findings]
    if form.expand == "substeps":
        usable = [record for record in usable if record.case in substeps]
    return [Task(_task_id(form.id, group), form.id, tuple(group)) for group in _grouped(form, usable)]


def _grouped(form: Form, records: Sequence[Record]) -> Iterator[Sequence[Record]]:
    if form.layout == "one":
        yield from ([record] for record in records)
    elif form.layout == "brief":
        yield from ([first] for first in {record.case: record for record in reversed(records)}.values())
    else:
        queries: dict[tuple[str, str, int], list[Record]] = defaultdict(list)
        for record in records:
            queries[record.case, record.mode, record.repeat].append(record)
        for group in queries.values():
            group.sort(key=lambda record: record.model)
            if form.layout == "pair":
                yield from combinations(group, 2)
            elif len(group) > 1:
                yield group[: len(SLOTS)]


def _task_id(form: str, records: Sequence[Record]) -> str:
    named = [
        form,
        *(part for record in records for part in (record.case, record.model, record.mode, str(record.repeat))),
    ]
    return hashlib.sha256("\0".join(named).encode(errors="replace")).hexdigest()[:16]


def chance(seed: int, *parts: str) -> int:
    """A number for sorting that depends on the seed and the parts only: the same in every process."""
    return int.from_bytes(hashlib.sha256("\0".join((str(seed), *parts)).encode(errors="replace")).digest()[:8], "big")


def shown_order(task_id: str, slots: str, rater: str, seed: int) -> str:
    """The slots of a task in the order shown to `rater`: the first is A."""
    return "".join(sorted(slots, key=lambda slot: chance(seed, rater, task_id, slot)))
