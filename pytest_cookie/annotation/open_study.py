"""Opens the study of a run: forms, tasks, stored answers, and everything that follows from them."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from pytest_cookie.annotation.expand import list_substeps
from pytest_cookie.annotation.form import SLOTS, Form
from pytest_cookie.annotation.form_files import find_forms, list_forms
from pytest_cookie.annotation.material import case_fields, installed_protocol
from pytest_cookie.annotation.session import QuestionSource
from pytest_cookie.annotation.store import FILE, FOLDER, AnswerStore
from pytest_cookie.annotation.study import Study, settle_design
from pytest_cookie.annotation.task import Task, make_tasks
from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.records.run import RunFolder

if TYPE_CHECKING:
    from pytest_cookie.annotation.export import StudyExport
    from pytest_cookie.annotation.results import StudyResults

DEFAULT_FORM = "points8"


@dataclass(frozen=True)
class OpenedStudy:
    """A study with its run. `store` must be closed.

    The statistics are loaded on the first request for them, because numpy would delay the first task.
    """

    run: RunFolder
    study: Study
    records: tuple[Record, ...]
    tie: float
    store: AnswerStore

    @cached_property
    def results(self) -> "StudyResults":
        """The statistics."""
        from pytest_cookie.annotation.judges import VerdictReader
        from pytest_cookie.annotation.results import StudyResults

        scores = self.run.scores_of(self.records)
        return StudyResults(self.study, self.records, scores, VerdictReader(self.run, scores), self.tie)

    @cached_property
    def export(self) -> "StudyExport":
        """The answers as files."""
        from pytest_cookie.annotation.export import StudyExport
        from pytest_cookie.protocols.interaction2code.human.beside_run import prompt_of

        return StudyExport(self.study, self.results, self.run.scores_of(self.records), prompt_of(self.run))


class ResultsReader:
    """Results and files of a study for a server: read through a connection of their own, one request at a time.

    They may take seconds for a large study, and meanwhile raters go on in another thread.
    """

    def __init__(self, path: Path, tie: float) -> None:
        self._path, self._tie = path, tie
        self._lock = threading.Lock()

    @cached_property
    def _opened(self) -> OpenedStudy:
        return open_study(self._path, [], {}, tie=self._tie)

    def results(self) -> dict[str, object]:
        """Everything on the results page."""
        with self._lock:
            opened = self._opened
            return {"run": self._path.name, "exports": opened.export.names()} | opened.results.payload()

    def file(self, name: str) -> tuple[str, str]:
        """Media type and content of a file. Raises `KeyError`."""
        with self._lock:
            return self._opened.export.file(name)


def open_study(path: Path, names: Sequence[str], asked: Mapping[str, object], *, tie: float = 0.0) -> OpenedStudy:
    """The study of the run at `path`, created if there is none.

    `names` are the forms to use; without them those that were used before, else `points8`. `asked` are the fields of
    the design that the user gave. Raises `UsageError`.
    """
    run = RunFolder.open(path)
    records, _ = run.read()
    if not records:
        raise UsageError(f"{path} has no records; if it was stopped, first run: pytest-cookie report {path}")
    store = AnswerStore(path / FOLDER / FILE)
    try:
        return _open(run, records, store, names, asked, tie)
    except BaseException:
        store.close()
        raise


def _open(
    run: RunFolder,
    records: Sequence[Record],
    store: AnswerStore,
    names: Sequence[str],
    asked: Mapping[str, object],
    tie: float,
) -> OpenedStudy:
    forms = _forms(run, store, names)
    design = settle_design(store, asked)
    tasks = {form.id: _tasks(run, form, records) for form in forms}
    questions = QuestionSource(run, {form.id: form for form in forms})
    study = Study(store, design, tasks, forms, questions)
    return OpenedStudy(run, study, tuple(records), tie, store)


def _forms(run: RunFolder, store: AnswerStore, names: Sequence[str]) -> tuple[Form, ...]:
    own = protocol_forms(run)
    if not names:
        stored = tuple(_read_form(name, text) for name, text in store.facts("form:").items())
        if stored:
            return stored
    forms = find_forms(names or [DEFAULT_FORM], own)
    for form in forms:
        before = store.fact(f"form:{form.id}")
        if before not in (None, form.model_dump_json()) and store.answers(form.id):
            raise UsageError(f"--form {form.id}: the form has changed since people answered it; give it another id")
        store.set_fact(f"form:{form.id}", form.model_dump_json())
    return forms


def _read_form(name: str, text: str) -> Form:
    try:
        return Form.model_validate_json(text)
    except ValidationError as error:
        raise RecordingError(f"{FOLDER}/{FILE}: the form {name!r} cannot be read: {error}") from error


def protocol_forms(run: RunFolder) -> Path | None:
    """The folder of forms that the run's protocol brings, if it does and is installed."""
    try:
        name = run.manifest.protocol
    except RecordingError:
        return None
    protocol = installed_protocol(name)
    return protocol.annotation_forms if protocol else None


def describe_forms(path: Path) -> list[str]:
    """A line for each form that can be used with a run."""
    return [f"{form.id:12} {form.title}" for form in list_forms(protocol_forms(RunFolder(path))).values()]


def _tasks(run: RunFolder, form: Form, records: Sequence[Record]) -> list[Task]:
    substeps: frozenset[str] = frozenset()
    if form.expand == "substeps":
        first = {record.case: record for record in reversed(records)}
        substeps = frozenset(case for case, record in first.items() if list_substeps(case_fields(run, record)))
    if form.layout == "list" and (models := len({record.model for record in records})) > len(SLOTS):
        raise UsageError(
            f"--form {form.id}: a ranking shows at most {len(SLOTS)} pages, and the run has {models} models; "
            "use --form pairwise"
        )
    tasks = make_tasks(form, records, substeps)
    if not tasks:
        reasons = {
            "substeps": "no case has substeps in its extra fields",
            "findings": "the judge has no findings",
        }
        layouts = {"pair": "no case has two models", "list": "no case has two models"}
        why = reasons.get(form.expand) or layouts.get(form.layout) or "no item is scored"
        raise UsageError(f"--form {form.id}: there is nothing to rate: {why}")
    return tasks
