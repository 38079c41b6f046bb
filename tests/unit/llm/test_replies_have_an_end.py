"""A provider's reply is read up to a limit, packed or not, and up to a deadline."""

import gzip
import json
import resource
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport import http_guard as transports
from pytest_cookie.llm.transport.decompression import Decompressor, TooLongError, UnknownEncodingError
from pytest_cookie.llm.transport.litellm_call import Timeouts
from pytest_cookie.llm.transport.retry import Patience
from tests.unit.llm.stranger import MOST_SENT, Answer, endless, stranger, whole
from tests.unit.llm.test_keys_stay_home import COMPLETION, PROVIDERS
from tests.unit.llm.test_keys_stay_home import ask as ask_at

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n"
SPACES = b" " * 65_536
LIMIT = "the reply is longer than 20 MB and was not read to its end"


def bomb(size: int = 400_000_000) -> bytes:
    """`size` spaces within gzip, 1,000 times smaller."""
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
    "a packed body without end": whole(bomb(), Content_Encoding="gzip"),
}


@pytest.mark.parametrize("model", ["openai/m", "anthropic/m", "gemini/m", "aiohttp_openai/m"])
@pytest.mark.parametrize("what", LONG)
def test_what_is_too_long_is_not_read_to_its_end(monkeypatch, models: Models, model: str, what: str):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with stranger(LONG[what]) as server:
        with pytest.raises(ProviderError, match=LIMIT):
            ask_at(monkeypatch, models, model, server.address())
        assert len(server.heard) == 1  # it would be as long again
        assert server.sent < MOST_SENT / 2
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000  # KB, with litellm's own modules


@pytest.mark.parametrize("model", ["openai/m", "anthropic/m"])
def test_so_is_a_head_without_end(monkeypatch, models: Models, model: str):
    with stranger(endless(HEAD, b"X-More: " + b"x" * 1_000 + b"\r\n")) as server:
        with pytest.raises(ProviderError, match="gave no answer"):
            ask_at(monkeypatch, models, model, server.address())
        assert server.sent < MOST_SENT / 10


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip"])
def test_an_encoding_that_was_not_asked_for_is_refused(monkeypatch, models: Models, encoding: str):
    with stranger(whole(COMPLETION, Content_Encoding=encoding)) as server:
        with pytest.raises(ProviderError, match=f"the content encoding '{encoding}' was not requested"):
            ask_at(monkeypatch, models, "openai/m", server.address())
        assert "br" not in server.heard[0].lower().split("accept-encoding: ")[1].splitlines()[0]


@pytest.mark.parametrize("model", ["openai/m", "deepseek/m", "aiohttp_openai/m"])
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "raw deflate"])
def test_a_packed_reply_is_read(monkeypatch, models: Models, model: str, encoding: str):
    raw = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = {
        "gzip": gzip.compress(COMPLETION),
        "deflate": zlib.compress(COMPLETION),
        "raw deflate": raw.compress(COMPLETION) + raw.flush(),
    }[encoding]
    with stranger(whole(packed, Content_Encoding=encoding.split()[-1])) as server:
        assert ask_at(monkeypatch, models, model, server.address()).text == "hello"


def test_broken_packing_is_an_answer_that_cannot_be_read(monkeypatch, models: Models):
    with (
        stranger(whole(gzip.compress(COMPLETION)[:40] + b"x" * 40, Content_Encoding="gzip")) as server,
        pytest.raises(ProviderError, match="gave no answer after 2 tries"),
    ):
        ask_at(monkeypatch, models, "openai/m", server.address())


@pytest.mark.parametrize("model", PROVIDERS)
def test_the_limit_is_one_for_all(monkeypatch, models: Models, model: str):
    monkeypatch.setattr(transports, "MAX_REPLY_BYTES", 1_000_000)
    with stranger(whole(b" " * 1_000_001)) as server, pytest.raises(ProviderError, match="longer than 1 MB"):
        ask_at(monkeypatch, models, model, server.address())


def test_just_within_the_limit_is_read():
    data = json.dumps(["x" * 1_000]).encode()
    for encoding, sent in (("", data), ("gzip", gzip.compress(data))):
        assert b"".join(Decompressor(encoding, len(data)).decoded(sent)) == data
        with pytest.raises(TooLongError):
            list(Decompressor(encoding, len(data) - 1).decoded(sent))
    with pytest.raises(UnknownEncodingError):
        Decompressor("compress", 1)


def test_a_small_piece_never_becomes_a_large_one():
    pieces = list(Decompressor("gzip", 500_000_000).decoded(bomb(80_000_000)))
    assert max(map(len, pieces)) <= 65_536


@pytest.mark.parametrize("size", [*range(65_530, 65_545), 131_072, 196_608])
@pytest.mark.parametrize("bits", [zlib.MAX_WBITS, -zlib.MAX_WBITS])
def test_a_reply_that_ends_at_a_piece_is_whole(size: int, bits: int):
    text = (b"ten letters" * 20_000)[:size]
    packer = zlib.compressobj(9, zlib.DEFLATED, bits)
    packed = packer.compress(text) + packer.flush()
    assert b"".join(Decompressor("deflate", 1_000_000).decoded(packed)) == text


@pytest.mark.parametrize("what", LONG)
@pytest.mark.parametrize("stream", [False, True])
def test_requests_reads_no_reply_beyond_the_limit_either(monkeypatch, what: str, stream: bool):
    monkeypatch.setattr(transports, "MAX_REPLY_BYTES", 1_000_000)
    requests = pytest.importorskip("requests")
    with stranger(LONG[what]) as server:
        with transports.guarded_passage() as passage, pytest.raises(transports.RefusedTransferError):
            requests.post(server.address(), json={"grant_type": "token"}, stream=stream, timeout=30)
        assert str(passage.refused) == "the reply is longer than 1 MB and was not read to its end"
        assert server.sent < MOST_SENT / 2


@pytest.mark.parametrize("stream", [False, True])
def test_requests_reads_a_packed_reply(stream: bool):
    requests = pytest.importorskip("requests")
    with stranger(whole(gzip.compress(COMPLETION), Content_Encoding="gzip")) as server, transports.guarded_passage():
        reply = requests.post(server.address(), json={}, stream=stream, timeout=30)
    assert "Accept-Encoding: gzip, deflate\n" in server.heard[0].replace("\r", "")
    assert reply.json() == json.loads(COMPLETION)
    assert b"".join(reply.iter_content(7)) == COMPLETION
    with stranger(whole(COMPLETION)) as server:
        assert requests.post(server.address(), stream=True, timeout=30).raw.read() == COMPLETION  # outside of our calls
