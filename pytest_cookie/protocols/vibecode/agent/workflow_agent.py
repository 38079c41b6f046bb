"""`WorkflowAgent`: a model that executes one workflow and then reports on its substeps."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self, TypeVar

from pydantic import BaseModel, JsonValue

from pytest_cookie.core.perception import Viewport
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.exploration.call_account import NoReadableReplyError
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.exploration.window_conversation import WindowConversation
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.vibecode.agent.moves import NextMove, UnreadableMoveError, read_move
from pytest_cookie.protocols.vibecode.agent.window import Window
from pytest_cookie.protocols.vibecode.report import WorkflowReport, find_missing, list_substeps
from pytest_cookie.protocols.vibecode.script import Command
from pytest_cookie.protocols.vibecode.workflows import Workflow

PROMPTS = Path(__file__).parents[1] / "prompts"
_MAX_UNREADABLE = 3
"""Turns in a row without an action that is possible, which end a workflow without a result."""
_Reply = TypeVar("_Reply", bound=BaseModel)


@dataclass(frozen=True)
class AgentPrompts:
    """The prompts of an evaluating model."""

    system: Prompt
    workflow: Prompt
    report: Prompt

    @classmethod
    def read(cls) -> Self:
        """Read the built-in prompts."""
        return cls(*(read_prompt(PROMPTS / f"agent-{name}.md") for name in ("system", "workflow", "report")))

    @property
    def identity(self) -> str:
        """Identity of all prompts."""
        return identity_of((self.system, self.workflow, self.report))


@dataclass(frozen=True)
class Turn:
    """A reply: the command, None at the end; the substep that it belongs to, and the reason.

    A reply without a possible action has a `problem`, which is the reason, and no command.
    """

    command: Command | None
    substep: int
    thought: str
    problem: str = ""


@dataclass
class WorkflowAgent:
    """One workflow, one agent. `repeat` asks for separate responses. The last `pictures` windows are shown whole."""

    model: str
    chat: ChatModel
    prompts: AgentPrompts
    viewport: Viewport
    max_steps: int
    pictures: int = 2
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    repeat: int = 1

    def __post_init__(self) -> None:
        self._conversation = WindowConversation(
            self.model, self.chat, self.pictures, parameters=self.parameters, repeat=self.repeat
        )
        self._unreadable = 0

    @property
    def spend(self) -> Spend:
        """What the workflow has cost so far."""
        return self._conversation.spend

    def begin(self, workflow: Workflow) -> None:
        """Start with a workflow."""
        told = self.prompts.system.fill(
            width=str(self.viewport.width),
            height=str(self.viewport.height),
            steps=str(self.max_steps),
            data_note=NOTE,
        )
        asked = self.prompts.workflow.fill(purpose=workflow.purpose, steps=list_substeps(workflow))
        self._conversation.opening = (system(told), user(Text(asked)))

    def note(self, text: str) -> None:
        """What followed the last action, for the next request. It may have words of the page."""
        self._conversation.note = quoted("what followed the last action", text) if text else ""

    def decide(self, window: Window) -> Turn:
        """The next command. A reply that means none, also after it was sent back, is a turn with a problem.

        Raises `NoReadableReplyError`; `ExplorationError` and `BudgetSpentError` carry what the workflow cost so far.
        """

        def find_fault(reply: NextMove) -> str:
            try:
                read_move(reply, window)
            except UnreadableMoveError as error:
                return str(error)
            return ""

        jpeg = to_jpeg(window.png)
        move, said = self._ask(self._conversation.request(jpeg, window.describe()), NextMove, find_fault)
        self._conversation.add_turn(jpeg, said)
        command, problem = None, find_fault(move)
        self._unreadable = self._unreadable + 1 if problem else 0
        if self._unreadable == _MAX_UNREADABLE:
            raise NoReadableReplyError(problem)
        if not problem:
            command = read_move(move, window)
        return Turn(command, move.substep, replace_surrogates(move.thought), problem)

    def report(self, workflow: Workflow, window: Window, *, why: str = "") -> WorkflowReport:
        """Its labels of all substeps. Raises as `decide`."""
        asked = user(Text(self.prompts.report.fill(why=f": {why}" if why else "")))
        request = self._conversation.request(to_jpeg(window.png), window.describe(), after=(asked,))
        report, _ = self._ask(request, WorkflowReport, lambda given: find_missing(given, workflow))
        if missing := find_missing(report, workflow):
            raise NoReadableReplyError(missing)
        return report

    def _ask(self, request: Request, kind: type[_Reply], find_fault: Callable[[_Reply], str]) -> tuple[_Reply, str]:
        with self._conversation.counting_failures():
            answered = ask(self.chat, request, kind, find_fault=find_fault)
        self._conversation.add_spend(answered.spend)
        return answered.value, replace_surrogates(answered.completions[-1].text)
