"""`pytest-cookie merge`: merges several runs, such as the shards of one, into one run."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import get_args

from pytest_cookie.cli.export import print_exports
from pytest_cookie.cli.report import write_report
from pytest_cookie.core.wording import count
from pytest_cookie.llm.cost.account_totals import unite_accounts
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_access import STATE, describe_spending
from pytest_cookie.protocols.run.project import find_project
from pytest_cookie.records.duplicates import Preference
from pytest_cookie.records.merge import Merge, plan_merge, whole_folder
from pytest_cookie.records.run import RunFolder

_MAX_LISTED = 20


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    merge = commands.add_parser("merge", help="merge several runs, such as the shards of one run, into a new run")
    merge.add_argument("out", type=Path, metavar="OUT", help="run folder to create; it must not exist")
    merge.add_argument("runs", type=Path, nargs="+", metavar="SHARD", help="run folders to merge; they are not changed")
    merge.add_argument(
        "--anyway", action="store_true", help="merge although the runs used different models, judges or settings"
    )
    merge.add_argument(
        "--duplicates",
        choices=get_args(Preference),
        default="refuse",
        help="which result to keep where runs differ on the same item, by the order of the runs (default: refuse)",
    )
    merge.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    merge = plan_merge(options.runs, anyway=options.anyway, preference=options.duplicates)
    with whole_folder(options.out) as folder:
        merge.write(folder)
        account, problems = unite_accounts([run / STATE for run in merge.runs], folder / STATE)
    _print_problems((*merge.remarks, *problems))
    run = RunFolder.open(options.out)
    write_report(run)
    project, settings = find_project(run.path)
    print_exports(run, settings.exports, project)
    if account.calls:
        print(describe_spending(account))
    _print_problems(merge.gaps)
    print(f"merged: {count(len(merge.items), 'item')} of {_total(merge)} from {count(len(merge.runs), 'run')}")


def _total(merge: Merge) -> str:
    """The number of items of all shards; unknown if something is missing and nobody knows how much."""
    total = (merge.manifest.whole if merge.manifest.shard else None) or merge.manifest.planned or 0
    return "an unknown number" if merge.gaps and total <= len(merge.items) else str(total)


def _print_problems(lines: Sequence[str]) -> None:
    for line in lines[:_MAX_LISTED]:
        print(line, file=sys.stderr)
    if len(lines) > _MAX_LISTED:
        print(f"… and {len(lines) - _MAX_LISTED} more", file=sys.stderr)
