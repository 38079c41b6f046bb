"""`ApplicationGenerator`: Case → Artifact by a model that builds an application and tries it out."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import yaml
from pydantic import JsonValue

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, StageError
from pytest_cookie.deployment.applications.deployer import ApplicationDeployer
from pytest_cookie.deployment.applications.manifest import MANIFEST, ServiceName
from pytest_cookie.generation.coding.agent import CodingAgent
from pytest_cookie.generation.coding.conversation import CodingConversation
from pytest_cookie.generation.coding.generator import describe_untouched, write_sources
from pytest_cookie.generation.coding.settings import CodingBudget
from pytest_cookie.generation.coding.tool_context import ALL_OFF, Services
from pytest_cookie.generation.coding.tool_output import listed
from pytest_cookie.generation.coding.tools import DOCS_TOOLS
from pytest_cookie.generation.coding.workspace import Workspace
from pytest_cookie.generation.file_intake import IntakeLimits, nothing_in, take_in_sources
from pytest_cookie.generation.react.scaffold import Scaffold
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.llm.tool_outcomes import NOT_KEPT, ToolOutcomes
from pytest_cookie.protocols.vibecode.agent.workflow_agent import PROMPTS
from pytest_cookie.protocols.vibecode.generation.app_tools import (
    TOOLS,
    TOOLS_PROMPT,
    ApplicationStarts,
    AppToolContext,
    count_phases,
    parse,
)
from pytest_cookie.protocols.vibecode.generation.workbench import Workbench
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields
from pytest_cookie.records.files import write_text
from pytest_cookie.records.item import CODING_LOG
from pytest_cookie.records.temp_dir import TempDir

SCAFFOLD = Scaffold(Path(__file__).parent / "scaffold", frozenset())
_SERVICES: dict[ServiceName, str] = {
    "postgres": "PostgreSQL: DATABASE_URL, PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE",
    "mail": "mail: SMTP_HOST, SMTP_PORT, MAIL_FROM; all mail arrives in an inbox, which `browse` opens at inbox:/",
    "payments": "payments, a part of Stripe's API in test mode: STRIPE_API_BASE, STRIPE_SECRET_KEY, "
    "STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET; webhooks arrive at STRIPE_WEBHOOK_PATH",
}


@dataclass(frozen=True)
class AppPrompts:
    """`system` has the instructions, `user` the specification and the scaffold's files."""

    system: Prompt
    user: Prompt

    @classmethod
    def read(cls) -> Self:
        """Read the built-in prompts."""
        return cls(*(read_prompt(PROMPTS / f"application-{name}.md") for name in ("system", "user")))

    @property
    def identity(self) -> str:
        """The identity of both prompts and of the tool descriptions."""
        return identity_of((self.system, self.user, TOOLS_PROMPT))


@dataclass(frozen=True)
class ApplicationGenerator:
    """The artifact has the sources that started last, else those that the model left.

    `parameters` are those of a chat completion. The conversation, with the number of calls by phase, is stored as JSON
    lines beside the artifact.
    """

    model: str
    chat: ChatModel
    prompts: AppPrompts
    deployer: ApplicationDeployer
    host: BrowserHost
    budget: CodingBudget
    limits: IntakeLimits
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    outcomes: ToolOutcomes = NOT_KEPT
    shows_windows: bool = True
    services: Services = ALL_OFF
    """Only its documentation is used."""

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Let the model work, and copy its application below `folder`.

        Raises `GenerationError` if no reply came, `DeploymentError` if this machine cannot start applications, and
        `BudgetSpentError`, each with the spend so far.
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
        fields = WorkflowFields.model_validate(case.fields)
        workspace = Workspace(SCAFFOLD, scratch / "project")
        workspace.write_text(MANIFEST, describe_start(fields.services))
        workspace.changes = 0
        bench = Workbench(workspace, self.deployer, self.host, scratch / "deployment.log")
        with closing(bench):
            starts, untouched = ApplicationStarts(bench, workspace, scratch / "site"), workspace.snapshot()
            if failure := starts.build().failure:
                raise GenerationError(f"the scaffold does not start: {failure.message}")
            tools = AppToolContext(workspace, starts, {}, self.services, bench=bench, shows_windows=self.shows_windows)
            instructions = self.prompts.system.fill() + self.services.note
            conversation.add(system(instructions), user(Text(self._opening(case, fields, workspace))))
            agent = CodingAgent(conversation, tools, self.budget, read=parse)
            ending = agent.work()
            if workspace.changes:
                starts.build()
        good = starts.good if starts.good != untouched else None
        sources = workspace.snapshot() if good is None else good
        facts: dict[str, JsonValue] = {"why": ending, "turns": agent.turns, "tokens": conversation.tokens}
        phases: dict[str, JsonValue] = {**count_phases(agent.uses)}
        conversation.transcript.note_fact("end", facts | {"starts": len(starts.builds) - 1, "phases": phases})
        if sources == untouched:
            return nothing_in(key, ArtifactProblem(kind="no_code", message=describe_untouched(ending)))
        return take_in_sources(write_sources(sources, scratch / "outcome"), key, folder, limits=self.limits)

    def _opening(self, case: Case, fields: WorkflowFields, workspace: Workspace) -> str:
        paths = workspace.paths()
        services = [f"- {_SERVICES[name]}" for name in sorted(fields.services)]
        return self.prompts.user.fill(
            brief=case.brief.strip(),
            files=listed(paths, [""] * len(paths)),
            services="\n".join(services) or "none",
            turns=str(self.budget.turns),
            minutes=f"{self.budget.seconds / 60:.0f}",
        )


def describe_start(services: frozenset[ServiceName]) -> str:
    """The manifest of the scaffold, with the services of a case."""
    manifest: dict[str, JsonValue] = {
        "processes": {"web": {"command": "exec python server.py", "port": 8000, "health": "/health"}},
        "setup": ["python migrate.py"],
        "services": list[JsonValue](sorted(services)),
    }
    if "postgres" in services:
        manifest["python_packages"] = ["pg8000"]
    return yaml.safe_dump(manifest, sort_keys=False)
