"""`SubstepJudge`: a model labels the substeps of a workflow from its record, after the application was used."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.llm.errors import BudgetSpentError, ModelError, UnparseableReply
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Picture, Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.vibecode.agent.workflow_agent import PROMPTS
from pytest_cookie.protocols.vibecode.report import WorkflowReport, find_missing, list_substeps, to_steps
from pytest_cookie.protocols.vibecode.results import ENDINGS, StepResult, TrailStep, WorkflowResult
from pytest_cookie.protocols.vibecode.workflows import Workflow
from pytest_cookie.records.plain_tree import read_plain

MAX_PICTURES = 20


@dataclass(frozen=True)
class Judgment:
    """A judge's labels of a workflow's substeps; None if it gave no structured reply."""

    steps: tuple[StepResult, ...] | None
    spend: Spend = NOTHING
    problem: str = ""


@dataclass(frozen=True)
class SubstepJudge:
    """A model that reads the record of a workflow. It does not see what the evaluator reported."""

    model: str
    chat: ChatModel
    parameters: Mapping[str, JsonValue]

    def judge(self, workflow: Workflow, result: WorkflowResult, folder: Path) -> Judgment:
        """Its labels. Raises `JudgingError` if the provider fails, and `BudgetSpentError`."""

        def find_fault(report: WorkflowReport) -> str:
            return find_missing(report, workflow)

        try:
            request = self._request(workflow, result, folder)
            answered = ask(self.chat, request, WorkflowReport, find_fault=find_fault)
        except UnparseableReply as error:
            return Judgment(None, error.spend, str(error)[:600])
        except BudgetSpentError:
            raise
        except (ModelError, OSError, RecordingError) as error:
            spend = error.spend if isinstance(error, ModelError) else NOTHING
            raise JudgingError(f"{self.model}: {error}", spend=spend) from error
        if missing := find_missing(answered.value, workflow):
            return Judgment(None, answered.spend, missing)
        pictures = [step.picture for step in result.steps]
        return Judgment(to_steps(answered.value, pictures), answered.spend)

    def _request(self, workflow: Workflow, result: WorkflowResult, folder: Path) -> Request:
        shown = choose_pictures(result.trail)
        fault = [f"The application: {result.fault}"] if result.fault else []
        record = substep_prompts()[1].fill(
            purpose=workflow.purpose,
            steps=list_substeps(workflow),
            trail=quoted("record", "\n".join([*(_describe(*pair) for pair in enumerate(result.trail)), *fault])),
            end=f"The end: {ENDINGS[result.ending]}.",
        )
        pictures = [
            Picture(_read_jpeg(folder / step.picture), "image/jpeg", caption=f"After action {number}")
            for number, step in shown
        ]
        return Request(
            model=self.model,
            messages=(system(substep_prompts()[0].fill(data_note=NOTE)), user(Text(record), *pictures)),
            purpose="judge",
            parameters=dict(self.parameters),
        )


def choose_pictures(trail: tuple[TrailStep, ...], most: int = MAX_PICTURES) -> list[tuple[int, TrailStep]]:
    """Number and step of the pictures to show: all, or else the last of each substep and others evenly between."""
    numbered = [(number, step) for number, step in enumerate(trail) if step.picture]
    if len(numbered) <= most:
        return numbered
    last = sorted({step.substep: number for number, step in numbered}.values())
    chosen = set(last[-most:])
    others = [number for number, _ in numbered if number not in chosen]
    room = most - len(chosen)
    chosen |= {others[at * len(others) // room] for at in range(room)}
    return [pair for pair in numbered if pair[0] in chosen]


def _describe(number: int, step: TrailStep) -> str:
    lines = [f"{number}. (substep {step.substep}) {step.action}" if step.substep else f"{number}. {step.action}"]
    lines += [f"   could not be carried out: {step.problem}"] if step.problem else []
    lines += [f"   {dialog}" for dialog in step.dialogs]
    lines += [f"   address: {step.address}"] if step.address else []
    lines += [f"   new text: {text}" for text in step.texts]
    return "\n".join(lines)


def _read_jpeg(path: Path) -> bytes:
    """The picture, smaller if it is a PNG: providers limit the size of a request. Raises `RecordingError`."""
    content = read_plain(path)
    return to_jpeg(content) if path.suffix == ".png" else content


def substep_prompts() -> tuple[Prompt, Prompt]:
    """Instructions and record."""
    return read_prompt(PROMPTS / "substep-judge.md"), read_prompt(PROMPTS / "substep-record.md")


def substep_identity() -> str:
    """Identity of the prompts."""
    return identity_of(substep_prompts())
