"""Practice tasks with known answers, which show a rater the differences afterwards, and attention checks."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import JsonValue

from pytest_cookie.annotation.form import AnyQuestion, Form
from pytest_cookie.annotation.form_files import PACKAGE
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Finding

PRACTICE = "practice."
CHECK = "check."
"""Prefixes of the ids of such tasks, which no task of a run has."""


class _Entry(FrozenModel):
    """A task of `practice.yaml`. Points up to `within` apart from the known answer are the same."""

    form: str
    pages: tuple[str, ...]
    answers: dict[str, str | int | dict[str, int]]
    why: dict[str, str] = {}
    within: int = 0
    steps: tuple[str, ...] = ()


class _PracticeFile(FrozenModel):
    brief: str
    leaf: str
    findings: tuple[dict[str, str], ...]
    tasks: tuple[_Entry, ...]


@dataclass(frozen=True)
class PracticeTask:
    """A task with known answers. `pages` are the names of its pages, `fields` the extra fields of its case."""

    task: Task
    pages: tuple[str, ...]
    fields: dict[str, JsonValue]
    answers: Mapping[str, object]
    why: Mapping[str, str]
    within: int

    def feedback(self, questions: tuple[AnyQuestion, ...], given: Mapping[str, object]) -> list[dict[str, object]]:
        """For each question with a known answer: whether the rater's is the same, both, and the reason."""
        rows: list[dict[str, object]] = []
        for question in questions:
            if question.id in self.answers:
                known, own = self.answers[question.id], given.get(question.id)
                row = {"question": question.label, "same": self._is_same(known, own), "why": self.why.get(question.id)}
                rows.append(row | {"known": _in_words(question, known), "own": _in_words(question, own)})
        return rows

    def _is_same(self, known: object, own: object) -> bool:
        if isinstance(known, int) and isinstance(own, int):
            return abs(known - own) <= self.within
        return known == own


def practice_tasks(form: Form) -> list[PracticeTask]:
    """The practice tasks of a form; none for a form that is not built in."""
    file = _read()
    found = []
    for number, entry in enumerate(file.tasks):
        if entry.form == form.id:
            records = tuple(_record(file, page) for page in entry.pages)
            task = Task(f"{PRACTICE}{form.id}.{number}", form.id, records)
            fields: dict[str, JsonValue] = {"substeps": list(entry.steps)}
            found.append(PracticeTask(task, entry.pages, fields, entry.answers, entry.why, entry.within))
    return found


def attention_check(form: Form, number: int) -> Task | None:
    """The attention check `number` of a form: a practice page with prescribed answers. None without such a page."""
    made = practice_tasks(form)
    return Task(f"{CHECK}{form.id}.{number}", form.id, made[0].task.records) if made else None


def told_answers(questions: tuple[AnyQuestion, ...], number: int, slots: str) -> dict[str, object]:
    """The prescribed answers of an attention check, by question; in the slots as shown."""
    told: dict[str, object] = {}
    for question in questions:
        if not question.required or question.when:
            continue
        if question.kind == "choice":
            told[question.id] = question.values[number % len(question.values)]
        elif question.kind == "scale":
            told[question.id] = question.low + (3 * number + 1) % (question.high - question.low + 1)
        elif question.kind == "preference":
            told[question.id] = slots[number % len(slots)]
        elif question.kind == "rank":
            told[question.id] = {slot: 1 + index for index, slot in enumerate(reversed(slots))}
    return told


def describe_told(questions: tuple[AnyQuestion, ...], told: Mapping[str, object]) -> str:
    """The prescribed answers as a sentence for the rater."""
    words = {question.id: _in_words(question, told[question.id]) for question in questions if question.id in told}
    if len(words) > 1 and len(set(words.values())) == 1:
        return f"answer “{next(iter(words.values()))}” to every question"
    labels = {question.id: question.label for question in questions}
    return ", ".join(f"answer “{word}” to “{labels[name]}”" for name, word in words.items())


def _in_words(question: AnyQuestion, value: object) -> str:
    if value in (None, "", []):
        return "none"
    if question.kind == "choice":
        return next((option.label for option in question.options if option.value == value), str(value))
    if question.kind == "rank" and isinstance(value, dict):
        return ", ".join(sorted(value, key=lambda slot: (value[slot], slot)))
    return str(value)


@cache
def _read() -> _PracticeFile:
    text = (resources.files(PACKAGE) / "practice" / "practice.yaml").read_text(encoding="utf-8")
    return _PracticeFile.model_validate(parse_data(text))


def _record(file: _PracticeFile, page: str) -> Record:
    finding = [Finding(severity="major", **fields) for fields in file.findings]
    return Record(
        case="practice", model=page, mode="html", repeat=1, outcome="scored", page_type="dynamic", domain="practice",
        leaf=file.leaf, difficulty="easy", language="en", brief=file.brief, findings=tuple(finding), agent="", judge="",
        folder="",
    )  # fmt: skip
