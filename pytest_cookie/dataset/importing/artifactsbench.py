"""The data of ArtifactsBench: tasks with checklists, and files of answers. JSON Lines, one record per line."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StrictInt, field_validator

from pytest_cookie.core.labels import Difficulty
from pytest_cookie.dataset.importing.artifactsbench_topics import place_of
from pytest_cookie.dataset.importing.checklist_kind import divide_checklist
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase, detect_language
from pytest_cookie.dataset.importing.json_lines import check_printable, read_lines, validate_line
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem

CHECKLIST_LENGTH = 10
ID_PREFIX = "artifactsbench-"
SOURCE = "ArtifactsBench (Tencent-Hunyuan/ArtifactsBenchmark), task {index}, CC BY 4.0"
MAX_ANSWER = 4_000_000
"""Characters of an answer: as many as a model's reply may have."""
ANSWER_FIELDS = ("model_infer_result", "output", "answer")
"""Where their code looks for an answer, in this order; the first that is not empty counts."""

Words = Annotated[str, Field(min_length=1), AfterValidator(check_printable)]


class _Peer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class PublishedItem(_Peer):
    """One item of a published checklist."""

    id: StrictInt = Field(ge=0)
    title: Words
    description: Annotated[str, AfterValidator(check_printable)]
    max_score: float = Field(alias="maxScore", gt=0, le=1_000)


class PublishedTask(_Peer):
    """One published task. Other fields, such as those of results, are ignored."""

    index: StrictInt = Field(ge=0)
    question: Words
    published_class: str = Field(alias="class")
    difficulty: Difficulty
    checklist: tuple[PublishedItem, ...]

    @field_validator("published_class")
    @classmethod
    def _known_topic(cls, value: str) -> str:
        place_of(value)
        return value

    @field_validator("checklist")
    @classmethod
    def _ten_items(cls, value: tuple[PublishedItem, ...]) -> tuple[PublishedItem, ...]:
        if len(value) != CHECKLIST_LENGTH:
            raise ValueError(f"has {len(value)} items; an ArtifactsBench checklist has {CHECKLIST_LENGTH}")
        ids = [item.id for item in value]
        if repeated := [one for one in ids if ids.count(one) > 1]:
            raise ValueError(f"has the id {repeated[0]} twice; each item needs its own")
        return value

    def case(self) -> ImportedCase:
        """The task as a case. Its checklist, class and tier are fields of the protocol `artifactsbench`."""
        place = place_of(self.published_class)
        return ImportedCase(
            id=f"{ID_PREFIX}{self.index}",
            brief=self.question,
            leaf=place.leaf,
            language=detect_language(self.question),
            source=SOURCE.format(index=self.index),
            level=self.difficulty,
            extra={
                "topic": place.topic,
                "published_class": self.published_class,
                "tier": self.difficulty,
                "checklist": self._checklist(),
            },
        )

    def _checklist(self) -> list[JsonValue]:
        kinds = divide_checklist([(item.title, item.description) for item in self.checklist])
        return [
            {
                "id": item.id,
                "kind": kind,
                "title": item.title,
                "description": item.description,
                "maximum": _plain(item.max_score),
            }
            for item, kind in zip(self.checklist, kinds, strict=True)
        ]


@dataclass(frozen=True)
class Answer:
    """A model's whole reply to a task. `origin` is its file and line."""

    index: int
    text: str
    origin: str


def read_tasks(path: Path) -> Imported:
    """The tasks of a published file. Of tasks with the same index, the first counts and the others are problems.

    Raises `UsageError` if the file cannot be read.
    """
    problems: list[CaseProblem] = []
    shown = format_path(path)
    first: dict[int, int] = {}
    cases: list[ImportedCase] = []
    for line in read_lines(path, problems):
        task = validate_line(PublishedTask, line, shown, problems)
        if task is None:
            continue
        if task.index in first:
            problems.append(CaseProblem(shown, line.number, "index", _repeated(task.index, first[task.index])))
            continue
        first[task.index] = line.number
        cases.append(task.case())
    return Imported(tuple(cases), tuple(problems))


def read_answers(path: Path) -> tuple[dict[int, Answer], tuple[CaseProblem, ...]]:
    """The answers of a results file by the index of their task, and all problems. An empty answer is an answer.

    Raises `UsageError` if the file cannot be read.
    """
    problems: list[CaseProblem] = []
    shown = format_path(path)
    answers: dict[int, Answer] = {}
    lines: dict[int, int] = {}
    for line in read_lines(path, problems):
        found = _answer_of(line.value)
        if isinstance(found, CaseProblem):
            problems.append(found._replace(file=shown, line=line.number))
            continue
        index, text = found
        if index in answers:
            problems.append(CaseProblem(shown, line.number, "index", _repeated(index, lines[index])))
            continue
        lines[index] = line.number
        answers[index] = Answer(index, text, f"{shown}:{line.number}")
    return answers, tuple(problems)


def _answer_of(record: dict[str, JsonValue]) -> tuple[int, str] | CaseProblem:
    """Index and answer, or a problem that still lacks its place."""
    index = record.get("index")
    if not isinstance(index, int) or isinstance(index, bool) or index < 0:
        return CaseProblem("", 0, "index", "must be the whole number of a task" if "index" in record else "is missing")
    present = [name for name in ANSWER_FIELDS if name in record]
    if not present:
        return CaseProblem("", 0, "", f"has no answer; write it as {' or '.join(map(repr, ANSWER_FIELDS))}")
    name = next((name for name in present if record[name]), present[0])
    value = record[name]
    if value is None:
        return index, ""
    if not isinstance(value, str):
        return CaseProblem("", 0, name, "must be text")
    if len(value) > MAX_ANSWER:
        size = f"{len(value):,} characters; the limit is {MAX_ANSWER:,}"
        return CaseProblem("", 0, name, f"has {size}")
    return index, value


def _repeated(index: int, line: int) -> str:
    return f"{index} is already the index of line {line}; the first one counts"


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number
