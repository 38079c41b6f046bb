"""`BrowserHost`: one Chromium and one event-loop thread a worker; hands out sessions."""

from dataclasses import dataclass

from pytest_cookie.browser.session import Session
from pytest_cookie.core.perception import DESKTOP, Viewport


@dataclass(frozen=True)
class SessionSettings:
    """What a page can tell of its surroundings, the same on every machine. `locale` follows the brief's language."""

    gateway: str
    viewport: Viewport = DESKTOP
    locale: str = "en-US"
    timezone: str = "UTC"
    seed: int = 0


class BrowserHost:
    """Starts Chromium at the first session, again after it died; `close` ends the whole process tree by pid."""

    def open_session(self, settings: SessionSettings) -> Session:
        """A fresh context whose only way out is `settings.gateway`. Raises `BrowserError`."""
        raise NotImplementedError

    def close(self) -> None:
        """End the browser and the loop thread. Safe to call twice."""
        raise NotImplementedError
