"""Replacing a piece of a text that must be there exactly once. Pure."""

from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.tool_output import places_of

_MAX_PLACES = 5


def replaced(text: str, old: str, new: str, *, everywhere: bool = False) -> tuple[str, int]:
    """`text` with `new` for `old`, and the line of the first. Raises `RefusedError` unless there is one place.

    With `everywhere` there may be several. A text with CRLF is edited as if it had LF, and keeps CRLF.
    """
    if "\r\n" in text and "\r" not in old:
        changed, line = replaced(text.replace("\r\n", "\n"), old, new, everywhere=everywhere)
        return changed.replace("\r\n", "\n").replace("\n", "\r\n"), line
    if not old:
        raise RefusedError("old is empty; give the text to replace")
    if old == new:
        raise RefusedError("old and new are the same")
    count = text.count(old)
    if count == 0:
        raise RefusedError(f"old does not occur in the file{_hint(text, old)}; the file was not changed")
    if count > 1 and not everywhere:
        raise RefusedError(
            f"old occurs {count} times in the file (lines {_places(text, old)}): include more lines around it, or set "
            "everywhere: true; the file was not changed"
        )
    return text.replace(old, new), _line_at(text, text.index(old))


def _places(text: str, old: str) -> str:
    lines: list[str] = []
    at = text.find(old)
    while at >= 0 and len(lines) < _MAX_PLACES:
        lines.append(str(_line_at(text, at)))
        at = text.find(old, at + len(old))
    return ", ".join(lines) + (" …" if at >= 0 else "")


def _line_at(text: str, index: int) -> int:
    return text.count("\n", 0, index) + 1


def _hint(text: str, old: str) -> str:
    """The place of the text with other whitespace, which is the usual mistake."""
    wanted = [line.strip() for line in old.strip().split("\n")]
    found = places_of(wanted, [line.strip() for line in text.split("\n")]) if any(wanted) else []
    return f"; line {found[0] + 1} differs only in whitespace: read it again and copy it exactly" if found else ""
