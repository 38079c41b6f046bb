"""Behaviours of a provider, good and bad. Each is called with the `Exchange` that it answers."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from tests.provider.asked import Asked
from tests.provider.exchange import Exchange
from tests.provider.reply import Call, Reply, usage_of

HUGE_BYTES = 10 * 1_000_000


class Behaviour(Protocol):
    """Answers one exchange, or does not."""

    def __call__(self, exchange: Exchange, /) -> None: ...


@dataclass(frozen=True)
class Good:
    """The reply of the provider's model, after `seconds`."""

    seconds: float = 0.0

    def __call__(self, exchange: Exchange) -> None:
        if self.seconds:
            exchange.wait(self.seconds)
        exchange.answer()


@dataclass(frozen=True)
class Fixed:
    """A given `Reply`, or the reply that a function makes from the request."""

    reply: Reply | Callable[[Asked], Reply]

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(self.reply if isinstance(self.reply, Reply) else self.reply(exchange.asked))


def _error(message: str, kind: str, code: str | None = None) -> dict:
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


@dataclass(frozen=True)
class TooMany:
    """429, with `Retry-After` in seconds unless it is None."""

    retry_after: float | None = None

    def __call__(self, exchange: Exchange) -> None:
        headers = {} if self.retry_after is None else {"Retry-After": f"{self.retry_after:g}"}
        exchange.send(429, _error("Rate limit reached", "requests", "rate_limit_exceeded"), headers)


@dataclass(frozen=True)
class Broken:
    """500, 503 or another status of a server error."""

    status: int = 500

    def __call__(self, exchange: Exchange) -> None:
        exchange.send(self.status, _error("The server had an error", "server_error"))


@dataclass(frozen=True)
class KeyRefused:
    """401, with the key in the message, as providers do."""

    def __call__(self, exchange: Exchange) -> None:
        key = exchange.handler.headers.get("Authorization", "").removeprefix("Bearer ")
        message = f"Incorrect API key provided: {key}. You can find your API key in your account."
        exchange.send(401, _error(message, "invalid_request_error", "invalid_api_key"))


@dataclass(frozen=True)
class Hang:
    """No reply; the connection breaks after `seconds`."""

    seconds: float = 60.0

    def __call__(self, exchange: Exchange) -> None:
        exchange.wait(self.seconds)
        exchange.cut()


@dataclass(frozen=True)
class Trickle:
    """A good reply, sent byte by byte: each pause is short, the whole takes minutes."""

    seconds_a_byte: float = 0.2

    def __call__(self, exchange: Exchange) -> None:
        data = json.dumps(exchange.competent().body(exchange.asked)).encode()
        exchange.begin(200, len(data))
        for index in range(len(data)):
            if exchange.stopping.is_set():
                break
            exchange.handler.wfile.write(data[index : index + 1])
            exchange.wait(self.seconds_a_byte)


@dataclass(frozen=True)
class CutMidBody:
    """The headers announce the whole reply, but the connection breaks in the middle."""

    def __call__(self, exchange: Exchange) -> None:
        data = json.dumps(exchange.competent().body(exchange.asked)).encode()
        exchange.begin(200, len(data))
        exchange.handler.wfile.write(data[: len(data) // 2])
        exchange.cut()


@dataclass(frozen=True)
class NoJson:
    """200 with a proxy's HTML page in place of JSON."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.send(200, b"<html><body>Bad gateway</body></html>", {"Content-Type": "text/html"})


@dataclass(frozen=True)
class HalfJson:
    """200 with the right length, but JSON that ends in the middle."""

    def __call__(self, exchange: Exchange) -> None:
        data = json.dumps(exchange.competent().body(exchange.asked)).encode()
        exchange.send(200, data[: len(data) // 2])


@dataclass(frozen=True)
class ReplyNoJson:
    """A good completion whose text is not the requested JSON."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(text='The page is fine: {"functionality": 7, '))


@dataclass(frozen=True)
class WrongSchema:
    """A good completion whose text is JSON of another schema."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(text=json.dumps({"score": "very good", "functionality": "8 of 8", "unasked": [1, 2]})))


@dataclass(frozen=True)
class EmptyChoices:
    """A completion without choices."""

    def __call__(self, exchange: Exchange) -> None:
        reply = Reply(text="")
        exchange.send(200, {**reply.body(exchange.asked), "choices": []})


@dataclass(frozen=True)
class EmptyText:
    """A choice without text and calls."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(text=""))


@dataclass(frozen=True)
class Refusal:
    """`message.refusal` instead of a text."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(text=None, refusal="I cannot help with that."))


@dataclass(frozen=True)
class Filtered:
    """`finish_reason` is `content_filter`."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(text="", finish="content_filter"))


@dataclass(frozen=True)
class Truncated:
    """The first `share` of the model's text or arguments, cut off by the length limit."""

    share: float = 0.5

    def __call__(self, exchange: Exchange) -> None:
        good = exchange.competent()
        text = None if good.text is None else good.text[: int(len(good.text) * self.share)]
        calls = tuple(
            replace(call, arguments=json.dumps(call.arguments)[: int(len(json.dumps(call.arguments)) * self.share)])
            for call in good.calls
        )
        exchange.answer(Reply(text=text, calls=calls, finish="length"))


@dataclass(frozen=True)
class UnknownTool:
    """Calls a tool that was never offered."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(calls=(Call("open_devtools", {"panel": "console"}),)))


@dataclass(frozen=True)
class BadArguments:
    """Calls the first offered tool with arguments that are not JSON."""

    def __call__(self, exchange: Exchange) -> None:
        name = exchange.asked.tools[0] if exchange.asked.tools else "click"
        exchange.answer(Reply(calls=(Call(name, '{"ref": '),)))


WRONG_COUNTS: dict[str, object] = {
    "negative": -5,
    "strings": "many",
    "digits in a string": "12",
    "huge": 10**30,
    "thousands of digits": "@" + "9" * 6_000,
    "nan": float("nan"),
    "infinity": float("inf"),
    "minus infinity": float("-inf"),
    "overflowing": "@1e999",
    "a fraction": 12.5,
    "a bool": True,
    "a list": [1],
    "an object": {"tokens": 3},
}
"""Impossible token counts; a text after `@` is sent without quotes."""


@dataclass(frozen=True)
class WrongUsage:
    """A good reply whose usage is a kind of `WRONG_COUNTS`, `words`, `a number`, `null` or `missing`."""

    kind: str = "negative"

    def __call__(self, exchange: Exchange) -> None:
        body = exchange.competent().body(exchange.asked)
        match self.kind:
            case "missing":
                del body["usage"]
            case "null":
                body["usage"] = None
            case "words" | "a number":
                body["usage"] = "a lot" if self.kind == "words" else 7
            case kind:
                names = ("prompt_tokens", "completion_tokens", "total_tokens")
                body["usage"] = dict.fromkeys(names, WRONG_COUNTS[kind])
        exchange.send(200, re.sub(rb'"@([^"]*)"', rb"\1", json.dumps(body).encode()))


@dataclass(frozen=True)
class Echo:
    """Replies with the key that it received, encoded by `disguise`, in a text and in an argument."""

    disguise: Callable[[str], str]

    def __call__(self, exchange: Exchange) -> None:
        key = exchange.handler.headers.get("Authorization", "").removeprefix("Bearer ")
        said = self.disguise(key)
        exchange.answer(Reply(text=f"You sent {said} to me.", calls=(Call("click", {"ref": said}),)))


@dataclass(frozen=True)
class NoModelField:
    """A good reply without the name of the model."""

    def __call__(self, exchange: Exchange) -> None:
        body = exchange.competent().body(exchange.asked)
        del body["model"]
        exchange.send(200, body)


@dataclass(frozen=True)
class Huge:
    """The model's reply with ten megabytes of `filling` after it; in a call, after its arguments."""

    filling: str = " \n"
    size_bytes: int = HUGE_BYTES

    def __call__(self, exchange: Exchange) -> None:
        good = exchange.competent()
        more = self.filling * (self.size_bytes // len(self.filling))
        calls = tuple(replace(call, arguments=json.dumps(call.arguments) + more) for call in good.calls)
        text = good.text if calls else (good.text or "") + more
        exchange.answer(replace(good, text=text, calls=calls, usage=usage_of(exchange.asked, good)))
