"""Reads evidence of schema 1, in which a step told its changes in sentences. The only place that parses such sentences.

The evidence keeps its key (`made_from`), so that a run of schema 1 can be judged, reported, exported and resumed as
before. A file is written in the new form only when its evidence is made anew.
"""

from collections.abc import Callable
from typing import TypeGuard

from pydantic import JsonValue

_Object = dict[str, JsonValue]

_FLAG_VALUES: dict[str, bool | None] = {"yes": True, "no": False, "none": None}
_MOTIONS = {"the page began to move": "started", "what moved stands still": "stopped"}
_DIALOG_KINDS = frozenset({"alert", "confirm", "prompt", "beforeunload", "file"})
_OLD_VALUE, _NEW_VALUE, _END = ": value “", "” → “", "”"
_OVER, _CUT_OFF = "” lies over “", "” is cut off by the edge of the page"
_COVERED = "covered by"
_MOVED_AWAY = "moved away from the pointer"
_HIDDEN = {
    "a canvas moves by itself: what this changed on it cannot be told": "canvas",
    "much of the window moves by itself: what this changed there cannot be told": "window",
}
_ROW_SEPARATOR = " | "


def upgrade_evidence(stored: JsonValue) -> JsonValue:
    """Evidence as stored, in the form of schema 2. What is not of schema 1 is returned as it is."""
    if not isinstance(stored, dict) or "schema_version" in stored:
        return stored
    trace = stored.get("trace")
    steps = trace.get("steps") if isinstance(trace, dict) else None
    upgraded: _Object = {**stored, "schema_version": 2}
    if isinstance(trace, dict) and isinstance(steps, list):
        upgraded["trace"] = {**trace, "steps": [_map(upgrade_step, step) for step in steps]}
    if isinstance(sessions := stored.get("sessions"), list):
        upgraded["sessions"] = [_map(_upgrade_session, session) for session in sessions]
    return upgraded


def _map(convert: Callable[[_Object], _Object], value: JsonValue) -> JsonValue:
    """What has another form than expected is left for validation to refuse."""
    return convert(value) if isinstance(value, dict) else value


def upgrade_step(step: _Object) -> _Object:
    """A step in the form of schema 2."""
    upgraded = {**step}
    if isinstance(problem := step.get("problem"), str) and problem:
        upgraded |= _obstacle(problem, is_done=step.get("outcome", "done") == "done")
    for name, convert in (("action", _upgrade_action), ("change", _upgrade_change)):
        if name in step:
            upgraded[name] = _map(convert, step[name])
    return upgraded


def _obstacle(problem: str, *, is_done: bool) -> _Object:
    if is_done:
        return {"hidden_by": _HIDDEN.get(problem, "")}
    _, covered, cover = problem.partition(_COVERED)
    return {"cover": cover.strip() if covered else "", "moved_away": _MOVED_AWAY in problem}


def _upgrade_action(action: _Object) -> _Object:
    upgraded = {**action}
    if isinstance(within := action.get("within"), str):
        upgraded["within"] = [text for text in within.split(_ROW_SEPARATOR) if text]
    if action.get("kind") != "drag":
        for name in ("to_x", "to_y"):
            upgraded.pop(name, None)
    return upgraded


def _upgrade_change(change: _Object) -> _Object:
    upgraded = {**change}
    if isinstance(lines := change.get("states"), list):
        upgraded["states"] = [read_state(line) for line in lines if not _is_motion(line)]
        upgraded["motion"] = next((_MOTIONS[line] for line in lines if _is_motion(line)), "")
    for name, read in (("dialogs", read_dialog), ("stale", _read_stale), ("astray", _read_jump)):
        if isinstance(lines := change.get(name), list):
            upgraded[name] = [read(line) for line in lines]
    return upgraded


def _is_motion(line: JsonValue) -> TypeGuard[str]:
    return isinstance(line, str) and line in _MOTIONS


def read_state(line: JsonValue) -> JsonValue:
    """`Agree: checked no → yes` as a `StateChange`; anything else as it is.

    Names and values are the page's and may hold anything: what separates them is searched for from the end.
    """
    if not isinstance(line, str):
        return line
    told, arrow, after = line.removesuffix(_END).rpartition(_NEW_VALUE)
    control, mark, before = told.rpartition(_OLD_VALUE)
    if line.endswith(_END) and arrow and mark:
        return {"control": control, "property": "value", "before": before, "after": after}
    told, _, flag_after = line.rpartition(" → ")
    told, _, flag_before = told.rpartition(" ")
    control, _, name = told.rpartition(": ")
    if flag_before not in _FLAG_VALUES or flag_after not in _FLAG_VALUES:
        return line
    flags = {"before": _FLAG_VALUES[flag_before], "after": _FLAG_VALUES[flag_after]}
    return {"control": control, "property": name, **flags}


def read_dialog(line: JsonValue) -> JsonValue:
    """`confirm: Delete this entry?` as a `NativeDialog`; a line without a kind as an alert."""
    if not isinstance(line, str):
        return line
    kind, _, text = line.partition(": ")
    return {"kind": kind, "text": text} if kind in _DIALOG_KINDS else {"kind": "alert", "text": line}


def _read_stale(line: JsonValue) -> JsonValue:
    if not isinstance(line, str):
        return line
    control, _, text = line.partition(": ")
    return {"control": control, "text": text}


def _read_jump(line: JsonValue) -> JsonValue:
    if not isinstance(line, str):
        return line
    text, over, other = line.removeprefix("“").removesuffix(_END).partition(_OVER)
    return {"text": text, "over": other} if over else {"text": text.removesuffix(_CUT_OFF)}


def _upgrade_session(session: _Object) -> _Object:
    film = session.get("film")
    if not isinstance(film, dict):
        return session
    chapters = film.get("chapters")
    marked = [_map(_upgrade_chapter, chapter) for chapter in chapters] if isinstance(chapters, list) else chapters
    return {**session, "film": {**film, "schema_version": 2, "chapters": marked or []}}


def _upgrade_chapter(chapter: _Object) -> _Object:
    number = str(chapter.get("title", "")).partition(" ")[0]
    is_index = number.isascii() and number.isdecimal() and len(number) <= 9
    return {**chapter, "step": int(number)} if is_index else chapter
