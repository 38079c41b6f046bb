"""`pytest-cookie dataset tasks`: a model writes tasks for applications; people review them."""

import argparse
import csv
import io
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, JsonValue

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.importing.import_cases import write_cases
from pytest_cookie.dataset.importing.imported_case import ImportedCase
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.auigym.propose import Proposal, propose_tasks
from pytest_cookie.protocols.auigym.tasks import MAX_TASKS, TAGS, Tag, Task
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided
from pytest_cookie.records.csv_table import read_named_cells
from pytest_cookie.records.files import write_text
from pytest_cookie.records.plain_tree import MAX_JSON_BYTES

REVIEW = "review.csv"
_COLUMNS = ("case", "task", "kind", "do", "outcome", "keep", "objection")


class _Fields(BaseModel):
    """Fields of cases of `auigym`, and of imported apps. Tasks that a case has are replaced."""

    model_config = ConfigDict(extra="forbid")

    tag: Tag | None = None
    tags: tuple[str, ...] = ()
    app: str = ""
    title: str = ""
    tasks: JsonValue = None


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("tasks", help="write tasks for applications (AUI-Gym)", epilog=EXIT_CODES)
    step.add_argument("cases", type=Path, metavar="CASES", help="YAML file of cases, or a folder")
    step.add_argument("--number", type=int, default=30, metavar="N", help="tasks for each case (default: 30)")
    step.add_argument("--tag", choices=TAGS, help="kind of application of cases without `tag` or `tags`")
    step.add_argument("-o", "--output", type=Path, required=True, metavar="FOLDER", help="new folder for cases")
    step.add_argument(
        "--reviewed",
        type=Path,
        metavar="CSV",
        help=f"the {REVIEW} of an earlier call, with `no` as `keep` of tasks to leave out and corrected texts; no "
        "model is called",
    )
    add_model(step, purpose="writes the tasks", required=False)
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    if not 1 <= options.number <= MAX_TASKS:
        raise UsageError(f"--number: must be from 1 to {MAX_TASKS}")
    cases = [(case, _tag(case, options.tag)) for case in load_cases(options.cases, extra=_Fields)]
    if options.reviewed:
        _write([Proposal(case, tag, _reviewed(options.reviewed, case)) for case, tag in cases], options.output)
        return None
    if not options.model:
        raise UsageError("--model: name the model that writes the tasks, or --reviewed")
    with open_clerks(options, options.model, what="written") as (clerk,):
        proposals = propose_tasks(cases, clerk, options.number)
    _write(proposals, options.output)
    write_text(options.output / REVIEW, _review_table(proposals), durable=False)
    refused = sum(len(proposal.refused) for proposal in proposals)
    print(f"refused by rules: {refused}; for review: {options.output / REVIEW}")
    return report_undecided([f"{proposal.case.id}: {proposal.cause}" for proposal in proposals if proposal.cause])


def _tag(case: Case, given: Tag | None) -> Tag:
    fields = _Fields.model_validate(case.fields)
    named = (fields.tag, *(tag for tag in TAGS if tag in fields.tags), given)
    tag = next((tag for tag in named if tag), None)
    if tag is None:
        raise UsageError(f"{case.id} has no `tag`; add one, or pass --tag for all cases without")
    return tag


def _write(proposals: Sequence[Proposal], folder: Path) -> None:
    """Write cases with tasks as YAML that `--cookie-protocol=auigym` reads."""
    done = [proposal for proposal in proposals if proposal.tasks]
    if not done:
        raise UsageError("no case has a task; nothing was written")
    files = write_cases([_entry(proposal) for proposal in done], folder)
    tasks = sum(len(proposal.tasks) for proposal in done)
    print(
        f"written: {count(tasks, 'task')} for {count(len(done), 'case')} in {count(len(files), 'file')} below {folder}"
    )


def _entry(proposal: Proposal) -> ImportedCase:
    tasks = [task.model_dump(mode="json", include={"id", "kind", "do", "outcome"}) for task in proposal.tasks]
    case = proposal.case
    return ImportedCase(
        id=case.id, brief=case.brief, leaf=case.leaf, language=case.language, source=case.source or "own",
        level=case.difficulty, extra={"tag": proposal.tag, "tasks": [*tasks]},
    )  # fmt: skip


def _review_table(proposals: Sequence[Proposal]) -> str:
    target = io.StringIO()
    table = csv.writer(target)
    table.writerow(_COLUMNS)
    for proposal in proposals:
        for task in proposal.tasks:
            table.writerow((proposal.case.id, task.id, task.kind, task.do, task.outcome, "yes", ""))
        for refused, why in proposal.refused:
            table.writerow((proposal.case.id, refused.id, refused.kind, refused.do, refused.outcome, "no", why))
    return target.getvalue()


def _reviewed(path: Path, case: Case) -> list[Task]:
    """The tasks of `case` that reviewers keep. Raises `UsageError` with the line of a wrong row."""
    kept: list[Task] = []
    for line, row in read_named_cells(path, MAX_JSON_BYTES, _COLUMNS[:-1]):
        if row["case"] != case.id or row["keep"].strip().lower() in ("no", "n", "0", ""):
            continue
        try:
            task = Task.model_validate({name: row[name] for name in ("kind", "do", "outcome")} | {"id": row["task"]})
        except ValueError as error:
            raise UsageError(f"{path}:{line}: {error}") from error
        if task.id in {other.id for other in kept}:
            raise UsageError(f"{path}:{line}: two tasks of {case.id} have the id {task.id}")
        kept.append(task)
    return kept
