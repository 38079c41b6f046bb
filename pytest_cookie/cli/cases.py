"""`pytest-cookie cases`: checks cases and shows their distribution."""

import argparse
from pathlib import Path

from pytest_cookie.cli.command import TERMINAL_WIDTH, Commands
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.problem import problems_error
from pytest_cookie.dataset.validate import validate
from pytest_cookie.reporting.case_distribution import balance_lines


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    cases = commands.add_parser("cases", help="check case files and show the distribution of their labels")
    cases.add_argument(
        "path", type=Path, nargs="?", help="YAML file of cases, or a folder (default: the benchmark's cases)"
    )
    cases.add_argument("--list", action="store_true", help="list every case, and the leaves without a case")
    cases.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    found = validate(options.path)
    if options.list:
        for case in found.cases:
            print(f"{case.domain}/{case.leaf}  {case.id}  {case.difficulty}  {case.language}  {case.origin}")
    named = options.list or options.path is None
    print("\n".join(balance_lines(found.cases, TERMINAL_WIDTH, leaves=named)), flush=True)
    if found.problems:
        raise UsageError(f"{count(len(found.problems), 'problem')}\n{problems_error(found.problems, most=None)}")
    print(f"no problems (cases: {len(found.cases)}, fault lists: {len(found.fault_lists)})")
