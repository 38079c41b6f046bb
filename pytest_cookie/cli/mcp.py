"""`pytest-cookie mcp`: a server with which coding agents check pages."""

import argparse
import sys
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.page_check.effort import EFFORTS
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.project import find_project

_INSTALL = "mcp needs the SDK of the Model Context Protocol: pip install 'pytest-cookie[mcp]'"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    mcp = commands.add_parser(
        "mcp", help="let coding agents check pages, over the Model Context Protocol on standard input and output"
    )
    mcp.add_argument(
        "--root",
        action="append",
        type=Path,
        metavar="FOLDER",
        help="folder whose pages may be checked, if the client names no roots (default: the current folder)",
    )
    mcp.add_argument(
        "--effort", choices=EFFORTS, default="quick", help="quick takes 12 steps and no film (default: quick)"
    )
    mcp.add_argument("--judge", default="measured", help="judge, as --cookie-judge (default: measured)")
    mcp.add_argument(
        "--item-seconds", type=float, default=180.0, metavar="S", help="how long one check may take (default: 180)"
    )
    mcp.add_argument(
        "--allow-host", action="append", default=[], metavar="HOST", help="another machine whose address may be used"
    )
    mcp.add_argument(
        "--budget-usd", type=float, metavar="USD", help="budget for model calls in US dollars (default: none)"
    )
    mcp.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    if find_spec("mcp") is None:
        raise UsageError(_INSTALL)
    from pytest_cookie.page_check.checker import Checker
    from pytest_cookie.page_check.mcp.checks import PageChecks
    from pytest_cookie.page_check.mcp.server import make_server
    from pytest_cookie.records.temp_dir import TempDir

    _, settings = find_project()
    settings = settings.model_copy(update={"max_item_seconds": options.item_seconds})
    with (
        TempDir("check") as folder,
        Checker(
            judge=options.judge,
            effort=options.effort,
            settings=settings,
            budget_usd=options.budget_usd,
            allowed_hosts=tuple(options.allow_host),
        ) as checker,
        redirect_stdout(sys.__stdout__),  # the SDK writes JSON, with escapes, to the bytes below the stream
    ):
        make_server(PageChecks(checker, folder), tuple(options.root or (Path.cwd(),))).run()
