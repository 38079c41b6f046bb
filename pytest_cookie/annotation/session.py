"""`AnnotationSession`: the study of one run, as the application serves it. Names of models never leave it here."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING

from pydantic import JsonValue

from pytest_cookie.annotation.answer import AnswerError, check_answer, to_own_slots, to_shown_slots
from pytest_cookie.annotation.brief_text import reflow
from pytest_cookie.annotation.expand import questions_of
from pytest_cookie.annotation.form import SLOTS, AnyQuestion, Form
from pytest_cookie.annotation.material import case_fields, material_of
from pytest_cookie.annotation.practice import describe_told, practice_tasks, told_answers
from pytest_cookie.annotation.store import Circumstances, Rater
from pytest_cookie.annotation.study import Study
from pytest_cookie.annotation.task import Role, Task, shown_order
from pytest_cookie.core.inert import inert_line, inert_text
from pytest_cookie.records.run import RunFolder

if TYPE_CHECKING:
    from pytest_cookie.annotation.artifact_server import ArtifactServer

MAX_NOTE = 4_000
MAX_SECONDS = 24 * 3600.0
Payload = dict[str, object]


class QuestionSource:
    """The questions of tasks, made once each."""

    def __init__(self, run: RunFolder, forms: Mapping[str, Form]) -> None:
        self._run, self._forms = run, forms
        self._made: dict[str, tuple[AnyQuestion, ...]] = {}

    def __call__(self, task: Task) -> tuple[AnyQuestion, ...]:
        """The questions of a task."""
        if task.id not in self._made:
            form, record = self._forms[task.form], task.records[0]
            fields: dict[str, JsonValue] = {}
            if form.expand in ("substeps", "interactions") and record.folder:
                fields = case_fields(self._run, record)
            elif form.expand == "substeps":  # of the practice, which attention checks use too
                known = {practice.task.id: practice.fields for practice in practice_tasks(form)}
                fields = known.get(task.id) or next(iter(known.values()), {})
            self._made[task.id] = questions_of(form, record, fields)
        return self._made[task.id]


class AnnotationSession:
    """What a rater can do: get a task, save a draft, answer, skip, undo. Raises `AnswerError` for a bad answer."""

    def __init__(self, run: RunFolder, study: Study, artifacts: "ArtifactServer") -> None:
        self.run, self.study, self._artifacts = run, study, artifacts

    def next(self, rater: Rater, form: str) -> Payload:
        """The rater's next task of a form, or `task: null` when there is none, with the progress."""
        chosen = self.study.next_task(rater, form)
        task = self._describe(*chosen, rater) if chosen else None
        progress = asdict(self.study.progress(rater, form))
        return {"task": task, "progress": progress, "form": form}

    def _describe(self, task: Task, role: Role, rater: Rater) -> Payload:
        form, questions = self.study.forms[task.form], self.study.questions(task)
        order = shown_order(task.id, task.slots, rater.name.lower(), self.study.design.seed)
        draft, note = self.study.store.draft(rater, task.id)
        first = task.records[0]
        shown: Payload = {
            "id": task.id, "role": role, "title": form.title, "instruction": form.instruction, "layout": form.layout,
            "brief": reflow(inert_text(first.brief)),
            "labels": [first.page_type, first.leaf, first.difficulty, first.language],
            "questions": [question.model_dump(mode="json", exclude={"dimension"}) for question in questions],
            "artifacts": [self._describe_artifact(task, slot, name) for slot, name in zip(order, SLOTS, strict=False)],
            "draft": to_shown_slots(questions, draft, order), "note": note,
            "is_reopened": self.study.store.is_reopened(rater, task.id),
        }  # fmt: skip
        if form.layout == "brief":
            shown["artifacts"] = []
        if role == "practice":
            of_form = [name for name, one in self.study.practice.items() if one.task.form == task.form]
            shown["practice"] = [of_form.index(task.id) + 1, len(of_form)]
        if role == "check":
            told = self._told(task, questions)
            shown["check"] = describe_told(questions, told)
        return shown

    def _describe_artifact(self, task: Task, slot: str, name: str) -> Payload:
        found = material_of(self.run, task, SLOTS.index(slot))
        address = self._artifacts.address
        page, media = (f"{kind}\0{task.id}\0{slot}" for kind in ("page", "media"))
        live = address(found.root, found.entry, purpose=page, whole=found.is_whole) if found.root else ""
        return {
            "name": name,
            "page": live,
            "seal": self._artifacts.seal(live) if live else "",
            "figures": [
                {
                    "title": inert_line(figure.title),
                    "columns": figure.columns,
                    "pictures": [
                        {
                            "address": address(found.folder, f"evidence/{picture.file}", purpose=media),
                            "caption": inert_line(picture.caption),
                        }
                        for picture in figure.pictures
                    ],
                }
                for figure in found.figures
            ],
            "film": address(found.folder, found.film, purpose=media) if found.film else "",
        }

    @staticmethod
    def _told(task: Task, questions: tuple[AnyQuestion, ...]) -> dict[str, object]:
        return told_answers(questions, int(task.id.rpartition(".")[2]), task.slots)

    def answer(self, rater: Rater, given: Mapping[str, object]) -> Payload:
        """Store an answer on disk, then return the rater's next task; for practice, with feedback on the answer.

        `given` has `task`, `values` (or `skipped`), `note`, `seconds` and `nonce`.
        """
        task, role, order = self._find(rater, given)
        questions = self.study.questions(task)
        skipped = given.get("skipped") is True
        shown = {} if skipped else check_answer(questions, _values(given), task.slots)
        values = to_own_slots(questions, shown, order)
        if role == "check":
            told = self._told(task, questions)  # a remark besides does no harm
            values = {"passed": told == {name: shown.get(name) for name in told}, "given": shown}
        note, nonce = _text(given, "note")[:MAX_NOTE], _text(given, "nonce")[:80]
        self.study.store.add(rater, task, role, values, Circumstances(note, skipped, _seconds(given), nonce))
        practice = self.study.practice.get(task.id)
        feedback = practice.feedback(questions, values) if practice and not skipped else None
        return self.next(rater, task.form) | (
            {"feedback": self._shown_feedback(feedback, questions, order)} if feedback else {}
        )

    @staticmethod
    def _shown_feedback(rows: list[Payload], questions: tuple[AnyQuestion, ...], order: str) -> list[Payload]:
        """The known answers of practice tasks name slots as the rater saw them."""
        kinds = {question.label: question.kind for question in questions}
        names = dict(zip(order, SLOTS, strict=False))
        for row in rows:
            if kinds.get(str(row["question"])) in ("preference", "rank"):
                for answer in ("known", "own"):
                    row[answer] = _rename_slots(str(row[answer]), names)
        return rows

    def save_draft(self, rater: Rater, given: Mapping[str, object]) -> None:
        """Store an unfinished answer."""
        task, _, order = self._find(rater, given)
        questions = self.study.questions(task)
        known = {question.id for question in questions}
        values = {name: value for name, value in _values(given).items() if name in known}
        self.study.store.save_draft(
            rater, task.id, to_own_slots(questions, values, order), _text(given, "note")[:MAX_NOTE]
        )

    def undo(self, rater: Rater, form: str) -> Payload:
        """Take back the rater's latest answer and show its task again."""
        self.study.store.undo(rater, form)
        return self.next(rater, form)

    def _find(self, rater: Rater, given: Mapping[str, object]) -> tuple[Task, Role, str]:
        """The named task, which must have been assigned to the rater, its role, and the order of its slots."""
        name = _text(given, "task")
        role = self.study.store.assigned_role(rater, name)
        task = self.study.find(name) if role else None
        if task is None or role is None:
            raise AnswerError("this task was not assigned to you")
        return task, role, shown_order(task.id, task.slots, rater.name.lower(), self.study.design.seed)


def _rename_slots(text: str, names: Mapping[str, str]) -> str:
    return ", ".join(names.get(word, word) for word in text.split(", "))


def _values(given: Mapping[str, object]) -> dict[str, object]:
    values = given.get("values")
    if not isinstance(values, dict):
        raise AnswerError("the answer has no values")
    return values


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise AnswerError(f"{name} must be a text")
    return value.replace("\0", "").encode(errors="replace").decode()


def _seconds(given: Mapping[str, object]) -> float:
    value = given.get("seconds", 0)
    is_time = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MAX_SECONDS
    return float(value) if is_time else 0.0  # type: ignore[arg-type]
