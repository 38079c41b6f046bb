"""Shared parts of the commands: registration, checks of numbers, settings, terminal width, output files."""

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import MODES
from pytest_cookie.protocols.contract.settings import (
    SETTINGS_FILE,
    Settings,
    describe_settings_source,
    find_differing_settings,
    find_settings,
    read_settings,
)
from pytest_cookie.records.files import write_model, write_text

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

TERMINAL_WIDTH = 100

_NUMBERS: dict[str, tuple[Callable[[float], bool], str]] = {
    "tie": (lambda points: 0 <= points <= 100, "must be a difference from 0 to 100 points"),
    "seed": (lambda seed: seed >= 0, "must be 0 or more"),
    "budget_usd": (lambda usd: 0 < usd < math.inf, "must be a positive number; omit it for no budget"),
    "at_once": (lambda items: items >= 1, "must be at least 1"),
    "hamming": (lambda bits: 0 <= bits <= 16, "must be a number of bits from 0 to 16"),
    "gram": (lambda characters: 1 <= characters <= 8, "must be a number of characters from 1 to 8"),
    "cosine": (lambda cosine: 0.3 <= cosine <= 1, "must be a cosine from 0.3 to 1"),
    "probe": (lambda share: 0 <= share <= 1, "must be a share from 0 to 1"),
    "runs": (lambda runs: 1 <= runs <= 20, "must be from 1 to 20"),
    "overlap": (lambda raters: 1 <= raters <= 50, "must be from 1 to 50"),
    "slice": (lambda tasks: 0 <= tasks <= 1000, "must be from 0 to 1000"),
    "check_every": (lambda answers: 0 <= answers <= 1000, "must be from 0 to 1000"),
}


def check_numbers(options: argparse.Namespace) -> None:
    """Raise `UsageError` for an invalid number, in every command with such an option.

    An argument of the same name that is no number, such as the run folders of `merge`, is not checked.
    """
    for name, (is_valid, requirement) in _NUMBERS.items():
        value = getattr(options, name, None)
        if isinstance(value, int | float) and not is_valid(value):
            raise UsageError(f"--{name.replace('_', '-')}={value:g}: {requirement}")


def find_project(run: Path | None = None) -> tuple[Path, Settings]:
    """The project of the current folder, to which paths in settings are relative, and its settings.

    Prints the file that was read if another one differs: one above it, or above `run`.
    """
    here = Path.cwd()
    read = find_settings(here)
    if read is None:
        return here, Settings()
    folders = (*(run.absolute().parents if run else ()), *read.parent.parents)
    if unread := find_differing_settings(read, (folder / SETTINGS_FILE for folder in folders)):
        print(f"settings: {describe_settings_source(read, unread)}", file=sys.stderr)
    return read.parent, read_settings(read)


def write_outputs(outputs: Iterable[tuple[Path | None, BaseModel | str]]) -> None:
    """Write the requested files, as JSON or text, creating missing folders, and print their paths."""
    for path, content in outputs:
        if path is None:
            continue
        if isinstance(content, str):
            write_text(path, content)
        else:
            write_model(path, content)
        print(f"written: {path}")


def add_mode(command: argparse.ArgumentParser) -> None:
    """Add `--mode`, for commands that treat modes separately."""
    command.add_argument("--mode", choices=MODES, help="mode of the items to include (default: every mode, separately)")
