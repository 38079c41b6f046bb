"""How long to wait for a response, which late changes count as one, and which sounds answer an action. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from pytest_cookie.browser.page.observation import Effort, Happenings
from pytest_cookie.core.action import Action
from pytest_cookie.core.sound import SoundOnset
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


_PROMPT_MS = 400
"""Later sounds do not belong to the input for certain: they may be music that plays on."""
_ANSWER_MS = 1_500
_APART_MS = 1_000
"""Silence before an answer: after music that plays by itself, a sound is no answer."""
_APART_GAPS = 1.5  # a rhythm varies by less
_EARLY_MS = 20
"""Onsets are known to about 10 ms."""


class SoundResponse:
    """Gets the onsets of each step in order. Times are page time in ms."""

    def __init__(self) -> None:
        self._unprompted: list[int] = []

    def is_answer(self, onsets: Sequence[SoundOnset], input_ms: int | None) -> bool:
        """Whether a sound began soon after an input at `input_ms`, while the page did not sound by itself.

        `input_ms` is None for a step without an input, whose sounds the page makes by itself.
        """
        prompt = [onset for onset in onsets if input_ms is not None and onset.at_ms >= input_ms - _EARLY_MS]
        soon = [item for item in prompt if item.at_ms <= (input_ms or 0) + _ANSWER_MS]
        before = [*self._unprompted, *(other.at_ms for other in onsets if other not in prompt)]
        sounds_by_itself = bool(before) and input_ms is not None and input_ms - before[-1] < _silence_ms(before)
        later = [one.at_ms for one in prompt if one.at_ms > (input_ms or 0) + _PROMPT_MS]
        self._unprompted = [*before, *later][-2:]
        return bool(soon) and not sounds_by_itself


def _silence_ms(times_ms: Sequence[int]) -> float:
    gap_ms = times_ms[-1] - times_ms[-2] if len(times_ms) > 1 else 0
    return max(_APART_MS, _APART_GAPS * gap_ms)
