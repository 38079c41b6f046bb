"""`History`: the messages of an exploration. They are only appended, until the earlier ones are folded into lines."""

from dataclasses import dataclass, field

from pytest_cookie.exploration.agent.numbered_picture import read_size
from pytest_cookie.llm.messages.messages import Message, Picture, Text, user
from pytest_cookie.llm.messages.quoting import quoted

MAX_LOG_CHARACTERS = 8_000
_CHARACTERS_A_TOKEN = 4  # the usual estimate for English text
_PIXELS_A_TOKEN = 750
"""As Anthropic documents; other providers count about as much."""


@dataclass
class Turn:
    """An observation and the messages that follow it.

    `brief` replaces the observation when the turns before the newest are folded. `steps` are the lines that remain of
    the turn after that.
    """

    observation: Message
    brief: str
    exchange: list[Message] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """The observation, then the messages."""
        return [self.observation, *self.exchange]


class History:
    """Messages in order. They stay unchanged until `fold`, so each request begins as the previous one."""

    def __init__(self) -> None:
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

    @property
    def tokens(self) -> float:
        """About how many tokens the turns take."""
        return sum(count_tokens(message) for turn in self._turns for message in turn.messages)

    @property
    def turns(self) -> int:
        """How many turns there are since the last folding, with the one that was kept then."""
        return len(self._turns)

    def begin(self, turn: Turn) -> None:
        """Begin a turn."""
        self._turns.append(turn)

    def fold(self) -> None:
        """Keep a line for each step of the earlier turns, and of the newest turn the calls and their answers."""
        for turn in self._turns[:-1]:
            self._log += turn.steps
        self._turns = self._turns[-1:]
        for turn in self._turns:
            turn.observation = user(Text(turn.brief))

    def messages(self) -> tuple[Message, ...]:
        """Return all messages, oldest first."""
        log = [user(Text(_format_log(self._log)))] if self._log else []
        return (*log, *(message for turn in self._turns for message in turn.messages))


def count_tokens(message: Message) -> float:
    """Estimate the tokens of a message: one for four characters of text, or for 750 pixels of a picture."""
    characters = sum(len(call.name) + len(call.arguments) for call in message.tool_calls)
    pictures = 0.0
    for part in message.parts:
        if isinstance(part, Text):
            characters += len(part.text)
        elif isinstance(part, Picture):
            characters += len(part.caption)
            width, height = read_size(part.data)
            pictures += width * height / _PIXELS_A_TOKEN
    return characters / _CHARACTERS_A_TOKEN + pictures


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
