"""Shared parts of the commands: checks of numbers, terminal width, output files."""

import argparse
import math
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from pydantic import BaseModel

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import MODES
from pytest_cookie.records.files import write_model, write_text

WIDEST = 100  # longer lines of text are hard to read; also the width of output that goes to a file or a pipe
_NARROWEST = 40

_NUMBERS: dict[str, tuple[Callable[[float], bool], str]] = {
    "tie": (lambda points: 0 <= points <= 100, "must be a difference from 0 to 100 points"),
    "seed": (lambda seed: seed >= 0, "must be 0 or more"),
    "budget_usd": (lambda usd: 0 < usd < math.inf, "must be a positive number; omit it for no budget"),
    "at_once": (lambda items: items >= 1, "must be at least 1"),
    "hamming": (lambda bits: 0 <= bits <= 16, "must be a number of bits from 0 to 16"),
    "gram": (lambda characters: 1 <= characters <= 8, "must be a number of characters from 1 to 8"),
    "cosine": (lambda cosine: 0.3 <= cosine <= 1, "must be a cosine from 0.3 to 1"),
    "probe": (lambda share: 0 <= share <= 1, "must be a share from 0 to 1"),
    "item_seconds": (lambda seconds: 0 < seconds <= 86_400, "must be a number of seconds, above 0 and up to 86400"),
    "start_seconds": (lambda seconds: 0 < seconds <= 3600, "must be a number of seconds, above 0 and up to 3600"),
    "runs": (lambda runs: 1 <= runs <= 20, "must be from 1 to 20"),
    "overlap": (lambda raters: 1 <= raters <= 50, "must be from 1 to 50"),
    "last": (lambda runs: runs >= 1, "must be at least 1"),
    "slice": (lambda tasks: 0 <= tasks <= 1000, "must be from 0 to 1000"),
    "check_every": (lambda answers: 0 <= answers <= 1000, "must be from 0 to 1000"),
}


def terminal_width() -> int:
    """Width of the output in cells: the terminal's, or `COLUMNS`, from 40 to 100."""
    return max(_NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 0)).columns))


def check_numbers(options: argparse.Namespace) -> None:
    """Raise `UsageError` for an invalid number, in every command with such an option.

    An argument of the same name that is no number, such as the run folders of `merge`, is not checked.
    """
    for name, (is_valid, requirement) in _NUMBERS.items():
        value = getattr(options, name, None)
        if isinstance(value, int | float) and not is_valid(value):
            raise UsageError(f"--{name.replace('_', '-')}={value:g}: {requirement}")


def write_outputs(outputs: Iterable[tuple[Path | None, BaseModel | str]], *, stream: TextIO | None = None) -> None:
    """Write the requested files, as JSON or text, creating missing folders, and print their paths, by default to
    standard output."""
    for path, content in outputs:
        if path is None:
            continue
        if isinstance(content, str):
            write_text(path, content)
        else:
            write_model(path, content)
        print(f"written: {path}", file=stream)


def add_mode(command: argparse.ArgumentParser) -> None:
    """Add `--mode`, for commands that treat modes separately."""
    command.add_argument("--mode", choices=MODES, help="mode of the items to include (default: every mode, separately)")
