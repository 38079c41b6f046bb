"""Bugs that occurred more than once in a run: which, in how many items, how to report them."""

from collections import defaultdict
from collections.abc import Sequence

from pytest_cookie.core.record import Record
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.wording import count
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.text.terminal_cells import printable

_OFTEN = 2


def bug_lines(records: Sequence[Record], run: RunFolder) -> list[str]:
    """Two lines for each bug that occurred at least twice, in one item or in several.

    A bug that occurred once may have been a glitch of the machine; a retry of the item shows.
    """
    found: dict[tuple[Stage, str, str], list[Record]] = defaultdict(list)
    for record in records:
        if record.cause is not None and record.cause.bug_times:
            found[record.cause.stage, record.cause.kind, record.cause.package].append(record)
    lines: list[str] = []
    for (stage, kind, package), items in found.items():
        times = sum(record.cause.bug_times for record in items if record.cause)
        if times >= _OFTEN:
            lines += _describe_bug(f"{stage}: {kind}", package, items, times, run)
    return lines


def _describe_bug(bug: str, package: str, items: Sequence[Record], times: int, run: RunFolder) -> list[str]:
    first, manifest = items[0], run.manifest
    message = first.cause.message if first.cause else ""
    where = f"the {package}" if package else "pytest-cookie"
    effect = f"a bug in {where} left {count(len(items), 'item')} unscored, {times} times"
    first_line = printable(f"{effect}: {bug}: {message}")
    if package:
        return [
            first_line,
            printable(f"  its authors need the traceback above and the folder {run.item_folder(first)}"),
        ]
    return [
        first_line,
        f"  please report it to the maintainers of pytest-cookie, with this line, the folder {run.item_folder(first)} "
        f"(it contains the brief and the page), and: pytest-cookie {manifest.version}, Python {manifest.python}, "
        f"{manifest.browser}, {manifest.platform}",
    ]
