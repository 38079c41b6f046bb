"""`BrowserHost`: one Chromium and one event-loop thread a worker; hands out sessions."""

import atexit
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.async_api import Error
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import ClockKind, PageClock
from pytest_cookie.browser.clock import page_sound as sound
from pytest_cookie.browser.clock import page_workers as workers
from pytest_cookie.browser.clock.cooperative import CooperativeClock
from pytest_cookie.browser.clock.load_gate import GATE_PATH
from pytest_cookie.browser.clock.stepped import SteppedClock
from pytest_cookie.browser.clock.virtual_time import EPOCH_SECONDS
from pytest_cookie.browser.errors import BrowserGoneError
from pytest_cookie.browser.process.browser_permits import BrowserPermits
from pytest_cookie.browser.process.chromium import HOW_TO_GET_ONE, HOW_TO_STEP, Chromium, find_chromium
from pytest_cookie.browser.process.chromium_process import ChromiumProcess
from pytest_cookie.browser.process.event_loop import DeadlineError
from pytest_cookie.browser.process.launch import Launch
from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.browser.process.load_factor import patience
from pytest_cookie.browser.session import Session
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.errors import BrowserError
from pytest_cookie.core.machine import MachineDescription

_OPEN_SECONDS = 20.0
_BROKEN = (DeadlineError, Error, BrowserGoneError)
_PAGE_DIALOG_CAP = 40
_PAGE_POPUP_CAP = 20
_PAGE_SAVE_CAP = 50
_PAGE_EFFECT_CAP = 200
_PAGE_ROOT_CAP = 300
_INPUT_EVENTS = (
    "keydown", "keypress", "keyup", "pointerdown", "pointermove", "pointerup", "mousedown", "mousemove", "mouseup",
    "click", "dblclick", "touchstart", "touchmove", "touchend",
)  # fmt: skip
_PAGE_STORAGE_BYTES = 500_000_000
"""What a page may store, in memory as in a private window. Chromium's own limit is a share of the machine's memory."""


class BrowserHost:
    """Starts Chromium at the first session, again after it died; `close` ends the whole process tree by pid.

    `chromium` is an explicit executable, `channel` a name that Playwright knows ("chrome", "msedge"), `clock` the one
    to use instead of the best that the browser allows; a page that takes more than `limits` is ended. `workplace` says
    when it may work beside those of others.
    """

    def __init__(
        self,
        *,
        chromium: Path | None = None,
        headed: bool = False,
        channel: str | None = None,
        clock: ClockKind | None = None,
        limits: PageLimits | None = None,
        workplace: BrowserPermits | None = None,
    ) -> None:
        self.workplace = workplace or BrowserPermits()
        self._explicit = chromium
        self._wanted_clock = clock
        self._limits = limits or PageLimits()
        self._headed = headed
        self._channel = channel
        self._found: Chromium | None = None
        self._process: ChromiumProcess | None = None
        atexit.register(self.close)

    @property
    def version(self) -> str:
        """Name and version of the browser, for the manifest. Raises `BrowserError` where there is none."""
        if self._process is not None and self._process.is_alive:
            return f"Chromium {self._process.browser.version}"
        if self._channel:
            return self._channel
        return f"Chromium {self._chromium().version}".rstrip()

    @property
    def clock(self) -> ClockKind:
        """Which clock a session gets. Raises `BrowserError` where the one that was asked for cannot be had here."""
        if self._wanted_clock == "stepped" and self._obstacle():
            raise BrowserError(HOW_TO_STEP)
        return self._wanted_clock or ("cooperative" if self._obstacle() else "stepped")

    def check_clock(self) -> None:
        """Raise `BrowserError`, which says what to do, where the clock that was asked for cannot be had here."""
        _ = self.clock

    @property
    def clock_note(self) -> str:
        """Why a session gets another clock than the best one, where nobody asked for that; empty otherwise."""
        return self._obstacle() if self._wanted_clock is None else ""

    @property
    def may_change_clock(self) -> bool:
        """Whether a page that one clock cannot carry may be given to the other."""
        return self._wanted_clock is None

    def _obstacle(self) -> str:
        """What stands in the way of stepping, empty where nothing does."""
        if self._headed:
            return "a browser with a window draws its frames by itself"
        if self._channel and not self._explicit:
            return f"the browser is the channel {self._channel}, no headless shell"
        if sys.platform == "darwin":
            return "the frames of a Chromium on macOS cannot be asked for"
        return "" if self._chromium().is_headless_shell else "no headless shell of Chromium was found"

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """As long as sessions are needed: waits until there is room for a browser, and makes room for others."""
        with self.workplace.occupied():
            try:
                yield
            finally:
                if not self.workplace.keeps_browser:
                    self.renew()

    def open_session(self, settings: SessionSettings) -> Session:
        """A fresh context whose only way out is `settings.gateway`. Raises `BrowserError`."""
        try:
            return self._open(settings)
        except _BROKEN:
            self.renew()  # once more with a fresh browser, before anything is blamed
        try:
            return self._open(settings)
        except _BROKEN as error:
            self.renew()
            raise BrowserError(f"the browser opens no page: {error}") from error

    def _open(self, settings: SessionSettings) -> Session:
        clock = settings.clock or self.clock
        process = self._running(clock)
        opening = _open_session(process, settings, clock, self.workplace.now)
        return process.run(opening, seconds=_OPEN_SECONDS * patience())

    def describe_machine(self, clock: ClockKind | None = None) -> MachineDescription:
        """Where a session with this clock runs, and what the reference costs there. Raises `BrowserError`."""
        kind = clock or self.clock
        try:
            reference_seconds = self._running(kind).reference_seconds()
        except _BROKEN:
            self.renew()
        try:
            reference_seconds = self._running(kind).reference_seconds()
        except _BROKEN as error:
            self.renew()
            raise BrowserError(f"the browser does no work on a blank page: {error}") from error
        return MachineDescription(
            browser=self.version,
            clock=kind,
            platform=f"{platform.system()} {platform.machine()}",
            cpu_count=os.cpu_count() or 1,
            load_average=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
            reference_seconds=reference_seconds,
        )

    def close(self) -> None:
        """End the browser and the loop thread. Safe to call twice."""
        atexit.unregister(self.close)
        self.renew()

    def renew(self) -> None:
        """End the browser; the next session gets a fresh one."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _running(self, clock: ClockKind) -> ChromiumProcess:
        """A browser can do with one kind of clock only."""
        if self._process is not None and not (self._process.is_alive and self._process.launch.clock == clock):
            self.renew()
        if self._process is None:
            self._process = self._started(clock)
        return self._process

    def _started(self, clock: ClockKind) -> ChromiumProcess:
        try:
            return ChromiumProcess(self._launch(clock), self._limits)
        except BrowserError:
            self._found = None  # it may have gone, and another have come
            raise

    def _launch(self, clock: ClockKind) -> Launch:
        if self._channel and not self._explicit:
            return Launch(None, self._headed, self._channel)
        return Launch(self._chromium().path, self._headed, clock=clock)

    def _chromium(self) -> Chromium:
        if self._found is None:
            self._found = find_chromium(self._explicit, headed=self._headed)
        if self._found is None:
            raise BrowserError(HOW_TO_GET_ONE)
        return self._found


async def _open_session(
    process: ChromiumProcess, settings: SessionSettings, kind: ClockKind, now: Callable[[], float]
) -> Session:
    """Nothing bypasses the proxy, loopback neither (`<-loopback>` takes it out of Chromium's own exceptions)."""
    context = await process.browser.new_context(
        proxy={"server": settings.gateway, "bypass": "<-loopback>"},
        viewport={"width": settings.viewport.width, "height": settings.viewport.height},
        locale=settings.locale,
        timezone_id=settings.timezone,
        device_scale_factor=1,
        accept_downloads=settings.downloads is not None,
        permissions=[],
        has_touch=settings.touch,
        service_workers="block",
        ignore_https_errors=True,  # whom it speaks to is the gateway's business: there is nobody else
        color_scheme="light",
        reduced_motion="no-preference",
    )
    for script in _init_scripts(settings, kind):
        await context.add_init_script(script)
    page = await context.new_page()
    await page.add_init_script("window.__cookie.isPage = true")
    cdp = await context.new_cdp_session(page)
    await cdp.send("Page.enable")
    await cdp.send("Page.setInterceptFileChooserDialog", {"enabled": True})
    await cdp.send("Storage.overrideQuotaForOrigin", {"origin": ORIGIN, "quotaSize": _PAGE_STORAGE_BYTES})
    clock: PageClock = SteppedClock(cdp, process.cpu_seconds) if kind == "stepped" else CooperativeClock(cdp)
    await clock.take_hold()
    target = (await cdp.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
    return Session(process, page, cdp, clock, settings, target=target, now=now)


def _init_scripts(settings: SessionSettings, kind: ClockKind) -> list[str]:
    caps: JsonValue = {
        "dialogCap": _PAGE_DIALOG_CAP,
        "popupCap": _PAGE_POPUP_CAP,
        "effectCap": _PAGE_EFFECT_CAP,
        "rootCap": _PAGE_ROOT_CAP,
        "natives": list(scripts.NATIVES),
        "muffled": list(_INPUT_EVENTS) if settings.can_be_deaf else [],
    }
    return [
        scripts.called("chance", {"seed": settings.seed}),
        *_time_scripts(kind, settings.seed),
        scripts.called("either_clock/console", None),
        scripts.called("either_clock/errors", None),
        scripts.called("prelude", caps),
        scripts.called("links", {"popupCap": _PAGE_POPUP_CAP, "saveCap": _PAGE_SAVE_CAP}),
    ]


def _time_scripts(kind: ClockKind, seed: int) -> list[str]:
    if kind == "cooperative":
        return [scripts.cooperative_time(EPOCH_SECONDS * 1000, seed)]
    return [
        scripts.called("gate", GATE_PATH),
        scripts.called("stepped_time", None),
        sound.init_script(),
        workers.init_script(seed),
    ]
