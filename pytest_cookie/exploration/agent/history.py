"""`History`: the bounded history that a model is sent; it does not grow with the steps."""

from dataclasses import dataclass, field

from pytest_cookie.llm.messages.messages import Message, Picture, Text, user
from pytest_cookie.llm.messages.quoting import quoted

MAX_LOG_CHARACTERS = 8_000


@dataclass
class Turn:
    """An observation and the messages that follow it.

    `whole` is the observation's text while it is the newest, `brief` afterwards. `steps` are the lines that remain when
    the turn is no longer sent.
    """

    whole: str
    brief: str
    picture: Picture
    exchange: list[Message] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    def messages(self, *, newest: bool) -> list[Message]:
        """Return the observation, then the messages."""
        return [user(Text(self.whole if newest else self.brief), self.picture), *self.exchange]


class History:
    """Keeps the last `full_turns` turns; of earlier ones, one line per step, up to a limit."""

    def __init__(self, full_turns: int) -> None:
        self._full_turns = full_turns
        self._turns: list[Turn] = []
        self._log: list[str] = []

    @property
    def has_turns(self) -> bool:
        """Whether there was an observation."""
        return bool(self._turns)

    @property
    def newest(self) -> Turn:
        """The current turn. There must be one."""
        return self._turns[-1]

    def begin(self, turn: Turn) -> None:
        """Begin a turn."""
        self._turns.append(turn)
        while len(self._turns) > self._full_turns:
            self._log += self._turns.pop(0).steps

    def messages(self) -> tuple[Message, ...]:
        """Return all messages, oldest first."""
        log = [user(Text(_format_log(self._log)))] if self._log else []
        turns = [message for turn in self._turns for message in turn.messages(newest=turn is self.newest)]
        return (*log, *turns)


def _format_log(log: list[str]) -> str:
    kept: list[str] = []
    remaining = MAX_LOG_CHARACTERS
    for line in reversed(log):
        remaining -= len(line) + 1
        if remaining < 0:
            break
        kept.insert(0, line)
    left_out = len(log) - len(kept)
    heading = f"YOUR EARLIER STEPS (the first {left_out} are left out)" if left_out else "YOUR EARLIER STEPS"
    return f"{heading}\n{quoted('earlier steps', chr(10).join(kept))}"
