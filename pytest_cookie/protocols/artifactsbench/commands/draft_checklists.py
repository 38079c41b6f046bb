"""`pytest-cookie dataset draft-checklists`: a model drafts a checklist of ten items for each query."""

import argparse

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.draft_checklists import draft_checklists, write_checklists
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, read_queries
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser(
        "draft-checklists", help="draft a checklist of ten items for each query by a model", epilog=EXIT_CODES
    )
    add_pool(step)
    add_model(step, purpose="drafts the checklists")
    add_output(step, "<id>.yaml and checklist_items.csv")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    queries = read_queries(options)
    with open_clerks(options, options.model, what="drafted") as (clerk,):
        found = draft_checklists(queries, clerk)
        table = write_checklists(found, options.out)
        print(f"{count(sum(drafted.draft is not None for drafted in found), 'checklist')} below {options.out}")
    print(f"to review the items: pytest-cookie dataset review {table} --reviewers NAME,NAME")
    return report_undecided([drafted.cause for drafted in found if drafted.cause])
