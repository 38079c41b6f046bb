"""`verify_tasks`: a model reads a page and gives each task a checker, or the reason why the page does not support it.

As in AUI-Gym (section 3.3), but the checkers are expressions that are parsed and validated, and a checker that is true
at the start makes its task invalid when the task is run.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, Field, JsonValue

from pytest_cookie.browser.page.observation import LoadOutcome
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.checkers import CheckerError, parse_checker
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.auigym.cua_agent import PROMPTS
from pytest_cookie.protocols.auigym.run_episode import TaskSession
from pytest_cookie.protocols.auigym.tasks import Task

MAX_SOURCE = 120_000
"""Characters of source that the verifier reads."""
_MAX_OUTLINE = 300
_SOURCES = frozenset({".html", ".htm", ".js", ".mjs", ".jsx", ".ts", ".tsx", ".css", ".svg"})
_OUTLINE = """(most) => {
  const selector = (el) => {
    if (el.id) return "#" + CSS.escape(el.id);
    for (const name of ["data-testid", "data-id", "name", "aria-label"]) {
      const value = el.getAttribute(name);
      if (value && value.length < 60) return `${el.localName}[${name}="${value.replaceAll('"', '\\\\"')}"]`;
    }
    const kind = [...el.classList].slice(0, 2).map((one) => "." + CSS.escape(one)).join("");
    return el.localName + kind;
  };
  const wanted = "[id], [data-testid], [data-id], a[href], button, input, select, textarea, summary, output, dialog, " +
    "h1, h2, h3, th, li, canvas, [role], [aria-label], [aria-live]";
  const lines = [];
  for (const el of document.querySelectorAll(wanted)) {
    if (lines.length >= most) break;
    if (["script", "style", "head", "meta", "link"].includes(el.localName)) continue;
    const own = el.children.length ? "" : (el.textContent || "").trim().replace(/\\s+/g, " ").slice(0, 60);
    const state = [el.type, el.value && String(el.value).slice(0, 40), el.checkVisibility() ? "" : "hidden",
      el.disabled ? "disabled" : ""].filter(Boolean).join(", ");
    lines.push([selector(el), el.localName, own, state].filter(Boolean).join(" | "));
  }
  return lines;
}"""


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

    def verify(self, tasks: Sequence[Task], source: str, outline: Sequence[str]) -> tuple[Verification, Spend]:
        """Verify `tasks` in one call. Raises `ExplorationError` and `BudgetSpentError`, with the cost so far."""
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
            answered = ask(self.chat, request, _Reply, find_fault=lambda reply: _find_faults(reply, tasks))
        except BudgetSpentError:
            raise
        except ModelError as error:
            raise ExplorationError(f"the verifier {self.model}: {error}", spend=error.spend) from error
        rows = {row.id: row for row in answered.value.tasks}
        verified = tuple(_to_task(rows.get(task.id), task) for task in tasks)
        return Verification(verifier=self.model, prompt=prompt.identity, tasks=verified), answered.spend


def verifier_prompt() -> Prompt:
    """The verifier's prompt."""
    return read_prompt(PROMPTS / "verifier.md")


def _find_faults(reply: _Reply, tasks: Sequence[Task]) -> str:
    """The errors to send back once: tasks without a row, and checkers that cannot be parsed."""
    rows = {row.id: row for row in reply.tasks}
    faults = [f"{task.id}: the task is missing" for task in tasks if task.id not in rows]
    problems = ((row.id, _problem(row.checker)) for row in reply.tasks if row.supported)
    faults += [f"{task}: {problem}" for task, problem in problems if problem]
    return "\n".join(faults[:20])


def _problem(checker: str) -> str:
    try:
        parse_checker(checker)
    except CheckerError as error:
        return str(error)
    return ""


def _to_task(row: _Row | None, task: Task) -> VerifiedTask:
    if row is None:
        return VerifiedTask(id=task.id, supported=False, reason="the verifier did not answer for this task")
    if row.supported and (problem := _problem(row.checker)):
        return VerifiedTask(id=task.id, supported=False, reason=f"the verifier's checker is invalid: {problem}")
    checker = row.checker if row.supported else ""
    return VerifiedTask(id=task.id, supported=row.supported, checker=checker, reason=row.reason[:1_000])


def read_outline(session: TaskSession, url: str) -> tuple[LoadOutcome, tuple[str, ...]]:
    """Load the page and list its controls, regions and texts, one line each, with selectors."""
    loaded = session.load(url)
    lines = session.evaluate(_OUTLINE, _MAX_OUTLINE, outside=True) if loaded.loaded else []
    return loaded, tuple(str(line)[:300] for line in lines) if isinstance(lines, list) else ()


def read_source(folder: Path | None) -> str:
    """The text files of an artifact, one after another, at most `MAX_SOURCE` characters."""
    if folder is None:
        return ""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix.lower() in _SOURCES)
    parts = [f"--- {path.relative_to(folder).as_posix()}\n{path.read_text('utf-8', 'replace')}" for path in paths]
    whole = "\n".join(parts)
    return whole if len(whole) <= MAX_SOURCE else f"{whole[:MAX_SOURCE]}\n(the rest of the source is left out)"
