"""A unified diff, as a model writes one → the changes it means. Pure; the caller applies them.

Models count lines badly, so the numbers in a hunk's header are only hints. Its lines must match exactly.
"""

import re
from dataclasses import dataclass

from pytest_cookie.generation.coding.project_paths import RefusedError

_MAX_BYTES = 400_000
_HEADER = re.compile(r"@@++(?:\s++-(\d{1,9})(?:,\d++)?\s++\+\d{1,9}(?:,\d++)?)?(?:\s++@@++.*+)?\s*")
_ASIDE = ("diff ", "index ", "new file mode", "deleted file mode", "old mode", "new mode", "similarity ", "***")
_MOVES = ("rename from", "rename to", "copy from", "copy to", "GIT binary patch", "Binary files")
NOWHERE = "/dev/null"


@dataclass(frozen=True)
class Hunk:
    """`old` lines become `new` lines; `line` is their line number by the header, 0 without one."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    line: int = 0


@dataclass(frozen=True)
class FileChange:
    """`path` as the diff has it, without `a/` and `b/`. `makes` or `removes` the file, or changes it."""

    path: str
    hunks: tuple[Hunk, ...]
    makes: bool = False
    removes: bool = False


def read_diff(text: str) -> tuple[FileChange, ...]:
    """The changes, in order. Raises `RefusedError` for an invalid unified diff."""
    if len(text.encode(errors="replace")) > _MAX_BYTES:
        raise RefusedError(f"the patch has more than {_MAX_BYTES // 1000} kB")
    reader = _Reader(_without_fence(text).replace("\r\n", "\n").split("\n"))
    changes = reader.changes()
    if not changes:
        raise RefusedError("the patch changes no file: a file begins with a line --- a/path and a line +++ b/path")
    named = [change.path for change in changes]
    if twice := {path for path in named if named.count(path) > 1}:
        raise RefusedError(f"the patch has {sorted(twice)[0]} twice: put all hunks of a file below one header")
    return changes


def _without_fence(text: str) -> str:
    lines = text.strip("\n").split("\n")
    fenced = len(lines) > 1 and lines[0].startswith("```") and lines[-1].strip() == "```"
    return "\n".join(lines[1:-1] if fenced else lines)


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._at = 0

    def changes(self) -> tuple[FileChange, ...]:
        found: list[FileChange] = []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            if self._begins_file():
                found.append(self._file())
            elif line.startswith(_MOVES):
                raise RefusedError("a patch can neither rename, copy nor hold binary files: create and delete instead")
            elif not line.strip() or line.startswith(_ASIDE):
                self._at += 1
            else:
                raise self._wrong("a file begins with a line --- a/path and a line +++ b/path")
        return tuple(found)

    def _begins_file(self) -> bool:
        here = self._lines[self._at : self._at + 2]
        return len(here) == 2 and here[0].startswith("--- ") and here[1].startswith("+++ ")

    def _file(self) -> FileChange:
        before, after = (_path(line[4:]) for line in self._lines[self._at : self._at + 2])
        self._at += 2
        hunks: list[Hunk] = []
        while self._at < len(self._lines) and self._lines[self._at].startswith("@@"):
            hunks.append(self._hunk())
        if before == after == NOWHERE:
            raise self._wrong("a file has a name before or after the change")
        if NOWHERE not in (before, after) and before != after:
            raise RefusedError(f"the patch renames {before} to {after}: create and delete instead")
        if not hunks and after != NOWHERE:
            raise self._wrong("a hunk begins with @@")
        makes, removes = before == NOWHERE, after == NOWHERE
        return FileChange(after if makes else before, tuple(hunks), makes=makes, removes=removes)

    def _hunk(self) -> Hunk:
        header = _HEADER.fullmatch(self._lines[self._at])
        if header is None:
            raise self._wrong("a hunk begins with a line such as @@ -3,4 +3,5 @@")
        self._at += 1
        old: list[str] = []
        new: list[str] = []
        while self._at < len(self._lines) and not self._ends_hunk():
            self._line(old, new)
        if old == new:
            raise self._wrong("the hunk before this line makes no change")
        return Hunk(tuple(old), tuple(new), int(header[1] or 0))

    def _ends_hunk(self) -> bool:
        line, *after = self._lines[self._at : self._at + 2]
        is_gap = not line and bool(after) and after[0].startswith(("--- ", "diff "))
        return is_gap or line.startswith(("@@", "diff ", "***")) or self._begins_file()

    def _line(self, old: list[str], new: list[str]) -> None:
        line = self._lines[self._at]
        match line[:1]:
            case " " | "":
                old.append(line[1:])
                new.append(line[1:])
            case "-":
                old.append(line[1:])
            case "+":
                new.append(line[1:])
            case "\\":
                pass
            case _:
                raise self._wrong("a line of a hunk begins with a space, a plus or a minus")
        self._at += 1

    def _wrong(self, rule: str) -> RefusedError:
        line = self._lines[self._at] if self._at < len(self._lines) else "(the end)"
        return RefusedError(f"the patch is no unified diff at its line {self._at + 1}, {line[:80]!a}: {rule}")


def _path(text: str) -> str:
    name = text.split("\t")[0].strip().strip('"')
    return name[2:] if name.startswith(("a/", "b/")) else name
