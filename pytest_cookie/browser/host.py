"""`BrowserHost`: one Chromium and one event-loop thread per worker; opens sessions."""

import atexit
import os
import platform
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from playwright.async_api import Error, StorageState
from pydantic import JsonValue

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import ClockKind, PageClock
from pytest_cookie.browser.clock import page_sound as sound
from pytest_cookie.browser.clock import page_workers as workers
from pytest_cookie.browser.clock.cooperative import CooperativeClock
from pytest_cookie.browser.clock.load_gate import GATE_PATH
from pytest_cookie.browser.clock.stepped import SteppedClock
from pytest_cookie.browser.clock.virtual_time import EPOCH_SECONDS, FRAME_MS
from pytest_cookie.browser.errors import BrowserGoneError
from pytest_cookie.browser.input.press_arrival import listen_for_presses
from pytest_cookie.browser.process.browser_identity import present_as_ordinary, screen_for
from pytest_cookie.browser.process.browser_permits import BrowserPermits
from pytest_cookie.browser.process.chromium import HOW_TO_STEP, INSTALL_HINT, Chromium, find_chromium
from pytest_cookie.browser.process.chromium_process import ChromiumProcess
from pytest_cookie.browser.process.event_loop import DeadlineError
from pytest_cookie.browser.process.launch import Launch
from pytest_cookie.browser.process.limits import PageLimits
from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.browser.session import OpenedPage, Session
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
_EPOCH_MS = EPOCH_SECONDS * 1000
"""Storage quota of a page, held in memory. Chromium's default is a share of the machine's memory."""


class BrowserHost:
    """Starts Chromium at the first session, and again after it died; `close` kills the whole process tree by pid.

    `chromium` is an executable; `channel` a name that Playwright knows ("chrome", "msedge"). `clock` overrides the best
    clock that the browser allows. A page that exceeds `limits` is killed. The permits of `workplace` decide when
    this browser may run beside those of other workers.
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
        """Name and version of the browser, for the manifest. Raises `BrowserError` if there is none."""
        if self._process is not None and self._process.is_alive:
            return f"Chromium {self._process.browser.version}"
        if self._channel:
            return self._channel
        return f"Chromium {self._chromium().version}".rstrip()

    @property
    def clock(self) -> ClockKind:
        """The clock a session gets. Raises `BrowserError` if the requested clock is not available here."""
        if self._wanted_clock == "stepped" and self._stepping_obstacle():
            raise BrowserError(HOW_TO_STEP)
        return self._wanted_clock or ("cooperative" if self._stepping_obstacle() else "stepped")

    def check_clock(self) -> None:
        """Raise `BrowserError`, with instructions, if the requested clock is not available here."""
        _ = self.clock

    @property
    def clock_note(self) -> str:
        """Why sessions do not get the stepped clock, if no clock was requested; otherwise empty."""
        return self._stepping_obstacle() if self._wanted_clock is None else ""

    @property
    def may_change_clock(self) -> bool:
        """Whether a page that the stepped clock cannot drive may be explored with the other clock."""
        return self._wanted_clock is None

    def _stepping_obstacle(self) -> str:
        """Why stepping is impossible; empty if it is possible."""
        if self._headed:
            return "a browser with a window draws its own frames"
        if self._channel and not self._explicit:
            return f"the browser is the channel {self._channel}, not a headless shell"
        if sys.platform == "darwin":
            return "Chromium on macOS cannot draw frames on demand"
        return "" if self._chromium().is_headless_shell else "no headless shell of Chromium was found"

    @contextmanager
    def use_browser(self) -> Iterator[None]:
        """Hold the permits for a browser while sessions are needed. Waits for a permit first and closes the browser
        afterwards unless it may be kept."""
        with self.workplace.hold_permits():
            try:
                yield
            finally:
                if not self.workplace.keeps_browser:
                    self.renew()

    def open_session(self, settings: SessionSettings) -> Session:
        """Open a fresh context whose only way out is `settings.gateway`. Raises `BrowserError`."""
        try:
            return self._open(settings)
        except _BROKEN:
            self.renew()  # retry with a fresh browser first
        try:
            return self._open(settings)
        except _BROKEN as error:
            self.renew()
            raise BrowserError(f"the browser could not open a page: {error}") from error

    def _open(self, settings: SessionSettings) -> Session:
        clock = settings.clock or self.clock
        process = self._require_process(clock)
        opening = _open_session(process, settings, clock, self.workplace.now)
        return process.run(opening, seconds=_OPEN_SECONDS * load_factor())

    def describe_machine(self, clock: ClockKind | None = None) -> MachineDescription:
        """Describe where a session with this clock runs, and what the reference workload costs there. Raises
        `BrowserError`."""
        kind = clock or self.clock
        try:
            reference_seconds = self._require_process(kind).measure_reference_seconds()
        except _BROKEN:
            self.renew()
        try:
            reference_seconds = self._require_process(kind).measure_reference_seconds()
        except _BROKEN as error:
            self.renew()
            raise BrowserError(f"the browser could not run the reference workload on a blank page: {error}") from error
        return MachineDescription(
            browser=self.version,
            clock=kind,
            platform=f"{platform.system()} {platform.machine()}",
            cpu_count=os.cpu_count() or 1,
            load_average=os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
            reference_seconds=reference_seconds,
        )

    def close(self) -> None:
        """Close the browser and the loop thread. Safe to call twice."""
        atexit.unregister(self.close)
        self.renew()

    def renew(self) -> None:
        """Close the browser; the next session gets a fresh one."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _require_process(self, clock: ClockKind) -> ChromiumProcess:
        """A running browser works with one kind of clock only."""
        if self._process is not None and not (self._process.is_alive and self._process.launch.clock == clock):
            self.renew()
        if self._process is None:
            self._process = self._start(clock)
        return self._process

    def _start(self, clock: ClockKind) -> ChromiumProcess:
        try:
            return ChromiumProcess(self._launch(clock), self._limits)
        except BrowserError:
            self._found = None  # the executable may have been replaced: search again
            raise

    def _launch(self, clock: ClockKind) -> Launch:
        if self._channel and not self._explicit:
            return Launch(None, self._headed, self._channel)
        return Launch(self._chromium().path, self._headed, clock=clock)

    def _chromium(self) -> Chromium:
        if self._found is None:
            self._found = find_chromium(self._explicit, headed=self._headed)
        if self._found is None:
            raise BrowserError(INSTALL_HINT)
        return self._found


async def _open_session(
    process: ChromiumProcess, settings: SessionSettings, kind: ClockKind, now: Callable[[], float]
) -> Session:
    """Open a page with no way around the proxy. `<-loopback>` removes loopback from Chromium's own exceptions."""
    context = await process.browser.new_context(
        proxy={"server": settings.gateway, "bypass": "<-loopback>"},
        viewport={"width": settings.viewport.width, "height": settings.viewport.height},
        screen=screen_for(settings.viewport),
        locale=settings.locale,
        timezone_id=settings.timezone,
        device_scale_factor=1,
        accept_downloads=settings.downloads is not None,
        permissions=[],
        has_touch=settings.touch,
        service_workers="block",
        ignore_https_errors=True,  # the gateway is the only server it can reach
        color_scheme="light",
        reduced_motion="no-preference",
        storage_state=cast(StorageState, settings.state.model_dump()) if settings.state else None,
    )
    for script in _init_scripts(settings, kind):
        await context.add_init_script(script)
    page = await context.new_page()
    await page.add_init_script("window.__cookie.isPage = true")
    cdp = await context.new_cdp_session(page)
    await cdp.send("Page.enable")
    await listen_for_presses(cdp)
    await present_as_ordinary(cdp, version=process.browser.version, locale=settings.locale, viewport=settings.viewport)
    await cdp.send("Page.setInterceptFileChooserDialog", {"enabled": True})
    await cdp.send("Storage.overrideQuotaForOrigin", {"origin": ORIGIN, "quotaSize": _PAGE_STORAGE_BYTES})
    clock: PageClock = SteppedClock(cdp, process.cpu_seconds) if kind == "stepped" else CooperativeClock(cdp)
    await clock.attach()
    target = (await cdp.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
    return Session(process, OpenedPage(page, cdp, clock, target), settings, now=now)


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
        scripts.build_chance(_EPOCH_MS, settings.seed, every_load_alike=settings.rehearses),
        *_time_scripts(kind, settings.seed),
        scripts.build_call("either_clock/console", None),
        scripts.build_call("either_clock/errors", None),
        scripts.build_call("prelude", caps),
        scripts.build_call("ordinary", None),
        scripts.build_call("links", {"popupCap": _PAGE_POPUP_CAP, "saveCap": _PAGE_SAVE_CAP}),
        *([scripts.build_call("rehearsal", {"frameMs": FRAME_MS, "animations": True})] if settings.rehearses else []),
    ]


def _time_scripts(kind: ClockKind, seed: int) -> list[str]:
    if kind == "cooperative":
        return [scripts.build_cooperative_time(_EPOCH_MS, seed)]
    return [
        scripts.build_call("gate", GATE_PATH),
        scripts.build_call("stepped_time", None),
        sound.init_script(),
        workers.init_script(_EPOCH_MS, seed),
    ]
