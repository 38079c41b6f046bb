"""Stores answers that people gave elsewhere as answers to the tasks of a study."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pytest_cookie.annotation.form import TIE
from pytest_cookie.annotation.store import IMPORTED, Circumstances
from pytest_cookie.annotation.study import Study
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.record import Record

FIRST, SECOND = "first", "second"
PairTasks = Mapping[tuple[str, str, str], Sequence[Task]]


@dataclass(frozen=True)
class Imported:
    """The result of an import: its kind, the number of stored answers, and of those that match no task of the run."""

    kind: str
    stored: int
    unmatched: int


def tasks_of(study: Study, form: str) -> Iterator[Task]:
    """The tasks of a form. Raises `UsageError` if the study does not have it."""
    found = [task for task in study.tasks.values() if task.form == form]
    if not found:
        raise UsageError(f"--import: this file has answers of the form {form}; add --form {form}")
    yield from found


def pair_tasks(study: Study) -> PairTasks:
    """The pairwise tasks by case and both models: several if the run has several modes or repeats."""
    found: dict[tuple[str, str, str], list[Task]] = defaultdict(list)
    for task in tasks_of(study, "pairwise"):
        found[task.case, task.records[0].model, task.records[1].model].append(task)
    return found


@dataclass(frozen=True)
class Vote:
    """The better one of two models on a case: `FIRST`, `SECOND` or a tie. `mode` and `repeat` are None if unknown."""

    case: str
    first: str
    second: str
    winner: str
    mode: str | None = None
    repeat: int | None = None


def add_preference(study: Study, pairs: PairTasks, vote: Vote, rater: str, place: str) -> bool:
    """Store a vote. False if the run lacks the pair, or has several, so that the vote is ambiguous."""
    for is_turned in (False, True):
        models = (vote.second, vote.first) if is_turned else (vote.first, vote.second)
        found = [task for task in pairs.get((vote.case, *models), ()) if _matches(task.records[0], vote)]
        if len(found) == 1:
            slots = {FIRST: found[0].slots[is_turned], SECOND: found[0].slots[not is_turned]}
            add_answer(study, found[0], {"better": slots.get(vote.winner, TIE)}, rater, place)
            return True
    return False


def _matches(record: Record, vote: Vote) -> bool:
    return vote.mode in (None, record.mode) and vote.repeat in (None, record.repeat)


def add_answer(study: Study, task: Task, values: Mapping[str, object], rater: str, place: str) -> None:
    """Store an imported answer. The same `place` in a file is stored once."""
    nonce = hashlib.sha256(f"{place}\0{task.id}".encode(errors="replace")).hexdigest()
    if not rater.isprintable():
        raise UsageError(f"{place}: the rater {rater[:60]!r} has characters that cannot be shown; correct the name")
    person = study.store.join(f"{IMPORTED}{rater[:60]}")
    study.store.add(person, task, "import", values, Circumstances(nonce=nonce))
