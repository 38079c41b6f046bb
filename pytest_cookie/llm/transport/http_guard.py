"""Guards the HTTP traffic of model calls, in every HTTP library that litellm uses.

During a call, `send` of httpx's clients and its counterparts in aiohttp and requests obey three rules. Outside of our
calls they are unchanged.

- Keys stay home: a redirect to another origin is refused, and so is any request that would send a credential to an
  origin other than its first.
- Responses are bounded: `MAX_REPLY_BYTES` after decompression, which runs piece by piece. Only encodings that allow
  this are requested and accepted.
- Impossible token counts are removed before litellm reads them (`usage_parsing`).
"""

import hashlib
import importlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
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
_ENCODINGS = "gzip, deflate"
_CARRIES_A_KEY = re.compile(r"auth|key|token|secret|cookie|credential", re.IGNORECASE)
_SHORTEST_KEY = 8


class RefusedTransferError(Exception):
    """Raised through litellm, which may make something else of it: what counts is `Passage.refused`."""


@dataclass
class Passage:
    """One call's: why something was refused, and whether the provider's token counts could not be true."""

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
                digest = hashlib.sha256(value.encode(errors="replace")).hexdigest()
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
    request: Any,  # noqa: ANN401
    *,
    stream: bool = False,
    follow_redirects: object = None,
    **kwargs: Any,  # noqa: ANN401 - `auth`, which is used for the first request alone
) -> Any:  # noqa: ANN401
    for _ in range(_MOST_REDIRECTS):
        _prepare(passage, request)
        response = await original(client, request, stream=True, follow_redirects=False, **kwargs)
        try:
            following = _following(passage, response)
            if following is None:
                _bound(passage, response, _async_stream)
                if not stream:
                    await response.aread()
                return response
        except BaseException:
            await response.aclose()
            raise
        await response.aclose()
        request, kwargs = following, {"auth": None}
    raise passage.refuse("the provider answers with redirects that do not end", maybe_paid=False)


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
    for _ in range(_MOST_REDIRECTS):
        _prepare(passage, request)
        response = original(client, request, stream=True, follow_redirects=False, **kwargs)
        try:
            following = _following(passage, response)
            if following is None:
                _bound(passage, response, _sync_stream)
                if not stream:
                    response.read()
                return response
        except BaseException:
            response.close()
            raise
        response.close()
        request, kwargs = following, {"auth": None}
    raise passage.refuse("the provider answers with redirects that do not end", maybe_paid=False)


def _prepare(passage: Passage, request: Any) -> None:  # noqa: ANN401
    passage.keep_home(request)
    request.headers["accept-encoding"] = _ENCODINGS


def _following(passage: Passage, response: Any) -> Any:  # noqa: ANN401
    """The request to which a redirect within the same origin leads; None where the response is none."""
    following = response.next_request
    if following is not None and _origin(following.url) != _origin(response.request.url):
        raise _refused_redirect(passage, response.status_code, _origin(following.url))
    return following


def _refused_redirect(passage: Passage, status: int, place: str) -> RefusedTransferError:
    return passage.refuse(
        f"HTTP {status}: the provider redirects to {redacted(place)}, another host, which would get the key; if it is "
        "the provider's address, call it there",
        maybe_paid=False,
    )


def _origin(url: Any) -> str:  # noqa: ANN401 - a URL of httpx or yarl
    port = url.port or {"http": 80, "https": 443}.get(url.scheme, 0)
    return f"{url.scheme}://{(url.host or '').lower()}:{port}"


def _bound(passage: Passage, response: Any, stream: Callable[..., Any]) -> None:  # noqa: ANN401
    """Make the response decode itself, drop impossible token counts, and stop at the limit."""
    try:
        inflater = Decompressor(response.headers.get("content-encoding", ""), MAX_REPLY_BYTES)
    except UnknownEncodingError as error:
        raise passage.refuse(f"the reply cannot be read: {error}", maybe_paid=True) from None
    is_whole = "event-stream" not in response.headers.get("content-type", "").lower()
    response.stream = stream(passage, response.stream, inflater, is_whole=is_whole)
    for name in ("content-encoding", "content-length"):
        response.headers.pop(name, None)


def _too_long(passage: Passage) -> RefusedTransferError:
    return passage.refuse(
        f"the reply is longer than {MAX_REPLY_BYTES // 1_000_000} MB and was not read to its end", maybe_paid=True
    )


def _async_stream(passage: Passage, raw: Any, inflater: Decompressor, *, is_whole: bool) -> Any:  # noqa: ANN401
    import httpx

    class Bounded(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            parts: list[bytes] = []
            try:
                async for chunk in raw:
                    for part in inflater.decoded(chunk):
                        if is_whole:
                            parts.append(part)
                        else:
                            yield part
            except TooLongError:
                raise _too_long(passage) from None
            if is_whole:
                yield passage.clean(b"".join(parts))

        async def aclose(self) -> None:
            await raw.aclose()

    return Bounded()


def _sync_stream(passage: Passage, raw: Any, inflater: Decompressor, *, is_whole: bool) -> Any:  # noqa: ANN401
    import httpx

    class Bounded(httpx.SyncByteStream):
        def __iter__(self) -> Iterator[bytes]:
            parts: list[bytes] = []
            try:
                for chunk in raw:
                    for part in inflater.decoded(chunk):
                        if is_whole:
                            parts.append(part)
                        else:
                            yield part
            except TooLongError:
                raise _too_long(passage) from None
            if is_whole:
                yield passage.clean(b"".join(parts))

        def close(self) -> None:
            raw.close()

    return Bounded()


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
    try:
        _refuse_redirect(passage, response.status, response.url, response.headers)
        inflater = Decompressor(response.headers.get("Content-Encoding", ""), MAX_REPLY_BYTES)
        parts = [part async for chunk in response.content.iter_any() for part in inflater.decoded(chunk)]
    except TooLongError:
        response.close()
        raise _too_long(passage) from None
    except BaseException:
        response.close()
        raise
    response._body = passage.clean(b"".join(parts))
    return response


def _requests_send(
    original: Callable[..., Any],
    passage: Passage,
    session: object,
    request: Any,  # noqa: ANN401
    **kwargs: Any,  # noqa: ANN401
) -> Any:  # noqa: ANN401
    """Some providers' tokens are got by it. None of these leads elsewhere."""
    response = original(session, request, **{**kwargs, "allow_redirects": False})
    try:
        _refuse_redirect(passage, response.status_code, request.url, response.headers)
    except BaseException:
        response.close()
        raise
    return response


def _refuse_redirect(passage: Passage, status: int, url: object, headers: Mapping[str, str]) -> None:
    """Raise for any: these libraries are followed nowhere."""
    if 300 <= status < 400 and headers.get("Location"):
        place = urljoin(str(url), headers["Location"]).partition("?")[0]
        raise _refused_redirect(passage, status, place)
