"""`Gateway`: an HTTP proxy on a loopback port that serves one origin from a `StaticSite`.

A browser that uses it as its only proxy sees every item at the same address without a port, and cannot reach any
network: requests to other hosts and tunnels (HTTPS, WebSocket) are refused and logged, with two exceptions. Requests to
content delivery networks are answered from a `Library`, if there is one. Requests to placeholder image services are
answered with images painted here, and with 410 if the service no longer exists.
"""

import json
import ssl
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar, cast

from pytest_cookie.core.cdn import BLOCKED_HEADER, ENDED_SERVICE, GIVEN_HEADER, OUTSIDE, PICTURE_HEADER, is_on_a_cdn
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.parsing import parse_whole, url_parts
from pytest_cookie.deployment.library.certificate import server_context
from pytest_cookie.deployment.library.library import Library, LibraryResponse
from pytest_cookie.deployment.library.package_request import LibraryRefusedError, NoSuchFileError
from pytest_cookie.deployment.pictures.services import find_picture_service, is_ended_service
from pytest_cookie.deployment.pictures.stand_ins import PlaceholderImage, PlaceholderImages
from pytest_cookie.deployment.response_body import ResponseBody, TooLargeError, open_body, parse_byte_range
from pytest_cookie.deployment.site import StaticSite, guess_content_type

MAX_LOG_LINES = 200
_MAX_BODY = 1 << 20
_TO_ANYBODY = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
    "Timing-Allow-Origin": "*",
}
"""The headers of content delivery networks: pages of any origin may read the response."""
_MOST_TOLD = 30
_MOST_SAID = 200
_FAVICON = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><rect width="2" height="2" fill="#8a8a8a"/></svg>'
)


class Gateway(ThreadingHTTPServer):
    """Serves until `close`. `address` is the proxy's URL; refused and missing files go to `logs` and to `tell`."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(
        self,
        site: StaticSite,
        tell: Callable[[str], None] = lambda line: None,
        *,
        library: Library | None = None,
        handler: "type[GatewayRequest] | None" = None,
    ) -> None:
        super().__init__(("127.0.0.1", 0), handler or GatewayRequest)
        self.site = site
        self.library = library
        self.stand_ins = PlaceholderImages()
        self._tell = tell
        self._logs: list[str] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.05,), name="gateway", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """`http://127.0.0.1:<port>`."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def logs(self) -> tuple[str, ...]:
        """At most 200 lines, in order of arrival."""
        return tuple(self._logs)

    def note(self, line: str) -> None:
        """Add a line to the log, unless it is full."""
        if len(self._logs) < MAX_LOG_LINES:
            self._logs.append(line[:300])
            self._tell(line[:300])

    def answers_for(self, host: str) -> bool:
        """Whether requests to this other host may be answered here."""
        is_picture_service = find_picture_service(host) is not None or is_ended_service(host)
        return is_picture_service or (self.library is not None and is_on_a_cdn(f"https://{host}/"))

    def close(self) -> None:
        """Stop serving and free the port."""
        self.shutdown()
        self.server_close()
        self._thread.join(timeout=5)

    def handle_error(self, request: object, client_address: object) -> None:
        """Log an error, unless the browser just closed the connection."""
        error = sys.exception()
        if not isinstance(error, (ConnectionError, TimeoutError, ssl.SSLError)):
            self.note(f"gateway: {type(error).__name__}: {error}")


class GatewayRequest(BaseHTTPRequestHandler):
    """One connection of the browser. `_answer` answers requests, `_reject_data` uploads."""

    protocol_version = "HTTP/1.1"
    timeout = 30
    server_version = "pytest-cookie"
    sys_version = ""
    _HOST: ClassVar[str] = url_parts(ORIGIN).netloc
    _tunnel = ""
    """The origin of a tunnel that ends here, as the browser sees it."""

    @property
    def _gateway(self) -> Gateway:
        return cast(Gateway, self.server)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_CONNECT(self) -> None:
        authority, _, port = self.path.rpartition(":")
        if self._tunnel or port != "443" or not self._gateway.answers_for(authority):
            self._refuse(f"CONNECT {self.path}")
            return
        self.send_response_only(HTTPStatus.OK)
        self.end_headers()
        self.connection = server_context().wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self._plain, self.wfile = self.wfile, self.connection.makefile("wb", buffering=0)
        self._tunnel, self.close_connection = f"https://{authority}", False

    def finish(self) -> None:
        super().finish()
        if self._tunnel:
            self._plain.close()
            self.connection.close()

    def _reject_data(self) -> None:
        self.close_connection = True
        length = parse_whole(self.headers.get("Content-Length")) or 0
        self.rfile.read(max(0, min(length, _MAX_BODY)))  # otherwise the browser sees a connection reset
        if self.command == "OPTIONS" and self._tunnel:
            self._send(HTTPStatus.NO_CONTENT, b"", "text/plain", extra=_TO_ANYBODY)
        elif self._is_own_origin():
            self._gateway.note(f"{self.command} {self.path}: 405, the artifact's server accepts no data")
            self._send(HTTPStatus.METHOD_NOT_ALLOWED, b"", "text/plain")
        else:
            self._refuse(
                f"{self.command} {self._tunnel}{self.path}", "the library accepts no data" if self._tunnel else OUTSIDE
            )

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _reject_data

    def _is_own_origin(self) -> bool:
        parts = url_parts(self.path)
        return parts.scheme == "http" and parts.netloc == self._HOST

    def _answer(self, *, with_body: bool) -> None:
        address = f"{self._tunnel}{self.path}"
        if self._gateway.library is not None and is_on_a_cdn(address):
            self._give(address, self._gateway.library, with_body=with_body)
            return
        if not self._is_own_origin():
            if is_ended_service(url_parts(address).hostname or ""):
                self._refuse(f"{self.command} {address}", ENDED_SERVICE, HTTPStatus.GONE)
                return
            stand_in = self._gateway.stand_ins.answer(address)
            if stand_in is None:
                self._refuse(f"{self.command} {address}")
            else:
                self._give_picture(address, stand_in, with_body=with_body)
            return
        url = url_parts(self.path)
        if self.headers.get("Service-Worker") == "script":
            self._gateway.note(f"{self.command} {url.path}: 403, service workers are not allowed")
            self._send(HTTPStatus.FORBIDDEN, b"", "text/plain", with_body=with_body)
            return
        path = self._gateway.site.find(url.path, wants_page="text/html" in self.headers.get("Accept", ""))
        if path is not None:
            self._send_path(path, with_body=with_body)
        elif url.path == "/favicon.ico":
            self._send(HTTPStatus.OK, _FAVICON, "image/svg+xml", with_body=with_body)
        else:
            self._gateway.note(f"{self.command} {url.path}: 404")
            self._send(HTTPStatus.NOT_FOUND, b"Not found", "text/plain", with_body=with_body)

    def _give(self, url: str, library: Library, *, with_body: bool) -> None:
        """Answer a request to a content delivery network from the library."""
        try:
            answer = library.answer(url)
        except NoSuchFileError as error:
            self._gateway.note(f"{self.command} {url}: 404, {error}")
            self._send(HTTPStatus.NOT_FOUND, b"Not found", "text/plain", with_body=with_body, extra=_TO_ANYBODY)
            return
        except LibraryRefusedError as error:
            self._refuse(f"{self.command} {url}", str(error))
            return
        self._gateway.note(f"{self.command} {url}: from the library, {_describe(answer)}")
        extra = _TO_ANYBODY | {GIVEN_HEADER: _given(answer)}
        if answer.location:
            self._send(HTTPStatus.FOUND, b"", answer.kind, extra=extra | {"Location": answer.location})
        else:
            self._send_file(ResponseBody.of(answer.content), answer.kind, with_body=with_body, extra=extra)

    def _give_picture(self, url: str, stand_in: PlaceholderImage, *, with_body: bool) -> None:
        """Answer a request to an image service with a painted image."""
        if stand_in.content is None:
            self._refuse(f"{self.command} {url}", "the page has requested too many placeholder images")
            return
        self._gateway.note(f"{self.command} {url}: a placeholder image of {stand_in.size} px")
        extra = _TO_ANYBODY | {PICTURE_HEADER: json.dumps([stand_in.service, stand_in.size, stand_in.style])}
        self._send_file(ResponseBody.of(stand_in.content), stand_in.kind, with_body=with_body, extra=extra)

    def _send_path(self, path: Path, *, with_body: bool) -> None:
        with ExitStack() as stack:
            try:
                served = stack.enter_context(open_body(path))
            except (OSError, TooLargeError) as error:
                self._gateway.note(f"{self.command} {url_parts(self.path).path}: 413, {error}")
                self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"Not served", "text/plain", with_body=with_body)
                return
            self._send_file(served, guess_content_type(path, served.head()), with_body=with_body)

    def _send_file(
        self, served: ResponseBody, kind: str, *, with_body: bool, extra: dict[str, str] | None = None
    ) -> None:
        wanted = parse_byte_range(self.headers.get("Range", ""), served.size)
        if wanted is None:
            self._begin(HTTPStatus.OK, kind, served.size, extra or {})
        else:
            start, end = wanted
            part = {"Content-Range": f"bytes {start}-{end}/{served.size}"}
            self._begin(HTTPStatus.PARTIAL_CONTENT, kind, end + 1 - start, (extra or {}) | part)
        if with_body:
            start, end = wanted or (0, served.size - 1)
            self._write(served.portions(start, end + 1 - start), end + 1 - start)

    def _refuse(self, what: str, why: str = OUTSIDE, status: HTTPStatus = HTTPStatus.FORBIDDEN) -> None:
        self.close_connection = True
        self._gateway.note(f"{what}: refused, {why}")
        self._send(status, b"", "text/plain", extra={BLOCKED_HEADER: json.dumps(why[:_MOST_SAID])})

    def _send(
        self,
        status: HTTPStatus,
        body: bytes,
        kind: str,
        *,
        with_body: bool = True,
        extra: dict[str, str] | None = None,
    ) -> None:
        self._begin(status, kind, len(body), extra or {})
        if with_body:
            self._write(ResponseBody.of(body).portions(), len(body))

    def _begin(self, status: HTTPStatus, kind: str, length: int, extra: dict[str, str]) -> None:
        headers = {"Content-Type": kind, "Content-Length": str(length), "Cache-Control": "no-store"}
        self.send_response(status)
        for name, value in (headers | {"Accept-Ranges": "bytes"} | extra).items():
            self.send_header(name, value)
        self.end_headers()

    def _write(self, portions: Iterable[bytes], promised: int) -> None:
        """Close the connection if the file has shrunk meanwhile, so that the browser does not wait for the rest."""
        for portion in portions:
            promised -= len(portion)
            self.wfile.write(portion)
        self.close_connection = self.close_connection or promised > 0

    def log_message(self, format: str, *args: object) -> None:
        """Suppress the standard log; the gateway has its own."""


def _given(answer: LibraryResponse) -> str:
    """The value of the header that `core.cdn` parses."""
    return json.dumps(
        [[package.package, package.asked, package.version, package.file] for package in answer.given[:_MOST_TOLD]]
    )


def _describe(answer: LibraryResponse) -> str:
    return ", ".join(
        f"{package.package} {package.version} {package.file} (requested {package.asked or 'any'})"
        for package in answer.given
    )
