"""`Conversation`: asks the model, keeps the history bounded, the tokens counted and the talk written down."""

from dataclasses import dataclass
from typing import Self

from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.text import well_formed
from pytest_cookie.exploration.agent.history import History, Turn
from pytest_cookie.exploration.agent.settings import AgentSettings
from pytest_cookie.exploration.agent.tools import FINISH, MAX_ARGUMENTS, TOOLS
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel, Completion, FinishReason
from pytest_cookie.llm.messages.messages import Message, Request, Text, ToolCall, user
from pytest_cookie.llm.messages.tool_calls import sendable, with_ids
from pytest_cookie.llm.messages.transcript import Transcript

_MAX_SAID = 2_000


@dataclass(frozen=True)
class Reply:
    """What the model answered; `left_out` calls were more than a turn may have."""

    text: str
    calls: tuple[ToolCall, ...]
    left_out: int
    finish: FinishReason

    @classmethod
    def of(cls, completion: Completion, *, max_calls: int) -> Self:
        """Calls get ids where they have none."""
        calls = with_ids(completion.tool_calls[:max_calls])
        left_out = len(completion.tool_calls) - len(calls)
        return cls(well_formed(completion.text.strip()), calls, left_out, completion.finish)


class Conversation:
    """One exploration's talk with one model. `model_id` is what requests name."""

    def __init__(self, model_id: str, model: ChatModel, settings: AgentSettings) -> None:
        self._model_id = model_id
        self._model = model
        self._settings = settings
        self.repeat = 1
        self._history = History(settings.full_turns)
        self._opening: tuple[Message, ...] = ()
        self._last_tokens = 0
        self._tokens = 0
        self.transcript = Transcript()
        self.spend: Spend = NOTHING

    def open(self, *messages: Message) -> None:
        """What stands before everything else in every request."""
        self._opening = messages
        for message in messages:
            self.transcript.note(message)

    def show(self, turn: Turn, *, picture: str) -> None:
        """A new observation; `picture` is the path of the picture that it shows."""
        self._history.begin(turn)
        self.transcript.note(user(Text(turn.whole)), pictures=(picture,) if picture else ())

    def add(self, message: Message) -> None:
        """A message of the turn under way."""
        self._history.newest.talk.append(message)
        self.transcript.note(message)

    def note_step(self, line: str) -> None:
        """What stays of a step when its turn is not sent any more."""
        self._history.newest.steps.append(line)

    @property
    def has_begun(self) -> bool:
        """Whether anything was shown."""
        return self._history.has_turns

    @property
    def is_out_of_tokens(self) -> bool:
        """Whether another call, and a last one for the summary, could cost more than there is."""
        return self._tokens + 2 * self._last_tokens > self._settings.max_tokens

    def ask(self, *, must_call: bool = False, only_finish: bool = False) -> Reply:
        """The answer; it is part of the talk from now on.

        Raises `ExplorationError` where there is none, `BudgetSpentError` where it would cost too much; both with all
        that was spent.
        """
        request = Request(
            model=self._model_id,
            messages=(*self._opening, *self._history.messages()),
            purpose="explore",
            tools=FINISH if only_finish else TOOLS,
            tool_choice="required" if must_call or only_finish else "auto",
            parameters=self._settings.parameters,
            repeat=self.repeat,
        )
        reply = Reply.of(self._complete(request), max_calls=self._settings.max_calls_a_turn)
        said = Text(reply.text[:_MAX_SAID] or "(nothing said)")
        parts = (said,) if reply.text or not reply.calls else ()
        self.add(
            Message("assistant", parts, tuple(sendable(call, max_arguments=MAX_ARGUMENTS) for call in reply.calls))
        )
        return reply

    def _complete(self, request: Request) -> Completion:
        try:
            completion = self._model.complete(request)
        except BudgetSpentError as error:
            self.spend += error.spend
            error.spend = self.spend
            raise
        except ModelError as error:
            self.spend += error.spend
            raise ExplorationError(f"the agent {self._model_id} did not answer: {error}", spend=self.spend) from error
        self.spend += completion.spend
        usage = completion.spend.usage
        self._last_tokens = usage.input_tokens + usage.output_tokens
        self._tokens += self._last_tokens
        return completion
