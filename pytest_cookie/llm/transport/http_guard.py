"""Guards the HTTP traffic of model calls at the transports of httpx, which litellm is set to use for all of them.

During a call, every request and every reply obeys three rules. Outside of our calls nothing is changed.

- A redirect to another origin is refused, and so is any request that would send a secret of the environment, or a
  credential in a header or a query parameter, to an origin other than its first.
- Replies are read whole and have at most `MAX_REPLY_BYTES`, before and after decompression. Only gzip is accepted.
- Impossible token counts are removed before litellm reads them (`usage_parsing`).

Some providers' token services are asked through `requests`: there a key goes to one origin, too, and the other rules do
not hold. A request through aiohttp is refused.
"""

import contextlib
import re
import zlib
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from pytest_cookie.llm.transport.failures import CallFailed, Kind
from pytest_cookie.llm.transport.secrets import find_secrets, redacted
from pytest_cookie.llm.transport.usage_parsing import with_believable_usage

if TYPE_CHECKING:
    import httpx

MAX_REPLY_BYTES = 20_000_000
"""Maximum size of a reply without its headers. The longest replies of models have about 1 MB."""
_MOST_REDIRECTS = 5
_GZIP = 16 + zlib.MAX_WBITS
_SIGNATURE = "AWS4-HMAC-SHA256 "
"""A signed request names the id of its key, which is no secret, and may go to several services."""
_NAME_OF_A_CREDENTIAL = re.compile(r"^(?!x-amz-).*(?:auth|key|token|secret|cookie)", re.IGNORECASE)
"""Names of headers and query parameters. `x-amz-security-token` belongs to a signature."""
_SHORTEST_CREDENTIAL = 8
"""Shorter values, such as `none` for a local server, also occur in other values."""


class RefusedTransferError(Exception):
    """litellm may turn it into another exception, so the caller looks at `Passage.refused`."""


@dataclass
class Passage:
    """What the guard knows of one call.

    `refused` is the reason why a request or reply was refused. `has_odd_usage`: the provider's token counts are
    impossible.
    """

    refused: CallFailed | None = None
    has_odd_usage: bool = False
    _first_origins: dict[str, str] = field(default_factory=dict, repr=False)
    _redirects: int = 0

    def refuse(self, why: str, *, maybe_paid: bool, kind: Kind = "final") -> RefusedTransferError:
        """The exception to raise. The first reason is kept."""
        self.refused = self.refused or CallFailed(why, kind, maybe_paid=maybe_paid)
        return RefusedTransferError(why)

    def check_request(self, request: "httpx.Request") -> None:
        """Note the origin of each secret in headers and address. Raises if it was first sent to another origin."""
        origin = _origin(request.url)
        named = [*request.headers.multi_items(), *request.url.params.multi_items(), ("", request.url.path)]
        named = [(name, value) for name, value in named if not value.startswith(_SIGNATURE)]
        text = "\n".join(value for _, value in named)
        known = {secret for secret in self._first_origins if secret in text}
        for secret in find_secrets(text) | known | set(_credentials(named)):
            first = self._first_origins.setdefault(secret, origin)
            if first != origin:
                raise self.refuse(
                    f"a key that was sent to {redacted(first)} is not sent to {redacted(origin)} too", maybe_paid=False
                )

    def check_redirect(self, request: "httpx.Request", response: "httpx.Response") -> None:
        """Raise if the reply is a redirect to another origin, or one redirect too many."""
        if not response.has_redirect_location:
            return
        import httpx

        try:
            origin = _origin(request.url.join(response.headers["location"]))
        except (httpx.InvalidURL, ValueError) as error:  # a host name that IDNA forbids is a ValueError
            why = f"HTTP {response.status_code}: the provider redirects to a malformed address"
            raise self.refuse(why, maybe_paid=False) from error
        if origin != _origin(request.url):
            raise self.refuse(
                f"HTTP {response.status_code}: the provider redirects to {redacted(origin)}, another host, which would "
                "get the key; if it is the provider's address, call it there",
                maybe_paid=False,
            )
        self._redirects += 1
        if self._redirects >= _MOST_REDIRECTS:
            raise self.refuse("the provider answers with redirects that do not end", maybe_paid=False)

    def check_length(self, length: int) -> None:
        """Raise if the reply is too long."""
        if length > MAX_REPLY_BYTES:
            limit = MAX_REPLY_BYTES // 1_000_000
            raise self.refuse(f"the reply is longer than {limit} MB and was not read to its end", maybe_paid=True)

    def read(self, response: "httpx.Response", body: bytes) -> "httpx.Response":
        """The reply as litellm may read it: decompressed, without impossible token counts."""
        import httpx

        encoding = response.headers.pop("content-encoding", "").strip().lower()
        if encoding in {"gzip", "x-gzip"}:
            body = self._decompress(body)
        elif encoding not in {"", "identity"}:
            raise self.refuse(
                f"the reply cannot be read: the content encoding {encoding[:40]!r} was not requested", maybe_paid=True
            )
        cleaned = with_believable_usage(body)
        self.has_odd_usage = self.has_odd_usage or cleaned is not None
        for name in ("content-length", "transfer-encoding"):
            response.headers.pop(name, None)
        return httpx.Response(
            response.status_code,
            headers=response.headers,
            content=body if cleaned is None else cleaned,
            extensions=response.extensions,
        )

    def _decompress(self, body: bytes) -> bytes:
        """The content of gzip data; a reply without a body has none. Raises if it is too long, corrupt or cut."""
        stream = zlib.decompressobj(_GZIP)
        with contextlib.suppress(zlib.error):
            content = stream.decompress(body, MAX_REPLY_BYTES + 1)
            self.check_length(len(content))
            if stream.eof or not body:
                return content
        raise self.refuse("the reply's gzip data is corrupt", maybe_paid=True, kind="broken")


_UNDER_WAY: ContextVar[Passage | None] = ContextVar("pytest_cookie_call", default=None)


@contextlib.contextmanager
def guarded_passage() -> Iterator[Passage]:
    """The rules hold for everything that is sent within, also by tasks and executor threads started there."""
    guard_transports()
    passage = Passage()
    token = _UNDER_WAY.set(passage)
    try:
        yield passage
    finally:
        _UNDER_WAY.reset(token)


@cache
def guard_transports() -> None:
    """Make the transports of httpx and of other HTTP libraries obey the rules in our calls. Once a process."""
    import httpx

    with contextlib.suppress(ImportError):
        _guard_requests()
    with contextlib.suppress(ImportError):
        _refuse_aiohttp()

    send, send_async = httpx.HTTPTransport.handle_request, httpx.AsyncHTTPTransport.handle_async_request

    def handle_request(self: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
        passage = _UNDER_WAY.get()
        if passage is None:
            return send(self, request)
        passage.check_request(request)
        request.headers["accept-encoding"] = "gzip"
        response = send(self, request)
        body = bytearray()
        try:
            passage.check_redirect(request, response)
            for chunk in response.iter_raw():
                body += chunk
                passage.check_length(len(body))
        finally:
            response.close()
        return passage.read(response, bytes(body))

    async def handle_async_request(self: httpx.AsyncHTTPTransport, request: httpx.Request) -> httpx.Response:
        passage = _UNDER_WAY.get()
        if passage is None:
            return await send_async(self, request)
        passage.check_request(request)
        request.headers["accept-encoding"] = "gzip"
        response = await send_async(self, request)
        body = bytearray()
        try:
            passage.check_redirect(request, response)
            async for chunk in response.aiter_raw():
                body += chunk
                passage.check_length(len(body))
        finally:
            await response.aclose()
        return passage.read(response, bytes(body))

    httpx.HTTPTransport.handle_request = handle_request  # type: ignore[method-assign]
    httpx.AsyncHTTPTransport.handle_async_request = handle_async_request  # type: ignore[method-assign]


def _guard_requests() -> None:
    """Check each request of the library `requests`, which follows redirects by further requests."""
    import httpx
    import requests

    send = requests.adapters.HTTPAdapter.send

    def checked_send(
        self: requests.adapters.HTTPAdapter,
        request: requests.PreparedRequest,
        *args: Any,  # noqa: ANN401 - passed on
        **kwargs: Any,  # noqa: ANN401
    ) -> requests.Response:
        if passage := _UNDER_WAY.get():
            headers = {
                name: value.decode("latin-1") if isinstance(value, bytes) else value
                for name, value in request.headers.items()
            }
            passage.check_request(httpx.Request("GET", str(request.url), headers=headers))
        return send(self, request, *args, **kwargs)

    requests.adapters.HTTPAdapter.send = checked_send  # type: ignore[method-assign]


def _refuse_aiohttp() -> None:
    """All requests through aiohttp need a connection of a connector."""
    import aiohttp

    connect = aiohttp.BaseConnector.connect

    async def refuse_to_connect(
        self: aiohttp.BaseConnector,
        *args: Any,  # noqa: ANN401 - passed on
        **kwargs: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        if passage := _UNDER_WAY.get():
            raise passage.refuse("a request through aiohttp, which cannot be checked, is not sent", maybe_paid=False)
        return await connect(self, *args, **kwargs)

    aiohttp.BaseConnector.connect = refuse_to_connect  # type: ignore[method-assign]


def _credentials(named: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The values whose names say that they are credentials: without a scheme such as Bearer, each cookie on its own."""
    for name, value in named:
        if _NAME_OF_A_CREDENTIAL.search(name):
            is_cookie = name.lower() == "cookie"
            for part in value.split(";") if is_cookie else [value]:
                credential = part.partition("=")[2].strip() if is_cookie else part.strip().rpartition(" ")[2]
                if len(credential) >= _SHORTEST_CREDENTIAL:
                    yield credential


def _origin(url: "httpx.URL") -> str:
    port = url.port or {"http": 80, "https": 443}.get(url.scheme, 0)
    return f"{url.scheme}://{url.host.lower()}:{port}"
