"""`Traffic`: requests of a page in flight, those that failed or were refused, those that the library answered."""

import time
from collections.abc import Callable, Iterator

from playwright.async_api import BrowserContext, Request, Response, WebSocket

from pytest_cookie.browser.clock.load_gate import GATE_PATH
from pytest_cookie.core.cdn import BLOCKED_HEADER, GIVEN_HEADER, PICTURE_HEADER
from pytest_cookie.core.page import FailedRequest, LibraryAnswer
from pytest_cookie.core.parsing import parse_json, url_parts

_ENDLESS = frozenset({"eventsource", "websocket"})
_ABORTED = "net::ERR_ABORTED"
_NOWHERE = "HTTP 404"
"""What a library says of a file that its package has not got: nobody could have given it."""


class Traffic:
    """Watches one context. `report` gets each failed request, `tell` each answer of the library."""

    def __init__(
        self,
        context: BrowserContext,
        report: Callable[[FailedRequest], None],
        tell: Callable[[LibraryAnswer], None] = lambda answer: None,
    ) -> None:
        self.origin = ""
        self._report = report
        self._tell = tell
        self._refused: set[Request] = set()
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
        self._refused.discard(request)
        self._last_activity = time.monotonic()

    def _on_response(self, response: Response) -> None:
        for answer in _of_the_library(response):
            self._tell(answer)
        if response.status >= 400:
            request = response.request
            self._refused.add(request)
            self._note(
                request.url, request.method, request.resource_type, f"HTTP {response.status}{_why_refused(response)}"
            )

    def _on_failed(self, request: Request) -> None:
        was_refused = request in self._refused
        self._on_end(request)
        reason = request.failure or "failed"
        # what the page gave up by itself (it navigated on, it started a download) has not failed
        if reason != _ABORTED or (self.is_foreign(request.url) and not was_refused):
            self._note(request.url, request.method, request.resource_type, reason)

    def _note(self, url: str, method: str, resource_type: str, reason: str) -> None:
        self._report(
            FailedRequest(
                url=url[:500],
                method=method,
                resource_type=resource_type,
                reason=reason,
                blocked=self.is_foreign(url) and reason != _NOWHERE,
            )
        )

    def is_foreign(self, url: str) -> bool:
        """Whether `url` leads anywhere but to the page's own origin."""
        if not self.origin or url.startswith(("data:", "blob:", "about:")):
            return False
        return origin_of(url) != self.origin


def _of_the_library(response: Response) -> Iterator[LibraryAnswer]:
    """What the gateway, the only one who answers at all, says of it."""
    if told := response.headers.get(PICTURE_HEADER.lower()):
        listed = parse_json(told)
        if isinstance(listed, list) and len(listed) == 2:
            service, size = (str(part) for part in listed)
            yield LibraryAnswer(
                url=response.url[:500], kind="picture", package=service, asked=size, given=size, file="painted picture"
            )
    if told := response.headers.get(GIVEN_HEADER.lower()):
        listed = parse_json(told)
        for one in listed if isinstance(listed, list) else ():
            if isinstance(one, list) and len(one) == 4:
                package, asked, given, file = (str(part) for part in one)
                yield LibraryAnswer(url=response.url[:500], package=package, asked=asked, given=given, file=file)


def _why_refused(response: Response) -> str:
    """As the gateway says it of an address that it keeps from the page; "" of any other answer."""
    told = response.headers.get(BLOCKED_HEADER.lower())
    why = parse_json(told) if told else None
    return f": {why}" if isinstance(why, str) else ""


def origin_of(url: str) -> str:
    """Scheme and authority; a web socket belongs to the origin of its http twin."""
    parts = url_parts(url)
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    return f"{scheme}://{parts.netloc}"
