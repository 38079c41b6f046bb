"""What a revision changed in the source: `diff_sources`, a unified diff of bounded size, and `count_changes`."""

import difflib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.protocols.auigym.verifier import SOURCES

MAX_LINES = 400
"""Lines of a diff; the rest is counted."""
_MAX_WIDTH = 300
_MAX_FILE_LINES = 6_000
"""Larger files are named and not compared line by line."""
_CONTEXT = 2


def diff_sources(before: Path, after: Path) -> str:
    """The diff of the text files of two folders; empty if they are equal.

    Files are paired by path. A single file left over on each side, with the same suffix, is a renamed one.
    """
    lines = [line if len(line) <= _MAX_WIDTH else f"{line[:_MAX_WIDTH]}…" for line in _diff(before, after)]
    more = len(lines) - MAX_LINES
    if more > 0:
        lines = [*lines[:MAX_LINES], f"… and {more:,} more lines"]
    return "\n".join(lines)


def count_changes(before: Path, after: Path) -> tuple[int, int]:
    """Lines of the text files of two folders that are new, and that are gone, wherever they are."""
    old, new = (
        Counter(line for name in _list_files(folder) for line in _read_lines(folder, name))
        for folder in (before, after)
    )
    return (new - old).total(), (old - new).total()


def _diff(before: Path, after: Path) -> Iterator[str]:
    old, new = _list_files(before), _list_files(after)
    for first, second in _pair(old, new):
        one, two = (_read_lines(folder, name) for folder, name in ((before, first), (after, second)))
        if one == two and first == second:
            continue
        if max(len(one), len(two)) > _MAX_FILE_LINES:
            yield from (f"--- {first or '(none)'}", f"+++ {second or '(none)'}")
            yield f"@@ too large to compare: {len(one):,} and {len(two):,} lines @@"
            continue
        yield from difflib.unified_diff(
            one, two, first or "(none)", second or "(none)", n=_CONTEXT, lineterm=""
        )  # fmt: skip


def _list_files(folder: Path) -> list[str]:
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix.lower() in SOURCES)
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def _pair(old: list[str], new: list[str]) -> list[tuple[str, str]]:
    gone, added = sorted(set(old) - set(new)), sorted(set(new) - set(old))
    pairs = [(name, name) for name in old if name in new]
    if len(gone) == len(added) == 1 and Path(gone[0]).suffix == Path(added[0]).suffix:
        return [*pairs, (gone[0], added[0])]
    return [*pairs, *((name, "") for name in gone), *(("", name) for name in added)]


def _read_lines(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text("utf-8", "replace").splitlines() if name else []
