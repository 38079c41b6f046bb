"""`pytest-cookie report`: creates the report of a run again."""

import argparse
from pathlib import Path

from pytest_cookie.cli.command import terminal_width
from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.bug_reports import bug_lines
from pytest_cookie.reporting.missing_items import WHY_MISSING, describe_missing
from pytest_cookie.reporting.summary import write_summary
from pytest_cookie.reporting.terminal import report_lines
from pytest_cookie.reporting.variance import variances


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    report = commands.add_parser("report", help="write the report of a run again")
    report.add_argument("run", type=Path, help="run folder, such as reports/2026-01-31T14-05-09")
    report.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    write_report(RunFolder.open(options.run))


def write_report(run: RunFolder) -> None:
    """Create all derived files of a run again, and print the leaderboards.

    Files that have the right content already are not touched. If the folder cannot be written, the leaderboards are
    printed all the same. Raises `UsageError` then.
    """
    from pytest_cookie.reporting.site import write_site

    stored, problems = run.gather()
    records = run.mark_running(stored)
    scores = run.scores_of(records)
    absent = describe_missing(run, len(records))
    problems += (f"{absent}. {WHY_MISSING}",) if absent else ()
    report, unwritten = None, None
    try:
        run.write_records(stored)
        variance = write_summary(run).variance
        report = write_site(run, variance=variance)
    except (RecordingError, OSError) as error:
        unwritten, variance = error, variances(run, records, scores)
    lines = report_lines(records, terminal_width(), scores, report=report, variance=variance)
    print("\n".join([*problems, *lines, *bug_lines(records, run)]))
    if unwritten:
        raise UsageError(
            f"the report is not written: {unwritten}. Copy the run folder to a place where you may write, then run "
            "`pytest-cookie report` on the copy"
        )
