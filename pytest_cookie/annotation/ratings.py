"""From answers to numbers: by question, for the agreement of raters, and by artifact, to compare with a judge."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from pytest_cookie.annotation.answer import is_asked
from pytest_cookie.annotation.form import SLOTS, TIE, AnyQuestion, Form
from pytest_cookie.annotation.store import Answer
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import STAGE_SCALE
from pytest_cookie.stats.alpha import Level

Questions = Callable[[Task], Sequence[AnyQuestion]]
INDEPENDENT = ("calibration", "main", "import")
"""Roles of answers that were given without a reason to expect a certain one; arbitrations are not among them."""
COUNTED = (*INDEPENDENT, "arbitration")
PASS, FAIL = "pass", "fail"


@dataclass(frozen=True)
class QuestionRatings:
    """Numbers by unit (a task, or an artifact of it) and rater."""

    id: str
    label: str
    level: Level
    ratings: dict[str, dict[str, float]]


def question_ratings(
    answers: Iterable[Answer], tasks: Mapping[str, Task], questions: Questions
) -> tuple[QuestionRatings, ...]:
    """The independent answers to each question. Options are numbered; of a multiple choice, each is a question."""
    found: dict[str, QuestionRatings] = {}
    for answer in answers:
        task = tasks.get(answer.task)
        if task is None or answer.skipped or answer.role not in INDEPENDENT:
            continue
        for question in questions(task):
            if question.id in answer.values or _is_none_chosen(question, answer):
                for name, label, level, unit, value in _numbers(question, answer.values.get(question.id), task):
                    row = found.setdefault(name, QuestionRatings(name, label, level, defaultdict(dict)))
                    row.ratings[unit][answer.rater] = value
    return tuple(found.values())


def _is_none_chosen(question: AnyQuestion, answer: Answer) -> bool:
    """Whether a multiple choice was shown and no option was chosen. Imported answers list this explicitly."""
    return question.kind == "many" and answer.role != "import" and is_asked(question, answer.values)


def _numbers(question: AnyQuestion, value: object, task: Task) -> Iterator[tuple[str, str, Level, str, float]]:
    plain = (question.id, question.label)
    if question.kind == "choice" and value in question.values:
        yield *plain, "ordinal" if question.ordered else "nominal", task.id, question.values.index(str(value))
    elif question.kind == "scale" and isinstance(value, int):
        yield *plain, "ordinal", task.id, value
    elif question.kind == "preference":
        yield *plain, "ordinal", task.id, {task.slots[0]: 1, task.slots[1]: -1}.get(str(value), 0)
    elif question.kind == "rank" and isinstance(value, dict):
        for slot, place in value.items():
            yield *plain, "ordinal", f"{task.id}:{slot}", place
    elif question.kind == "many":
        chosen = value if isinstance(value, list) else []
        for option in question.options:
            yield f"{question.id}.{option.value}", option.label, "nominal", task.id, float(option.value in chosen)


@dataclass(frozen=True)
class ArtifactRatings:
    """One rater's answer about artifacts of a query in one score: points, or places (1 is the best).

    `low` and `high` are the ends of the scale of points, `form` is that of the task.
    """

    score: str
    kind: str
    task: str
    rater: str
    values: tuple[tuple[Record, float], ...]
    low: float = 0.0
    high: float = STAGE_SCALE
    form: str = ""

    @property
    def better(self) -> tuple[tuple[Record, float], ...]:
        """The values, where more is better."""
        return self.values if self.kind == "points" else tuple((record, -place) for record, place in self.values)


def artifact_ratings(
    answers: Iterable[Answer], tasks: Mapping[str, Task], forms: Mapping[str, Form], questions: Questions
) -> list[ArtifactRatings]:
    """All answers about the quality of artifacts, in the dimensions of their forms and in `total`."""
    found: list[ArtifactRatings] = []
    for answer in answers:
        task = tasks.get(answer.task)
        if task is not None and not answer.skipped and answer.role in COUNTED:
            rated = _of_answer(answer, task, forms[task.form], questions(task))
            found += (replace(rating, form=task.form) for rating in rated)
    return found


def _of_answer(answer: Answer, task: Task, form: Form, questions: Sequence[AnyQuestion]) -> Iterator[ArtifactRatings]:
    if form.expand in ("rubric", "substeps"):
        yield from _of_items(answer, task, form, questions)
        return
    points: dict[str, ArtifactRatings] = {}
    for question in questions:
        value = answer.values.get(question.id)
        if not question.dimension or value is None:
            continue
        named = (question.dimension, task.id, answer.rater)
        if question.kind == "scale" and isinstance(value, int):
            ends = float(question.low), float(question.high)
            points[question.dimension] = _points(*named, task.records[0], float(value), ends)
        elif question.kind == "preference":
            yield _places(*named, zip(task.records, _duel(task, str(value)), strict=True))
        elif question.kind == "rank" and isinstance(value, dict):
            places = ((task.records[SLOTS.index(slot)], float(place)) for slot, place in sorted(value.items()))
            yield _places(*named, places)
    yield from _with_total(points, answer, task)


def _duel(task: Task, value: str) -> tuple[float, float]:
    if value == TIE:
        return 1.0, 1.0
    return (1.0, 2.0) if value == task.slots[0] else (2.0, 1.0)


def _points(
    score: str, task: str, rater: str, record: Record, value: float, ends: tuple[float, float]
) -> ArtifactRatings:
    return ArtifactRatings(score, "points", task, rater, ((record, value),), *ends)


def _places(score: str, task: str, rater: str, places: Iterable[tuple[Record, float]]) -> ArtifactRatings:
    return ArtifactRatings(score, "ranks", task, rater, tuple(places))


def _of_items(answer: Answer, task: Task, form: Form, questions: Sequence[AnyQuestion]) -> Iterator[ArtifactRatings]:
    """The share of passed items by dimension, of the rubric on 0 to 8 (Cookie-Bench B.5, equation 1)."""
    by_dimension: dict[str, list[float]] = defaultdict(list)
    for question in questions:
        if answer.values.get(question.id) in (PASS, FAIL):
            by_dimension[question.dimension or "total"].append(float(answer.values[question.id] == PASS))
    high = 1.0 if form.expand == "substeps" else STAGE_SCALE
    points = {
        name: _points(name, task.id, answer.rater, task.records[0], fmean(items) * high, (0.0, high))
        for name, items in by_dimension.items()
    }
    yield from _with_total(points, answer, task)


def _with_total(points: Mapping[str, ArtifactRatings], answer: Answer, task: Task) -> Iterator[ArtifactRatings]:
    """The points, and the total as the mean of dimensions on one scale, as the judge's."""
    yield from points.values()
    scales = {(rating.low, rating.high) for rating in points.values()}
    if len(points) >= 2 and len(scales) == 1 and "total" not in points:
        mean = fmean(rating.values[0][1] for rating in points.values())
        yield _points("total", task.id, answer.rater, task.records[0], mean, scales.pop())
