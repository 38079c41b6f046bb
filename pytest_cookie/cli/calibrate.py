"""`pytest-cookie calibrate`: says how often a judge is right."""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest_cookie.calibration.calibrate import calibrate, check_families, evidence_folder
from pytest_cookie.calibration.options import add_options, families_of, family_lines, request_of
from pytest_cookie.cli.command import TERMINAL_WIDTH, Commands
from pytest_cookie.protocols.model_access import ModelAccess
from pytest_cookie.protocols.settings import load_settings, project_folder
from pytest_cookie.reporting.calibration import calibration_lines
from pytest_cookie.reporting.site import write_calibration_page

_STOPPED = 130
"""How a shell names the end of what was stopped by Ctrl-C."""
_IN_VAIN = 1


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    calibrate = commands.add_parser("calibrate", help="how often is a judge right? on good pages with seeded defects")
    add_options(calibrate)
    calibrate.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    if options.list:
        named = families_of(options)
        check_families(named)
        print("\n".join(family_lines(named)))
        return None
    project = project_folder(Path.cwd())
    settings = load_settings(project)
    with TemporaryDirectory(prefix="pytest-cookie-") as account:
        access = ModelAccess(project, Path(account), options.replay, options.budget_usd)
        request = request_of(options, settings, project)
        found, path = calibrate(request, settings, access, lambda line: print(line, file=sys.stderr))
    lines = [*calibration_lines(found, TERMINAL_WIDTH), ""]
    if path is None:
        again = "the same command without --fresh" if options.fresh else "the same command"
        lines.append(f"stopped: these figures are of what was run, and not kept; {again} goes on")
        print("\n".join(lines))
        return _STOPPED
    page = write_calibration_page(found, path.parent)
    pages = f"pages of the items: pytest-cookie report {evidence_folder(request, settings)}"
    told = [f"calibration: {path}", f"report: {page}", pages]
    is_in_vain = bool(found.unscored and not found.pairs)
    if is_in_vain:
        told.append("no pair has a score: why is said above, at each item")
    print("\n".join([*lines, *told]))
    return _IN_VAIN if is_in_vain else None
