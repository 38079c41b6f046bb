"""What a revision changed in the source: `diff_sources`, a unified diff of bounded size, and `count_changes`."""

from collections import Counter
from pathlib import Path

from pytest_cookie.protocols.auigym.line_diff import unified_hunks
from pytest_cookie.protocols.auigym.verifier import SOURCES
from pytest_cookie.records.plain_tree import read_plain_text

MAX_LINES = 400
"""Lines of a diff; the rest is counted."""
_MAX_WIDTH = 300
_MAX_FILE_LINES = 6_000
"""Larger files, and those of more than `_MAX_FILE_BYTES`, are named and not compared line by line."""
_MAX_FILE_BYTES = 2_000_000
_CONTEXT = 2


def diff_sources(before: Path, after: Path) -> str:
    """The diff of the text files of two folders; empty if they are equal.

    Files are paired by path. A single file left over on each side, with the same suffix, is a renamed one. Once the
    diff is long enough, the remaining files are not compared.
    """
    lines: list[str] = []
    pairs = _pair(_list_files(before), _list_files(after))
    for number, pair in enumerate(pairs, start=1):
        lines += _diff(before, after, *pair)
        if len(lines) > MAX_LINES:
            rest = [f"… and {len(lines) - MAX_LINES:,} more lines"]
            rest += [f"… and {len(pairs) - number:,} files that were not compared"] if number < len(pairs) else []
            return "\n".join([*map(_cut, lines[:MAX_LINES]), *rest])
    return "\n".join(map(_cut, lines))


def count_changes(before: Path, after: Path) -> tuple[int, int]:
    """Lines of the text files of two folders that are new, and that are gone, wherever they are."""
    old, new = (
        Counter(line for name in _list_files(folder) for line in _read_lines(folder, name))
        for folder in (before, after)
    )
    return (new - old).total(), (old - new).total()


def _diff(before: Path, after: Path, first: str, second: str) -> list[str]:
    """The diff of two files; "" is no file."""
    head = [f"--- {first or '(none)'}", f"+++ {second or '(none)'}"]
    sizes = [(folder / name).stat().st_size if name else 0 for folder, name in ((before, first), (after, second))]
    if max(sizes) > _MAX_FILE_BYTES:
        return [*head, f"@@ too large to compare: {sizes[0]:,} and {sizes[1]:,} bytes @@"]
    one, two = _read_lines(before, first), _read_lines(after, second)
    if one == two and first == second:
        return []
    if max(len(one), len(two)) > _MAX_FILE_LINES:
        return [*head, f"@@ too large to compare: {len(one):,} and {len(two):,} lines @@"]
    hunks = list(unified_hunks(one, two, _CONTEXT))
    return [*head, *hunks] if hunks else []


def _cut(line: str) -> str:
    return line if len(line) <= _MAX_WIDTH else f"{line[:_MAX_WIDTH]}…"


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
    return read_plain_text(folder / name, errors="replace").splitlines() if name else []
