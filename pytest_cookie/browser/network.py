"""`Traffic`: requests of a page in flight, and those that failed or that the gateway refused."""

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext, Request, Response, WebSocket

from pytest_cookie.browser.clock.gate import GATE_PATH
from pytest_cookie.core.page import FailedRequest

_ENDLESS = frozenset({"eventsource", "websocket"})
_ABORTED = "net::ERR_ABORTED"


class Traffic:
    """Watches one context. `report` gets each failed request."""

    def __init__(self, context: BrowserContext, report: Callable[[FailedRequest], None]) -> None:
        self.origin = ""
        self._report = report
        self._open: set[Request] = set()
        self._last_activity = time.monotonic()
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfinished", self._on_end)
        context.on("requestfailed", self._on_failed)

    def quiet_for(self, milliseconds: float) -> bool:
        """Whether no request has been in flight for so long."""
        return not self._open and (time.monotonic() - self._last_activity) * 1000 >= milliseconds

    def watch_socket(self, socket: WebSocket) -> None:
        """Note an error of a web socket, whose handshake is no ordinary request."""
        socket.on("socketerror", lambda reason: self._note(socket.url, "GET", "websocket", str(reason)))

    def _on_request(self, request: Request) -> None:
        if request.resource_type not in _ENDLESS and not request.url.endswith(GATE_PATH):
            self._open.add(request)
            self._last_activity = time.monotonic()

    def _on_end(self, request: Request) -> None:
        self._open.discard(request)
        self._last_activity = time.monotonic()

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            request = response.request
            self._note(request.url, request.method, request.resource_type, f"HTTP {response.status}")

    def _on_failed(self, request: Request) -> None:
        self._on_end(request)
        reason = request.failure or "failed"
        # what the page gave up by itself (it navigated on, it started a download) has not failed
        if reason != _ABORTED or self.is_foreign(request.url):
            self._note(request.url, request.method, request.resource_type, reason)

    def _note(self, url: str, method: str, resource_type: str, reason: str) -> None:
        self._report(
            FailedRequest(
                url=url[:500], method=method, resource_type=resource_type, reason=reason, blocked=self.is_foreign(url)
            )
        )

    def is_foreign(self, url: str) -> bool:
        """Whether `url` leads anywhere but to the page's own origin."""
        if not self.origin or url.startswith(("data:", "blob:", "about:")):
            return False
        return origin_of(url) != self.origin


def origin_of(url: str) -> str:
    """Scheme and authority; a web socket belongs to the origin of its http twin."""
    parts = urlsplit(url)
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    return f"{scheme}://{parts.netloc}"
