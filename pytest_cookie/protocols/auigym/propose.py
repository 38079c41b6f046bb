"""`propose_tasks`: a model writes tasks for an application that is not built yet (AUI-Gym, section 3.2).

Rules refuse tasks that are trivial, whose outcome cannot be seen, or that repeat another. People review the rest.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from pydantic import BaseModel, Field, ValidationError

from pytest_cookie.core.case import Case
from pytest_cookie.dataset.construction.ask_each import Clerk, ask_each
from pytest_cookie.dataset.construction.fingerprint import normalize
from pytest_cookie.dataset.construction.near_pairs import find_similar_texts
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.prompt import read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.protocols.auigym.cua_agent import PROMPTS
from pytest_cookie.protocols.auigym.tasks import Kind, Tag, Task

ROUNDS = 3
"""Maximum number of rounds for tasks that rules refused."""
SIMILAR = 0.75
"""Least cosine of TF-IDF vectors of two tasks that are the same. Among the 60 tasks of our applications, which differ,
the highest is 0.71. Tasks with the same meaning in other words have 0.5 to 0.7 and are left to reviewers."""
PHILOSOPHIES: dict[Tag, str] = {
    "app": "people keep their data in it. Ask for entries that are made, changed, found, counted and kept.",
    "landing": "people look for information and decide. Ask for what can be found, compared, filled in and confirmed.",
    "game": "people play by its rules. Ask for moves, scores, wins, losses, levels and new games that can be reached "
    "without luck or fast reactions.",
    "interactive": "people change something and see it react. Ask for settings, modes and states that the page names.",
    "tool": "people make or transform something. Ask for given input and the exact result.",
    "utility": "people get a small everyday job done. Ask for timers, lists, conversions and settings with "
    "exact values.",
}
_TRIVIAL = re.compile(
    r"(?:please )?(?:click|press|tap|open|close|scroll|hover|look|view|see|load|visit|go to|navigate)\b", re.IGNORECASE
)
_MOST_TRIVIAL_WORDS = 8
_MAX_OUTCOME = 500
"""Characters of an outcome that are searched for vague words; a longer one is refused anyway."""
_VAGUE = re.compile(
    r"\b(?:works?|functions?|behaves?|responds?|succeeds?|updates?|happens?)\b[^.]{0,500}?\b(?:correctly|properly|as "
    r"expected|well|fine|smoothly|successfully)\b|\bas expected\b|\b(?:no|without) (?:errors?|problems?|issues?)\b",
    re.IGNORECASE,
)
_CONCRETE = re.compile(r"\d|[\"'“”‘’«»„]|\b[A-Z]\w+")


class ProposedTask(BaseModel):
    """A task as a model writes it."""

    id: str
    kind: Kind
    do: str
    outcome: str


class _Reply(BaseModel):
    reply_name: ClassVar[str] = "task_proposal"

    tasks: list[ProposedTask] = Field(description="The tasks.")


@dataclass
class Proposal:
    """The tasks of a case that rules accepted, those refused with the reason, and why there are fewer than wanted."""

    case: Case
    tag: Tag
    tasks: list[Task] = field(default_factory=list)
    refused: list[tuple[ProposedTask, str]] = field(default_factory=list)
    cause: str = ""


def propose_tasks(cases: Sequence[tuple[Case, Tag]], clerk: Clerk, number: int) -> list[Proposal]:
    """`number` tasks for each case. Refused ones are requested again, at most `ROUNDS` times in all.

    Raises `UsageError` without the extra `dataset`.
    """
    proposals = [Proposal(case, tag) for case, tag in cases]
    for turn in range(1, ROUNDS + 1):
        open_ones = [proposal for proposal in proposals if len(proposal.tasks) < number]
        requests = [clerk.request(*_prompt(one, number - len(one.tasks)), sample=turn) for one in open_ones]
        for one, outcome in zip(open_ones, ask_each(clerk, requests, _Reply), strict=True):
            if outcome.value is None:
                one.cause = outcome.cause
                continue
            _accept(one, outcome.value.tasks, number)
    for one in proposals:
        missing = number - len(one.tasks)
        one.cause = (one.cause or f"{missing} fewer than {number} after {ROUNDS} rounds") if missing else ""
    return proposals


def find_objection(task: ProposedTask) -> str:
    """Why a task is refused by rules; "" if it is not."""
    words = task.do.split()
    if _TRIVIAL.match(task.do) and len(words) <= _MOST_TRIVIAL_WORDS and not _CONCRETE.search(task.do[1:]):
        return "trivial: a single look or press"
    if normalize(task.do) == normalize(task.outcome):
        return "the outcome repeats the task"
    if _VAGUE.search(task.outcome[:_MAX_OUTCOME]) and not _CONCRETE.search(task.outcome[1:]):
        return "the outcome names nothing that can be seen"
    if len(task.outcome.split()) < 2:
        return "the outcome is too short"
    return ""


def _accept(proposal: Proposal, tasks: Sequence[ProposedTask], number: int) -> None:
    for proposed in tasks:
        if len(proposal.tasks) == number:
            return
        why = find_objection(proposed) or _find_duplicate(proposed, proposal.tasks)
        if why:
            proposal.refused.append((proposed, why))
            continue
        try:
            proposal.tasks.append(Task(**{**proposed.model_dump(), "id": _unused_id(proposed.id, proposal.tasks)}))
        except ValidationError as error:
            first = error.errors()[0]
            proposal.refused.append((proposed, f"{'.'.join(map(str, first['loc']))}: {first['msg']}"))


def _find_duplicate(task: ProposedTask, others: Sequence[Task]) -> str:
    """The accepted task with the same meaning; tasks that differ in their outcome alone are the same, too."""
    if not others:
        return ""
    texts = [normalize(task.do), *(normalize(other.do) for other in others)]
    for index, text in enumerate(texts[1:]):
        if text == texts[0]:
            return f"repeats {others[index].id}"
    close = [(cosine, second) for first, second, cosine in find_similar_texts(texts, SIMILAR) if first == 0]
    return f"too similar to {others[max(close)[1] - 1].id}" if close else ""


def _unused_id(wanted: str, others: Sequence[Task]) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")[:36] or "task"
    taken = {task.id for task in others}
    names = (plain, *(f"{plain}-{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _prompt(proposal: Proposal, number: int) -> tuple[str, Text]:
    taken = "\n".join(f"- {task.do}" for task in proposal.tasks)
    prompt = read_prompt(PROMPTS / "proposer.md")
    told = prompt.fill(
        tag=proposal.tag, philosophy=PHILOSOPHIES[proposal.tag], number=str(number),
        taken=f"\nThese tasks exist already; write others:\n{taken}\n" if taken else "", data_note=NOTE,
    )  # fmt: skip
    return told, Text(quoted("the request", proposal.case.brief))
