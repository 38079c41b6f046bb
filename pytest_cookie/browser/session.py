"""`Session`: one page in a fresh browser context, with a synchronous interface. Every call is bounded."""

import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.async_api import CDPSession, Error, Page, ViewportSize
from pydantic import JsonValue

from pytest_cookie.browser.call_log import CallLog, logged
from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.clock import ClockKind, Motion, PageClock
from pytest_cookie.browser.clock.metered import MeteredClock
from pytest_cookie.browser.errors import BrowserGoneError, PageGoneError, PageScriptError
from pytest_cookie.browser.input.file_picker import FilePicker
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_driver import MAX_WAIT_MS, InputDriver
from pytest_cookie.browser.input.sample_files import KINDS
from pytest_cookie.browser.page.downloads import FINISH_SECONDS, Downloads
from pytest_cookie.browser.page.filming import Filming
from pytest_cookie.browser.page.late_call import LateCallError
from pytest_cookie.browser.page.motion import detect_motion
from pytest_cookie.browser.page.navigator import Arrival, Navigator
from pytest_cookie.browser.page.observation import ActionOutcome, Happenings, LoadOutcome, Observation
from pytest_cookie.browser.page.page_calls import PageCalls
from pytest_cookie.browser.page.page_events import PageEvents
from pytest_cookie.browser.page.page_query import used_isolated_world
from pytest_cookie.browser.page.page_reader import PageReader
from pytest_cookie.browser.page.popups import LOOK_SECONDS, Popups
from pytest_cookie.browser.page.traffic import origin_of
from pytest_cookie.browser.process.chromium_process import ChromiumProcess
from pytest_cookie.browser.process.event_loop import DeadlineError
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import MAX_PLAY_MS, Action, Play
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import FROM_OUTSIDE
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.parsing import parse_whole
from pytest_cookie.core.perception import Viewport

_LOAD_SECONDS = 15.0
_ACTION_SECONDS = 8.0
_CLOSE_SECONDS = 5.0
_FILM_SECONDS = 210.0
_SETTLE_AFTER_LOAD_MS = 1_500
_USUAL_FILM = FilmSettings()


@dataclass(frozen=True)
class OpenedPage:
    """A page in a context of its own, with its debugging session and its clock. `target` is Chromium's id of it."""

    page: Page
    cdp: CDPSession
    clock: PageClock
    target: str


class Session:
    """One page, opened by `BrowserHost.open_session`. A context manager; leaving it closes the context in every case.

    Raises `BrowserGoneError` if the browser or the renderer ended for a reason other than the page. If the page itself
    killed its renderer or the browser, the session is `crashed`; `observe`, `evaluate` and `full_screenshot` then raise
    `PageGoneError`. A script that never yields is terminated after the call's deadline and recorded among the page's
    errors; the session continues. After `max_seconds` of `now` every call raises `TimeIsUpError`; closing always works.
    """

    def __init__(
        self,
        process: ChromiumProcess,
        opened: OpenedPage,
        settings: SessionSettings,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        page, cdp, clock = opened.page, opened.cdp, opened.clock
        self.now = now
        self.log = CallLog()
        self._process = process
        self._context = page.context
        self._page = page
        self._cdp = cdp
        self._clock = clock
        self._metered = MeteredClock(clock, process.page_cpu())
        self._events = PageEvents(page, cdp)
        self._calls = PageCalls(
            process, page, cdp, self._events, target=opened.target, max_seconds=settings.max_seconds, now=now
        )
        self._navigator = Navigator(page, cdp, self._metered, self._calls.deadline, stay=self._events.stay)
        self._reader = PageReader(page, clock, self._calls)
        self._filming = Filming(self._metered)
        self._input = InputDriver(
            page,
            InputDispatcher(self._metered, cdp),
            self._navigator,
            seed=settings.seed,
            touch=settings.touch,
            watcher=self._filming,
        )
        self._popups = Popups(page, cdp, clock)
        self._downloads = Downloads(page, settings.downloads)
        self._picker = FilePicker(cdp, clock, process.folder / "samples", self._downloads.find)
        self._guard = process.guard
        self._guard.begin()
        self._cpu_before = self._guard.cpu_seconds
        self._ended_before = self._guard.ended

    @logged
    def load(self, url: str, *, settle_ms: int = _SETTLE_AFTER_LOAD_MS) -> LoadOutcome:
        """Open `url`, wait for the response and the load event (each at most 15 s of an idle machine), and until it is
        quiet, at most `settle_ms`.

        The outcome carries the drained events of the load; a later `drain` does not repeat them.
        """
        self._events.traffic.origin = origin_of(url)
        self._events.plan_answers(())
        try:
            arrival = self._calls.run_in_page(self._navigator.open(url, _LOAD_SECONDS), 2 * _LOAD_SECONDS + 1)
            if not arrival.loaded:
                self._calls.require_answer()
        except (LateCallError, PageGoneError, PageScriptError) as error:
            self._calls.require_browser()
            if isinstance(error, LateCallError):
                error.raise_unless_by_page()
            return LoadOutcome(loaded=False, problem=str(error), happenings=self.drain())
        if arrival.loaded:
            self.settle(settle_ms)
        return self._to_outcome(arrival)

    def _to_outcome(self, arrival: Arrival) -> LoadOutcome:
        self._calls.require_browser()
        happenings = self.drain()
        if self.crashed:
            return LoadOutcome(loaded=False, problem="the page crashed while loading", happenings=happenings)
        return LoadOutcome(arrival.loaded, arrival.status, arrival.problem, happenings)

    @logged
    def observe(self, *, with_tree: bool = False) -> Observation:
        """Return screenshot, inventory, element states, focus and scroll of one moment. Raises `PageGoneError`.

        `with_tree` adds the accessibility tree, which is a fifth of the cost.
        """
        return self._reader.observe(with_tree=with_tree)

    @logged
    def picture(self) -> bytes:
        """Return a PNG of the window. Raises `PageGoneError`, and `PageScriptError` if none arrives in time
        (`PageBusyError` if the page's own work is the reason)."""
        return self._reader.picture()

    @logged
    def act(self, action: Action) -> ActionOutcome:
        """Carry out one action with trusted input, within 8 s plus its waiting time; page behaviour never raises.

        Its answers to dialogs hold until the next action or load.
        """
        self._events.plan_answers(action.dialogs)
        waits_ms = (parse_whole(action.value[:6]) or 0) if action.kind == "wait" else 0
        if isinstance(action, Play):
            waits_ms = min(MAX_PLAY_MS, max(0, action.until_ms - self.page_ms))
        try:
            outcome = self._calls.run(self._act(action), _ACTION_SECONDS + min(waits_ms, MAX_WAIT_MS) / 1000)
        except (DeadlineError, PageGoneError) as error:
            return ActionOutcome(done=False, problem=str(error))
        self._calls.require_browser()
        return outcome

    async def _act(self, action: Action) -> ActionOutcome:
        """Wait for popups and file pickers explicitly, so that the machine's speed does not decide when they arrive."""
        if not self._picker.choose_next(action.value if action.kind == "upload" else ""):
            there = f"there are samples ({', '.join(KINDS)}), files that the page saved, and texts up to 20 kB"
            return ActionOutcome(done=False, problem=f"no file {action.value[:60]!r}; {there}")
        outcome = await self._input.act(action)
        await self._popups.wait_for_windows()
        if not await self._picker.answer() and action.kind == "upload" and outcome.done:
            return ActionOutcome(done=False, problem="it asked for no file")
        return outcome

    @logged
    def settle(self, cap_ms: int = 1000) -> None:
        """Let page time run for at most `cap_ms`, until there is no DOM change, no transition and no request.

        Then look at popups and close them, which takes page time of its own, and save downloads, which takes none.
        """
        self._run_page_time(self._metered.settle(cap_ms, self._motion), cap_ms)
        if waiting := self._popups.waiting + self._picker.waiting:
            self._run_page_time(self._answer(), waiting * LOOK_SECONDS * 1000)
            self._run_page_time(self._metered.settle(cap_ms, self._motion), cap_ms)
        self._run_page_time(self._downloads.finish(), FINISH_SECONDS * 1000)

    async def _answer(self) -> None:
        await self._picker.answer()
        await self._popups.look()

    @logged
    def wait(self, page_ms: int) -> None:
        """Let page time run for `page_ms`."""
        self._run_page_time(self._metered.advance(page_ms), page_ms)

    def _run_page_time(self, work: Coroutine[Any, Any, None], page_ms: float) -> None:
        try:
            self._calls.run(work, page_ms / 1000 + _ACTION_SECONDS)
        except (DeadlineError, PageGoneError):
            return  # recorded among the page's errors

    async def _motion(self, quiet_ms: int) -> Motion:
        if self._events.crashed:
            return "none"
        moving = await detect_motion(self._page, quiet_ms)
        # the stepped clock stops page time while a fetch is pending
        is_quiet = self._clock.kind == "stepped" or self._events.traffic.quiet_for(quiet_ms)
        return "drawn" if moving == "none" and not is_quiet else moving

    def drain(self, step: int = 0) -> Happenings:
        """Return what happened since the last drain; console messages and errors are marked with `step`."""
        self._note_overuse()
        seen = self._events.drain(step)
        dialogs = (*seen.dialogs, *self._picker.take())
        popups, files, effort = self._popups.take(), self._downloads.take(), self._metered.take()
        sounds = self._filming.take_sounds()
        return replace(seen, dialogs=dialogs, seen_popups=popups, files=files, sounds=sounds, effort=effort)

    def _note_overuse(self) -> None:
        """Record that the page was killed for exceeding its limits as an error of the page."""
        if self.crashed and self._guard.ended > self._ended_before:
            self._ended_before = self._guard.ended
            self._events.note_fault(self._guard.reason)

    @logged
    def evaluate(
        self, script: str, argument: JsonValue = None, *, takes_time: bool = False, outside: bool = False
    ) -> JsonValue:
        """Return the JSON value of a JavaScript function expression called with `argument` at this moment of page time.

        Set `takes_time` for a script that waits for the page's timers or frames: page time then runs. With `outside`
        the script runs in an isolated world, so the page cannot have changed what it reads. Raises `PageScriptError` if
        it throws or takes longer than 30 s, `PageGoneError` if the page died.
        """
        return self._reader.evaluate(script, argument, takes_time=takes_time, outside=outside)

    def full_screenshot(self, path: Path, max_height: int = 10_000, *, scrolls: bool = True) -> bool:
        """Write a PNG of the whole document; return true if it was cut at `max_height` CSS px.

        With `scrolls`, it scrolls through the page first, so that content that appears on scrolling is included. A page
        that cannot be captured as a whole is scrolled in any case. Raises as `picture`.
        """
        return self._reader.full_screenshot(path, max_height, scrolls=scrolls)

    @logged
    def resize(self, viewport: Viewport) -> None:
        """Change the window size."""
        size: ViewportSize = {"width": viewport.width, "height": viewport.height}
        try:
            self._calls.run_in_page(self._resize(size), _ACTION_SECONDS)
        except (DeadlineError, PageGoneError):
            return  # recorded among the page's errors

    def film(self, folder: Path, settings: FilmSettings) -> None:
        """Film into `folder` in page time, until `end_film`. Raises `PageGoneError`."""
        try:
            self._calls.run_in_page(self._filming.start(folder, settings), _ACTION_SECONDS)
        except LateCallError as error:
            error.raise_unless_by_page()
            raise PageGoneError(f"the page cannot be filmed: {error}") from error

    def listen(self, folder: Path) -> None:
        """Record a description of the sound into `folder`, without a film, until `end_film`.

        Raises `PageGoneError`. Clocks without `supports_sound` record no sound.
        """
        try:
            self._calls.run_in_page(self._filming.listen(folder, max_seconds=_USUAL_FILM.max_seconds), _ACTION_SECONDS)
        except LateCallError as error:
            error.raise_unless_by_page()
            raise PageGoneError(f"the page's sound cannot be recorded: {error}") from error

    @property
    def supports_sound(self) -> bool:
        """Whether the clock can record the page's sound."""
        return self._clock.supports_sound

    @property
    def is_heard(self) -> bool:
        """Whether the page's sound is being recorded."""
        return self._filming.is_listening

    def chapter(self, title: str, step: int | None = None) -> None:
        """Begin a new chapter of the film; `step` is the step's index in the trace."""
        self._filming.chapter(title, step)

    def end_film(self) -> FilmSummary | None:
        """Finish the film and return its summary; None if nothing was filmed. Needs no browser. Raises
        `RecordingError`."""
        try:
            self._process.run(self._filming.end_listening(), seconds=_FILM_SECONDS)
            return self._process.run(self._filming.stop(), seconds=_FILM_SECONDS)
        except DeadlineError as error:
            raise RecordingError(f"the film was not finished: {error}") from error

    async def _resize(self, size: ViewportSize) -> None:
        await self._clock.deliver(self._page.set_viewport_size(size))

    @property
    def clock(self) -> ClockKind:
        """Which clock controls page time."""
        return self._clock.kind

    @property
    def notes(self) -> tuple[str, ...]:
        """The parts out of step with page time, why (a sound, a worker), and whether an isolated world was needed."""
        return (*self._clock.notes, *([FROM_OUTSIDE] if used_isolated_world(self._page) else []))

    @property
    def page_ms(self) -> int:
        """Page time since the session's first load, in milliseconds."""
        return self._clock.page_ms

    @property
    def cpu_seconds(self) -> float:
        """Processor time of the browser in this session, in seconds."""
        return self._guard.cpu_seconds - self._cpu_before

    @property
    def crashed(self) -> bool:
        """Whether the renderer died, or does not answer even after its script was terminated."""
        return self._calls.crashed

    def __enter__(self) -> Self:
        """Return the session itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the context; kill the browser if that fails. A film that was not ended is discarded."""
        self._filming.discard()
        if not self._process.is_alive:
            return
        try:
            self._process.run(self._context.close(), seconds=_CLOSE_SECONDS)
        except (DeadlineError, Error, BrowserGoneError):
            self._process.kill()
