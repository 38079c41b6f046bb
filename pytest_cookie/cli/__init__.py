"""The commands of `pytest-cookie`, one file each: for finished runs, for cases, and for the setup of a machine."""

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module

from pytest_cookie.cli.output import inert_output
from pytest_cookie.core.interruption import Interruption
from pytest_cookie.core.streams import escape_unencodable

_DESCRIPTION = "Work with finished runs, check cases, and set up the browser. Runs are started with pytest."
_COMMANDS: tuple[str, ...] = ("report", "export", "judge", "merge", "cases", "compare", "gate", "agree")
_COMMANDS += ("calibrate", "annotate", "browser", "library", "dataset", "rebuilds", "tasks", "workflows")


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
    named = tuple(command for command in _COMMANDS if given and given[0] == command)
    options = _parser(named or _COMMANDS).parse_args(given)
    try:
        check_numbers(options)
        code: int | None = options.command(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output, such as `head`, has exited
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CookieError as error:
        print(f"pytest-cookie: {error}", file=sys.stderr)
        return 2
    return code or 0


def _parser(names: Sequence[str] = _COMMANDS) -> argparse.ArgumentParser:
    """The parser of these commands. The one that is used loads alone: all of them together take seconds."""
    parser = argparse.ArgumentParser(prog="pytest-cookie", description=_DESCRIPTION)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in names:
        import_module(f"{__name__}.{command}").add(commands)
    return parser
