"""`Conversation`: calls the model, keeps a bounded history, counts tokens and records the transcript."""

from dataclasses import dataclass
from typing import Self

from pytest_cookie.core.spend import Spend
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.exploration.agent.history import History, Turn
from pytest_cookie.exploration.agent.settings import AgentSettings
from pytest_cookie.exploration.agent.tools import FINISH, MAX_ARGUMENTS, TOOLS
from pytest_cookie.exploration.call_account import CallAccount
from pytest_cookie.llm.messages.completion import ChatModel, Completion, FinishReason
from pytest_cookie.llm.messages.messages import Message, Request, Text, ToolCall
from pytest_cookie.llm.messages.tool_calls import sendable, with_ids
from pytest_cookie.llm.messages.transcript import Transcript

_MAX_REPLY_TEXT = 2_000
_LEAST_TURNS = 2
"""The turn that a folding keeps, and the one with the complete observation; at the start, a turn with changes."""


@dataclass(frozen=True)
class AgentReply:
    """The model's reply; `left_out` calls exceeded the limit per turn."""

    text: str
    calls: tuple[ToolCall, ...]
    left_out: int
    finish: FinishReason

    @classmethod
    def of(cls, completion: Completion, *, max_calls: int) -> Self:
        """Build a reply; calls without ids get one."""
        calls = with_ids(completion.tool_calls[:max_calls])
        left_out = len(completion.tool_calls) - len(calls)
        return cls(replace_surrogates(completion.text.strip()), calls, left_out, completion.finish)


class Conversation:
    """The conversation of one exploration with one model. `model_id` is its name in requests."""

    def __init__(self, model_id: str, model: ChatModel, settings: AgentSettings) -> None:
        self._model_id = model_id
        self._model = model
        self._settings = settings
        self.repeat = 1
        self.subject = ""
        self._history = History()
        self._opening: tuple[Message, ...] = ()
        self._last_tokens = 0
        self._tokens = 0
        self.transcript = Transcript()
        self._account = CallAccount()

    def open(self, *messages: Message) -> None:
        """Set the messages at the start of every request."""
        self._opening = messages
        for message in messages:
            self.transcript.note(message)

    def is_to_be_folded(self, *, obsolete: bool) -> bool:
        """Whether the messages since the last folding take more tokens than the settings allow.

        A complete observation is followed by one with changes at least, unless the window it shows is `obsolete`.
        """
        return (obsolete or self._history.turns > _LEAST_TURNS) and self._history.tokens > self._settings.history_tokens

    def fold(self) -> None:
        """Replace the earlier turns by one line per step; a full observation must follow."""
        self._history.fold()

    def show(self, turn: Turn, *, picture: str) -> None:
        """Add an observation; `picture` is the path of its picture, "" without one."""
        self._history.begin(turn)
        self.transcript.note(turn.observation, pictures=(picture,) if picture else ())

    def add(self, message: Message) -> None:
        """Add a message to the current turn."""
        self._history.newest.exchange.append(message)
        self.transcript.note(message)

    def note_step(self, line: str) -> None:
        """Record the line that remains of a step when its turn is no longer sent."""
        self._history.newest.steps.append(line)

    @property
    def spend(self) -> Spend:
        """What the calls have cost so far."""
        return self._account.spend

    @property
    def has_begun(self) -> bool:
        """Whether there was an observation."""
        return self._history.has_turns

    @property
    def is_out_of_tokens(self) -> bool:
        """Whether one more call and a final summary could exceed the tokens."""
        return self._tokens + 2 * self._last_tokens > self._settings.max_tokens

    def ask(self, *, must_call: bool = False, only_finish: bool = False) -> AgentReply:
        """Call the model and add its reply to the conversation.

        Raises `ExplorationError` if there is no reply, `BudgetSpentError` if it would cost too much; both carry the
        spend so far.
        """
        request = Request(
            model=self._model_id,
            messages=(*self._opening, *self._history.messages()),
            purpose="explore",
            tools=FINISH if only_finish else TOOLS,
            tool_choice="required" if must_call or only_finish else "auto",
            parameters=self._settings.parameters,
            repeat=self.repeat,
            subject=self.subject,
            caches_prefix=True,
        )
        reply = AgentReply.of(self._complete(request), max_calls=self._settings.max_calls_a_turn)
        said_text = Text(reply.text[:_MAX_REPLY_TEXT] or "(no text)")
        parts = (said_text,) if reply.text or not reply.calls else ()
        self.add(
            Message("assistant", parts, tuple(sendable(call, max_arguments=MAX_ARGUMENTS) for call in reply.calls))
        )
        return reply

    def _complete(self, request: Request) -> Completion:
        with self._account.counting_failures(f"the agent {self._model_id}"):
            completion = self._model.complete(request)
        self._account.spend += completion.spend
        usage = completion.spend.usage
        self._last_tokens = usage.input_tokens + usage.output_tokens
        self._tokens += self._last_tokens
        return completion
