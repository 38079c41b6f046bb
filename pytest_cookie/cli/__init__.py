"""The commands of `pytest-cookie`, one file each: for finished runs, for cases, and for the setup of a machine.

Protocols and installed packages add further ones (`protocols.commands`).
"""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from pytest_cookie.cli.output import inert_output
from pytest_cookie.core.streams import escape_unencodable
from pytest_cookie.records.interruption import Interruption

if TYPE_CHECKING:
    from pytest_cookie.records.run import RunFolder

_DESCRIPTION = (
    "Check a page, work with finished runs, check cases, and set up the browser. Runs are started with pytest."
)
_COMMANDS: tuple[str, ...] = (
    "check",
    "report",
    "bundle",
    "export",
    "judge",
    "merge",
    "cases",
    "compare",
    "history",
    "gate",
)
_COMMANDS += ("agree", "calibrate", "annotate", "browser", "library", "dataset", "mcp")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns 0 on success, 2 for an error that the user must fix, or else the command's own code.

    A signal ends it with one line, even during loading, and with the shell's code, such as 130 for Ctrl-C. Any other
    exception is a bug of ours: its traceback, which may quote a foreign run, is printed inert, and the code is 1.
    """
    interruption = Interruption()
    with interruption.handle_signals(), escape_unencodable(sys.stdout, sys.stderr), inert_output():
        try:
            return _run(arguments)
        except KeyboardInterrupt as stopped:
            print(f"pytest-cookie: {str(stopped) or 'stopped'}", file=sys.stderr)
            return interruption.exit_code
        except Exception:  # noqa: BLE001 - Python would print it to the terminal as it is
            traceback.print_exc()
            return 1


def _run(arguments: Sequence[str] | None) -> int:
    from pytest_cookie.cli.command import check_numbers
    from pytest_cookie.core.errors import CookieError

    given = sys.argv[1:] if arguments is None else arguments
    try:
        options = _parser(given[0] if given else "").parse_args(given)
        check_numbers(options)
        result: int | RunFolder | None = options.command(options)
        if result is not None and not isinstance(result, int):
            from pytest_cookie.reporting.site import write_site

            print(f"report: {write_site(result)}")
            result = None
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output, such as `head`, has exited
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CookieError as error:
        print(f"pytest-cookie: {error}", file=sys.stderr)
        return 2
    return result or 0


def _parser(named: str = "") -> argparse.ArgumentParser:
    """The parser of the named command alone, or of all commands, whose modules take seconds to load."""
    parser = argparse.ArgumentParser(prog="pytest-cookie", description=_DESCRIPTION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    if named in _COMMANDS:
        import_module(f"{__name__}.{named}").add(commands)
        return parser
    from pytest_cookie.protocols.commands import add_command, list_commands

    added = {name: point for name, point in list_commands(_COMMANDS).items() if " " not in name}
    for name in () if named in added else _COMMANDS:
        import_module(f"{__name__}.{name}").add(commands)
    for point in [added[named]] if named in added else added.values():
        add_command(point, commands)
    return parser
