"""`pytest-cookie history`: shows how the runs of one benchmark changed over time."""

import argparse
import sys
from pathlib import Path

from pytest_cookie.cli.command import WIDEST, add_mode, write_outputs
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run_series import find_runs
from pytest_cookie.reporting.run_history.history import history
from pytest_cookie.reporting.run_history.history_lines import history_lines


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    command = commands.add_parser("history", help="show how the runs of one benchmark changed over time")
    command.add_argument(
        "runs", type=Path, nargs="+", metavar="FOLDER", help="folder that holds run folders, or a run folder"
    )
    command.add_argument("--model", metavar="MODEL", help="model to show (default: each model)")
    add_mode(command)
    command.add_argument("--last", type=int, metavar="N", help="number of runs to show, the newest (default: all)")
    command.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of the confidence intervals (default: 0)"
    )
    command.add_argument("--json", type=Path, metavar="FILE", help="output file for the results as JSON")
    command.add_argument(
        "--html", type=Path, metavar="FOLDER", help="output folder for a page with a chart for each model"
    )
    command.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    runs, problems = find_runs(options.runs)
    for problem in problems:
        print(problem, file=sys.stderr)
    found = history(runs, model=options.model, mode=options.mode, last=options.last, seed=options.seed)
    print("\n".join(history_lines(found, WIDEST)))
    write_outputs([(options.json, found)])
    if options.html:
        from pytest_cookie.reporting.site.history_view import write_history

        names = [path.resolve().name for path in options.runs]
        print(f"written: {write_history(found, options.html, ', '.join(names))}")
