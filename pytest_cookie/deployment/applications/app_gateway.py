"""`AppGateway`: the gateway in front of an application. Also serves the inbox and the payment page."""

import http.client
import socket
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Protocol, cast
from urllib.parse import parse_qs

from pytest_cookie.core.cdn import BLOCKED_HEADER, GIVEN_HEADER, PICTURE_HEADER
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.parsing import parse_whole, url_parts
from pytest_cookie.deployment.applications import mail, payments
from pytest_cookie.deployment.applications.app_sandbox import AppGoneError
from pytest_cookie.deployment.applications.caught_mail import INBOX_HOST, Mail
from pytest_cookie.deployment.applications.payment_page import PageAnswer, answer_customer
from pytest_cookie.deployment.applications.payments import Payments
from pytest_cookie.deployment.applications.service_ports import pump
from pytest_cookie.deployment.gateway import Gateway, GatewayRequest
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.site import StaticSite

_APP_HOST = url_parts(ORIGIN).netloc
_OWN_HOSTS = (_APP_HOST, INBOX_HOST, payments.HOST)
_MAX_BODY = 20_000_000
_MAX_ANSWER = 64_000_000
_ANSWER_SECONDS = 60.0
_CHUNK = 1 << 16
_HOP = frozenset(
    {"connection", "keep-alive", "proxy-connection", "proxy-authorization", "te", "trailer", "transfer-encoding",
     "upgrade", "content-length", "expect"}
)  # fmt: skip
"""Headers that concern one connection only."""
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
        call = http.client.HTTPConnection("127.0.0.1", timeout=_ANSWER_SECONDS)
        try:
            call.sock = self._application.connect(_ANSWER_SECONDS)
            call.putrequest(
                self.command, f"{path}?{query}" if query else path, skip_host=True, skip_accept_encoding=True
            )
            for name, value in self._request_headers(body):
                call.putheader(name, value)
            call.endheaders(body)
            response = call.getresponse()
        except (OSError, AppGoneError, http.client.HTTPException, ValueError) as error:
            call.close()
            self.close_connection = True
            self._fail(
                f"{type(error).__name__}: {error}" if isinstance(error, http.client.HTTPException) else str(error)
            )
            return
        try:
            self._pass_back(response)
        finally:
            call.close()

    def _request_headers(self, body: bytes) -> Iterator[tuple[str, str]]:
        for name, value in self.headers.items():
            if name.lower() not in _HOP:
                yield name, value
        yield "Connection", "close"
        yield "X-Forwarded-Proto", "http"
        if body or self.command in ("POST", "PUT", "PATCH"):
            yield "Content-Length", str(len(body))

    def _pass_back(self, response: http.client.HTTPResponse) -> None:
        """Send the answer on. One that ends early or is too large closes the connection, so that the browser knows."""
        has_body = self.command != "HEAD" and response.status >= 200 and response.status not in (204, 304)
        length = response.length if has_body else None
        self.send_response_only(response.status, response.reason[:200])
        for name, value in response.getheaders():
            if name.lower() not in _HOP | _OURS:
                self.send_header(name, value.replace("\r", " ").replace("\n", " "))
        if has_body and length is not None:
            self.send_header("Content-Length", str(length))
        elif has_body:
            self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        if not has_body:
            return
        sent = 0
        try:
            while sent <= _MAX_ANSWER and (portion := response.read1(_CHUNK)):
                sent += len(portion)
                self.wfile.write(portion if length is not None else b"%x\r\n%b\r\n" % (len(portion), portion))
            is_whole = sent <= _MAX_ANSWER and (length is None or sent == length)
        except (http.client.HTTPException, TimeoutError, ValueError):
            is_whole = False
        if is_whole and length is None:
            self.wfile.write(b"0\r\n\r\n")
        self.close_connection = self.close_connection or not is_whole
