"""`ToolAgent`: a model that does one task through the computer tool of its provider."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from pytest_cookie.core.action import Finish, Wait
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.exploration.call_account import CallAccount, NoReadableReplyError
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.llm.messages.completion import ChatModel, Completion
from pytest_cookie.llm.messages.messages import Message, Picture, Request, Text, ToolCall, system, user
from pytest_cookie.llm.messages.reply import MAX_ARGUMENTS
from pytest_cookie.llm.messages.tool_calls import sendable, with_ids
from pytest_cookie.protocols.auigym.computer_calls import ComputerCall, computer_tool, read_computer_call
from pytest_cookie.protocols.auigym.coordinate_actions import WAIT_MS, Turn, UnreadableReplyError
from pytest_cookie.protocols.auigym.cua_agent import HEIGHT, WIDTH, CuaPrompts
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.step_text import describe_action
from pytest_cookie.protocols.auigym.tasks import Task

_TRIES = 3
_MAX_CHECKS = 300


@dataclass(frozen=True)
class _Step:
    """A window, what was said with it, and the call that the model answered with its actions in words."""

    window: bytes
    notes: str
    call: ToolCall
    actions: str


@dataclass
class ToolAgent:
    """One task, one agent. `repeat` asks for separate responses.

    The actions of one call are given one after the other. Only the last windows are shown, each as the result of the
    call before it; earlier actions are listed in words.
    """

    model: str
    chat: ChatModel
    prompts: CuaPrompts
    options: Options
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    repeat: int = 1

    def __post_init__(self) -> None:
        self.tool = computer_tool(self.model, self.options.computer_tool, WIDTH, HEIGHT)
        self._account = CallAccount()
        self._steps: list[_Step] = []
        self._queued: list[Turn] = []
        self._notes: list[str] = []
        self._task = self._given = ""

    @property
    def spend(self) -> Spend:
        """What the task has cost so far."""
        return self._account.spend

    @property
    def is_out_of_tokens(self) -> bool:
        """Whether the task took as many tokens as it may, and all actions that it got for them are given."""
        usage = self.spend.usage
        return not self._queued and usage.input_tokens + usage.output_tokens >= self.options.task_tokens

    def begin(self, task: Task) -> None:
        """Start with a task."""
        self._task = self.prompts.task.fill(task=task.do, outcome=task.outcome)

    def decide(self, window: bytes) -> Turn:
        """The next action of the last call, or of a new one for a PNG of the window.

        A reply without a call ends the task. The first request for the window is answered at once; a second one is a
        wait. Raises `NoReadableReplyError`; `ExplorationError` and `BudgetSpentError` carry the cost so far.
        """
        if self._queued:
            return self._give_next()
        picture, notes, self._notes = to_jpeg(window), "\n".join(self._notes), []
        after: tuple[Message, ...] = ()
        problem, has_looked = "", False
        for _ in range(_TRIES):
            completion = self._ask(picture, notes, after)
            text = replace_surrogates(completion.text).strip()
            call = next(iter(with_ids(completion.tool_calls)), None)
            if call is None:
                if text and completion.finish != "length":
                    return Turn(text, Finish(value=text), text)
                problem = "the reply has neither a call nor a text, or was cut off"
                after += (Message("assistant", (Text(text or "(no text)"),)), user(Text(problem)))
                continue
            try:
                read = read_computer_call(call, self.tool)
            except UnreadableReplyError as error:
                problem = str(error)
                after += self._answer(call, picture, f"This call cannot be carried out: {problem}")
                continue
            if not read.actions and not has_looked:
                problem, has_looked = "no action, only requests for the window", True
                after += self._answer(call, picture, "")
                continue
            return self._take(_Step(picture, notes, call, ""), read, text)
        raise NoReadableReplyError(problem)

    def note(self, problem: str) -> None:
        """What went wrong with the last action, for the next request."""
        self._notes.append(f"{self._given}: {problem}")

    def _ask(self, picture: bytes, notes: str, after: tuple[Message, ...]) -> Completion:
        request = Request(
            model=self.model,
            messages=(*self._messages(picture, notes), *after),
            purpose="explore",
            parameters=dict(self.parameters),
            repeat=self.repeat,
            computer=self.tool,
        )
        with self._account.counting_failures(f"the agent {self.model}"):
            completion = self.chat.complete(request)
        self._account.spend += completion.spend
        return completion

    def _messages(self, picture: bytes, notes: str) -> tuple[Message, ...]:
        told = self.prompts.system.fill(
            width=str(WIDTH), height=str(HEIGHT), steps=str(self.options.max_steps), form=self.prompts.tools.text
        )
        first = max(0, len(self._steps) - self.options.pictures + 1)
        earlier = "\n".join(f"- {step.actions}" for step in self._steps[:first])
        opening = [self._task] + ([f"Your actions so far:\n{earlier}"] if earlier else [])
        windows = [(step.window, step.notes) for step in self._steps[first:]] + [(picture, notes)]
        shown, said = windows[0]
        texts = [Text(text) for text in (*opening, said) if text]
        messages = [system(told), user(*texts, Picture(shown, "image/jpeg"))]
        for step, (shown, said) in zip(self._steps[first:], windows[1:], strict=True):
            messages += self._answer(step.call, shown, said)
        return tuple(messages)

    def _answer(self, call: ToolCall, picture: bytes, text: str) -> tuple[Message, ...]:
        """A call, and its result."""
        sent = sendable(call, max_arguments=MAX_ARGUMENTS)
        texts = (Text(text),) if text else ()
        result = Message("tool", (*texts, Picture(picture, "image/jpeg")), tool_call_id=call.id)
        return Message("assistant", tool_calls=(sent,)), result

    def _take(self, step: _Step, read: ComputerCall, text: str) -> Turn:
        """Remember the step, and give its first action."""
        actions = read.actions or (Wait(value=str(WAIT_MS)),)
        words = ", then ".join(describe_action(action) for action in actions)
        self._steps.append(_Step(step.window, step.notes, step.call, words))
        if read.checks:
            text = f"[acknowledged: {'; '.join(read.checks)[:_MAX_CHECKS]}] {text}"
        self._queued = [Turn(text, action, describe_action(action)) for action in actions]
        return self._give_next()

    def _give_next(self) -> Turn:
        turn = self._queued.pop(0)
        self._given = turn.said
        return turn
