"""`Evaluator`: executes workflows: `ReferenceEvaluator` follows their scripts, `ModelEvaluator` asks a model."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from pytest_cookie.browser.session import Session
from pytest_cookie.core.perception import Viewport
from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.protocols.vibecode.agent.run_by_model import run_by_model
from pytest_cookie.protocols.vibecode.agent.window import Window
from pytest_cookie.protocols.vibecode.agent.workflow_agent import AgentPrompts, WorkflowAgent
from pytest_cookie.protocols.vibecode.open_address import SETTLE_MS
from pytest_cookie.protocols.vibecode.results import WorkflowResult
from pytest_cookie.protocols.vibecode.run_workflow import PATIENCE_MS, run_workflow
from pytest_cookie.protocols.vibecode.workflows import Workflow

REFERENCE = "reference"
"""The evaluator that follows the scripts of the workflows."""
MAX_STEPS = 100
"""Actions for a workflow (Vibe Code Bench, appendix F)."""


class Evaluator(Protocol):
    """Executes a workflow in an open session."""

    @property
    def id(self) -> str:
        """Name of the agent."""
        ...

    @property
    def prompt(self) -> str:
        """Identity of its prompts; "" without any."""
        ...

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What its results depend on."""
        ...

    def facts_of(self, workflow: Workflow) -> dict[str, JsonValue]:
        """What the result of a workflow depends on, beside."""
        ...

    def execute(
        self, session: Session, workflow: Workflow, folder: Path, *, name: str, repeat: int, spent: list[Spend]
    ) -> WorkflowResult:
        """The result. Adds to `spent` what models cost, also before an error."""
        ...


@dataclass(frozen=True)
class ReferenceEvaluator:
    """Follows the scripts. It measures applications that keep the selectors of their specification."""

    id: str = REFERENCE
    prompt: str = ""

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What its results depend on."""
        return {"settle_ms": SETTLE_MS, "patience_ms": PATIENCE_MS}

    def facts_of(self, workflow: Workflow) -> dict[str, JsonValue]:
        """The workflow with its script."""
        return workflow.model_dump(mode="json", exclude={"broken"})

    def execute(
        self, session: Session, workflow: Workflow, folder: Path, *, name: str, repeat: int, spent: list[Spend]
    ) -> WorkflowResult:
        """Follow the workflow's script. Raises as the session."""
        return run_workflow(session, workflow, folder, name=name)


@dataclass(frozen=True)
class ModelEvaluator:
    """Lets a model execute workflows by their texts alone, and report on each substep."""

    id: str
    chat: ChatModel
    viewport: Viewport
    parameters: Mapping[str, JsonValue]
    max_steps: int = MAX_STEPS
    pictures: int = 2

    @property
    def prompt(self) -> str:
        """Identity of its prompts."""
        return AgentPrompts.read().identity

    @property
    def facts(self) -> dict[str, JsonValue]:
        """What its results depend on."""
        return {
            "prompt": self.prompt, "max_steps": self.max_steps, "pictures": self.pictures, "settle_ms": SETTLE_MS,
            "parameters": dict(self.parameters),
        }  # fmt: skip

    def facts_of(self, workflow: Workflow) -> dict[str, JsonValue]:
        """The texts of the workflow, without its script."""
        steps: list[JsonValue] = [step.text for step in workflow.steps]
        return {"id": workflow.id, "purpose": workflow.purpose, "steps": steps}

    def execute(
        self, session: Session, workflow: Workflow, folder: Path, *, name: str, repeat: int, spent: list[Spend]
    ) -> WorkflowResult:
        """Let a fresh agent execute the workflow. Raises as the session, and `ExplorationError` for the provider."""
        agent = WorkflowAgent(
            self.id, self.chat, AgentPrompts.read(), self.viewport, self.max_steps, self.pictures, self.parameters,
            repeat,
        )  # fmt: skip
        try:
            return run_by_model(session, _looker(session), agent, workflow, folder, name=name, max_steps=self.max_steps)
        finally:
            spent.append(agent.spend)


def _looker(session: Session) -> Callable[[], Window]:
    def look() -> Window:
        seen = session.observe()
        return Window.of(seen, read_page_facts(session, seen.inventory.controls))

    return look
