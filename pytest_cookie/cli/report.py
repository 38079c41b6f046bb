"""`pytest-cookie report`: creates the report of a run again."""

import argparse
from pathlib import Path

from pytest_cookie.cli.command import TERMINAL_WIDTH
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.bug_reports import bug_lines
from pytest_cookie.reporting.missing_items import WHY_MISSING, describe_missing
from pytest_cookie.reporting.summary import write_summary
from pytest_cookie.reporting.terminal import report_lines


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    report = commands.add_parser("report", help="write the report of a run again")
    report.add_argument("run", type=Path, help="run folder, such as reports/2026-01-31T14-05-09")
    report.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    write_report(RunFolder.open(options.run))


def write_report(run: RunFolder) -> None:
    """Create all derived files of a run again, and print the leaderboards."""
    from pytest_cookie.reporting.site import write_site

    _, problems = run.collect()
    records, unread = run.read()
    variance = write_summary(run).variance
    report = write_site(run, variance=variance)
    absent = describe_missing(run, len(records) + len(unread))
    problems += (f"{absent}. {WHY_MISSING}",) if absent else ()
    lines = report_lines(records, TERMINAL_WIDTH, run.scores_of(records), report=report, variance=variance)
    print("\n".join([*problems, *unread, *lines, *bug_lines(records, run)]))
