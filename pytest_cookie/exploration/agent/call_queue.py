"""`CallQueue`: carries out the calls of one reply in order, and collects the answer to each."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from pytest_cookie.core.action import DialogAnswer
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.agent.action_builder import (
    ActionBuilder,
    BuiltAction,
    GoneControlError,
    to_dialog_answers,
)
from pytest_cookie.exploration.agent.calls import AgentCall, AnswerDialogs, Choose, Fill, LookAgain, Pointed, WaitCall
from pytest_cookie.exploration.agent.change_text import describe_step, quote_console
from pytest_cookie.exploration.agent.conversation import AgentReply
from pytest_cookie.exploration.agent.tools import parse_call
from pytest_cookie.llm.messages.messages import Message, Text
from pytest_cookie.llm.messages.tool_calls import InvalidCallError

_LOADING = WaitCall(thought="The page has just loaded: the control of the next call may come a moment later.", ms=1_000)
"""What a page of the kind that draws itself takes to show what it loads, in page time; no step of the budget."""
_NO_ACTION_FOLLOWED = "Not carried out. Call it in the same reply as the action that opens the dialog, before it."


@dataclass(frozen=True)
class QueuedCall:
    """A queued call: `parsed` is the call, `built` its action on the page as it is now.

    `continues`: it is a further part of a `fill`, which takes one step. `unfinished`: another part follows.
    """

    id: str
    parsed: AgentCall
    built: BuiltAction
    continues: bool = False
    unfinished: bool = False


class CallQueue:
    """Created from a reply with calls. Every call gets an answer.

    `look` is the model's request for a complete observation, if it `may_look`.
    """

    def __init__(self, reply: AgentReply, builder: ActionBuilder, *, may_look: bool = True) -> None:
        self._ids = tuple(call.id for call in reply.calls)
        self._answers: dict[str, str] = {}
        self._waiting: deque[tuple[str, AgentCall]] = deque()
        self._url = builder.url
        self._left_out = reply.left_out
        self._current: QueuedCall | None = None
        self._may_look = may_look
        self._planned: tuple[DialogAnswer, ...] = ()
        self._begun = ""
        self.look: LookAgain | None = None
        for call in reply.calls:
            try:
                parsed = parse_call(call)
                if isinstance(parsed, Fill):
                    builder.expand(parsed)
                elif not isinstance(parsed, LookAgain | AnswerDialogs):
                    builder.build(parsed)
            except InvalidCallError as error:
                if isinstance(error, GoneControlError) and builder.has_just_loaded:
                    self._waiting.append((call.id, parsed))  # it may come a moment later
                    continue
                self._answers[call.id] = f"Not carried out. {error}"
            else:
                self._waiting.append((call.id, parsed))

    def next(self, builder: ActionBuilder, show: Callable[[], str]) -> QueuedCall | None:
        """Return the next call that can be carried out on the current page; others are dropped with an explanation.

        `show` tells what the page shows now, for a `look` between other calls.
        """
        while self._waiting:
            call_id, parsed = self._waiting.popleft()
            if isinstance(parsed, LookAgain):
                self._look(call_id, parsed, show)
                continue
            if isinstance(parsed, AnswerDialogs):
                self._planned = to_dialog_answers(parsed.answers)
                self._answers[call_id] = (
                    _NO_ACTION_FOLLOWED if not self._waiting else "These answers hold for the next call."
                )
                continue
            try:
                self._require_same_page(parsed, builder)
                if isinstance(parsed, Fill):
                    self._waiting.extendleft((call_id, part) for part in reversed(builder.expand(parsed)))
                    self._answers[call_id] = ""
                    continue
                built = self._with_answers(builder.build(parsed))
            except InvalidCallError as error:
                if isinstance(error, GoneControlError) and builder.has_just_loaded:
                    self._waiting.appendleft((call_id, parsed))
                    self._current = QueuedCall("", _LOADING, builder.build(_LOADING), continues=True, unfinished=True)
                    return self._current
                if not _is_optional(parsed):
                    self._answer(call_id, f"Dropped, since the page changed: {error}")
                continue
            more = any(other == call_id and not _is_optional(part) for other, part in self._waiting)
            self._current = QueuedCall(call_id, parsed, built, continues=self._begun == call_id, unfinished=more)
            self._begun = call_id
            return self._current
        return None

    def _with_answers(self, built: BuiltAction) -> BuiltAction:
        """The action with the planned answers to dialogs, unless it has its own."""
        planned, self._planned = self._planned, ()
        if not planned or built.action.dialogs:
            return built
        return replace(built, action=built.action.model_copy(update={"dialogs": planned}))

    def _answer(self, call_id: str, text: str) -> None:
        """Answer a call; the parts of a `fill` have one answer together."""
        self._answers[call_id] = "\n".join(part for part in (self._answers.get(call_id, ""), text) if part)

    def _look(self, call_id: str, parsed: LookAgain, show: Callable[[], str]) -> None:
        if self._waiting and self._begun:
            self._answers[call_id] = show()
        elif self._may_look:
            self.look = parsed
            self._answers[call_id] = "See the next observation, which is complete."
        else:
            self._answers[call_id] = "Not carried out. You just looked, and nothing has happened since."

    def _require_same_page(self, parsed: AgentCall, builder: ActionBuilder) -> None:
        if isinstance(parsed, Pointed) and not parsed.ref and parsed.x is not None and builder.url != self._url:
            raise InvalidCallError("the address is another one; look before you use coordinates")

    def record_step(
        self,
        step: Step,
        *,
        scale: float,
        moves: bool,
        of_drag: tuple[str, ...] = (),
    ) -> QueuedCall | None:
        """Answer the current call, which became `step`. Effects of the last one follow in the next observation."""
        queued_call, self._current = self._current, None
        if queued_call and queued_call.id:
            answer = f"Step {step.index}: see the next observation."
            if self._waiting:
                changes = describe_step(step, scale=scale, moves=moves, of_drag=of_drag).text("changes")
                answer = f"Step {step.index}; the page has been open for {step.page_ms / 1000:.1f} s.\n{changes}"
                if console := quote_console(step):
                    answer += f"\nNEW ON THE CONSOLE\n{console}"
            self._answer(queued_call.id, answer)
        return queued_call

    def answers(self) -> tuple[Message, ...]:
        """Return one answer per call, in order."""
        texts = [
            self._answers.get(call_id, "Not carried out: the exploration ended before it.")
            or "It is as wanted already."
            for call_id in self._ids
        ]
        if self._left_out:
            texts[-1] += f"\n{self._left_out} more calls were left out: a reply may have {len(self._ids)}."
        return tuple(
            Message("tool", (Text(text),), tool_call_id=call_id) for call_id, text in zip(self._ids, texts, strict=True)
        )

    @property
    def problems(self) -> str:
        """The problems of calls that were not carried out."""
        return "; ".join(self._answers.values())


def _is_optional(call: AgentCall) -> bool:
    return isinstance(call, Choose) and call.is_optional
