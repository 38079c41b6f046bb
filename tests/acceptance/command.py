"""`pytest-cookie` run in this process, because starting one takes longer than most commands."""

from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess

from pytest_cookie.cli import main


def pytest_cookie(folder: Path, *arguments: str) -> CompletedProcess[str]:
    """Run the command with these arguments in `folder`."""
    with chdir(folder), redirect_stdout(StringIO()) as stdout, redirect_stderr(StringIO()) as stderr:
        code = _code(arguments)
    return CompletedProcess(["pytest-cookie", *arguments], code, stdout.getvalue(), stderr.getvalue())


def _code(arguments: tuple[str, ...]) -> int:
    try:
        return main(arguments)
    except SystemExit as refused:  # how argparse refuses arguments
        return int(refused.code or 0)
