"""What a provider can do to a client: one behaviour a misfortune. Each is called with the `Exchange` it answers."""

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
    """The provider's model answers; after `seconds`."""

    seconds: float = 0.0

    def __call__(self, exchange: Exchange) -> None:
        if self.seconds:
            exchange.wait(self.seconds)
        exchange.answer()


@dataclass(frozen=True)
class Fixed:
    """A reply that does not depend on the request: a `Reply`, or what makes one of the request."""

    reply: Reply | Callable[[Asked], Reply]

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(self.reply if isinstance(self.reply, Reply) else self.reply(exchange.asked))


def _error(message: str, kind: str, code: str | None = None) -> dict:
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


@dataclass(frozen=True)
class TooMany:
    """429, with `Retry-After` in seconds or, of None, without."""

    retry_after: float | None = None

    def __call__(self, exchange: Exchange) -> None:
        headers = {} if self.retry_after is None else {"Retry-After": f"{self.retry_after:g}"}
        exchange.send(429, _error("Rate limit reached", "requests", "rate_limit_exceeded"), headers)


@dataclass(frozen=True)
class Broken:
    """500, 503 or another status of the server's own fault."""

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
class SlowFirstByte:
    """A good answer, of which nothing comes for `seconds`."""

    seconds: float = 1.0

    def __call__(self, exchange: Exchange) -> None:
        exchange.wait(self.seconds)
        exchange.answer()


@dataclass(frozen=True)
class Hang:
    """Nothing comes, and in the end the connection breaks."""

    seconds: float = 60.0

    def __call__(self, exchange: Exchange) -> None:
        exchange.wait(self.seconds)
        exchange.cut()


@dataclass(frozen=True)
class Trickle:
    """A good answer a byte at a time: no pause is long, the whole takes for ever."""

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
    """The headers promise the whole answer, the connection ends in the middle of it."""

    def __call__(self, exchange: Exchange) -> None:
        data = json.dumps(exchange.competent().body(exchange.asked)).encode()
        exchange.begin(200, len(data))
        exchange.handler.wfile.write(data[: len(data) // 2])
        exchange.cut()


@dataclass(frozen=True)
class NoJson:
    """200, and the body is no JSON: a proxy's page in between."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.send(200, b"<html><body>Bad gateway</body></html>", {"Content-Type": "text/html"})


@dataclass(frozen=True)
class HalfJson:
    """200, whole by its length, and the JSON ends in the middle."""

    def __call__(self, exchange: Exchange) -> None:
        data = json.dumps(exchange.competent().body(exchange.asked)).encode()
        exchange.send(200, data[: len(data) // 2])


@dataclass(frozen=True)
class ReplyNoJson:
    """A good completion whose text is not the JSON that was asked for."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(text='The page is fine: {"functionality": 7, '))


@dataclass(frozen=True)
class WrongSchema:
    """A good completion whose text is JSON of another form."""

    def __call__(self, exchange: Exchange) -> None:
        exchange.answer(Reply(text=json.dumps({"score": "very good", "functionality": "8 of 8", "unasked": [1, 2]})))


@dataclass(frozen=True)
class EmptyChoices:
    """No choice at all."""

    def __call__(self, exchange: Exchange) -> None:
        reply = Reply(text="")
        exchange.send(200, {**reply.body(exchange.asked), "choices": []})


@dataclass(frozen=True)
class EmptyText:
    """A choice that says nothing and calls nothing."""

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
    """The model's text or arguments up to `share` of it, cut off by the limit of length."""

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
    """Calls the first offered tool with arguments that are no JSON."""

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
"""Token counts that cannot be true; what follows an `@` is sent as it is."""


@dataclass(frozen=True)
class WrongUsage:
    """A good answer whose usage is of a kind of `WRONG_COUNTS`, `words`, `a number`, `null` or `missing`."""

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
    """Says, and passes as an argument, what `disguise` makes of the key that it was sent; it has no other."""

    disguise: Callable[[str], str]

    def __call__(self, exchange: Exchange) -> None:
        key = exchange.handler.headers.get("Authorization", "").removeprefix("Bearer ")
        said = self.disguise(key)
        exchange.answer(Reply(text=f"You sent {said} to me.", calls=(Call("click", {"ref": said}),)))


@dataclass(frozen=True)
class NoModelField:
    """A good answer that does not say which model made it."""

    def __call__(self, exchange: Exchange) -> None:
        body = exchange.competent().body(exchange.asked)
        del body["model"]
        exchange.send(200, body)


@dataclass(frozen=True)
class Huge:
    """The model's answer with ten megabytes of `filling` behind it; a call's are in its arguments."""

    filling: str = " \n"
    size_bytes: int = HUGE_BYTES

    def __call__(self, exchange: Exchange) -> None:
        good = exchange.competent()
        more = self.filling * (self.size_bytes // len(self.filling))
        calls = tuple(replace(call, arguments=json.dumps(call.arguments) + more) for call in good.calls)
        text = good.text if calls else (good.text or "") + more
        exchange.answer(replace(good, text=text, calls=calls, usage=usage_of(exchange.asked, good)))
