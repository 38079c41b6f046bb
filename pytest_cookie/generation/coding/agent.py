"""`CodingAgent`: the loop of a model that builds a project: tool calls and answers until a limit."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from pytest_cookie.generation.coding.conversation import CodingConversation
from pytest_cookie.generation.coding.file_tools import CodingCall
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.settings import CodingBudget, Ending
from pytest_cookie.generation.coding.tool_context import ToolContext
from pytest_cookie.generation.coding.tool_output import MAX_ANSWER, cut
from pytest_cookie.generation.coding.tools import parse
from pytest_cookie.llm.errors import ContextTooLongError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Message, Picture, Text, ToolCall, user
from pytest_cookie.llm.messages.tool_calls import InvalidCallError, with_ids
from pytest_cookie.llm.tool_outcomes import ToolOutcome

_WARNS_FROM = 5
"""The model is warned at this number of remaining turns."""
_CUT_OFF = "Your reply was cut off by its length limit before a tool call was whole. Go on in smaller steps."
_CALL = "Go on with tool calls; when the project is done, call finish."


class CodingAgent:
    """Works with `tools` until the model is done or the budget is used up; `turns` counts its replies."""

    def __init__(
        self,
        conversation: CodingConversation,
        tools: ToolContext,
        budget: CodingBudget,
        *,
        clock: Callable[[], float] = time.monotonic,
        read: Callable[[ToolCall], CodingCall] = parse,
    ) -> None:
        self._read = read
        self._conversation, self._tools, self._budget, self._clock = conversation, tools, budget, clock
        self._invalid = 0
        self._pictures: list[bytes] = []
        self._noted = len(tools.builder.builds)
        self.turns = 0
        self.uses: Counter[str] = Counter()
        """How often each tool was used."""

    def work(self) -> Ending:
        """Run the loop. Raises what `CodingConversation.ask` raises (not a full context window), and `BuildError`."""
        ends_at = self._clock() + self._budget.seconds
        ending: Ending | None = None
        while ending is None:
            ending = self._check_budget(ends_at) or self._turn()
        return ending

    def _check_budget(self, ends_at: float) -> Ending | None:
        if self._invalid >= self._budget.max_invalid:
            return "invalid_calls"
        if self.turns >= self._budget.turns:
            return "turns"
        if self._conversation.tokens + self._conversation.next_tokens > self._budget.tokens:
            return "tokens"
        return "seconds" if self._clock() >= ends_at else None

    def _turn(self) -> Ending | None:
        try:
            reply = self._conversation.ask()
        except ContextTooLongError:
            return "context"
        self.turns += 1
        reply = replace(reply, tool_calls=with_ids(reply.tool_calls))
        self._conversation.add_reply(reply)
        if not reply.tool_calls:
            return self._handle_text(reply)
        self._answer(reply)
        return None if self._tools.report is None else "done"

    def _handle_text(self, reply: Completion) -> Ending | None:
        """Handle a reply without a tool call: it counts as `finish`, so it ends the work if the project builds."""
        if reply.finish == "refusal":
            return "refusal"
        silent = self._invalid + 1
        answer = _CUT_OFF if reply.finish == "length" else self._execute(0, ToolCall("", "finish", "{}"))
        if self._tools.report is not None:
            self._tools.report = reply.text
            return "done"
        self._invalid = silent
        self._conversation.add(user(Text(f"{answer}\n{_CALL}")))
        return None

    def _answer(self, reply: Completion) -> None:
        """Execute the calls and answer each of them, even invalid ones."""
        self._invalid += 1
        answers = []
        for number, call in enumerate(reply.tool_calls, start=1):
            answers.append(self._execute(number, call, is_left_out=number > self._budget.calls_a_turn))
        if reply.finish == "length":
            answers[-1] += f"\n{_CUT_OFF}"
        left = self._budget.turns - self.turns
        if left <= _WARNS_FROM:
            answers[-1] += f"\n({left} turns are left.)" if left != 1 else "\n(One turn is left: build and finish.)"
        for call, text in zip(reply.tool_calls, answers, strict=True):
            self._conversation.add(Message("tool", (Text(text),), tool_call_id=call.id))
        if self._pictures:
            self._conversation.add(
                user(*(Picture(picture, "image/jpeg", caption="The window") for picture in self._pictures))
            )
            self._pictures.clear()

    def _execute(self, place: int, call: ToolCall, *, is_left_out: bool = False) -> str:
        """Execute call number `place` of a reply and return its answer. A refused call counts as valid."""
        if self._tools.report is not None:
            return "Not carried out: the project is done."
        if is_left_out:
            return f"Not carried out: there may be {self._budget.calls_a_turn} calls a turn."
        try:
            meant = self._read(call)
        except InvalidCallError as error:
            return f"Not carried out. {error}"
        self._invalid = 0
        self.uses[meant.name] += 1
        told = self._conversation.recall(place, call, self._use(meant))
        self._pictures += told.pictures
        return told.text

    def _use(self, meant: CodingCall) -> ToolOutcome:
        try:
            text = cut(meant.use(self._tools), MAX_ANSWER + 1_000)
        except RefusedError as error:
            text = f"Not done: {error}"
        finally:
            self._note_builds()
        return ToolOutcome(text, self._tools.take_pictures())

    def _note_builds(self) -> None:
        for build in self._tools.builder.builds[self._noted :]:
            self._conversation.transcript.note_fact("build", build.model_dump(mode="json"))
        self._noted = len(self._tools.builder.builds)
