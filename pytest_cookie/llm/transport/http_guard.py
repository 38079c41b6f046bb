"""Guards the HTTP traffic of model calls, in every HTTP library that litellm uses.

During a call, `send` of httpx's clients and its counterparts in aiohttp and requests obey three rules. Outside of our
calls they are unchanged.

- Keys stay home: a redirect to another origin is refused, and so is any request that would send a credential to an
  origin other than its first.
- Responses are bounded: `MAX_REPLY_BYTES` after decompression, which runs piece by piece. Only encodings that allow
  this are requested and accepted.
- Impossible token counts are removed before litellm reads them (`usage_parsing`).
"""

import base64
import hashlib
import importlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, closing, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any
from urllib.parse import urljoin

from pytest_cookie.llm.transport.decompression import Decompressor, TooLongError, UnknownEncodingError
from pytest_cookie.llm.transport.failures import CallFailed
from pytest_cookie.llm.transport.secrets import redacted
from pytest_cookie.llm.transport.usage_parsing import with_believable_usage

MAX_REPLY_BYTES = 20_000_000
"""Of one reply, headers apart, after decompression. The longest answers of models have about one."""
_MOST_REDIRECTS = 5
_CHUNK_BYTES = 1 << 16
_ENCODINGS = "gzip, deflate"
_CARRIES_A_KEY = re.compile(r"auth|key|token|secret|cookie|credential", re.IGNORECASE)
_SHORTEST_KEY = 8
_WITH_SCHEME = re.compile(r"([\w-]{1,40})\s+([\w.~+/-]++=*)", re.ASCII)
"""RFC 9110, section 11.4: a scheme and one token."""


class RefusedTransferError(Exception):
    """Raised through litellm, which may make something else of it: what counts is `Passage.refused`."""


@dataclass
class Passage:
    """What the guard knows of one call.

    `refused` says why something was refused; `has_odd_usage`, whether the provider's token counts are impossible.
    """

    refused: CallFailed | None = None
    has_odd_usage: bool = False
    _homes: dict[str, str] = field(default_factory=dict)

    def refuse(self, why: str, *, maybe_paid: bool) -> RefusedTransferError:
        """The exception to raise. The first reason is kept."""
        self.refused = self.refused or CallFailed(why, "final", maybe_paid=maybe_paid)
        return RefusedTransferError(why)

    def keep_home(self, request: Any) -> None:  # noqa: ANN401 - httpx is imported late
        """Note the origin of each credential of an httpx request. Raises if it was first sent to another origin."""
        home = _origin(request.url)
        pairs = [*request.headers.multi_items(), *request.url.params.multi_items()]
        for name, value in pairs:
            if _CARRIES_A_KEY.search(name) and len(value) >= _SHORTEST_KEY:
                digest = hashlib.sha256(_key_in(value).encode(errors="replace")).hexdigest()
                if self._homes.setdefault(digest, home) != home:
                    raise self.refuse(
                        f"a key that was sent to {redacted(self._homes[digest])} is not sent to {redacted(home)} too",
                        maybe_paid=False,
                    )

    def clean(self, body: bytes) -> bytes:
        """A whole reply as litellm may read it."""
        cleaned = with_believable_usage(body)
        self.has_odd_usage = self.has_odd_usage or cleaned is not None
        return body if cleaned is None else cleaned


def _key_in(value: str) -> str:
    """The key in a header's value, whatever its scheme: `Bearer K`, `bearer K` and `K` hold the same.

    A signature, which has several parts, is not the key itself.
    """
    found = _WITH_SCHEME.fullmatch(value.strip())
    if found is None:
        return value.strip()
    if found[1].lower() == "basic":
        with suppress(ValueError):
            return base64.b64decode(found[2], validate=True).decode().strip(":")
    return found[2]


_UNDER_WAY: ContextVar[Passage | None] = ContextVar("pytest_cookie_call", default=None)


@contextmanager
def guarded_passage() -> Iterator[Passage]:
    """The rules hold for everything that is sent within, in tasks and executor threads begun here, too."""
    guard_transports()
    passage = Passage()
    token = _UNDER_WAY.set(passage)
    try:
        yield passage
    finally:
        _UNDER_WAY.reset(token)


@cache
def guard_transports() -> None:
    """Make the HTTP libraries obey the rules in our calls. Once a process."""
    import httpx

    _guard(httpx.AsyncClient, "send", _async_send)
    _guard(httpx.Client, "send", _sync_send)
    with suppress(ImportError):
        _guard(importlib.import_module("aiohttp").ClientSession, "_request", _aiohttp_request)
    with suppress(ImportError):
        _guard(importlib.import_module("requests").Session, "send", _requests_send)


def _guard(owner: type, name: str, guarded: Callable[..., Any]) -> None:
    original = getattr(owner, name)

    @wraps(original)
    def send(self: object, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - any library's signature
        passage = _UNDER_WAY.get()
        if passage is None:
            return original(self, *args, **kwargs)
        return guarded(original, passage, self, *args, **kwargs)

    setattr(owner, name, send)


async def _async_send(
    original: Callable[..., Awaitable[Any]],
    passage: Passage,
    client: object,
    request: Any,  # noqa: ANN401 - httpx is imported late
    *,
    stream: bool = False,
    follow_redirects: object = None,
    **kwargs: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    hops = _Hops(passage, request, kwargs)
    while True:
        response = await original(client, hops.next_request(), stream=True, follow_redirects=False, **hops.options)
        async with AsyncExitStack() as stack:
            stack.push_async_callback(response.aclose)
            if hops.end_with(response):
                if not stream:
                    await response.aread()
                stack.pop_all()
                return response


def _sync_send(
    original: Callable[..., Any],
    passage: Passage,
    client: object,
    request: Any,  # noqa: ANN401
    *,
    stream: bool = False,
    follow_redirects: object = None,
    **kwargs: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    hops = _Hops(passage, request, kwargs)
    while True:
        response = original(client, hops.next_request(), stream=True, follow_redirects=False, **hops.options)
        with ExitStack() as stack:
            stack.callback(response.close)
            if hops.end_with(response):
                if not stream:
                    response.read()
                stack.pop_all()
                return response


class _Hops:
    """The requests that one call of httpx sends: the first, and one for each redirect within its origin.

    `options` go with the next request. `auth` is used for the first one only.
    """

    def __init__(self, passage: Passage, request: Any, options: dict[str, Any]) -> None:  # noqa: ANN401
        self.options = options
        self._passage, self._next = passage, request
        self._left = _MOST_REDIRECTS

    def next_request(self) -> Any:  # noqa: ANN401
        """The request to send now. Raises if it is one redirect too many, or if it may not be sent."""
        if not self._left:
            raise self._passage.refuse("the provider answers with redirects that do not end", maybe_paid=False)
        self._left -= 1
        self._passage.keep_home(self._next)
        self._next.headers["accept-encoding"] = _ENCODINGS
        return self._next

    def end_with(self, response: Any) -> bool:  # noqa: ANN401
        """Whether `response`, which is then bounded, is the last one. Raises for a redirect to another origin."""
        following = response.next_request
        if following is None:
            _bound(self._passage, response)
            return True
        if _origin(following.url) != _origin(response.request.url):
            raise _refused_redirect(self._passage, response.status_code, _origin(following.url))
        self._next, self.options = following, {"auth": None}
        return False


def _refused_redirect(passage: Passage, status: int, place: str) -> RefusedTransferError:
    return passage.refuse(
        f"HTTP {status}: the provider redirects to {redacted(place)}, another host, which would get the key; if it is "
        "the provider's address, call it there",
        maybe_paid=False,
    )


def _origin(url: Any) -> str:  # noqa: ANN401 - a URL of httpx or yarl
    port = url.port or {"http": 80, "https": 443}.get(url.scheme, 0)
    return f"{url.scheme}://{(url.host or '').lower()}:{port}"


def _bound(passage: Passage, response: Any) -> None:  # noqa: ANN401
    """Make the response decode itself, drop impossible token counts, and stop at the limit."""
    body = _Body(passage, response.headers)
    response.stream = _bounded_stream(response.stream, body)
    for name in ("content-encoding", "content-length"):
        response.headers.pop(name, None)


class _Body:
    """The body of a response, decoded piece by piece up to the limit. Raises for an encoding that was not requested."""

    def __init__(self, passage: Passage, headers: Mapping[str, str]) -> None:
        self._passage = passage
        self._is_whole = "event-stream" not in headers.get("Content-Type", "").lower()
        self._parts: list[bytes] = []
        try:
            self._decompressor = Decompressor(headers.get("Content-Encoding", ""), MAX_REPLY_BYTES)
        except UnknownEncodingError as error:
            raise passage.refuse(f"the reply cannot be read: {error}", maybe_paid=True) from None

    def pieces(self, chunk: bytes) -> Iterator[bytes]:
        """What can be passed on of `chunk`: all of an event stream; nothing of a reply that is read as a whole."""
        try:
            for part in self._decompressor.decoded(chunk):
                if self._is_whole:
                    self._parts.append(part)
                else:
                    yield part
        except TooLongError:
            limit = MAX_REPLY_BYTES // 1_000_000
            raise self._passage.refuse(
                f"the reply is longer than {limit} MB and was not read to its end", maybe_paid=True
            ) from None

    def rest(self) -> Iterator[bytes]:
        """What is passed on at the end: the whole reply."""
        if self._is_whole:
            yield self._passage.clean(b"".join(self._parts))


def _bounded_stream(raw: Any, body: _Body) -> Any:  # noqa: ANN401
    """A stream of httpx for both of its clients."""
    import httpx

    class BoundedStream(httpx.AsyncByteStream, httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            for chunk in raw:
                yield from body.pieces(chunk)
            yield from body.rest()

        async def __aiter__(self) -> AsyncIterator[bytes]:
            async for chunk in raw:
                for piece in body.pieces(chunk):
                    yield piece
            for piece in body.rest():
                yield piece

        def close(self) -> None:
            raw.close()

        async def aclose(self) -> None:
            await raw.aclose()

    return BoundedStream()


async def _aiohttp_request(
    original: Callable[..., Awaitable[Any]],
    passage: Passage,
    session: object,
    *args: Any,  # noqa: ANN401
    **kwargs: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """For litellm's direct use of aiohttp. As a transport of httpx, aiohttp neither follows redirects nor decodes."""
    if kwargs.get("allow_redirects") is False and kwargs.get("auto_decompress") is False:
        return await original(session, *args, **kwargs)
    response = await original(session, *args, **{**kwargs, "allow_redirects": False, "auto_decompress": False})
    with ExitStack() as stack:
        stack.callback(response.close)
        _refuse_redirect(passage, response.status, response.url, response.headers)
        body = _Body(passage, {"Content-Encoding": response.headers.get("Content-Encoding", "")})
        pieces = [piece async for chunk in response.content.iter_any() for piece in body.pieces(chunk)]
        response._body = b"".join([*pieces, *body.rest()])
        stack.pop_all()
    return response


def _requests_send(
    original: Callable[..., Any],
    passage: Passage,
    session: object,
    request: Any,  # noqa: ANN401
    **kwargs: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Some providers' tokens are got by it. It follows no redirect, and reads the whole reply."""
    request.headers["Accept-Encoding"] = _ENCODINGS
    response = original(session, request, **{**kwargs, "allow_redirects": False, "stream": True})
    with closing(response):
        _refuse_redirect(passage, response.status_code, request.url, response.headers)
        body = _Body(passage, {"Content-Encoding": response.headers.get("Content-Encoding", "")})
        chunks = response.raw.stream(_CHUNK_BYTES, decode_content=False)
        pieces = [piece for chunk in chunks for piece in body.pieces(chunk)]
        response._content, response._content_consumed = b"".join([*pieces, *body.rest()]), True
    return response


def _refuse_redirect(passage: Passage, status: int, url: object, headers: Mapping[str, str]) -> None:
    """Raise for any: these libraries are followed nowhere."""
    if 300 <= status < 400 and headers.get("Location"):
        place = urljoin(str(url), headers["Location"]).partition("?")[0]
        raise _refused_redirect(passage, status, place)
