"""`CodingConversation`: one model's conversation about one project, with its spend and its transcript."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from pytest_cookie.core.errors import GenerationError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.generation.coding.tools import MAX_ARGUMENTS, TOOLS
from pytest_cookie.llm.errors import BudgetSpentError, ContextTooLongError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel, Completion
from pytest_cookie.llm.messages.messages import Message, Request, Text, Tool, ToolCall
from pytest_cookie.llm.messages.tool_calls import sendable
from pytest_cookie.llm.messages.transcript import Transcript
from pytest_cookie.llm.tool_outcomes import NOT_KEPT, ToolOutcome, ToolOutcomes


class CodingConversation:
    """Messages are only appended, so that providers can cache the prefix."""

    def __init__(
        self,
        model: str,
        chat: ChatModel,
        parameters: Mapping[str, JsonValue],
        *,
        repeat: int,
        tools: Sequence[Tool] = TOOLS,
        outcomes: ToolOutcomes = NOT_KEPT,
    ) -> None:
        self._outcomes = outcomes
        self._tools = tuple(tools)
        self._model, self._chat, self._parameters, self._repeat = model, chat, dict(parameters), repeat
        self._messages: list[Message] = []
        self._last_tokens = 0
        self.tokens = 0
        self.spend: Spend = NOTHING
        self.transcript = Transcript()
        self._asked = self._request()

    @property
    def next_tokens(self) -> int:
        """The tokens of the last call, a lower estimate for the next."""
        return self._last_tokens

    def add(self, *messages: Message) -> None:
        """Messages for the next call."""
        self._messages += messages
        for message in messages:
            self.transcript.note(message)

    def ask(self) -> Completion:
        """Call the model and return its reply, without adding it.

        Raises `GenerationError` if there is none, `ContextTooLongError` if the conversation exceeds the model's window,
        `BudgetSpentError` if the call could exceed the budget. `spend` then has the spend so far.
        """
        self._asked = self._request()
        try:
            completion = self._chat.complete(self._asked)
        except ModelError as error:
            self.spend += error.spend
            if isinstance(error, BudgetSpentError | ContextTooLongError):
                raise
            raise GenerationError(str(error)) from error
        self.spend += completion.spend
        usage = completion.spend.usage
        self._last_tokens = usage.input_tokens + usage.output_tokens
        self.tokens += self._last_tokens
        return completion

    def recall(self, place: int, call: ToolCall, outcome: ToolOutcome) -> ToolOutcome:
        """The outcome of call number `place` for the model: the recorded one, or the first time `outcome`."""
        return self._outcomes.recall(self._asked, place, call, outcome)

    def add_reply(self, completion: Completion) -> None:
        """Add the model's reply in the form that providers accept."""
        calls = tuple(sendable(call, max_arguments=MAX_ARGUMENTS) for call in completion.tool_calls)
        text = completion.text.strip() or ("" if calls else "(empty reply)")
        self.add(Message("assistant", (Text(text),) if text else (), calls))

    def _request(self) -> Request:
        return Request(
            model=self._model,
            messages=tuple(self._messages),
            purpose="generate",
            tools=self._tools,
            parameters=self._parameters,
            repeat=self._repeat,
        )
