"""`pytest-cookie`: what is done to a run after it ran, to cases before, and to the machine once. A file a command."""

import argparse
import os
import sys
from collections.abc import Sequence

from pytest_cookie.cli import agree, browser, calibrate, cases, compare, export, gate, judge, library, merge, report
from pytest_cookie.cli.command import check_numbers
from pytest_cookie.core.errors import CookieError

_DESCRIPTION = "What is done to a run after it ran, to cases before, and to the machine once."
_COMMANDS = (report, export, judge, merge, cases, compare, gate, agree, calibrate, browser, library)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it worked, 2 when the user or the machine has to do something first, else the gate's."""
    options = _parser().parse_args(arguments)
    try:
        check_numbers(options)
        code: int | None = options.command(options)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read what is printed, such as `head`, has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CookieError as error:
        print(f"pytest-cookie: {error}", file=sys.stderr)
        return 2
    return code or 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pytest-cookie", description=_DESCRIPTION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add(commands)
    return parser
