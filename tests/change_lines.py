"""Typed parts of a `Change` from the lines that a reader sees, which are shorter to write in a test."""

from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.trace import StateChange

_FLAGS = {"yes": True, "no": False, "none": None}
_DIALOGS = ("alert", "confirm", "prompt", "beforeunload", "file")


def states(*lines: str) -> tuple[StateChange, ...]:
    """`Agree: checked no → yes`, `Name: value “” → “Anna”`."""
    return tuple(map(_state, lines))


def _state(line: str) -> StateChange:
    control, _, change = line.partition(": ")
    name, _, values = change.partition(" ")
    before, after = (_FLAGS[value] if value in _FLAGS else value.strip("“”") for value in values.split(" → "))
    return StateChange.model_validate({"control": control, "property": name, "before": before, "after": after})


def dialogs(*lines: str) -> tuple[NativeDialog, ...]:
    """`confirm: Delete it?`; an alert if the line names no kind."""
    return tuple(map(_dialog, lines))


def _dialog(line: str) -> NativeDialog:
    kind, _, text = line.partition(": ")
    return NativeDialog.model_validate(
        {"kind": kind, "text": text} if kind in _DIALOGS else {"kind": "alert", "text": line}
    )


def accepted(*lines: str) -> tuple[NativeDialog, ...]:
    """As `dialogs`, as an explorer that accepts them records them."""
    return tuple(dialog.model_copy(update={"accepted": True}) for dialog in dialogs(*lines))
