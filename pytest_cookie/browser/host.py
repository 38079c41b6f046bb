"""`BrowserHost`: one Chromium and one event-loop thread a worker; hands out sessions."""

import atexit
import math
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Error

from pytest_cookie.browser import scripts
from pytest_cookie.browser.chromium import HOW_TO_GET_ONE, Chromium, find_chromium
from pytest_cookie.browser.chromium_process import ChromiumProcess
from pytest_cookie.browser.launching import Launch
from pytest_cookie.browser.loop import DeadlineError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.errors import BrowserError
from pytest_cookie.core.perception import DESKTOP, Viewport

_OPEN_SECONDS = 20.0
_PAGE_CONSOLE_CAP = 1_000
_PAGE_DIALOG_CAP = 40
_PAGE_POPUP_CAP = 20


@dataclass(frozen=True)
class SessionSettings:
    """What a page can tell of its surroundings, the same on every machine, and how long the session may live.

    `locale` follows the brief's language. After `max_seconds` of machine time every call raises `TimeIsUpError`.
    """

    gateway: str
    viewport: Viewport = DESKTOP
    locale: str = "en-US"
    timezone: str = "UTC"
    seed: int = 0
    max_seconds: float = math.inf


class BrowserHost:
    """Starts Chromium at the first session, again after it died; `close` ends the whole process tree by pid.

    `chromium` is an explicit executable, `channel` a name that Playwright knows ("chrome", "msedge").
    """

    def __init__(self, *, chromium: Path | None = None, headed: bool = False, channel: str | None = None) -> None:
        self._explicit = chromium
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

    def open_session(self, settings: SessionSettings) -> Session:
        """A fresh context whose only way out is `settings.gateway`. Raises `BrowserError`."""
        try:
            return self._open(settings)
        except (DeadlineError, Error):
            self._end()  # once more with a fresh browser, before anything is blamed
        try:
            return self._open(settings)
        except (DeadlineError, Error) as error:
            self._end()
            raise BrowserError(f"the browser opens no page: {error}") from error

    def _open(self, settings: SessionSettings) -> Session:
        process = self._running()
        return process.run(_open_session(process, settings), seconds=_OPEN_SECONDS)

    def close(self) -> None:
        """End the browser and the loop thread. Safe to call twice."""
        atexit.unregister(self.close)
        self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.close()
            self._process = None

    def _running(self) -> ChromiumProcess:
        if self._process is not None and not self._process.is_alive:
            self._end()
        if self._process is None:
            self._process = ChromiumProcess(self._launch())
        return self._process

    def _launch(self) -> Launch:
        if self._channel and not self._explicit:
            return Launch(None, self._headed, self._channel)
        return Launch(self._chromium().path, self._headed)

    def _chromium(self) -> Chromium:
        if self._found is None:
            self._found = find_chromium(self._explicit, headed=self._headed)
        if self._found is None:
            raise BrowserError(HOW_TO_GET_ONE)
        return self._found


async def _open_session(process: ChromiumProcess, settings: SessionSettings) -> Session:
    """Nothing bypasses the proxy, loopback neither (`<-loopback>` takes it out of Chromium's own exceptions)."""
    context = await process.browser.new_context(
        proxy={"server": settings.gateway, "bypass": "<-loopback>"},
        viewport={"width": settings.viewport.width, "height": settings.viewport.height},
        locale=settings.locale,
        timezone_id=settings.timezone,
        device_scale_factor=1,
        accept_downloads=False,
        permissions=[],
        service_workers="block",
        color_scheme="light",
        reduced_motion="no-preference",
    )
    caps = {"consoleCap": _PAGE_CONSOLE_CAP, "dialogCap": _PAGE_DIALOG_CAP, "popupCap": _PAGE_POPUP_CAP}
    prelude = scripts.called("prelude", {"seed": settings.seed, **caps})
    await context.add_init_script(prelude)
    page = await context.new_page()
    cdp = await context.new_cdp_session(page)
    return Session(process, context, page, cdp, max_seconds=settings.max_seconds)
