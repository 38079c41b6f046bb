"""Typed parts of a `Change`, from the lines that a reader sees: shorter to write in a test."""

from pydantic import TypeAdapter

from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.trace import StateChange
from pytest_cookie.records.trace_v1 import read_dialog, read_state

_STATE, _DIALOG = TypeAdapter(StateChange), TypeAdapter(NativeDialog)


def states(*lines: str) -> tuple[StateChange, ...]:
    """`Agree: checked no → yes`."""
    return tuple(_STATE.validate_python(read_state(line)) for line in lines)


def dialogs(*lines: str) -> tuple[NativeDialog, ...]:
    """`confirm: Delete it?`; without a kind it is an alert."""
    return tuple(_DIALOG.validate_python(read_dialog(line)) for line in lines)


def accepted(*lines: str) -> tuple[NativeDialog, ...]:
    """As `dialogs`, as an explorer that accepts them records them."""
    return tuple(dialog.model_copy(update={"accepted": True}) for dialog in dialogs(*lines))
