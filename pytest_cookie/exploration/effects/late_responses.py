"""How long to wait for a response, and which late changes count as one. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from pytest_cookie.browser.page.observation import Effort, Happenings
from pytest_cookie.core.action import Action
from pytest_cookie.core.trace import Change

UNANSWERED_MS = 2_000
"""A stopwatch shows its first second after one, a feigned server answers after one and a half."""

OWN_LOOK_MS = 800
"""A search that waits until typing ends, a total that follows a choice."""

MOVING_KEYS = frozenset({"Tab", "Shift+Tab", "Escape"})
_OWN_STATE = frozenset({"checkbox", "radio", "switch", "slider", "spinbutton", "option"})


def patience_ms(action: Action, change: Change) -> int:
    """How much longer to wait, in page time, after `change` was all that was seen; 0 where that is the answer."""
    moved = action.kind == "hold" and action.role == "slider"
    if (not action.expects_response and not moved) or (action.kind == "press" and action.value in MOVING_KEYS):
        return 0
    if change.dialogs or change.popups or change.downloads or change.effects or change.url:
        return 0
    if any(_says_wait(text) for text in change.appeared_text):
        return UNANSWERED_MS
    if not change.seen:
        return OWN_LOOK_MS if action.edits_field else UNANSWERED_MS
    own = action.edits_field or action.role in _OWN_STATE
    return OWN_LOOK_MS if own and not _beyond_own(change) else 0


def without_leftovers(change: Change, lately: Sequence[tuple[str, ...]]) -> Change:
    """A message of a step before that goes away meanwhile is no answer to this one."""
    said = {text for texts in lately for text in texts}
    only_gone = bool(change.vanished_text) and set(change.vanished_text) <= said
    more = change.dom_added or change.dom_changed or change.appeared_text or change.states or change.effects
    happened = change.url or change.dialogs or change.popups or change.downloads or abs(change.scrolled_px) >= 2
    if not only_gone or more or happened:
        return change
    return change.model_copy(update={"seen": False})


def join_happenings(first: Happenings, then: Happenings) -> Happenings:
    """Both, in order."""
    told = {
        name: getattr(first, name) + getattr(then, name)
        for name in (
            "console", "page_errors", "failed_requests", "library_answers", "dialogs", "popups", "seen_popups",
            "downloads", "files", "navigations", "documents", "forms", "sounds",
        )
    }  # fmt: skip
    return replace(first, **told, effort=_sum(first.effort, then.effort))


def _sum(first: Effort, then: Effort) -> Effort:
    return Effort(
        inputs=first.inputs + then.inputs,
        input_seconds=first.input_seconds + then.input_seconds,
        costliest_input_seconds=max(first.costliest_input_seconds, then.costliest_input_seconds),
        passed_ms=first.passed_ms + then.passed_ms,
        passing_seconds=first.passing_seconds + then.passing_seconds,
        moving_frames=first.moving_frames + then.moving_frames,
        moving_seconds=first.moving_seconds + then.moving_seconds,
        drawing_counted=first.drawing_counted and then.drawing_counted,
    )


def _says_wait(text: str) -> bool:
    return len(text) <= 60 and text.rstrip().endswith(("…", "..."))


def _beyond_own(change: Change) -> bool:
    return bool(
        change.dom_added
        or change.dom_removed
        or change.appeared_text
        or change.vanished_text
        or abs(change.scrolled_px) >= 2
        or len(change.states) > 1
    )
