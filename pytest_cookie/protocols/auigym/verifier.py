"""`verify_tasks`: a model reads a page and gives each task a checker, or the reason why the page does not support it.

As in AUI-Gym (section 3.3), but the checkers are expressions that are parsed and validated, and a checker that is true
at the start makes its task invalid when the task is run.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, Field, JsonValue

from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.checkers import CheckerError, Page, evaluate, parse_checker, queries_of, read_answers
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.auigym.cua_agent import PROMPTS
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.records.plain_tree import read_head

MAX_SOURCE = 120_000
"""Characters of source that the verifier reads."""
_MOST_BYTES_OF_A_CHARACTER = 4
SOURCES = frozenset({".html", ".htm", ".js", ".mjs", ".jsx", ".ts", ".tsx", ".css", ".svg"})


class VerifiedTask(FrozenModel):
    """The verifier's reply about a task."""

    id: str
    """Id of the task."""
    supported: bool
    """Whether the page has what the task needs."""
    checker: str = ""
    """The checker of a supported task."""
    reason: str = ""
    """The missing part, or the state that the checker reads."""


class Verification(FrozenModel):
    """The verifier's reply about all tasks."""

    verifier: str
    """The model."""
    prompt: str
    """Name, version and hash of the prompt."""
    tasks: tuple[VerifiedTask, ...]
    """The tasks."""


class _Row(BaseModel):
    id: str = Field(description="Id of the task.")
    supported: bool
    checker: str = Field(description="The checker of a supported task; empty otherwise.")
    reason: str


class _Reply(BaseModel):
    reply_name: ClassVar[str] = "task_verification"

    tasks: list[_Row]


@dataclass(frozen=True)
class Verifier:
    """A model that verifies tasks."""

    model: str
    chat: ChatModel
    parameters: Mapping[str, JsonValue]
    repeat: int = 1

    def list_facts(self, tasks: Sequence[Task]) -> dict[str, JsonValue]:
        """What the verification of `tasks` depends on, besides the page and the repeat."""
        return {
            "verifier": self.model, "prompt": verifier_prompt().identity, "parameters": dict(self.parameters),
            "tasks": [[task.id, task.do, task.outcome] for task in tasks],
        }  # fmt: skip

    def verify(
        self, tasks: Sequence[Task], source: str, outline: Sequence[str], page: Page
    ) -> tuple[Verification, Spend]:
        """Verify `tasks` in one call, with `page` as loaded. Checkers that cannot be used are sent back once.

        Raises `ExplorationError` and `BudgetSpentError`, with the cost so far; and as `page` if it dies.
        """
        prompt = verifier_prompt()
        listed = "\n".join(f"{task.id}: {task.do} — outcome: {task.outcome}" for task in tasks)
        parts = (
            Text(quoted("source", source)),
            Text(quoted("outline of the rendered page", "\n".join(outline))),
            Text(quoted("tasks", listed)),
        )
        request = Request(
            model=self.model,
            messages=(system(prompt.fill(data_note=NOTE)), user(*parts)),
            purpose="explore",
            parameters=dict(self.parameters),
            repeat=self.repeat,
        )
        try:
            answered = ask(self.chat, request, _Reply, find_fault=lambda reply: _find_faults(reply, tasks, page))
        except BudgetSpentError:
            raise
        except ModelError as error:
            raise ExplorationError(f"the verifier {self.model}: {error}", spend=error.spend) from error
        rows = {row.id: row for row in answered.value.tasks}
        try:
            verified = tuple(_to_task(rows.get(task.id), task, page) for task in tasks)
        except ExplorationError as error:
            error.spend += answered.spend
            raise
        return Verification(verifier=self.model, prompt=prompt.identity, tasks=verified), answered.spend


def verifier_prompt() -> Prompt:
    """The verifier's prompt."""
    return read_prompt(PROMPTS / "verifier.md")


def _find_faults(reply: _Reply, tasks: Sequence[Task], page: Page) -> str:
    """The faults to send back once: missing tasks, and checkers that are invalid, or true before any action.

    A page that died meanwhile is not queried: the caller of the reply finds out, with the cost known.
    """
    rows = {row.id: row for row in reply.tasks}
    faults = [f"{task.id}: the task is missing" for task in tasks if task.id not in rows]
    supported = [row for row in rows.values() if row.supported]
    with suppress(ExplorationError):
        problems = [(row.id, _problem(row.checker, page) or _early(row.checker, page)) for row in supported]
        faults += [f"{task}: {problem}" for task, problem in problems if problem]
    return "\n".join(faults[:20])


def _problem(checker: str, page: Page) -> str:
    """Why the checker can never hold; empty if it can."""
    try:
        queries = queries_of(parse_checker(checker))
    except CheckerError as error:
        return str(error)
    invalid = read_answers(page, queries).invalid
    return f"{invalid[0]!r} is not a CSS selector" if invalid else ""


def _early(checker: str, page: Page) -> str:
    parsed = parse_checker(checker)
    is_true = evaluate(parsed, read_answers(page, queries_of(parsed)).answers) is True
    return "the checker is already true on the page as loaded" if is_true else ""


def _to_task(row: _Row | None, task: Task, page: Page) -> VerifiedTask:
    if row is None:
        return VerifiedTask(id=task.id, supported=False, reason="the verifier did not answer for this task")
    if row.supported and (problem := _problem(row.checker, page)):
        return VerifiedTask(id=task.id, supported=False, reason=f"the verifier's checker is invalid: {problem}")
    checker = row.checker if row.supported else ""
    return VerifiedTask(id=task.id, supported=row.supported, checker=checker, reason=row.reason[:1_000])


def read_source(folder: Path | None, most: int = MAX_SOURCE) -> str:
    """The text files of an artifact, one after another, at most `most` characters."""
    if folder is None:
        return ""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix.lower() in SOURCES)
    parts: list[str] = []
    for path in paths:
        if sum(map(len, parts)) > most:
            break
        head = read_head(path, _MOST_BYTES_OF_A_CHARACTER * most + 1).decode("utf-8", "replace")
        parts.append(f"--- {path.relative_to(folder).as_posix()}\n{head}".replace("\r\n", "\n").replace("\r", "\n"))
    whole = "\n".join(parts)
    return whole if len(whole) <= most else f"{whole[:most]}\n(the rest of the source is left out)"
