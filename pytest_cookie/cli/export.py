"""`pytest-cookie export`: writes a run's records and findings as tables."""

import argparse
import sys
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.export import FORMATS, export_run


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    export = commands.add_parser("export", help="export a run's records and findings as CSV, JSON or Parquet")
    export.add_argument("run", type=Path, help="run folder to export")
    export.add_argument(
        "--format",
        metavar="NAME",
        help=f"output format: {', '.join(FORMATS)}, or one that an installed package adds (default: from the suffix of "
        "--output, else csv)",
    )
    export.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="output file for the records, with the findings next to it (default: export/records.<format> in the run)",
    )
    export.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    run = RunFolder.open(options.run)
    records, problems = run.read()
    for problem in problems:
        print(problem, file=sys.stderr)
    if not records:
        raise UsageError(f"{run.path} has no records; if it was stopped, first run: pytest-cookie report {run.path}")
    for written in export_run(run, records, options.format, options.output):
        rows = ", ".join(count(number, name.removesuffix("s")) for name, number in written.tables)
        print(f"{written.path}: {rows}")
