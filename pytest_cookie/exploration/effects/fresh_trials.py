"""`FreshTrials`: silent controls, tried again on a fresh page: an earlier input may be why they had no effect.

A volume at zero silences the pads of a drum kit, and a search without results leaves a sort button nothing to sort.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action, hover_over
from pytest_cookie.core.trace import Change, Step, Trial
from pytest_cookie.exploration.effects.action_effect import ActionEffects

MAX_INPUTS = 8
"""A page with more silent controls than that is not silent by an earlier input alone."""
MAX_PAGES = 4
"""Each answer leaves the first state, so the next control gets a page of its own, up to this number."""


class FreshTrials:
    """Uses each silent control once more on a page from `opened` in its first state.

    Silent controls share a page, since they leave it as it is. After an answer a new page is opened. A control that is
    not on the page as it loads is tried after the latest press before it that added elements, such as a menu's button.
    """

    def __init__(self, opened: Callable[[], AbstractContextManager[Session]], url: str) -> None:
        self._opened = opened
        self._url = url

    def of(self, steps: Sequence[Step]) -> tuple[Trial, ...]:
        """A trial for each silent control of an exploration that can be reached. Raises `ExplorationError`."""
        left = find_silent_uses(steps)
        trials: list[Trial] = []
        for _ in range(MAX_PAGES):
            if not left:
                break
            with self._opened() as session, TemporaryDirectory(prefix="pytest-cookie-trial-") as folder:
                page = _FreshPage(session, Path(folder))
                left = self._try_on(page, left, steps, trials) if page.load(self._url) else []
        return tuple(trials)

    def _try_on(
        self, page: "_FreshPage", uses: Sequence[tuple[Step, ...]], steps: Sequence[Step], trials: list[Trial]
    ) -> list[tuple[Step, ...]]:
        """Append to `trials` until a control answers or the page is in another state; return the uses that are left."""
        for position, use in enumerate(uses):
            action, opener = use[0].action, _find_opener(steps, use[0])
            is_opened = not page.shows(action) and opener is not None
            if is_opened and opener is not None and page.shows(opener):
                page.use(opener)
            change = page.use(action) if page.shows(action) else None
            if change is not None:
                told = tuple(step.index for step in use)
                trials.append(Trial(steps=told, heard=change.seen, afresh=True))
            if is_opened or (change is not None and change.seen):
                return list(uses[position + 1 :])
        return []


class _FreshPage:
    """A fresh page whose answers are measured as in an exploration, with sound where it can be recorded."""

    def __init__(self, session: Session, folder: Path) -> None:
        self._session = session
        self._folder = folder
        self._effects = ActionEffects(session)

    def load(self, url: str) -> bool:
        """Whether the page loaded; its own motion is known then."""
        try:
            self._session.listen(self._folder)
        except PageGoneError:
            return False
        if not self._session.load(url).loaded:
            return False
        self._effects.first_look()
        self._effects.note_first_sounds(self._session.drain(0).sounds)
        return True

    def shows(self, action: Action) -> bool:
        """Whether the control is there by its selector and under its name."""
        return any(
            control.selector == action.selector and control.name == (action.target or control.name)
            for control in self._effects.now.inventory.controls
        )

    def use(self, action: Action) -> Change | None:
        """The effect of an action; None if it did not reach its target, or if motion hides the effect."""
        action = action.model_copy(update={"ref": ""})
        if not self._session.act(hover_over(action)).done:
            return None
        self._effects.let_rest()
        before = self._session.observe()
        self._effects.before_action(pointed=True)
        outcome = self._session.act(action)
        change, _ = self._effects.of(action, before, step=0, carried_out=outcome.done)
        is_hidden = bool(self._effects.hidden_by) and not change.seen
        return None if is_hidden or outcome.press_went_to or not outcome.done else change


def find_silent_uses(steps: Sequence[Step]) -> list[tuple[Step, ...]]:
    """The steps of each control that was reached and never had a visible effect, in order, of at most eight.

    Controls whose effect was hidden by motion are left out; `CanvasTrials` compare these.
    """
    found: dict[str, list[Step]] = {}
    told = set()
    for step in steps:
        action = step.action
        is_use = bool(action.selector) and action.is_input and action.presses_target and action.intent != "invalid"
        if not is_use or not step.reached_target:
            continue
        key = action.ref or action.selector
        found.setdefault(key, []).append(step)
        if step.change.seen or step.hidden_by or step.page_errors:
            told.add(key)
    return [tuple(used) for key, used in found.items() if key not in told][:MAX_INPUTS]


def _find_opener(steps: Sequence[Step], silent: Step) -> Action | None:
    """The latest press before a step, since the page was loaded, that added elements."""
    for step in reversed([other for other in steps if other.index < silent.index]):
        if step.action.resets_page:
            return None
        if step.action.is_click and step.action.selector and step.change.seen and step.change.dom_added:
            return step.action
    return None
