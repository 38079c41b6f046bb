"""Applying a diff: if one of its lines does not match the file exactly, no file is changed."""

from collections.abc import Sequence

from pytest_cookie.generation.coding.diff import FileChange, Hunk, read_diff
from pytest_cookie.generation.coding.project_paths import RefusedError, checked_path
from pytest_cookie.generation.coding.tool_output import places_of
from pytest_cookie.generation.coding.workspace import Workspace


def apply_patch(workspace: Workspace, patch: str) -> tuple[str, ...]:
    """Apply the patch and return one line for each changed file. Raises `RefusedError` before any change."""
    changes = read_diff(patch)
    results = [(checked_path(change.path), _compute_result(workspace, change)) for change in changes]
    for path, text in results:
        if text is None:
            workspace.delete(path)
        else:
            workspace.write_text(path, text)
    return tuple(_summarize(change) for change in changes)


def _compute_result(workspace: Workspace, change: FileChange) -> str | None:
    """The new content of the file, None if the patch deletes it."""
    workspace.check_writable(change.path)
    if change.makes:
        if workspace.exists(change.path):
            raise RefusedError(f"{change.path} is there already; the patch means to make it")
        return "".join(f"{line}\n" for hunk in change.hunks for line in hunk.new)
    text = workspace.read_text(change.path)
    patched = patched_text(text, change.hunks, change.path)
    if not change.removes:
        return patched
    if change.hunks and patched.strip():
        raise RefusedError(f"the patch removes {change.path} and leaves lines of it: delete it instead")
    return None


def patched_text(text: str, hunks: Sequence[Hunk], path: str) -> str:
    """`text` after `hunks`, which follow one another. Line ends stay as they are."""
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").split("\n")
    is_ended = lines[-1] == ""
    if is_ended:
        lines.pop()
    done: list[str] = []
    passed = 0
    for number, hunk in enumerate(hunks, start=1):
        at = _find_hunk(lines, hunk, passed=passed, path=path, number=number)
        passed += at + len(hunk.old)
        done += [*lines[:at], *hunk.new]
        lines = lines[at + len(hunk.old) :]
    whole = [*done, *lines]
    return ending.join(whole) + (ending if whole and (is_ended or not text) else "")


def _find_hunk(lines: list[str], hunk: Hunk, *, passed: int, path: str, number: int) -> int:
    """The index of the hunk's old lines in `lines`, which follow `passed` others. Several matches need its header."""
    if not hunk.old:
        return _check_insertion(lines, hunk, path=path, number=number)
    places = places_of(hunk.old, lines)
    if len(places) > 1:
        places = [at for at in places if at + passed + 1 == hunk.line] or places
    if len(places) == 1:
        return places[0]
    why = (
        f"occur {len(places)} times: include more lines around the change" if places else _explain_mismatch(lines, hunk)
    )
    raise RefusedError(f"hunk {number} of {path} does not fit: its old lines {why}; no file was changed")


def _check_insertion(lines: list[str], hunk: Hunk, *, path: str, number: int) -> int:
    """Lines without any around them fit an empty file alone."""
    if lines:
        raise RefusedError(
            f"hunk {number} of {path} adds lines without a context line to locate them; no file was changed"
        )
    return 0


def _explain_mismatch(lines: list[str], hunk: Hunk) -> str:
    absent = next((line for line in hunk.old if line not in lines), None)
    return "do not occur in this order" if absent is None else f"do not occur in it, such as {absent[:120]!r}"


def _summarize(change: FileChange) -> str:
    if change.removes:
        return f"{change.path}: removed"
    hunks = f"{len(change.hunks)} hunk{'s' if len(change.hunks) != 1 else ''}"
    return f"{change.path}: {'made' if change.makes else f'changed, {hunks}'}"
