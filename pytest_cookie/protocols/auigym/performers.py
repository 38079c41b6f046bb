"""`Performer`: does the tasks: `ReferencePerformer` replays their solutions, `ModelPerformer` asks a model."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Protocol

from pydantic import JsonValue

from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.page_session import WindowSession
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.protocols.auigym.cua_agent import CuaAgent, CuaPrompts
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.run_episode import run_episode
from pytest_cookie.protocols.auigym.run_task import END, run_task
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.auigym.tool_agent import ToolAgent
from pytest_cookie.protocols.auigym.verifier import Verifier, verifier_prompt

REFERENCE = "reference"
OpenSession = Callable[[], AbstractContextManager[WindowSession]]


class Performer(Protocol):
    """Does one task after another."""

    @property
    def id(self) -> str:
        """Name of the agent."""

    @property
    def prompt(self) -> str:
        """Identity of its prompts."""

    @property
    def facts(self) -> Mapping[str, JsonValue]:
        """What all its sessions depend on."""

    reads: ClassVar[frozenset[str]]
    """Further fields of a task that it depends on."""

    def perform(
        self, open_session: OpenSession, task: Task, url: str, folder: Path, *, name: str, repeat: int,
        spent: list[Spend],
    ) -> Episode:  # fmt: skip
        """Do a task in a new session. Adds to `spent` what models cost, also before an error."""


@dataclass(frozen=True)
class ReferencePerformer:
    """Replays the reference solution. It measures the page and the checkers, not an agent."""

    reads: ClassVar[frozenset[str]] = frozenset({"solution"})
    id: str = REFERENCE
    prompt: str = ""
    facts: Mapping[str, JsonValue] = field(default_factory=dict)

    def perform(
        self, open_session: OpenSession, task: Task, url: str, folder: Path, *, name: str, repeat: int,
        spent: list[Spend],
    ) -> Episode:  # fmt: skip
        """Replay the solution of `task`. Raises `ExplorationError` if it has none, or no checker."""
        if not task.solution or not task.checker:
            missing = "checker" if task.solution else "reference solution"
            raise ExplorationError(f"the task {task.id} has no {missing}; name a model as --cookie-agent")
        with open_session() as session:
            return run_episode(session, task, url, folder / END, name=f"{name}/{END}")


@dataclass(frozen=True)
class ModelPerformer:
    """Lets a model do the tasks by coordinates, and another write checkers for tasks without one."""

    reads: ClassVar[frozenset[str]] = frozenset()
    id: str
    chat: ChatModel
    options: Options
    parameters: Mapping[str, JsonValue]

    @property
    def prompt(self) -> str:
        """Identity of the agent's prompts."""
        return CuaPrompts.read().identity

    @property
    def facts(self) -> Mapping[str, JsonValue]:
        """Prompts, options and parameters of the agent."""
        names = {"max_steps", "task_tokens", "pictures", "replies", "coordinates", "computer_tool"}
        return {
            "prompt": self.prompt, "verifier_prompt": verifier_prompt().identity,
            "options": self.options.model_dump(mode="json", include=names), "parameters": dict(self.parameters),
        }  # fmt: skip

    def needs_checker(self, task: Task, *, fits: bool) -> bool:
        """Whether the verifier writes the checker of a task; `fits`: the page is one for which the case has it."""
        return self.options.verify == "all" or not task.checker or not fits

    def verifier(self, repeat: int) -> Verifier:
        """The verifier; by default the same model."""
        own = self.options.verifier_parameters
        return Verifier(self.options.verifier or self.id, self.chat, self.parameters if own is None else own, repeat)

    def perform(
        self, open_session: OpenSession, task: Task, url: str, folder: Path, *, name: str, repeat: int,
        spent: list[Spend],
    ) -> Episode:  # fmt: skip
        """Let a fresh agent do `task`."""
        kind = ToolAgent if self.options.replies == "tools" else CuaAgent
        agent = kind(self.id, self.chat, CuaPrompts.read(), self.options, self.parameters, repeat)
        try:
            with open_session() as session:
                return run_task(session, agent, task, url, folder, name=name, max_steps=self.options.max_steps)
        finally:
            spent.append(agent.spend)
