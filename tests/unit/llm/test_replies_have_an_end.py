"""A provider's reply is read up to a limit, compressed or not, and up to a deadline."""

import gzip
import json
import resource
import zlib
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport import http_guard
from pytest_cookie.llm.transport.litellm_call import Timeouts
from pytest_cookie.llm.transport.retry import Patience
from tests.unit.llm.stranger import MOST_SENT, Answer, endless, stranger, whole
from tests.unit.llm.test_keys_stay_home import COMPLETION, PROVIDERS, ask

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n"
SPACES = b" " * 65_536
LIMIT = "the reply is longer than 20 MB and was not read to its end"


def bomb(size: int = 400_000_000) -> bytes:
    """`size` spaces, compressed to a thousandth."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return b"".join([*(packer.compress(SPACES) for _ in range(size // len(SPACES))), packer.flush()])


@pytest.fixture
def models(tmp_path: Path) -> Iterator[Models]:
    models = Models(
        ModelSettings(
            tmp_path / "state",
            tmp_path / "replay",
            timeouts=Timeouts(connect=5, read=30, whole=60),
            patience=Patience(tries=2, deadline_seconds=120, queue_seconds=60, backoff_seconds=0.01),
        )
    )
    yield models
    models.close()


LONG: dict[str, Answer] = {
    "a body without end": endless(CHUNKED + b"\r\n", SPACES),
    "a stream of events without end": endless(CHUNKED.replace(b"json", b"x-event-stream") + b"\r\n", SPACES),
    "an error without end": endless(CHUNKED.replace(b"200 OK", b"400 Bad") + b"\r\n", SPACES),
    "a compressed body without end": whole(bomb(), Content_Encoding="gzip"),
}


@pytest.mark.parametrize(("model", "what"), [*zip(PROVIDERS, [*LONG, *list(LONG)[:2]], strict=True)])
def test_a_reply_that_is_too_long_is_not_read_to_its_end(monkeypatch, models: Models, model: str, what: str):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with stranger(LONG[what]) as server:
        with pytest.raises(ProviderError, match=LIMIT):
            ask(monkeypatch, models, model, server.address())
        assert len(server.heard) == 1  # a retry would get as much again
        assert server.sent < MOST_SENT / 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000  # KB, with litellm's own modules


@pytest.mark.parametrize("model", ["openai/m", "anthropic/m"])
def test_headers_without_end_are_not_read_to_their_end(monkeypatch, models: Models, model: str):
    with stranger(endless(HEAD, b"X-More: " + b"x" * 1_000 + b"\r\n")) as server:
        with pytest.raises(ProviderError, match="gave no answer"):
            ask(monkeypatch, models, model, server.address())
        assert server.sent < MOST_SENT / 10


@pytest.mark.parametrize("encoding", ["br", "deflate", "gzip, gzip"])
def test_an_encoding_that_was_not_requested_is_refused(monkeypatch, models: Models, encoding: str):
    with stranger(whole(COMPLETION, Content_Encoding=encoding)) as server:
        with pytest.raises(ProviderError, match=f"the content encoding '{encoding}' was not requested"):
            ask(monkeypatch, models, "openai/m", server.address())
        assert "accept-encoding: gzip\n" in server.heard[0].lower()


@pytest.mark.parametrize(("model", "encoding"), [("openai/m", "gzip"), ("mistral/m", "x-gzip")])
def test_a_compressed_reply_is_read(monkeypatch, models: Models, model: str, encoding: str):
    with stranger(whole(gzip.compress(COMPLETION), Content_Encoding=encoding)) as server:
        assert ask(monkeypatch, models, model, server.address()).text == "hello"


@pytest.mark.parametrize("headers", [{"Content_Encoding": ""}, {"Content_Encoding": "Identity"}, {}])
def test_a_reply_that_is_not_compressed_is_read(headers: dict[str, str]):
    with stranger(whole(COMPLETION, **headers)) as server, http_guard.guarded_passage():
        assert httpx.get(server.address()).content == COMPLETION


def test_an_empty_reply_has_no_compressed_data():
    with stranger(whole(b"", Content_Encoding="gzip")) as server, http_guard.guarded_passage():
        assert httpx.get(server.address()).content == b""


@pytest.mark.parametrize("rest", [b"x" * 40, b""])
def test_a_broken_compressed_reply_is_requested_again(monkeypatch, models: Models, rest: bytes):
    with stranger(whole(gzip.compress(COMPLETION)[:40] + rest, Content_Encoding="gzip")) as server:
        with pytest.raises(ProviderError, match="gave no answer after 2 tries: the reply's gzip data is corrupt"):
            ask(monkeypatch, models, "openai/m", server.address())
        assert len(server.heard) == 2


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_the_limit_is_exact(monkeypatch, encoding: str):
    body = json.dumps(["x" * 1_000]).encode()
    answer = whole(gzip.compress(body) if encoding == "gzip" else body, Content_Encoding=encoding)
    for limit in (len(body), len(body) - 1):
        monkeypatch.setattr(http_guard, "MAX_REPLY_BYTES", limit)
        with stranger(answer) as server, http_guard.guarded_passage() as passage:
            if limit == len(body):
                assert httpx.get(server.address()).content == body
            else:
                with pytest.raises(http_guard.RefusedTransferError):
                    httpx.get(server.address())
                assert str(passage.refused) == "the reply is longer than 0 MB and was not read to its end"


def test_a_model_through_aiohttp_is_a_usage_error(models: Models):
    with pytest.raises(UsageError, match="write openai/m, with the server's address in OPENAI_BASE_URL"):
        models.check("aiohttp_openai/m")
