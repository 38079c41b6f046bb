"""What commands share: where they are added, which numbers mean something, how wide they print, how they write."""

import argparse
import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from pydantic import BaseModel

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import MODES
from pytest_cookie.records.files import write_model, write_text

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

TERMINAL_WIDTH = 100

_NUMBERS: dict[str, tuple[Callable[[float], bool], str]] = {
    "tie": (lambda points: 0 <= points <= 100, "a tie is a difference of 0 to 100 points"),
    "seed": (lambda seed: seed >= 0, "0 or more"),
    "budget_usd": (lambda usd: 0 < usd < math.inf, "more than nothing, or no such option"),
    "at_once": (lambda items: items >= 1, "at least 1"),
}


def check_numbers(options: argparse.Namespace) -> None:
    """Raises `UsageError` for a number that means nothing, in any command that takes it."""
    for name, (is_meant, told) in _NUMBERS.items():
        value = getattr(options, name, None)
        if value is not None and not is_meant(value):
            raise UsageError(f"--{name.replace('_', '-')}={value:g}: {told}")


def write_outputs(outputs: Iterable[tuple[Path | None, BaseModel | str]]) -> None:
    """Write what was asked for, as JSON or text, and tell where: folders that are missing are made, as by pytest."""
    for path, content in outputs:
        if path is None:
            continue
        if isinstance(content, str):
            write_text(path, content)
        else:
            write_model(path, content)
        print(f"written: {path}")


def add_mode(command: argparse.ArgumentParser) -> None:
    """`--mode`, of commands that keep modes apart."""
    command.add_argument("--mode", choices=MODES, help="items of this mode alone; default: of each mode, apart")
