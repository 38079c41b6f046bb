"""Bugs in pytest-cookie that a run met more than once: which, in how many items, and how to report them."""

from collections import defaultdict
from collections.abc import Sequence

from pytest_cookie.core.record import Record
from pytest_cookie.core.stages import Stage
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.text import quantities
from pytest_cookie.reporting.text.terminal_cells import printable

_OFTEN = 2


def bug_lines(records: Sequence[Record], run: RunFolder) -> list[str]:
    """Two lines for each bug that came up at least twice, in one item or in several; none where there is none.

    One that came up once may have been an accident: trying the item again tells.
    """
    found: dict[tuple[Stage, str], list[Record]] = defaultdict(list)
    for record in records:
        if record.cause is not None and record.cause.bug_times:
            found[record.cause.stage, record.cause.kind].append(record)
    lines: list[str] = []
    for (stage, kind), items in found.items():
        times = sum(record.cause.bug_times for record in items if record.cause)
        if times >= _OFTEN:
            lines += _told(f"{stage}: {kind}", items, times, run)
    return lines


def _told(what: str, items: Sequence[Record], times: int, run: RunFolder) -> list[str]:
    first, made = items[0], run.manifest
    message = first.cause.message if first.cause else ""
    left = f"the same bug left {quantities.count(len(items), 'item')} unscored, {times} times"
    return [
        printable(f"{left}: {what}: {message}"),
        f"  please report it to pytest-cookie's maintainers, with this line, the folder {run.item_folder(first)} (it "
        f"holds the brief and the page), and: pytest-cookie {made.version}, Python {made.python}, {made.browser}, "
        f"{made.platform}",
    ]
