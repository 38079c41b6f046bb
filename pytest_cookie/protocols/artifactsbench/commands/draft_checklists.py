"""`pytest-cookie dataset draft-checklists`: a model drafts a checklist of ten items for each brief."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.checklist_table import (
    CHECKLIST_ITEMS,
    read_checklists,
    read_examples,
    write_items,
)
from pytest_cookie.dataset.construction.draft_checklists import draft_checklists
from pytest_cookie.dataset.construction.pool import Query, read_pool
from pytest_cookie.dataset.construction.pool_options import add_briefs, add_output, case_paths, holds_cases
from pytest_cookie.dataset.construction.released_cases import rewrite_case
from pytest_cookie.dataset.importing.import_cases import write_cases
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.artifactsbench.case_fields import PROTOCOL_NAME, OptionalFields
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided

_CASES = "cases"


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser(
        "draft-checklists", help="draft a checklist of ten items for each brief by a model", epilog=EXIT_CODES
    )
    add_briefs(step)
    add_model(step, purpose="drafts the checklists")
    step.add_argument(
        "--examples",
        type=Path,
        metavar="CSV",
        help="reviewed items, as `dataset decide` admits them; the model sees the first three checklists "
        "(default: none)",
    )
    add_output(step, "checklist_items.csv and, for cases, new case files with the checklists")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    if not holds_cases(options.pool):
        return _draft(read_pool(options.pool, column=options.column), options)
    from pytest_cookie.protocols.artifactsbench.checklist_judge import find_fields  # loads stages

    folder = options.out / _CASES
    if folder.exists():
        raise UsageError(f"{folder} exists; name another folder as --out")
    cases = load_cases(*case_paths(options.pool), extra=OptionalFields)
    own = {case.id: fields.model_dump(mode="json") for case in cases if (fields := find_fields(case))}
    lacking = [Query(case.id, case.brief) for case in cases if case.id not in own]
    if not lacking:
        raise UsageError("every case has a checklist")
    if code := _draft(lacking, options):
        return code
    drafted = read_checklists(options.out / CHECKLIST_ITEMS).complete
    added = own | {case: {"checklist": items} for case, items in drafted.items()}
    write_cases([rewrite_case(case, added[case.id], folder) for case in cases], folder, protocol=PROTOCOL_NAME)
    print(f"run the cases: pytest --cookie-protocol={PROTOCOL_NAME} --cookie-cases {folder} --cookie-judge=MODEL …")
    return None


def _draft(queries: Sequence[Query], options: argparse.Namespace) -> int | None:
    """Draft the checklists and write their table. Returns the exit code."""
    examples = read_examples(options.examples) if options.examples else {}
    with open_clerks(options, options.model, what="drafted") as (clerk,):
        found = draft_checklists(queries, clerk, examples)
        table = write_items(found, options.out)
        print(f"{count(sum(drafted.draft is not None for drafted in found), 'checklist')} in {table}")
    print(f"to review the items: pytest-cookie dataset review {table} --reviewers NAME,NAME")
    return report_undecided([drafted.cause for drafted in found if drafted.cause], absent_from=table)
