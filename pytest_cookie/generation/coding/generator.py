"""`CodingGenerator`: Case → Artifact by a model that builds a repository (Cookie-Bench B.1, React setting)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

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
from pytest_cookie.generation.coding.workspace import Workspace
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, nothing_in, take_in
from pytest_cookie.generation.react.scaffold import Scaffold
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Text, system, user
from pytest_cookie.records.files import write_text
from pytest_cookie.records.item import CODING_LOG

_UNTOUCHED: dict[Ending, str] = {
    "refusal": "The model refused, or a filter of its provider did",
    "invalid_calls": "The model made no tool call that could be carried out",
}


@dataclass(frozen=True)
class CodingGenerator:
    """The artifact is the sources as they were at the last good build, else as the model left them.

    It is built again, from what is stored, when it is deployed. Until then nobody but the model sees a build.
    `parameters` are a chat completion's. The talk is kept as JSON lines beside the artifact.
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

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Let the model work, and take in what it made.

        Raises `GenerationError` where no reply came, `BuildError` where nothing can be built here, and
        `BudgetSpentError`, each with what was spent until then.
        """
        talk = CodingConversation(self.model, self.chat, self.parameters, repeat=key.repeat)
        try:
            with TemporaryDirectory(prefix="pytest-cookie-coding-", ignore_cleanup_errors=True) as scratch:
                artifact = self._made(case, key, folder, talk, Path(scratch))
        except (StageError, BudgetSpentError) as error:
            error.spend = talk.spend
            raise
        finally:
            write_text(folder.parent / CODING_LOG, "\n".join((*talk.transcript.lines, "")))
        told = {"replies": (CODING_LOG,), "prompt": self.prompts.identity, "spend": talk.spend}
        return artifact.model_copy(update=told)

    def _made(self, case: Case, key: ItemKey, folder: Path, talk: CodingConversation, scratch: Path) -> Artifact:
        workspace = Workspace(self.scaffold, scratch / "project")
        yard, untouched = WorkspaceBuilder(self.builder, workspace, scratch / "site"), workspace.snapshot()
        self._prove(yard)
        desk = ToolContext(workspace, yard, kept_packages(workspace.root), self.services)
        talk.add(system(self.prompts.system.fill()), user(Text(self._opening(case, desk))))
        agent = CodingAgent(talk, desk, self.budget)
        ending = agent.work()
        if workspace.changes:
            yard.build()
        good = yard.good if yard.good != untouched else None  # the scaffold does not stand for work that fails
        sources = workspace.snapshot() if good is None else good
        told: dict[str, JsonValue] = {"why": ending, "turns": agent.turns, "tokens": talk.tokens}
        talk.transcript.note_fact("end", told | {"builds": len(yard.builds) - 1})
        if sources == untouched:
            said = _UNTOUCHED.get(ending, "The model changed nothing in the project")
            return nothing_in(key, ArtifactProblem(kind="no_code", message=f"{said}; see {CODING_LOG}."))
        return take_in(_laid(sources, scratch / "outcome"), key, folder, entry=None, limits=self.limits)

    def _prove(self, yard: WorkspaceBuilder) -> None:
        """Before anything is spent: that this machine builds, and that the scaffold does."""
        if failure := yard.build().failure:
            raise GenerationError(f"the scaffold {self.scaffold.folder} does not build: {failure.message}")

    def _opening(self, case: Case, desk: ToolContext) -> str:
        paths = desk.workspace.paths()
        notes = ["(read-only)" if desk.workspace.is_read_only(path) else "" for path in paths]
        return self.prompts.user.fill(
            brief=case.brief.strip(),
            files=listed(paths, notes),
            packages=offered(desk.packages) or "none",
            turns=str(self.budget.turns),
        )


def _laid(sources: Mapping[str, bytes], folder: Path) -> Path:
    try:
        for path, content in sources.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
    except OSError as error:
        raise GenerationError(f"cannot write the project to {folder}: {error.strerror or error}") from error
    return folder
