"""`Traffic`: requests of a page in flight, failed and refused requests, and answers of the package library."""

import time
from collections.abc import Callable, Iterator
from typing import get_args

from playwright.async_api import BrowserContext, Request, Response, WebSocket

from pytest_cookie.browser.clock.load_gate import GATE_PATH
from pytest_cookie.core.cdn import BLOCKED_HEADER, ENDED_SERVICE, GIVEN_HEADER, PICTURE_HEADER
from pytest_cookie.core.page import FailedRequest, LibraryAnswer, PictureStyle
from pytest_cookie.core.parsing import parse_json, url_parts

_ENDLESS = frozenset({"eventsource", "websocket"})
ABORTED = "net::ERR_ABORTED"
"""The failure of a request that the page itself cancelled."""
_NOWHERE = frozenset({"HTTP 404", f"HTTP 410: {ENDED_SERVICE}"})
"""What is answered for a file that no server could provide: its package does not have it, or its service has ended."""


class Traffic:
    """Watches one context. `on_failure` receives each failed request, `on_answer` each answer of the library."""

    def __init__(
        self,
        context: BrowserContext,
        on_failure: Callable[[FailedRequest], None],
        on_answer: Callable[[LibraryAnswer], None] = lambda answer: None,
    ) -> None:
        self.origin = ""
        self._on_failure = on_failure
        self._on_answer = on_answer
        self._refused: set[Request] = set()
        self._open: set[Request] = set()
        self._last_activity = time.monotonic()
        context.on("request", self._on_request)
        context.on("response", self._on_response)
        context.on("requestfinished", self._on_end)
        context.on("requestfailed", self._on_failed)

    def quiet_for(self, milliseconds: float) -> bool:
        """Whether no request has been in flight for `milliseconds`."""
        return not self._open and (time.monotonic() - self._last_activity) * 1000 >= milliseconds

    def watch_socket(self, socket: WebSocket) -> None:
        """Record errors of a web socket, whose handshake is not an ordinary request."""
        socket.on("socketerror", lambda reason: self._note(socket.url, "GET", "websocket", str(reason)))

    def _on_request(self, request: Request) -> None:
        if request.resource_type not in _ENDLESS and not request.url.endswith(GATE_PATH):
            self._open.add(request)
            self._last_activity = time.monotonic()

    def _on_end(self, request: Request) -> None:
        self._open.discard(request)
        self._refused.discard(request)
        self._last_activity = time.monotonic()

    def _on_response(self, response: Response) -> None:
        for answer in _parse_library_answers(response):
            self._on_answer(answer)
        if response.status >= 400:
            request = response.request
            self._refused.add(request)
            self._note(
                request.url,
                request.method,
                request.resource_type,
                f"HTTP {response.status}{_parse_refusal_reason(response)}",
            )

    def _on_failed(self, request: Request) -> None:
        was_refused = request in self._refused
        self._on_end(request)
        reason = request.failure or "failed"
        # requests that the page itself cancelled (it navigated, it started a download) have not failed
        if reason != ABORTED or (self.is_foreign(request.url) and not was_refused):
            self._note(request.url, request.method, request.resource_type, reason)

    def _note(self, url: str, method: str, resource_type: str, reason: str) -> None:
        self._on_failure(
            FailedRequest(
                url=url[:500],
                method=method,
                resource_type=resource_type,
                reason=reason,
                blocked=self.is_foreign(url) and reason not in _NOWHERE,
            )
        )

    def is_foreign(self, url: str) -> bool:
        """Whether `url` has another origin than the page."""
        if not self.origin or url.startswith(("data:", "blob:", "about:")):
            return False
        return origin_of(url) != self.origin


def _parse_library_answers(response: Response) -> Iterator[LibraryAnswer]:
    """Parse the gateway's headers; it is the only server that answers."""
    if header := response.headers.get(PICTURE_HEADER.lower()):
        listed = parse_json(header)
        if isinstance(listed, list) and len(listed) == 3 and listed[2] in get_args(PictureStyle):
            service, size = (str(part) for part in listed[:2])
            yield LibraryAnswer(
                url=response.url[:500], kind="picture", package=service, asked=size, given=size,
                file="painted picture", shown=listed[2],
            )  # fmt: skip
    if header := response.headers.get(GIVEN_HEADER.lower()):
        listed = parse_json(header)
        for answer in listed if isinstance(listed, list) else ():
            if isinstance(answer, list) and len(answer) == 4:
                package, asked, given, file = (str(part) for part in answer)
                yield LibraryAnswer(url=response.url[:500], package=package, asked=asked, given=given, file=file)


def _parse_refusal_reason(response: Response) -> str:
    """Return the gateway's reason for a blocked address; "" for any other response."""
    header = response.headers.get(BLOCKED_HEADER.lower())
    why = parse_json(header) if header else None
    return f": {why}" if isinstance(why, str) else ""


def origin_of(url: str) -> str:
    """Return scheme and authority; a web socket belongs to the corresponding http origin."""
    parts = url_parts(url)
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    return f"{scheme}://{parts.netloc}"
