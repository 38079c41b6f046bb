"""Waits for changes of files, and says what a change of a page did to its findings."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from pytest_cookie.page_check.checked_page import CheckedPage, CheckReport, PlacedFinding
from pytest_cookie.reporting.text.terminal_cells import printable

Snapshot: TypeAlias = dict[str, tuple[int, int]]
"""Time of change and size of each file."""

_LOOK_SECONDS = 0.5
_LEFT_OUT = frozenset({"node_modules", "__pycache__"})
"""Folders whose files an editor does not save: installed packages and caches; and all that begin with a dot."""
_MOST_FILES = 20_000


def wait_for_change(
    places: Sequence[Path], before: Snapshot, *, left_out: Path, sleep: Callable[[float], None] = time.sleep
) -> Snapshot:
    """Return when a file in `places` differs from `before` and nothing changes any more. `left_out` is a folder."""
    seen = before
    while True:
        sleep(_LOOK_SECONDS)
        now = take_snapshot(places, left_out=left_out)
        if now != before and now == seen:
            return now
        seen = now


def take_snapshot(places: Sequence[Path], *, left_out: Path) -> Snapshot:
    """The files in `places`, which are files and folders. A file that vanishes meanwhile is left out."""
    found: Snapshot = {}
    for path in _files(places, left_out.resolve()):
        try:
            state = path.stat()
        except OSError:
            continue
        found[str(path)] = (state.st_mtime_ns, state.st_size)
        if len(found) == _MOST_FILES:
            break
    return found


def _files(places: Sequence[Path], left_out: Path) -> Iterator[Path]:
    for place in places:
        if not place.is_dir():
            yield place
            continue
        inner = (path for path in place.iterdir() if not (path.name.startswith(".") or path.name in _LEFT_OUT))
        yield from _files([path for path in inner if path.resolve() != left_out and not path.is_symlink()], left_out)


def describe_change(before: CheckReport, after: CheckReport) -> str:
    """A line for each finding that appeared or went, and for each total that changed. "" for no change."""
    return "\n".join(line for old, new in zip(before.pages, after.pages, strict=True) for line in _changes(old, new))


def _changes(old: CheckedPage, new: CheckedPage) -> Iterator[str]:
    yield from (f"gone     {line}" for line in map(_line, old.new_against([new])))
    yield from (f"appeared {line}" for line in map(_line, new.new_against([old])))
    totals = [page.scores.get("total") for page in (old, new)]
    if totals[0] != totals[1]:
        yield "total    " + " → ".join("not measured" if total is None else f"{total:.1f}" for total in totals)


def _line(placed: PlacedFinding) -> str:
    where = f" (line {placed.line})" if placed.line else ""
    return printable(f"{placed.finding.severity}: {placed.finding.title}{where}")
