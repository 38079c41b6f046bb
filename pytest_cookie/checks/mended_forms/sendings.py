"""`Sendings`: follows forms from a submit that was refused to the one with mended values."""

from dataclasses import dataclass, field

from pytest_cookie.core.action import Action, Click
from pytest_cookie.core.trace import Change, Step

_TICKED = frozenset({"checkbox", "radio", "switch"})


@dataclass(frozen=True)
class Stuck:
    """A form that refuses its mended values as it refused the wrong ones.

    `step` is the submit, or the entry after which its button is still disabled. `send` is the press that submits,
    `entries` what filled in the form, in order, and `told` the texts of its refusals.
    """

    step: Step
    send: Action
    entries: tuple[Action, ...]
    told: frozenset[str]
    is_disabled: bool = False

    def is_answered_by(self, change: Change) -> bool:
        """Whether a submit with this change was accepted, or at least answered in another way."""
        return not _is_refusal(change, self.told)


@dataclass
class Sendings:
    """Call `note` for every step, in order."""

    stuck: Stuck | None = None
    """What the last step left stuck."""
    _told: frozenset[str] = frozenset()
    _refused: Action | None = None
    _is_mended: bool = False
    _is_disabled: bool = False
    _entries: dict[str, Action] = field(default_factory=dict)

    def note(self, step: Step) -> None:
        """Follow a step. After it, `stuck` is set if it left a mended form refused."""
        self.stuck = None
        action, change = step.action, step.change
        if action.resets_page or change.url or change.fields_gone:
            self._told, self._refused, self._is_mended, self._is_disabled = frozenset(), None, False, False
            self._entries = {}
            return
        if step.outcome != "done":
            return
        is_tick = isinstance(action, Click) and action.role in _TICKED
        if action.edits_field or is_tick:
            self._entries.pop(action.ref, None)
            self._entries[action.ref] = action
            self._is_mended = self._is_mended or (action.intent == "valid" and self._refused is not None)
        elif isinstance(action, Click) and action.intent == "invalid":
            self._refuse(action, change)
        elif self._refused and action.ref == self._refused.ref and action.intent == "valid" and self._is_mended:
            self._judge(step)
        self._note_button(step, is_entry=action.edits_field or is_tick)

    def _refuse(self, action: Action, change: Change) -> None:
        if _texts(change) or change.is_refused:
            self._told = _texts(change) | (self._told if self._refused and action.ref == self._refused.ref else set())
            self._refused, self._is_mended = action, False

    def _judge(self, step: Step) -> None:
        if self._refused and _is_refusal(step.change, self._told):
            self.stuck = Stuck(step, step.action, self._entered, self._told)
        else:
            self._refused = None

    def _note_button(self, step: Step, *, is_entry: bool) -> None:
        """A button that the refusal disabled, and that no mended value enables again."""
        if self._refused is None:
            return
        own = [state for state in step.change.states if state.is_change_of(self._refused.target)]
        changes = [state.after is True for state in own if state.property == "disabled"]
        self._is_disabled = changes[-1] if changes else self._is_disabled
        if self._is_disabled and self._is_mended and is_entry:
            send = self._refused.model_copy(update={"intent": "valid"})
            self.stuck = Stuck(step, send, self._entered, self._told, is_disabled=True)

    @property
    def _entered(self) -> tuple[Action, ...]:
        return tuple(self._entries.values())


def _is_refusal(change: Change, told: frozenset[str]) -> bool:
    """Whether a submit had no visible effect, or only texts of refusals."""
    if change.is_refused or not change.seen:
        return True
    states = [state for state in change.states if state.property != "disabled"]
    away = change.url or change.fields_gone or change.popups or change.downloads or states or change.reloaded
    texts = _texts(change)
    return bool(texts) and texts <= told and not away


def _texts(change: Change) -> frozenset[str]:
    return frozenset((*change.appeared_text, *(dialog.text for dialog in change.messages)))
