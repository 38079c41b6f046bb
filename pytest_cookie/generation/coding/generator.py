"""`CodingGenerator`: Case → Artifact by a model that builds a repository (Cookie-Bench B.1, React setting)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, StageError
from pytest_cookie.generation.coding.agent import CodingAgent
from pytest_cookie.generation.coding.conversation import CodingConversation
from pytest_cookie.generation.coding.packages import kept_packages, offered
from pytest_cookie.generation.coding.project_builder import ProjectBuilder, WorkspaceBuilder
from pytest_cookie.generation.coding.settings import DEFAULT_BUDGET, CodingBudget, CodingPrompts, Ending
from pytest_cookie.generation.coding.tool_context import ALL_OFF, Services, ToolContext
from pytest_cookie.generation.coding.tool_output import listed
from pytest_cookie.generation.coding.tools import DOCS_TOOLS, TOOLS
from pytest_cookie.generation.coding.workspace import Workspace
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, nothing_in, take_in
from pytest_cookie.generation.react.scaffold import Scaffold
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Text, system, user
from pytest_cookie.llm.tool_outcomes import NOT_KEPT, ToolOutcomes
from pytest_cookie.records.files import write_text
from pytest_cookie.records.item import CODING_LOG
from pytest_cookie.records.temp_dir import TempDir

_UNTOUCHED: dict[Ending, str] = {
    "refusal": "The model refused, or a filter of its provider did",
    "invalid_calls": "The model made no tool call that could be carried out",
}


@dataclass(frozen=True)
class CodingGenerator:
    """The artifact is the sources as they were at the last good build, else as the model left them.

    The stored sources are built again for deployment; only the model sees the earlier builds. `parameters` are those
    of a chat completion. The conversation is stored as JSON lines beside the artifact.
    """

    model: str
    chat: ChatModel
    prompts: CodingPrompts
    scaffold: Scaffold
    builder: ProjectBuilder
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    budget: CodingBudget = DEFAULT_BUDGET
    limits: IntakeLimits = DEFAULT_LIMITS
    services: Services = ALL_OFF
    outcomes: ToolOutcomes = NOT_KEPT

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Let the model work, and copy its project below `folder`.

        Raises `GenerationError` if no reply came, `BuildError` if this machine cannot build, and `BudgetSpentError`,
        each with the spend so far.
        """
        conversation = CodingConversation(
            self.model,
            self.chat,
            self.parameters,
            repeat=key.repeat,
            tools=(*TOOLS, *DOCS_TOOLS) if self.services.docs else TOOLS,
            outcomes=self.outcomes,
        )
        try:
            with TempDir("coding") as scratch:
                artifact = self._run(case, key, folder, conversation, scratch)
        except (StageError, BudgetSpentError) as error:
            error.spend = conversation.spend
            raise
        finally:
            write_text(folder.parent / CODING_LOG, "\n".join((*conversation.transcript.lines, "")))
        facts = {"replies": (CODING_LOG,), "prompt": self.prompts.identity, "spend": conversation.spend}
        return artifact.model_copy(update=facts)

    def _run(self, case: Case, key: ItemKey, folder: Path, conversation: CodingConversation, scratch: Path) -> Artifact:
        workspace = Workspace(self.scaffold, scratch / "project")
        builder, untouched = WorkspaceBuilder(self.builder, workspace, scratch / "site"), workspace.snapshot()
        self._check_scaffold(builder)
        tools = ToolContext(workspace, builder, kept_packages(workspace.root), self.services)
        conversation.add(
            system(self.prompts.system.fill() + self.services.note), user(Text(self._opening(case, tools)))
        )
        agent = CodingAgent(conversation, tools, self.budget)
        ending = agent.work()
        if workspace.changes:
            builder.build()
        good = (
            builder.good if builder.good != untouched else None
        )  # the unchanged scaffold does not replace work that fails
        sources = workspace.snapshot() if good is None else good
        facts: dict[str, JsonValue] = {"why": ending, "turns": agent.turns, "tokens": conversation.tokens}
        conversation.transcript.note_fact("end", facts | {"builds": len(builder.builds) - 1})
        if sources == untouched:
            return nothing_in(key, ArtifactProblem(kind="no_code", message=describe_untouched(ending)))
        return take_in(write_sources(sources, scratch / "outcome"), key, folder, entry=None, limits=self.limits)

    def _check_scaffold(self, builder: WorkspaceBuilder) -> None:
        """Check, before any model call, that this machine can build and that the scaffold builds."""
        if failure := builder.build().failure:
            raise GenerationError(f"the scaffold {self.scaffold.folder} does not build: {failure.message}")

    def _opening(self, case: Case, tools: ToolContext) -> str:
        paths = tools.workspace.paths()
        notes = ["(read-only)" if tools.workspace.is_read_only(path) else "" for path in paths]
        return self.prompts.user.fill(
            brief=case.brief.strip(),
            files=listed(paths, notes),
            packages=offered(tools.packages) or "none",
            turns=str(self.budget.turns),
        )


def describe_untouched(ending: Ending) -> str:
    """Why the model left the project as it was."""
    reason = _UNTOUCHED.get(ending, "The model made no change to the project")
    return f"{reason}; see {CODING_LOG}."


def write_sources(sources: Mapping[str, bytes], folder: Path) -> Path:
    """Write files by path below `folder`. Raises `GenerationError`."""
    try:
        for path, content in sources.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    except OSError as error:
        raise GenerationError(f"cannot write the project to {folder}: {error.strerror or error}") from error
    return folder
