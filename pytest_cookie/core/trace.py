"""`Step`: one turn of the observe-think-act loop, as a line of the trace. Parts of `Evidence`."""

import builtins
from typing import Literal

from pytest_cookie.core.action import Action, Drag
from pytest_cookie.core.fact import Facts
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.game_play import GamePlay
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.legibility import Legibility
from pytest_cookie.core.page import (
    Box,
    ConsoleMessage,
    DownloadedFile,
    FailedRequest,
    LibraryAnswer,
    NativeDialog,
    PageError,
    Popup,
)
from pytest_cookie.core.sound import SoundOnset

StopReason = Literal[
    "finished", "steps", "time", "no_progress", "crashed", "left_the_page", "tokens", "invalid_calls",
    "cpu", "evidence",
]  # fmt: skip
ENDINGS: dict[StopReason, str] = {
    "finished": "the explorer had nothing more to try",
    "steps": "it used all allowed steps",
    "time": "it used all allowed time",
    "no_progress": "several actions in a row had changed nothing",
    "crashed": "the page died",
    "left_the_page": "it left the page and could not return",
    "tokens": "it used all allowed tokens",
    "cpu": "it used all allowed processor time",
    "evidence": "the evidence reached its size limit",
    "invalid_calls": "the explorer's calls could not be understood",
}
"""Why an exploration ended, to follow "because"."""
CUT_SHORT: frozenset[StopReason] = frozenset({"time", "steps", "tokens", "invalid_calls", "cpu", "evidence"})
"""Reasons that are not the page's: anything not tried by then could not be measured."""
Motion = Literal["started", "stopped", ""]
"""Whether the page began to move by itself, or came to rest."""
HiddenBy = Literal["canvas", "window", ""]
"""Motion that hides the effect of an action: of a canvas, or of much of the window."""
ControlProperty = Literal["checked", "expanded", "selected", "disabled", "value"]
MAX_CONTROL_NAME = 60
"""Characters of a control's name that a change of it keeps."""
MAX_VALUE = 60
"""Characters of a field's value that a change of it keeps."""
VALIDATION = "validation message: "
"""How an effect begins that is the browser's message beside a field."""

_LARGE_CHANGE = 0.02
"""Share of the window's pixels; looks of buttons and cards under the pointer change less."""


class StateChange(FrozenModel):
    """A property of a control that changed. `before` and `after` are null where the control has no such property."""

    control: str
    """Name of the control, or its role without a name. At most 60 characters."""
    property: ControlProperty
    """Which property changed."""
    before: bool | str | None
    """State before the action; for `value`, the first 60 characters of the text."""
    after: bool | str | None
    """State after the action."""

    @builtins.property
    def texts(self) -> tuple[str, str] | None:
        """The old and the new value; None for other properties."""
        if isinstance(self.before, str) and isinstance(self.after, str):
            return self.before, self.after
        return None

    def is_change_of(self, name: str) -> bool:
        """Whether it is of the control with that name."""
        return self.control == name[:MAX_CONTROL_NAME]


class Change(FrozenModel):
    """What differs after an action, apart from what the page changes by itself."""

    seen: bool = False
    """Whether a user could notice any of it: pixels, text, state, address, focus ring, dialog, download or sound."""
    shown: bool | None = None
    """Whether the changes of the document were visible, not only an attribute or text without ink. Null in older
    evidence."""
    pixels: float = 0.0
    """Share of the window's pixels that changed, 0 to 1, rounded down to two digits. After a resize, of the part that
    both sizes have."""
    regions: tuple[Box, ...] = ()
    """Where pixels changed."""
    dom_added: int = 0
    """Number of elements added to the document."""
    dom_removed: int = 0
    """Number of elements removed."""
    dom_changed: int = 0
    """Number of elements changed."""
    moved: int = 0
    """Number of elements that are visibly in another place of the document."""
    appeared_text: tuple[str, ...] = ()
    """Texts that appeared."""
    vanished_text: tuple[str, ...] = ()
    """Texts that disappeared."""
    kept_text: tuple[str, ...] = ()
    """Of these, the texts that the page still shows in another place."""
    by_itself: tuple[str, ...] = ()
    """New texts of elements that the page keeps changing by itself, such as clocks. Not an effect of the action. At
    most six."""
    states: tuple[StateChange, ...] = ()
    """States of controls that changed."""
    motion: Motion = ""
    """Whether the page began to move by itself, or came to rest."""
    url: str = ""
    """New address. Empty if unchanged."""
    focus: str = ""
    """CSS selector of the element that received focus."""
    scrolled_px: float = 0.0
    """How far the page and its boxes scrolled down."""
    scrolled_x_px: float = 0.0
    """How far the page and its boxes scrolled to the right."""
    dialogs: tuple[NativeDialog, ...] = ()
    """Browser dialogs and file pickers that opened; see `messages`."""
    popups: tuple[str, ...] = ()
    """Addresses of new windows."""
    downloads: tuple[str, ...] = ()
    """Names of downloaded files."""
    effects: tuple[str, ...] = ()
    """Requests to the browser: print, share, copy, full screen. Also the browser's own message beside a field for which
    it did not send the form: `validation message: …`."""
    fields_gone: tuple[str, ...] = ()
    """Names of fields that no longer exist."""
    sounds: tuple[SoundOnset, ...] = ()
    """Sounds that began during the step, at most 40."""
    sounded: bool | None = None
    """Whether the action made the page sound: a sound began with it, and none was playing by itself. Null where sound
    was not recorded."""
    stays_off: bool = False
    """Whether the pressed control is marked as not checked or not selected, before and after."""
    reloaded: bool = False
    """Whether the action reloaded the document at its own address."""
    sent_form: bool | None = None
    """Whether the browser sent a form, so that a new document loads. Null if not measured."""
    as_at_first: bool = False
    """After a reload: whether the page has the same text as before any action."""
    animated: bool = False
    """Whether the action started an animation."""
    facts: Facts = {}
    """What checks noted, each under its id; see their pages in the reference."""
    latency_ms: int | None = None
    """Page time from the last input to the first visible change of the document. Null without such a change."""

    @property
    def messages(self) -> tuple[NativeDialog, ...]:
        """The browser dialogs that carry a message: all but file pickers."""
        return tuple(dialog for dialog in self.dialogs if dialog.is_message)

    @property
    def lost_text(self) -> tuple[str, ...]:
        """Texts that disappeared and that the page shows nowhere now."""
        return tuple(text for text in self.vanished_text if text not in self.kept_text)

    @property
    def is_refused(self) -> bool:
        """Whether the browser itself did not send a form, and showed its message beside a field."""
        return any(effect.startswith(VALIDATION) for effect in self.effects)

    @property
    def state_or_motion(self) -> bool:
        """Whether a control is in another state, or the page began or ceased to move."""
        return bool(self.states or self.motion)

    @property
    def only_sounded(self) -> bool:
        """Whether the page only made a sound: a user could notice no other change."""
        told = self.dialogs or self.popups or self.downloads or self.effects or self.motion or self.shown
        noted = any(fact.notes for fact in self.facts.values())
        return self.sounded is True and not self.pixels and not told and not noted


class Reading(FrozenModel):
    """A time, or a number that has changed, in a line of the page's text."""

    label: str
    """The line with its figures as 0, after the line above it if it has no letters. The same in all steps."""
    text: str
    """The line."""
    value: float
    """The value; of a time, in seconds."""
    is_time: bool = False
    """Whether it is written as a time, such as `0:57` or `57 s`."""


class Comparison(FrozenModel):
    """One moment of a page with an input and without it, by a replay: the moment at which the two differ most."""

    without_input: InnerPath = ""
    """Picture of the window without the input, relative to the session's folder."""
    with_input: InnerPath = ""
    """Picture of the window with the input."""
    differs: str = ""
    """What differs, in words, such as `what is at (315, 412) without it is 80 px higher with it`."""


class Step(FrozenModel):
    """One step of an exploration: one line of `trace.jsonl`."""

    index: int
    """Number of the step."""
    thought: str
    """Why the explorer chose this action."""
    check: str = ""
    """Id of the check whose tactic proposed it. Empty for the explorer's own plan."""
    asked: str = ""
    """The words of the brief that name this action. Empty if none do."""
    put_back: tuple[Action, ...] = ()
    """Inputs right before the action that put settings back which earlier steps had changed, such as a volume. The film
    shows them; they are no steps, and `change` has no effect of theirs."""
    action: Action
    """The action."""
    outcome: Literal["done", "unreachable"] = "done"
    """`unreachable`: the action could not be carried out; `problem` has the reason."""
    problem: str = ""
    """Why the action could not be carried out, or its effect not be seen, in words."""
    cover: str = ""
    """CSS selector of the element that covered the target."""
    moved_away: bool = False
    """Whether the target moved away each time the pointer arrived."""
    press_went_to: str = ""
    """CSS selector of the element that received the press in place of the target; `nothing` if none did. Empty if the
    press reached its target, or if that is not known."""
    hidden_by: HiddenBy = ""
    """Motion that hid the effect of the action: of a canvas, or of much of the window."""
    replayed: bool | None = None
    """Whether a replay of the session without this input differs; `change` then has what differs. Null without a
    replay."""
    compared: Comparison | None = None
    """The pictures of the replay without this input and of this step. Null without a replay that differs."""
    change: Change = Change()
    """What changed."""
    console: tuple[ConsoleMessage, ...] = ()
    """New lines on the console."""
    page_errors: tuple[PageError, ...] = ()
    """New uncaught errors."""
    failed_requests: tuple[FailedRequest, ...] = ()
    """Requests that failed."""
    library_answers: tuple[LibraryAnswer, ...] = ()
    """Requests that the local package library answered."""
    popups: tuple[Popup, ...] = ()
    """Windows that the page opened."""
    downloads: tuple[DownloadedFile, ...] = ()
    """Files that were saved."""
    screenshot: InnerPath = ""
    """Screenshot after the action, relative to the session's folder."""
    page_ms: int = 0
    """Page time at the end of the step, since the start of the session."""
    controls: int | None = None
    """Number of controls after the step. Null if not measured."""
    usable_controls: int | None = None
    """Number of them that are neither disabled nor covered nor inert. Null if not measured."""
    drawn_letters: int | None = None
    """Characters of text that can be seen after the step, in the window or by scrolling: not transparent, not cut off
    for good, not in the colour of its background. Null if not measured."""
    legibility: Legibility | None = None
    """Texts in view in colours that the page had not shown before. Null if there are none."""
    canvas_texts: tuple[str, ...] = ()
    """Texts that canvases show for the first time, at most 24. Those that differ only in figures count as one. Not
    necessarily an effect of the action."""
    readings: tuple[Reading, ...] = ()
    """Times and changed numbers that the page shows at the end of the step, at most 12."""
    read_ms: int = 0
    """Page time of `readings`, since the start of the session."""

    @property
    def reached_target(self) -> bool:
        """Whether the action was carried out, and its press did not go to another element."""
        return self.outcome == "done" and not self.press_went_to

    @property
    def has_landed(self) -> bool | None:
        """Whether a drag had an effect: something is elsewhere, the document changed visibly, or a large part of the
        window at its end.

        Small changes there are the look of what the pointer lies on. None for other actions and for canvases.
        """
        action, change = self.action, self.change
        if not isinstance(action, Drag) or action.to_x is None or action.to_y is None:
            return None
        if action.selector.endswith("canvas") or not action.names_element:
            return None
        if change.moved:
            return True
        told = change.dom_added or change.dom_removed or change.dom_changed or change.appeared_text
        moved = change.vanished_text or change.states or change.motion or change.scrolled_px or change.scrolled_x_px
        asked = change.dialogs or change.popups or change.downloads or change.effects or change.url
        if asked or (change.shown is not False and (told or moved)):
            return True
        is_large = change.pixels >= _LARGE_CHANGE
        return is_large and any(_surrounds(region, action.to_x, action.to_y) for region in change.regions)


def _surrounds(region: Box, x: float, y: float) -> bool:
    return region.x <= x <= region.x + region.width and region.y <= y <= region.y + region.height


class Coverage(FrozenModel):
    """How much of the page was used."""

    controls_found: int = 0
    """Number of controls that were found."""
    controls_exercised: int = 0
    """Number of controls that were used."""
    kinds_found: int = 0
    """Number of kinds of controls that were found."""
    kinds_exercised: int = 0
    """Number of kinds of controls that were used."""


class Trial(FrozenModel):
    """An input that was repeated on a fresh page, since motion of the page hid its effect, or since it had none."""

    steps: tuple[int, ...]
    """The steps that used the input."""
    heard: bool
    """Whether the page differs from a page at the same page time without this input; `afresh`: from before it."""
    compared: Comparison | None = None
    """The pictures with the input and without it. Null if they do not differ."""
    afresh: bool = False
    """Whether the input had no effect in the exploration, and was tried in the first state of a fresh page: an earlier
    input may have been the reason."""


class Trace(FrozenModel):
    """An exploration: its steps, why it ended and how much it covered."""

    policy: str
    """The explorer's name, which is also the name of its session."""
    steps: tuple[Step, ...] = ()
    """The steps."""
    stopped: StopReason = "finished"
    """Why the exploration ended."""
    coverage: Coverage = Coverage()
    """How much of the page was used."""
    summary: str = ""
    """A summary in words."""
    report: str = ""
    """The report of an exploring model: its own words, not a measurement."""
    restless: float = 0.0
    """Share of pixels that change by themselves, 0 to 1."""
    trials: tuple[Trial, ...] = ()
    """Inputs that were repeated on a fresh page."""
    play: GamePlay | None = None
    """How far the explorer came in a game; null if it is none, or if nothing was found."""

    @property
    def why_it_ended(self) -> str:
        """Why the exploration ended, in words that follow "because"."""
        return ENDINGS[self.stopped]

    @property
    def last_action(self) -> Step | None:
        """The last step that acted on the page; None if there is none."""
        return next((step for step in reversed(self.steps) if not step.action.is_bookkeeping), None)

    def heard_at(self, index: int) -> bool | None:
        """Whether the input of that step had an effect, if a trial or a replay shows that the page could respond.

        A replay without a difference does not show that: a game may have been over. Nor does silence on a fresh page,
        which may have nothing to do yet.
        """
        if any(step.replayed for step in self.steps if step.index == index) or self.afresh_at(index):
            return True
        return self._compared_trial(index)

    def compared_at(self, index: int) -> bool | None:
        """Whether a replay or a trial with and without the input of that step differed; None without either."""
        replayed = next((step.replayed for step in self.steps if step.index == index), None)
        return replayed if replayed is not None else self._compared_trial(index)

    def comparison_at(self, index: int) -> Comparison:
        """The moments with and without the input of that step; empty if they were not compared or do not differ."""
        of_step = (step.compared for step in self.steps if step.index == index)
        of_trials = (trial.compared for trial in self.trials if index in trial.steps)
        return next((compared for compared in (*of_step, *of_trials) if compared), Comparison())

    def afresh_at(self, index: int) -> bool | None:
        """Whether the input of that step, which was silent, had an effect on a fresh page; None if it was not tried."""
        return next((trial.heard for trial in self.trials if trial.afresh and index in trial.steps), None)

    def _compared_trial(self, index: int) -> bool | None:
        return next((trial.heard for trial in self.trials if not trial.afresh and index in trial.steps), None)
