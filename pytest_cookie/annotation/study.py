"""`Study`: who rates what next. Balanced by design: k raters for each item, in an order of their own."""

import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from pytest_cookie.annotation.answer import differ
from pytest_cookie.annotation.form import AnyQuestion, Form
from pytest_cookie.annotation.practice import PracticeTask, attention_check, practice_tasks
from pytest_cookie.annotation.store import AnswerStore, Rater
from pytest_cookie.annotation.task import Role, Task, chance
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.parsing import load_json

ABANDONED_SECONDS = 2 * 3600
"""An assigned task without an answer for so long is given to others."""


class StudyDesign(FrozenModel):
    """The design of a study.

    Every task of the calibration slice goes to every rater, before all others, which go to `overlap` raters each. After
    every `check_every` answers comes an attention check (0: none). With `arbitrate`, a third rater decides where two
    differ.
    """

    overlap: int = Field(default=2, ge=1, le=50)
    slice: int = Field(default=0, ge=0, le=1000)
    check_every: int = Field(default=0, ge=0, le=1000)
    practice: bool = True
    arbitrate: bool = True
    seed: int = Field(default=0, ge=0)


@dataclass(frozen=True)
class Progress:
    """`mine` of `my_share` answers of a rater; `complete` of `tasks` tasks; `open` arbitrations."""

    mine: int
    my_share: int
    complete: int
    tasks: int
    open: int


@dataclass(frozen=True)
class _Given:
    """An answer as far as the assignment needs it."""

    rater: int
    role: Role
    body: str
    skipped: bool


_Holder = tuple[int, Role, float]
"""An assignment: rater, role, time."""


class Study:
    """The forms and tasks of a run, and the rules that assign them. `questions` gives a task's questions."""

    def __init__(
        self,
        store: AnswerStore,
        design: StudyDesign,
        tasks: Mapping[str, Sequence[Task]],
        forms: Sequence[Form],
        questions: Callable[[Task], tuple[AnyQuestion, ...]],
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.design, self.questions, self._clock = store, design, questions, clock
        self.forms = {form.id: form for form in forms}
        self.tasks = {task.id: task for form in forms for task in tasks[form.id]}
        self.practice: dict[str, PracticeTask] = {}
        if design.practice:
            self.practice = {practice.task.id: practice for form in forms for practice in practice_tasks(form)}
        self._of_form: dict[str, list[Task]] = {form.id: list(tasks[form.id]) for form in forms}
        self._slices = {form.id: self._slice_of(self._of_form[form.id]) for form in forms}

    def _slice_of(self, tasks: Sequence[Task]) -> frozenset[str]:
        by_chance = sorted((task.id for task in tasks), key=lambda name: chance(self.design.seed, "slice", name))
        return frozenset(by_chance[: self.design.slice])

    def find(self, task_id: str) -> Task | None:
        """A task of the run, of the practice, or an attention check."""
        if task_id in self.practice:
            return self.practice[task_id].task
        prefix, _, rest = task_id.partition(".")
        form, _, number = rest.rpartition(".")
        if prefix == "check" and form in self.forms and number.isdecimal() and len(number) < 6:
            return attention_check(self.forms[form], int(number))
        return self.tasks.get(task_id)

    def next_task(self, rater: Rater, form: str) -> tuple[Task, Role] | None:
        """The rater's next task of a form, which is assigned to them; None if there is none now."""
        with self.store.transaction() as database:
            given = _read_answers(database, form)
            assigned = _read_assignments(database, form)
            chosen = self._choose(rater, form, given, assigned)
            if chosen:
                task, role = chosen
                row = (task.id, rater.id, form, role, self._clock())
                database.execute("insert or replace into assignments values (?, ?, ?, ?, ?)", row)
        return chosen

    def _choose(
        self,
        rater: Rater,
        form: str,
        given: Mapping[str, list[_Given]],
        assigned: Mapping[str, list[_Holder]],
    ) -> tuple[Task, Role] | None:
        done = {task for task, answers in given.items() if any(answer.rater == rater.id for answer in answers)}
        mine = [
            (at, task, role)
            for task, holders in assigned.items()
            for holder, role, at in holders
            if holder == rater.id and task not in done
        ]
        for _, task, role in sorted(mine, reverse=True):
            if found := self.find(task):
                return found, role
        if first := next(
            (
                practice.task
                for practice in self.practice.values()
                if practice.task.form == form and practice.task.id not in done
            ),
            None,
        ):
            return first, "practice"
        if check := self._due_check(form, done):
            return check, "check"
        tasks = sorted(self._of_form[form], key=lambda task: chance(self.design.seed, rater.name.lower(), task.id))
        for one in tasks:
            if one.id in self._slices[form] and one.id not in done:
                return one, "calibration"
        held = self._held(assigned, rater)
        rest = [task for task in tasks if task.id not in done and task.id not in self._slices[form]]
        counts = {task.id: _raters_of(given[task.id]) + held[task.id] for task in rest}
        open_tasks = [task for task in rest if counts[task.id] < self.design.overlap]
        if open_tasks:
            return min(open_tasks, key=lambda task: counts[task.id] == 0), "main"
        return next(((task, "arbitration") for task in tasks if self._needs_third(task, given, done, held)), None)

    def _due_check(self, form: str, done: set[str]) -> Task | None:
        every = self.design.check_every
        checks = sum(task.startswith("check.") for task in done)
        real = sum(task in self.tasks for task in done)
        return attention_check(self.forms[form], checks) if every and real >= every * (checks + 1) else None

    def _held(self, assigned: Mapping[str, list[_Holder]], rater: Rater) -> dict[str, int]:
        """How many others have a task before them."""
        held: dict[str, int] = defaultdict(int)
        for task, holders in assigned.items():
            held[task] = sum(holder != rater.id and self._clock() - at < ABANDONED_SECONDS for holder, _, at in holders)
        return held

    def _needs_third(
        self, task: Task, given: Mapping[str, list[_Given]], done: set[str], held: Mapping[str, int]
    ) -> bool:
        return task.id not in done and not held[task.id] and self.is_disputed(task, given[task.id])

    def is_disputed(self, task: Task, answers: Sequence[_Given]) -> bool:
        """Whether two raters differ, and no third one has decided."""
        if not self.design.arbitrate or any(answer.role == "arbitration" for answer in answers):
            return False
        bodies = [
            load_json(answer.body)
            for answer in answers
            if not answer.skipped and answer.role in ("main", "calibration")
        ]
        form, questions = self.forms[task.form], self.questions(task)
        return len(bodies) >= 2 and any(differ(form, questions, bodies[0], other) for other in bodies[1:])

    def progress(self, rater: Rater, form: str) -> Progress:
        """How far a rater and the whole study are with a form."""
        with self.store.transaction() as database:
            given = _read_answers(database, form)
            raters = database.execute("select count(*) from raters where name not like 'import:%'").fetchone()[0]
        tasks, in_slice = self._of_form[form], self._slices[form]
        mine = sum(any(answer.rater == rater.id for answer in given[task.id]) for task in tasks)
        complete = sum(_raters_of(given[task.id]) >= self.design.overlap for task in tasks)
        disputed = sum(self.is_disputed(task, given[task.id]) for task in tasks)
        others = len(tasks) - len(in_slice)
        share = len(in_slice) + -(-others * min(self.design.overlap, raters) // max(1, raters))
        return Progress(mine, max(mine, min(share, len(tasks))), complete, len(tasks), disputed)


def _read_answers(database: sqlite3.Connection, form: str) -> defaultdict[str, list[_Given]]:
    found: defaultdict[str, list[_Given]] = defaultdict(list)
    rows = database.execute(
        "select task, rater, role, body, skipped from answers "
        "where form = ? and undone = 0 and replaced = 0 and role != 'import'",
        (form,),
    )
    for task, rater, role, body, skipped in rows:
        found[task].append(_Given(rater, role, body, bool(skipped)))
    return found


def _read_assignments(database: sqlite3.Connection, form: str) -> defaultdict[str, list[_Holder]]:
    """Assignments without an answer: rater, role and time by task."""
    found: defaultdict[str, list[_Holder]] = defaultdict(list)
    rows = database.execute(
        "select s.task, s.rater, s.role, s.at from assignments s where s.form = ? and not exists (select 1 from "
        "answers a where a.task = s.task and a.rater = s.rater and a.undone = 0 and a.replaced = 0)",
        (form,),
    )
    for task, rater, role, at in rows:
        found[task].append((rater, role, at))
    return found


def _raters_of(answers: Sequence[_Given]) -> int:
    """How many raters rated a task; somebody who skipped it did not."""
    return sum(not answer.skipped and answer.role in ("main", "calibration") for answer in answers)


def settle_design(store: AnswerStore, asked: Mapping[str, object]) -> StudyDesign:
    """The design of a study: the stored one, changed by the present options. Raises `UsageError`.

    The seed cannot change once there are answers, because it decides who saw which artifact as A.
    """
    stored = load_json(store.fact("design") or "{}")
    given = {name: value for name, value in asked.items() if value is not None}
    if store.has_answers() and "seed" in given and given["seed"] != stored.get("seed", 0):
        raise UsageError(f"--seed: the study has answers with the seed {stored.get('seed', 0)}, which cannot change")
    design = StudyDesign.model_validate(stored | given)
    store.set_fact("design", design.model_dump_json())
    return design
