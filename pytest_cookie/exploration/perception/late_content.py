"""`LateContent`: waits in page time until text and elements of a page are still, so that all of it is measured."""

from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.browser.session import Session
from pytest_cookie.exploration.loading_signs import find_loading_signs
from pytest_cookie.exploration.page_scripts import run_script

_CAP_MS = 4_000  # page time after the load; what comes later is too late for users, too
_SOON_MS = 2_000  # timers up to here bring content; later ones mostly bring offers, hints and next slides
_POLL_MS = 238  # fourteen frames
_MARGIN_MS = 34  # two frames, in which a timer fires that is due between two
_ALIKE = 0.9  # share of the final letters and elements from which on a page that never rests is as good as complete
_SETTLE_MS = 1_000  # new content may fade in


class _Timer(BaseModel):
    due: float
    delay: float


class _Content(BaseModel):
    """The reply of `content.js`."""

    letters: int = 0
    elements: int = 0
    text: str = ""
    changed_ms: float = 0.0
    timers: tuple[_Timer, ...] = ()

    def is_like(self, other: "_Content") -> bool:
        """Whether text, without figures, and elements are the same."""
        return (self.text, self.elements) == (other.text, other.elements)


@dataclass(frozen=True)
class _Moment:
    page_ms: int
    content: _Content


class LateContent:
    """Follows the content of a page that has just been loaded, at the first width. Page times count from `began_ms`.

    A page without timers that are soon due and with the same content at two looks is never waited for.
    """

    def __init__(self, session: Session, began_ms: int) -> None:
        self._session = session
        self._began_ms = began_ms
        self._moments: list[_Moment] = [self._look()]
        self._observed = self._last
        self._fruitless: set[float] = set()
        self.waited_ms = 0
        """The age in page time, from the beginning of the load, at which the page is complete. 0 if it was so at once.
        """

    def wait_for_timers(self) -> None:
        """Wait for what timers of the load bring. One that is set again and brought nothing is not waited for."""
        has_come = False
        while (due_ms := self._due_ms()) > 0:
            before, waits_ms = self._last, max(due_ms + _MARGIN_MS, _POLL_MS)
            self._wait(waits_ms)
            fired = {timer.delay for timer in before.timers if timer.due <= waits_ms}
            if self._last.is_like(before):
                self._fruitless |= fired
            is_repeated = fired <= {timer.delay for timer in self._last.timers}
            has_come = has_come or (self._last.changed_ms > before.changed_ms and not is_repeated)
        self._note_age(has_come=has_come)

    def note_observation(self) -> None:
        """The page is observed now; `wait_for_more` compares with this moment."""
        self._observed = self._last

    def wait_for_more(self, *, is_loading: bool) -> bool:
        """Wait until the content rests if it has changed since the page was observed, or may because it `is_loading`.

        Returns whether it has changed, so that the page should be observed again.
        """
        if self._left_ms <= 0:
            return False
        self._moments.append(self._look())
        while self._left_ms > 0 and (is_loading or self._has_changed()):
            last = self._last
            self._wait(_POLL_MS)
            if self._last.is_like(last) and self._has_changed():
                break
        self._note_age(has_come=self._has_changed())
        return self._has_changed()

    def _has_changed(self) -> bool:
        return not self._last.is_like(self._observed)

    @property
    def _last(self) -> _Content:
        return self._moments[-1].content

    @property
    def _age_ms(self) -> int:
        return self._session.page_ms - self._began_ms

    @property
    def _left_ms(self) -> int:
        return _CAP_MS - self._age_ms

    def _due_ms(self) -> float:
        """How long until the next timer that is worth waiting for; 0 if there is none."""
        left_ms = min(self._left_ms, _SOON_MS - self._age_ms + _POLL_MS)
        soon = (timer.due for timer in self._last.timers if timer.delay not in self._fruitless and timer.due <= left_ms)
        return min(soon, default=0)

    def _wait(self, page_ms: float) -> None:
        self._session.wait(int(page_ms))
        self._moments.append(self._look())

    def _look(self) -> _Moment:
        return _Moment(self._session.page_ms - self._began_ms, _read(self._session))

    def _note_age(self, *, has_come: bool) -> None:
        """The present age if the page rests; else that from which on it was like now, as with a feed."""
        if has_come:
            self.waited_ms = self._age_ms if self._left_ms > 0 else self._complete_ms()
            self._session.settle(_SETTLE_MS)

    def _complete_ms(self) -> int:
        complete = 0
        for moment, following in zip(self._moments, self._moments[1:], strict=False):
            if not _is_complete(moment.content, self._last):
                complete = following.page_ms
        return complete


def observe_when_complete(session: Session, content: LateContent, rest_ms: int) -> tuple[Observation, Observation]:
    """Observe the window when its content is complete, and again after `rest_ms`."""
    content.wait_for_timers()
    while True:
        content.note_observation()
        first = session.observe(with_tree=True)
        session.wait(rest_ms)
        then = session.observe()
        if not content.wait_for_more(is_loading=bool(find_loading_signs(then))):
            return first, then


def wait_as_long(session: Session, began_ms: int, waited_ms: int) -> None:
    """Let a page that was loaded again become as old as it was when it was complete at the first width."""
    left_ms = waited_ms - (session.page_ms - began_ms)
    if left_ms > 0:
        session.wait(left_ms)
        session.settle(_SETTLE_MS)


def _is_complete(content: _Content, final: _Content) -> bool:
    return content.letters >= _ALIKE * final.letters and content.elements >= _ALIKE * final.elements


def _read(session: Session) -> _Content:
    try:
        return _Content.model_validate(run_script(session, "content"))
    except (PageScriptError, ValidationError):  # between two documents, or a page that breaks it
        return _Content()
