"""The data of ArtifactsBench: tasks with checklists, and files of answers. JSON Lines, one record per line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, JsonValue, StrictInt, field_validator

from pytest_cookie.core.labels import Tier
from pytest_cookie.dataset.importing.artifactsbench_topics import place_of
from pytest_cookie.dataset.importing.checklist_kind import divide_checklist
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase, detect_language
from pytest_cookie.dataset.importing.json_lines import CaseLine, read_case_lines, read_lines
from pytest_cookie.dataset.importing.peer import Peer, check_printable
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


class PublishedItem(Peer):
    """One item of a published checklist."""

    id: StrictInt = Field(ge=0)
    title: Words
    description: Annotated[str, AfterValidator(check_printable)]
    max_score: float = Field(alias="maxScore", gt=0, le=1_000)


class PublishedTask(CaseLine):
    """One published task. Other fields, such as those of results, are ignored."""

    index: StrictInt = Field(ge=0)
    question: Words
    published_class: str = Field(alias="class")
    difficulty: Tier
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
        if repeated := [number for number in ids if ids.count(number) > 1]:
            raise ValueError(f"has the id {repeated[0]} twice; each item needs its own")
        return value

    def case(self, line: int = 0) -> ImportedCase:
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
            line=line,
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
    """A model's whole reply to the task of a case, and its place: field, line, and the bytes of this line."""

    case: str
    field: str
    text: str
    line: int
    offset: int
    length: int


def read_tasks(path: Path) -> Imported:
    """The tasks of a published file. Raises `UsageError` if it cannot be read."""
    return read_case_lines(path, PublishedTask, "index")


def read_answers(path: Path, problems: list[CaseProblem]) -> Iterator[Answer]:
    """The answers of a results file, one at a time; unreadable ones are added to `problems`.

    A record names its task by `index`, or any case by `case`. An empty answer is an answer. Of several for a case, the
    first counts. Raises `UsageError` if the file cannot be read.
    """
    shown = format_path(path)
    first: dict[str, int] = {}
    for line in read_lines(path, problems):
        try:
            case, field, text = find_answer(line.value)
        except AnswerError as error:
            problems.append(CaseProblem(shown, line.number, error.field, str(error)))
            continue
        if case in first:
            problems.append(CaseProblem(shown, line.number, "", f"{case} has an answer in line {first[case]} already"))
            continue
        first[case] = line.number
        yield Answer(case, field, text, line.number, line.offset, line.length)


class AnswerError(Exception):
    """A record without a usable answer."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def find_answer(record: Mapping[str, JsonValue]) -> tuple[str, str, str]:
    """The id of the case, the name of the answer's field, and the answer. Raises `AnswerError`."""
    present = [name for name in ANSWER_FIELDS if name in record]
    if not present:
        raise AnswerError("", f"has no answer; write it as {' or '.join(map(repr, ANSWER_FIELDS))}")
    name = next((name for name in present if record[name]), present[0])
    value = record[name]
    if value is not None and not isinstance(value, str):
        raise AnswerError(name, "must be text")
    if value and len(value) > MAX_ANSWER:
        raise AnswerError(name, f"has {len(value):,} characters; the limit is {MAX_ANSWER:,}")
    return _case_of(record), name, value or ""


def _case_of(record: Mapping[str, JsonValue]) -> str:
    if isinstance(case := record.get("case"), str):
        return case
    index = record.get("index")
    if not isinstance(index, int) or isinstance(index, bool) or index < 0:
        raise AnswerError("index", "must be the whole number of a task" if "index" in record else "is missing")
    return f"{ID_PREFIX}{index}"


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number
