"""`run_by_model`: a model executes a workflow in a browser session, action by action, and reports on its substeps."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.observation import ActionOutcome, Happenings
from pytest_cookie.core.action import Action
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.exploration.call_account import NoReadableReplyError
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.exploration.page_session import PageSession
from pytest_cookie.protocols.vibecode.agent.window import Window
from pytest_cookie.protocols.vibecode.agent.workflow_agent import Turn
from pytest_cookie.protocols.vibecode.open_address import SETTLE_MS, open_address
from pytest_cookie.protocols.vibecode.report import WorkflowReport, to_steps
from pytest_cookie.protocols.vibecode.results import Ending, TrailStep, WorkflowResult, fail_all
from pytest_cookie.protocols.vibecode.script import Command, Open, describe_command
from pytest_cookie.protocols.vibecode.workflows import Workflow
from pytest_cookie.records.files import write_bytes

_MAX_LINES, _MAX_CHARACTERS, _MAX_DIALOGS = 12, 160, 4


class DrivenSession(PageSession, Protocol):
    """The session that a model drives, beside its windows."""

    def act(self, action: Action) -> ActionOutcome:
        """Carry out an action."""

    def drain(self, step: int = 0) -> Happenings:
        """What happened since the last call."""


class Executor(Protocol):
    """A `WorkflowAgent`."""

    def begin(self, workflow: Workflow) -> None:
        """Start with a workflow."""

    def note(self, text: str) -> None:
        """What followed the last action."""

    def decide(self, window: Window) -> Turn:
        """The next command."""

    def report(self, workflow: Workflow, window: Window, *, why: str = "") -> WorkflowReport:
        """Its labels of all substeps."""


@dataclass
class _Run:
    session: DrivenSession
    look: Callable[[], Window]
    agent: Executor
    workflow: Workflow
    folder: Path
    name: str
    max_steps: int
    trail: list[TrailStep] = field(default_factory=list)

    def execute(self) -> WorkflowResult:
        """All actions, then the report. Raises `PageGoneError`, `NoReadableReplyError`, and as session and agent."""
        arrival = self.session.load(f"{ORIGIN}/")
        self.session.settle(SETTLE_MS)
        self.agent.begin(self.workflow)
        if not arrival.loaded:
            self.agent.note(f"The page did not load: {arrival.problem}")
        window = self.look()
        self._keep(window, TrailStep(substep=0, action="open /", problem=arrival.problem, address=window.url))
        ending: Ending = "executed"
        while (turn := self.agent.decide(window)).command is not None or turn.problem:
            window = self._act(turn, window)
            if len(self.trail) > self.max_steps:
                ending = "step_limit"
                break
        why = "the maximum number of actions was reached" if ending == "step_limit" else ""
        report = self.agent.report(self.workflow, window, why=why)
        return self.result(ending, report)

    def _act(self, turn: Turn, before: Window) -> Window:
        self.session.drain(len(self.trail))
        problem = turn.problem if turn.command is None else self._carry_out(turn.command)
        happened = self.session.drain(len(self.trail))
        window = self.look()
        lines = [line[:_MAX_CHARACTERS] for line in window.new_lines(before)[:_MAX_LINES]]
        dialogs = [
            f"{dialog.kind}: {dialog.text[:_MAX_CHARACTERS]!r}, "
            f"{'cancelled' if dialog.accepted is False else 'accepted'}"
            for dialog in happened.dialogs[:_MAX_DIALOGS]
        ]
        dialogs += [f"it opened another window: {url[:_MAX_CHARACTERS]}" for url in happened.popups[:_MAX_DIALOGS]]
        step = TrailStep(
            substep=min(max(turn.substep, 1), len(self.workflow.steps)),
            action="no possible action" if turn.command is None else describe_command(turn.command),
            thought=turn.thought[:600],
            problem=problem[:600],
            address=window.url[:500],
            dialogs=tuple(dialogs),
            texts=tuple(lines),
        )
        self._keep(window, step)
        self.agent.note("\n".join([*([f"It could not be carried out: {problem}"] if problem else []), *dialogs]))
        return window

    def _carry_out(self, command: Command) -> str:
        if isinstance(command, Open):
            return open_address(self.session, command.url)
        outcome = self.session.act(command)
        self.session.settle(SETTLE_MS)
        return "" if outcome.done else outcome.problem or "not possible"

    def _keep(self, window: Window, step: TrailStep) -> None:
        file = f"{len(self.trail):03}.jpg"
        write_bytes(self.folder / file, to_jpeg(window.png), durable=False)
        self.trail.append(step.model_copy(update={"picture": f"{self.name}/{file}"}))

    def result(self, ending: Ending, report: WorkflowReport) -> WorkflowResult:
        """The result with a report."""
        last = {step.substep: step.picture for step in self.trail}
        pictures = [last.get(number, "") for number in range(1, len(self.workflow.steps) + 1)]
        return WorkflowResult(
            workflow=self.workflow.id,
            ending=ending,
            steps=to_steps(report, pictures),
            actions=len(self.trail) - 1,
            trail=tuple(self.trail),
        )

    def fail(self, ending: Ending, why: str) -> WorkflowResult:
        """The result without a report: all substeps fail."""
        failed = fail_all(self.workflow, ending, why)
        return failed.model_copy(update={"actions": max(0, len(self.trail) - 1), "trail": tuple(self.trail)})


def run_by_model(
    session: DrivenSession,
    look: Callable[[], Window],
    agent: Executor,
    workflow: Workflow,
    folder: Path,
    *,
    name: str,
    max_steps: int,
) -> WorkflowResult:
    """Load the application and let `agent` execute `workflow`. `folder` gets a picture for each action.

    Evidence knows the folder as `name`. Without a readable report, the workflow ends with `no_output`. Raises as the
    session for faults of the machine, and as the agent for faults of a provider.
    """
    run = _Run(session, look, agent, workflow, folder, name, max_steps)
    try:
        return run.execute()
    except PageGoneError as error:
        return run.fail("page_gone", f"the page went away: {error}")
    except NoReadableReplyError as error:
        return run.fail("no_output", f"the evaluator gave no structured result: {error}"[:600])
