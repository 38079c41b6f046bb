"""`pytest-cookie calibrate`: measures how often a judge is right."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from pytest_cookie.annotation.people import match_people
from pytest_cookie.calibration.options import add_options, families_of, list_operators, request_of
from pytest_cookie.cli.command import WIDEST
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_access import ModelAccess
from pytest_cookie.protocols.run.project import find_project
from pytest_cookie.records.files import write_model
from pytest_cookie.records.temp_dir import TempDir
from pytest_cookie.reporting.calibration import calibration_lines
from pytest_cookie.stats.calibration import Calibration
from pytest_cookie.stats.judge_match import PeopleMatch

_STOPPED = 130
"""The shell's exit code after Ctrl-C."""
_NO_PAIR_SCORED = 1


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    calibrate = commands.add_parser(
        "calibrate",
        help="measure a judge's accuracy on good pages with seeded defects",
        epilog="exit codes: 0 measured, 1 no pair has a score, 2 usage error, 130 stopped",
    )
    add_options(calibrate)
    calibrate.add_argument(
        "--human", type=Path, metavar="RUN", help="annotated run folder: also report the judge's agreement with people"
    )
    calibrate.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    from pytest_cookie.calibration.calibrate import calibrate, check_operators, evidence_folder
    from pytest_cookie.reporting.site import write_calibration_page

    if options.list:
        named = families_of(options)
        check_operators(named)
        print("\n".join(list_operators(named)))
        return None
    project, settings = find_project()
    people = match_people(options.human) if options.human else {}
    with TempDir("account") as account:
        access = ModelAccess(project, account, options.replay, options.budget_usd)
        request = request_of(options, settings, project)
        found, path = calibrate(request, settings, access, lambda line: print(line, file=sys.stderr))
    if options.human:
        found = _add_people(found, path, people, options.human)
    lines = [*calibration_lines(found, WIDEST), ""]
    if path is None:
        command = "the same command without --fresh" if options.fresh else "the same command"
        lines.append(f"stopped: these numbers cover only the finished part and are not saved; continue with {command}")
        print("\n".join(lines))
        return _STOPPED
    page = write_calibration_page(found, path.parent)
    pages = f"pages of the items: pytest-cookie report {evidence_folder(request, settings)}"
    files = [f"calibration: {path}", f"report: {page}", pages]
    has_failed = bool(found.unscored and not found.pairs)
    if has_failed:
        files.append("no pair was scored; the reason is given above for each item")
    print("\n".join([*lines, *files]))
    return _NO_PAIR_SCORED if has_failed else None


def _add_people(found: Calibration, path: Path | None, people: Mapping[str, PeopleMatch], run: Path) -> Calibration:
    """The calibration with the judge's agreement with people, also in its file."""
    judge = found.terms.judge
    if judge not in people:
        print(f"--human {run}: has no verdicts of {judge}, only of {', '.join(people)}", file=sys.stderr)
        return found
    whole = found.model_copy(update={"people": people[judge]})
    if path is not None:
        write_model(path, whole)
    return whole
