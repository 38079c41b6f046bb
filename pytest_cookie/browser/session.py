"""`RunSession`: one page in a fresh browser context, behind a synchronous face. Every call is bounded."""

import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.async_api import CDPSession, Error, Page, ViewportSize
from pydantic import JsonValue

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.clock import ClockKind, Motion, PageClock
from pytest_cookie.browser.clock.metered import MeteredClock
from pytest_cookie.browser.errors import BrowserGoneError, PageGoneError, PageScriptError
from pytest_cookie.browser.input.file_picker import FilePicker
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_driver import MAX_WAIT_MS, InputDriver
from pytest_cookie.browser.input.sample_files import KINDS
from pytest_cookie.browser.page.document import Arrival, Document
from pytest_cookie.browser.page.downloads import FINISH_SECONDS, Downloads
from pytest_cookie.browser.page.filming import Filming
from pytest_cookie.browser.page.isolated_world import was_looked_at_from_outside
from pytest_cookie.browser.page.late_call import LateCallError
from pytest_cookie.browser.page.observation import ActionOutcome, Happenings, LoadOutcome, Observation
from pytest_cookie.browser.page.page_calls import PageCalls
from pytest_cookie.browser.page.page_events import PageEvents
from pytest_cookie.browser.page.page_reader import PageReader
from pytest_cookie.browser.page.popups import LOOK_SECONDS, Popups
from pytest_cookie.browser.page.quiet import motion
from pytest_cookie.browser.page.traffic import origin_of
from pytest_cookie.browser.process.chromium_process import ChromiumProcess
from pytest_cookie.browser.process.event_loop import DeadlineError
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import FROM_OUTSIDE
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.parsing import parse_whole
from pytest_cookie.core.perception import Viewport
from pytest_cookie.core.trace import Action

_LOAD_SECONDS = 15.0
_ACTION_SECONDS = 8.0
_FILM_SECONDS = 210.0
_SETTLE_AFTER_LOAD_MS = 1_500
_USUAL_FILM = FilmSettings()


class Session:
    """Made by `BrowserHost.open_session`. A context manager; leaving it closes the context, whatever happened.

    Raises `BrowserGoneError` where the browser or the renderer ended by somebody else's doing. A renderer, or a whole
    browser, that died by the page's doing is `crashed`; `observe`, `evaluate` and `full_screenshot` then raise
    `PageGoneError`. A script that never yields is ended after the call's deadline and noted among the page's errors;
    the session goes on. After `max_seconds` of `now` every call raises `TimeIsUpError`; closing is always possible.
    """

    def __init__(
        self,
        process: ChromiumProcess,
        page: Page,
        cdp: CDPSession,
        clock: PageClock,
        settings: SessionSettings,
        *,
        target: str,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now = now
        self._process = process
        self._context = page.context
        self._page = page
        self._cdp = cdp
        self._clock = clock
        self._metered = MeteredClock(clock, process.page_cpu())
        self._diary = PageEvents(page, cdp)
        self._calls = PageCalls(
            process, page, cdp, self._diary, target=target, max_seconds=settings.max_seconds, now=now
        )
        self._document = Document(page, cdp, self._metered, self._calls.deadline)
        self._eye = PageReader(page, clock, self._calls)
        self._filming = Filming(self._metered)
        self._hand = InputDriver(
            page,
            InputDispatcher(self._metered, cdp),
            self._document,
            seed=settings.seed,
            touch=settings.touch,
            watcher=self._filming,
        )
        self._popups = Popups(page, cdp, clock)
        self._downloads = Downloads(page, settings.downloads)
        self._picker = FilePicker(cdp, clock, process.folder / "samples")
        self._guard = process.guard
        self._guard.begin()
        self._ended_before = self._guard.ended

    def load(self, url: str) -> LoadOutcome:
        """Open `url`, wait for its answer and then for its load, 15 s of an idle machine each at most, and until quiet.

        The outcome's happenings are those of the load, drained; a later `drain` does not repeat them.
        """
        self._diary.traffic.origin = origin_of(url)
        try:
            arrival = self._calls.in_page(self._document.open(url, _LOAD_SECONDS), 2 * _LOAD_SECONDS + 1)
            if not arrival.loaded:
                self._calls.require_answer()
        except (LateCallError, PageGoneError, PageScriptError) as error:
            self._calls.require_browser()
            if isinstance(error, LateCallError):
                error.require_page()
            return LoadOutcome(loaded=False, problem=str(error), happenings=self.drain())
        if arrival.loaded:
            self.settle(_SETTLE_AFTER_LOAD_MS)
        return self._outcome(arrival)

    def _outcome(self, arrival: Arrival) -> LoadOutcome:
        self._calls.require_browser()
        happenings = self.drain()
        if self.crashed:
            return LoadOutcome(loaded=False, problem="the page crashed while loading", happenings=happenings)
        return LoadOutcome(arrival.loaded, arrival.status, arrival.problem, happenings)

    def observe(self, *, with_tree: bool = False) -> Observation:
        """Picture, inventory, element states, focus, scroll: one consistent moment. Raises `PageGoneError`.

        The accessibility tree, a fifth of the cost, is told where it is asked for.
        """
        return self._eye.observe(with_tree=with_tree)

    def picture(self) -> bytes:
        """A PNG of the window as it is. Raises `PageGoneError`, and `PageScriptError` where there is none in time
        (`PageBusyError` where the page's own work was why).
        """
        return self._eye.picture()

    def act(self, action: Action) -> ActionOutcome:
        """Carry out one action with trusted input, within 8 s and its waiting; never raises for what a page does."""
        waits_ms = (parse_whole(action.value[:6]) or 0) if action.kind == "wait" else 0
        try:
            outcome = self._calls.run(self._act(action), _ACTION_SECONDS + min(waits_ms, MAX_WAIT_MS) / 1000)
        except (DeadlineError, PageGoneError) as error:
            return ActionOutcome(done=False, problem=str(error))
        self._calls.require_browser()
        return outcome

    async def _act(self, action: Action) -> ActionOutcome:
        """When a window or a file picker comes is the machine's affair, and is not left to it."""
        if not self._picker.wish(action.value if action.kind == "upload" else ""):
            return ActionOutcome(done=False, problem=f"no sample file {action.value!r}; there are: {', '.join(KINDS)}")
        outcome = await self._hand.act(action)
        await self._popups.arrive()
        if not await self._picker.answer() and action.kind == "upload" and outcome.done:
            return ActionOutcome(done=False, problem="it asked for no file")
        return outcome

    def settle(self, cap_ms: int = 1000) -> None:
        """Let page time run until nothing moves, at most `cap_ms`: no DOM change, no transition, no request.

        The windows that the page has opened are then looked at and closed, which takes page time of its own, and the
        files that it gives are taken, which takes none.
        """
        self._pass_time(self._metered.settle(cap_ms, self._motion), cap_ms)
        if waiting := self._popups.waiting + self._picker.waiting:
            self._pass_time(self._answer(), waiting * LOOK_SECONDS * 1000)
            self._pass_time(self._metered.settle(cap_ms, self._motion), cap_ms)
        self._pass_time(self._downloads.finish(), FINISH_SECONDS * 1000)

    async def _answer(self) -> None:
        await self._picker.answer()
        await self._popups.look()

    def wait(self, page_ms: int) -> None:
        """Let page time run for `page_ms`."""
        self._pass_time(self._metered.let_pass(page_ms), page_ms)

    def _pass_time(self, passing: Coroutine[Any, Any, None], page_ms: float) -> None:
        try:
            self._calls.run(passing, page_ms / 1000 + _ACTION_SECONDS)
        except (DeadlineError, PageGoneError):
            return  # noted among the page's errors

    async def _motion(self, quiet_ms: int) -> Motion:
        if self._diary.crashed:
            return "none"
        moves = await motion(self._page, quiet_ms)
        # the stepped clock lets no page time pass while something is being fetched
        rests = self._clock.kind == "stepped" or self._diary.traffic.quiet_for(quiet_ms)
        return "drawn" if moves == "none" and not rests else moves

    def drain(self, step: int = 0) -> Happenings:
        """What happened since the last drain; console messages and errors are marked with `step`."""
        self._note_overuse()
        seen = self._diary.drain(step)
        dialogs = (*seen.dialogs, *self._picker.take())
        popups, files, effort = self._popups.take(), self._downloads.take(), self._metered.take()
        return replace(seen, dialogs=dialogs, seen_popups=popups, files=files, effort=effort)

    def _note_overuse(self) -> None:
        """That a page died of its own appetite is an error of the page."""
        if self.crashed and self._guard.ended > self._ended_before:
            self._ended_before = self._guard.ended
            self._diary.note_fault(self._guard.reason)

    def evaluate(
        self, script: str, argument: JsonValue = None, *, takes_time: bool = False, outside: bool = False
    ) -> JsonValue:
        """The JSON value of a JavaScript function expression called with `argument`, at this moment of page time.

        A script that waits for timers or frames of the page `takes_time`, and gets it. With `outside` the page's own
        world is not asked, in which it may have changed what the script reads. Raises `PageScriptError` where it
        throws or takes longer than 30 s, `PageGoneError` where the page died.
        """
        return self._eye.evaluate(script, argument, takes_time=takes_time, outside=outside)

    def full_screenshot(self, path: Path, max_height: int = 10_000) -> bool:
        """Write a PNG of the whole document; true where it had to be cut at `max_height` CSS px.

        Scrolls through the page first, so that what appears on scrolling is there. Raises as `picture`.
        """
        return self._eye.full_screenshot(path, max_height)

    def resize(self, viewport: Viewport) -> None:
        """Change the window size."""
        size: ViewportSize = {"width": viewport.width, "height": viewport.height}
        try:
            self._calls.in_page(self._resize(size), _ACTION_SECONDS)
        except (DeadlineError, PageGoneError):
            return  # noted among the page's errors

    def film(self, folder: Path, settings: FilmSettings) -> None:
        """Film everything from now on into `folder`, in page time, until `end_film`. Raises `PageGoneError`."""
        try:
            self._calls.in_page(self._filming.start(folder, settings), _ACTION_SECONDS)
        except LateCallError as error:
            error.require_page()
            raise PageGoneError(f"the page cannot be filmed: {error}") from error

    def listen(self, folder: Path) -> None:
        """Describe in `folder` what is heard from now on, in page time, until `end_film`, without a film.

        Raises `PageGoneError`. Nothing is heard in real time; see `hears`.
        """
        try:
            self._calls.in_page(self._filming.listen(folder, max_seconds=_USUAL_FILM.max_seconds), _ACTION_SECONDS)
        except LateCallError as error:
            error.require_page()
            raise PageGoneError(f"the page cannot be listened to: {error}") from error

    @property
    def hears(self) -> bool:
        """Whether its clock knows what the page sounds like."""
        return self._clock.hears

    def chapter(self, title: str) -> None:
        """A step begins now, in the film."""
        self._filming.chapter(title)

    def end_film(self) -> FilmSummary | None:
        """What was filmed, whole on disk; None where there was no film. Needs no browser. Raises `RecordingError`."""
        try:
            self._process.run(self._filming.end_listening(), seconds=_FILM_SECONDS)
            return self._process.run(self._filming.stop(), seconds=_FILM_SECONDS)
        except DeadlineError as error:
            raise RecordingError(f"the film was not finished: {error}") from error

    async def _resize(self, size: ViewportSize) -> None:
        await self._clock.deliver(self._page.set_viewport_size(size))

    @property
    def clock(self) -> ClockKind:
        """Which clock rules the page's time."""
        return self._clock.kind

    @property
    def notes(self) -> tuple[str, ...]:
        """What of the page was not in step with its time, and why: a sound, a worker; how else it had to be seen."""
        return (*self._clock.notes, *([FROM_OUTSIDE] if was_looked_at_from_outside(self._page) else []))

    @property
    def page_ms(self) -> int:
        """Page time since the session's first load, in milliseconds."""
        return self._clock.page_ms

    @property
    def cpu_seconds(self) -> float:
        """Processor time that the browser has used in this session."""
        return self._guard.session_cpu_seconds

    @property
    def crashed(self) -> bool:
        """Whether the renderer died, or does not answer even after its script was ended."""
        return self._calls.crashed

    def __enter__(self) -> Self:
        """Hand out itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the context; a browser that does not let go of it is ended whole. A film that was not ended is lost."""
        self._filming.discard()
        if not self._process.is_alive:
            return
        try:
            self._process.run(self._context.close(), seconds=5)
        except (DeadlineError, Error, BrowserGoneError):
            self._process.kill()
