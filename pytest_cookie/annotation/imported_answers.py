"""Stores what people said elsewhere as answers to the tasks of a study."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pytest_cookie.annotation.form import TIE
from pytest_cookie.annotation.store import IMPORTED, Circumstances
from pytest_cookie.annotation.study import Study
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.errors import UsageError

FIRST, SECOND = "first", "second"
PairTasks = Mapping[tuple[str, str, str], Task]


@dataclass(frozen=True)
class Imported:
    """The result of an import: what it was, how many answers were stored, and how many match no task of the run."""

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
    """The pairwise tasks by case and both models."""
    return {(one.case, one.records[0].model, one.records[1].model): one for one in tasks_of(study, "pairwise")}


def add_preference(
    study: Study, pairs: PairTasks, named: tuple[str, str, str], winner: str, rater: str, place: str
) -> bool:
    """Store who is better of two models on a case: `FIRST`, `SECOND` or a tie. False if the run lacks the pair."""
    case, first, second = named
    task, is_turned = pairs.get((case, first, second)), False
    if task is None:
        task, is_turned = pairs.get((case, second, first)), True
    if task is None:
        return False
    slots = {FIRST: task.slots[is_turned], SECOND: task.slots[not is_turned]}
    add_answer(study, task, {"better": slots.get(winner, TIE)}, rater, place)
    return True


def add_answer(study: Study, task: Task, values: Mapping[str, object], rater: str, place: str) -> None:
    """Store an imported answer. The same `place` in a file stores nothing twice."""
    nonce = hashlib.sha256(f"{place}\0{task.id}".encode(errors="replace")).hexdigest()
    person = study.store.join(f"{IMPORTED}{rater[:60]}")
    study.store.add(person, task, "import", values, Circumstances(nonce=nonce))
