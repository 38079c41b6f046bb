"""Describes actions and their changes in words, for reports, prompts and messages.

No code parses these words: the facts are in the `Action` and the `Change`.
"""

from pytest_cookie.core.action import Action, Drag, Scroll
from pytest_cookie.core.page import NativeDialog
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Change, HiddenBy, Motion, StateChange

_MOTION: dict[Motion, str] = {"started": "the page began to move", "stopped": "what moved stands still", "": ""}
_SHOWN_SOUNDS = 6
_ANSWER_CHARACTERS = 60
_HIDDEN: dict[HiddenBy, str] = {
    "canvas": "a canvas moves by itself: what this changed on it cannot be told",
    "window": "much of the window moves by itself: what this changed there cannot be told",
    "": "",
}
_KNOWN = "the page moves by itself: earlier replays show what this input changes"
_REPLAYED: dict[HiddenBy, str] = {
    "canvas": "a canvas moves by itself: without this input it looks the same",
    "window": "much of the window moves by itself: without this input it looks the same",
    "": "",
}


def describe_state(change: StateChange) -> str:
    """`Agree: checked no → yes`; values are quoted."""
    return f"{change.control}: {change.property} {_describe_value(change.before)} → {_describe_value(change.after)}"


def _describe_value(value: bool | str | None) -> str:
    if isinstance(value, str):
        return f"“{value}”"
    return {True: "yes", False: "no", None: "none"}[value]


def describe_states(change: Change) -> tuple[str, ...]:
    """A line for each control that is in another state, and one for what began to move or stopped."""
    return (*map(describe_state, change.states), *describe_motion(change.motion))


def describe_motion(motion: Motion) -> tuple[str, ...]:
    """One line, or none."""
    return (_MOTION[motion],) if motion else ()


def describe_dialog(dialog: NativeDialog) -> str:
    """`confirm: Delete this entry?`."""
    return f"{dialog.kind}: {dialog.text}"


def describe_answered_dialog(dialog: NativeDialog) -> str:
    """As `describe_dialog`, with the explorer's answer: `confirm (dismissed): Delete this entry?`."""
    if dialog.accepted is None or dialog.kind == "alert":
        return describe_dialog(dialog)
    answer = "accepted" if dialog.accepted else "dismissed"
    if dialog.kind == "prompt" and dialog.accepted:
        answer = f"answered “{shorten(dialog.answer, _ANSWER_CHARACTERS)}”"
    return f"{dialog.kind} ({answer}): {dialog.text}" if dialog.text else f"{dialog.kind} ({answer})"


def describe_sounds(change: Change) -> str:
    """`2 sounds at 3.20 s (-12 dBFS), 3.70 s (-20 dBFS)`; "" for silence. Times are page time."""
    if not change.sounds:
        return ""
    told = [f"{sound.at_ms / 1000:.2f} s ({sound.level_dbfs} dBFS)" for sound in change.sounds[:_SHOWN_SOUNDS]]
    more = len(change.sounds) - len(told)
    times = ", ".join([*told, *([f"{more} more"] if more else [])])
    count = "a sound" if len(change.sounds) == 1 else f"{len(change.sounds)} sounds"
    by_itself = "" if change.sounded or change.sounded is None else ", not in answer to the action"
    return f"{count} at {times}{by_itself}"


def describe_hidden(hidden_by: HiddenBy, *, is_replayed: bool = False, is_known: bool = False) -> str:
    """Why the effect of an action is unknown, or that a replay without it looks the same; "" if it is known.

    `is_known`: earlier replays showed an effect of the same input, so it was not replayed again.
    """
    if is_known and hidden_by and not is_replayed:
        return _KNOWN
    return _REPLAYED[hidden_by] if is_replayed else _HIDDEN[hidden_by]


def describe_manner(action: Action) -> tuple[str, ...]:
    """What the kind, target and value of an action leave out: keys held, path, planned answers. Empty for most."""
    return (*_describe_pointing(action), *_describe_answers(action))


def _describe_pointing(action: Action) -> tuple[str, ...]:
    words = [f"with {'+'.join(action.modifiers)} held"] if action.modifiers else []
    if isinstance(action, Scroll) and action.sideways:
        words.append("sideways")
    if isinstance(action, Drag):
        words += [f"through {len(action.path)} points"] if action.path else []
        words += [f"released beyond the {action.drop_outside} edge of the window"] if action.drop_outside else []
    return tuple(words)


def _describe_answers(action: Action) -> tuple[str, ...]:
    answers = []
    for answer in action.dialogs:
        text = f" “{shorten(answer.text, _ANSWER_CHARACTERS)}”" if answer.accept and answer.text is not None else ""
        answers.append(f"{'accept' if answer.accept else 'dismiss'}{text}")
    return (f"planned answers to dialogs: {', '.join(answers)}",) if answers else ()
