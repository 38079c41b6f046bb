"""`WindowConversation`: a model that sees pictures of a window in turns, and what its calls cost."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from pydantic import JsonValue

from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.call_account import CallAccount, NoReadableReplyError
from pytest_cookie.llm.errors import UnparseableReply
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Message, Picture, Request, Text, user

MAX_SAID = 1_500
"""The characters of a reply that later requests repeat."""


@dataclass
class WindowConversation:
    """The turns of one agent. Only the last `pictures` windows are shown. `repeat` asks for separate responses."""

    model: str
    chat: ChatModel
    pictures: int
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    repeat: int = 1
    opening: tuple[Message, ...] = ()
    note: str = ""
    """What the next request says before the window."""

    def __post_init__(self) -> None:
        self._account = CallAccount()
        self._turns: list[tuple[bytes, str]] = []

    @property
    def spend(self) -> Spend:
        """What the conversation has cost so far."""
        return self._account.spend

    def add_spend(self, spend: Spend) -> None:
        """Count calls that succeeded."""
        self._account.spend += spend

    def add_turn(self, jpeg: bytes, reply: str) -> None:
        """Remember a window with the reply to it."""
        self._turns.append((jpeg, reply[:MAX_SAID]))

    def request(self, jpeg: bytes, *texts: str, after: tuple[Message, ...] = ()) -> Request:
        """The request for the current window, with `texts` before its picture and messages `after` it."""
        shown_from = len(self._turns) - self.pictures + 1
        messages = list(self.opening)
        for number, (before, reply) in enumerate(self._turns):
            seen = _picture(before, number) if number >= shown_from else Text(f"(window {number + 1})")
            messages += [user(seen), Message("assistant", (Text(reply),))]
        shown = [Text(text) for text in (self.note, *texts) if text]
        messages.append(user(*shown, _picture(jpeg, len(self._turns))))
        return Request(
            model=self.model,
            messages=(*messages, *after),
            purpose="explore",
            parameters=dict(self.parameters),
            repeat=self.repeat,
        )

    @contextmanager
    def counting_failures(self) -> Iterator[None]:
        """Around calls. Raises as `CallAccount.counting_failures`, or `NoReadableReplyError`."""
        with self._account.counting_failures(f"the agent {self.model}"):
            try:
                yield
            except UnparseableReply as error:
                self._account.spend += error.spend
                raise NoReadableReplyError(str(error)) from error


def _picture(jpeg: bytes, number: int) -> Picture:
    return Picture(jpeg, "image/jpeg", caption=f"Window {number + 1}")
