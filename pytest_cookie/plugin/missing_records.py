"""`MissingRecords`: items without a record, and partial files of killed workers."""

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
    """The controller collects failed items, and checks their records at the end of the session."""

    def __init__(self) -> None:
        self._broken: dict[str, None] = {}

    def note(self, report: pytest.TestReport) -> None:
        """Remember an item that failed or crashed."""
        if report.failed and _ITEM in report.nodeid:
            self._broken[_name(report.nodeid)] = None

    def describe(self, run: RunFolder, records: Sequence[Record]) -> Iterator[str]:
        """A message for each item without a record. Partial files are deleted; a message says if that fails."""
        recorded = {_name(record.node_id) for record in records}
        for name in self._broken:
            if name not in recorded:
                yield f"{name} has no record, because its folder was not writable; it counts only as a planned item"
        for record in records:
            if record.cause is not None and record.cause.kind == INTERRUPTED:
                yield from _swept(run, record)


def _name(node_id: str) -> str:
    """The item's name, without the path of the test, which depends on the working directory."""
    return node_id.partition(_ITEM)[2].removesuffix("]")


def _swept(run: RunFolder, record: Record) -> Iterator[str]:
    """Delete partial files; running the item again writes them again."""
    try:
        run.item(record.folder).sweep()
    except (CookieError, OSError) as error:
        yield f"cannot delete partial files in {record.folder}: {error}"
