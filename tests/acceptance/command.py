"""`pytest-cookie` as it is typed, but without a process of its own: a start costs more than most commands."""

from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from subprocess import CompletedProcess

from pytest_cookie.cli import main


def pytest_cookie(folder: Path, *arguments: str) -> CompletedProcess[str]:
    """With these arguments, in `folder`."""
    with chdir(folder), redirect_stdout(StringIO()) as stdout, redirect_stderr(StringIO()) as stderr:
        code = _code(arguments)
    return CompletedProcess(["pytest-cookie", *arguments], code, stdout.getvalue(), stderr.getvalue())


def _code(arguments: tuple[str, ...]) -> int:
    try:
        return main(arguments)
    except SystemExit as refused:  # argparse's own way to say no
        return int(refused.code or 0)
