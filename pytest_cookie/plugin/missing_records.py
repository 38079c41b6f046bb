"""`MissingRecords`: items that left no record, and half-written files of killed workers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.record import INTERRUPTED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pytest

    from pytest_cookie.core.record import Record
    from pytest_cookie.records.run import RunFolder

_ITEM = "::test_artifact["


class MissingRecords:
    """The controller's: hears of every item that broke, and looks at the end what there is of it."""

    def __init__(self) -> None:
        self._broken: dict[str, None] = {}

    def note(self, report: pytest.TestReport) -> None:
        """An item broke, or ended in a way that is not known."""
        if report.failed and _ITEM in report.nodeid:
            self._broken[_name(report.nodeid)] = None

    def told(self, run: RunFolder, records: Sequence[Record]) -> Iterator[str]:
        """A line for every item without a record; half-written files are removed, a line where that fails."""
        recorded = {_name(record.node_id) for record in records}
        for name in self._broken:
            if name not in recorded:
                yield f"{name} left no record, for its folder could not be written: only the planned items count it"
        for record in records:
            if record.cause is not None and record.cause.kind == INTERRUPTED:
                yield from _swept(run, record)


def _name(node_id: str) -> str:
    """The item's alone: the same test has another path where it is run from another folder."""
    return node_id.partition(_ITEM)[2].removesuffix("]")


def _swept(run: RunFolder, record: Record) -> Iterator[str]:
    """Whatever runs the item again makes it anew."""
    try:
        run.item(record.folder).sweep()
    except (CookieError, OSError) as error:
        yield f"half-written files stay in {record.folder}: {error}"
