"""`AppGateway`: the gateway in front of an application. Also serves the inbox and the payment page."""

import http.client
import socket
import time
import zlib
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Protocol, cast
from urllib.parse import parse_qs

from pytest_cookie.browser.process.load_factor import load_factor
from pytest_cookie.core.cdn import BLOCKED_HEADER, GIVEN_HEADER, PICTURE_HEADER
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.parsing import parse_whole, url_parts
from pytest_cookie.deployment.applications import mail, payments
from pytest_cookie.deployment.applications.app_sandbox import AppGoneError
from pytest_cookie.deployment.applications.bounded_http import BoundedSocket
from pytest_cookie.deployment.applications.caught_mail import INBOX_HOST, Mail
from pytest_cookie.deployment.applications.payment_page import PageAnswer, answer_customer
from pytest_cookie.deployment.applications.payments import Payments
from pytest_cookie.deployment.applications.service_ports import pump
from pytest_cookie.deployment.gateway import Gateway, GatewayRequest
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.site import StaticSite

_APP_HOST = url_parts(ORIGIN).netloc
_OWN_HOSTS = (_APP_HOST, INBOX_HOST, payments.HOST)
_CHUNK = 1 << 16
_MAX_BODY = 20_000_000
_MAX_ANSWER = 64_000_000
_MAX_HEAD = 1_000_000
_MAX_PORTION = 4 * _CHUNK
"""What is read for one portion of an answer: more are sizes of chunks, or trailers, without end."""
_ANSWER_SECONDS = 60.0
_DOCUMENT_SECONDS = 12.0
"""On an idle machine. Less than the browser's patience (`browser.session`), so that the application is blamed for a
document that does not come, and not the machine."""
_LEAST_SECONDS = 1.0
_MOST_GIVEN_UP = 30  # what is left of the time by then is less than a microsecond
_HOLD_NO_PAGE = frozenset({"empty", "audio", "video", "track"})
"""Destinations (`Sec-Fetch-Dest`) of requests for which no page waits: those of scripts, which may be streams, and
media."""
_HOP = frozenset(
    {"connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer", "transfer-encoding",
     "upgrade", "content-length", "expect"}
)  # fmt: skip
"""Headers that concern one connection only."""
_ENCODINGS = {"gzip": 31, "x-gzip": 31, "deflate": 47}
"""Content encodings that are decoded here, with their window bits for zlib. None is asked for, since a few bytes of
them may be gigabytes in the browser; some applications only have files that are compressed already."""
_OURS = frozenset({BLOCKED_HEADER.lower(), GIVEN_HEADER.lower(), PICTURE_HEADER.lower()})
"""Headers for messages from the gateway to the browser's side; those of an application are removed."""


class ServedApplication(Protocol):
    """An application with its inbox and its payments, as the gateway reaches them."""

    payments: Payments

    def connect(self, seconds: float) -> socket.socket:
        """A connection to its web process. Raises `OSError`, `AppGoneError`."""

    @property
    def mails(self) -> tuple[Mail, ...]:
        """The mail that it sent."""


class AppGateway(Gateway):
    """Serves until `close`."""

    def __init__(self, application: ServedApplication, tell: Callable[[str], None], library: Library | None) -> None:
        self.application = application
        self.given_up = 0
        """How many answers held up a page for too long."""
        super().__init__(StaticSite(Path("/nonexistent"), ""), tell, library=library, handler=_AppRequest)


class _AppRequest(GatewayRequest):
    """One connection of the browser."""

    timeout = 90

    @property
    def _application(self) -> ServedApplication:
        return cast(AppGateway, self._gateway).application

    def do_CONNECT(self) -> None:
        """A tunnel to the application itself, as web sockets need it."""
        if self.path == f"{_APP_HOST}:80" and not self._tunnel:
            self._join_sockets()
        else:
            super().do_CONNECT()

    def _join_sockets(self) -> None:
        self.close_connection = True
        try:
            connection = self._application.connect(_ANSWER_SECONDS)
        except (OSError, AppGoneError) as error:
            self._fail(str(error))
            return
        self.send_response_only(HTTPStatus.OK)
        self.end_headers()
        with connection:
            connection.settimeout(None)
            self.connection.settimeout(None)  # a page may be silent while a model thinks
            pump(self.connection, connection)

    def _answer(self, *, with_body: bool) -> None:
        if not self._serve(with_body=with_body):
            super()._answer(with_body=with_body)

    def _reject_data(self) -> None:
        if not self._serve(with_body=True):
            super()._reject_data()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _reject_data

    def _serve(self, *, with_body: bool) -> bool:
        """Answer a request to one of the three origins; False for any other."""
        url = url_parts(self.path)
        if self._tunnel or url.scheme != "http" or url.netloc not in _OWN_HOSTS:
            return False
        body = self._read_body()
        if body is None:
            self._gateway.note(f"{self.command} {url.path}: 413, the body is too large, or has no length")
            self._send(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, b"", "text/plain", with_body=with_body)
        elif url.netloc == _APP_HOST:
            if self.headers.get("Service-Worker") == "script":
                self._gateway.note(f"{self.command} {url.path}: 403, service workers are not allowed")
                self._send(HTTPStatus.FORBIDDEN, b"", "text/plain", with_body=with_body)
            else:
                self._forward(url.path or "/", url.query, body)
        elif url.netloc == INBOX_HOST:
            recipient = next(iter(parse_qs(url.query).get("to", [])), "").strip()
            self._send_page(PageAnswer(200, mail.render_inbox(self._application.mails, recipient=recipient)))
        else:
            self._send_page(answer_customer(self._application.payments, self.command, url.path, body))
        return True

    def _send_page(self, page: PageAnswer) -> None:
        extra = {"Location": page.location} if page.location else {}
        self._send(HTTPStatus(page.status), page.body.encode(), "text/html; charset=utf-8", extra=extra)

    def _read_body(self) -> bytes | None:
        """The body of the request; None if it is too large, or has no length.

        Every request is read to its end before it is answered, or is the last one of its connection: otherwise its
        body would be taken for the next request.
        """
        length = parse_whole(self.headers.get("Content-Length", "0"))
        if length is None or not 0 <= length <= _MAX_BODY or "Transfer-Encoding" in self.headers:
            self.close_connection = True
            return None
        return self.rfile.read(length)

    def _fail(self, why: str) -> None:
        self._gateway.note(f"{self.command} {url_parts(self.path).path}: 502, {why}")
        self._send(HTTPStatus.BAD_GATEWAY, b"The application does not answer.", "text/plain")

    def _forward(self, path: str, query: str, body: bytes) -> None:
        ends = time.monotonic() + self._patience
        try:
            connection = self._application.connect(self._patience)
        except (OSError, AppGoneError) as error:
            self.close_connection = True
            self._fail(str(error))
            return
        with connection:
            bounded = BoundedSocket(connection, ends, _MAX_HEAD)
            try:
                response = self._ask(bounded, f"{path}?{query}" if query else path, body)
            except (OSError, http.client.HTTPException, ValueError) as error:
                self.close_connection = True
                self._give_up(error)
                is_http = isinstance(error, http.client.HTTPException)
                self._fail(f"{type(error).__name__}: {error}" if is_http else str(error))
                return
            self._pass_back(response, _body_of(response, bounded, ends if self._holds_page else None))

    def _ask(self, connection: BoundedSocket, address: str, body: bytes) -> http.client.HTTPResponse:
        call = http.client.HTTPConnection("127.0.0.1")
        call.sock = connection
        call.putrequest(self.command, address, skip_host=True, skip_accept_encoding=True)
        for name, value in self._request_headers(body):
            call.putheader(name, value)
        call.endheaders(body)
        return call.getresponse()

    def _request_headers(self, body: bytes) -> Iterator[tuple[str, str]]:
        for name, value in self.headers.items():
            if name.lower() not in _HOP | {"accept-encoding"}:
                yield name, value
        yield "Connection", "close"
        yield "Accept-Encoding", "identity"
        yield "X-Forwarded-Proto", "http"
        if body or self.command in ("POST", "PUT", "PATCH"):
            yield "Content-Length", str(len(body))

    @property
    def _patience(self) -> float:
        """How many seconds the application has for an answer that a page waits for, or for the head of any other.

        Each answer that held up a page for too long halves the time of the next ones, so that many of them together
        hold it up hardly longer than one. Documents always have a second.
        """
        if not self._holds_page:
            return _ANSWER_SECONDS
        share: float = 0.5 ** cast(AppGateway, self._gateway).given_up
        if self._destination == "document":
            return load_factor() * max(_LEAST_SECONDS, _DOCUMENT_SECONDS * share)
        return _ANSWER_SECONDS * share

    @property
    def _holds_page(self) -> bool:
        return self._destination not in _HOLD_NO_PAGE

    @property
    def _destination(self) -> str:
        return str(self.headers.get("Sec-Fetch-Dest", "document"))

    def _give_up(self, error: Exception) -> None:
        """Count an answer that held up a page for too long."""
        if self._holds_page and isinstance(error, TimeoutError):
            gateway = cast(AppGateway, self._gateway)
            gateway.given_up = min(gateway.given_up + 1, _MOST_GIVEN_UP)

    def _pass_back(self, response: http.client.HTTPResponse, body: Iterator[bytes]) -> None:
        """Send the answer on. One that ends early, is too large or too slow closes the connection, so that the browser
        knows.
        """
        has_body = self.command != "HEAD" and response.status >= 200 and response.status not in (204, 304)
        encoding = ", ".join(response.headers.get_all("Content-Encoding", [])).strip().lower()
        is_encoded = has_body and encoding not in ("", "identity")
        if is_encoded and encoding not in _ENCODINGS:
            self.close_connection = True
            self._fail(f"its answer is encoded as {encoding[:40]!a}, which the request does not accept")
            return
        length = response.length if has_body and not is_encoded else None
        self._pass_head_back(response, has_body=has_body, length=length)
        if not has_body:
            return
        body = _decode(body, _ENCODINGS[encoding]) if is_encoded else body
        try:
            for portion in body:
                self.wfile.write(portion if length is not None else b"%x\r\n%b\r\n" % (len(portion), portion))
        except _BrokenOffError as error:
            self.close_connection = True
            if isinstance(error.__cause__, TimeoutError):
                self._give_up(error.__cause__)
            self._gateway.note(f"{self.command} {url_parts(self.path).path}: its answer broke off: {error}")
        else:
            if length is None:
                self.wfile.write(b"0\r\n\r\n")

    def _pass_head_back(self, response: http.client.HTTPResponse, *, has_body: bool, length: int | None) -> None:
        self.send_response_only(response.status, response.reason[:200])
        for name, value in response.getheaders():
            if name.lower() not in _HOP | _OURS | ({"content-encoding"} if has_body else frozenset()):
                self.send_header(name, value.replace("\r", " ").replace("\n", " "))
        if has_body and length is not None:
            self.send_header("Content-Length", str(length))
        elif has_body:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()


def _decode(body: Iterator[bytes], window_bits: int) -> Iterator[bytes]:
    """The decoded body in portions; its size is limited like that of others. Raises `_BrokenOffError`."""
    members = _Members(window_bits)
    for portion in body:
        yield from members.decode(portion)
    if not members.complete:
        raise _BrokenOffError("it ends before the end of its encoded data")


class _Members:
    """Decodes the members of an encoded body, one after the other. Browsers, too, ignore what follows the last one."""

    def __init__(self, window_bits: int) -> None:
        self._window_bits = window_bits
        self._decoder = zlib.decompressobj(window_bits)
        self._size = 0
        self.complete = 0
        """How many members were decoded to their end."""

    def decode(self, encoded: bytes) -> Iterator[bytes]:
        """The next part, in portions. Raises `_BrokenOffError`."""
        while encoded:
            try:
                decoded = self._decoder.decompress(encoded, _CHUNK)
            except zlib.error as error:
                if self.complete:
                    return
                raise _BrokenOffError(f"it cannot be decoded: {error}") from error
            self._size += len(decoded)
            if self._size > _MAX_ANSWER:
                raise _BrokenOffError(f"it has more than {_MAX_ANSWER / 1e6:.0f} MB when it is decoded")
            if decoded:
                yield decoded
            encoded = self._decoder.unconsumed_tail or self._decoder.unused_data
            if self._decoder.eof:
                self.complete += 1
                self._decoder = zlib.decompressobj(self._window_bits)


class _BrokenOffError(Exception):
    """An answer that ends early, is too large or too slow."""


def _body_of(response: http.client.HTTPResponse, connection: BoundedSocket, ends: float | None) -> Iterator[bytes]:
    """The body in portions, until `ends` or, if that is None, as long as none is missing for long.

    Raises `_BrokenOffError`.
    """
    length, read = response.length, 0
    while read <= _MAX_ANSWER:
        connection.allow(time.monotonic() + _ANSWER_SECONDS if ends is None else ends, _MAX_PORTION)
        try:
            portion = response.read1(_CHUNK)
        except (http.client.HTTPException, OSError, ValueError) as error:
            raise _BrokenOffError(str(error)) from error
        if not portion:
            break
        read += len(portion)
        yield portion
    if read > _MAX_ANSWER:
        raise _BrokenOffError(f"it has more than {_MAX_ANSWER / 1e6:.0f} MB")
    if length is not None and read < length:
        raise _BrokenOffError(f"it has {read} of {length} bytes")
