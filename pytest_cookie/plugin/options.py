"""Constants, defaults and checks of the command-line options, for the entry point and for the rest of the plugin.

Imports only the standard library and pytest: pytest loads this file in every project where the plugin is installed.
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import argparse

    from pytest_cookie.records.interruption import Interruption

BENCHMARK = "pytest_cookie.benchmark"
BENCHMARK_FILE = Path(__file__).parents[1] / "benchmark.py"
BENCHMARK_SETS = ("mini", "lite", "full")
ABLATIONS = ("no_vision", "no_video", "no_static_score", "no_deferred_scoring")
MAX_REPEATS = 1_000
MAX_REVISIONS = 10
CASE_SUFFIXES = (".yaml", ".yml", ".jsonl")
MAX_MODEL_CHARACTERS = 200
_START_OF_FILE = 10_000
"""Bytes of a file in which `cases:` is expected, after comments and defaults."""

INTERRUPTION: pytest.StashKey[Interruption] = pytest.StashKey()
"""The signal handling of the session, set when an option of the plugin is used."""
RUN_PATH: pytest.StashKey[Path] = pytest.StashKey()
"""The run folder, set when the run has begun."""
GIVEN: pytest.StashKey[list[str]] = pytest.StashKey()
"""The options of the plugin that the user gave, although none of them starts a run."""

_EXTRAS = {
    **dict.fromkeys(("--html", "--self-contained-html"), ("pytest-html", "pytest-cookie[html]")),
    **dict.fromkeys(("--alluredir", "--clean-alluredir"), ("allure-pytest", "pytest-cookie[allure]")),
    **dict.fromkeys(("--headed", "--browser-channel"), ("pytest-playwright", "pytest-cookie[playwright]")),
}
"""Options of other plugins that runs support, with the plugin and the extra that installs it."""

_DEFAULTS: dict[str, str | int] = {
    "cookie_protocol": "cookie",
    "cookie_set": "mini",
    "cookie_mode": "html",
    "cookie_agent": "crawler",
    "cookie_judge": "measured",
    "cookie_repeats": 1,
    "cookie_revisions": 0,
    "cookie_replay": "on",
}
"""Applied after parsing, because a resumed run uses its own values as defaults."""
_NOT_GIVEN: tuple[object, ...] = (None, False, [])


def is_used(option: argparse.Namespace) -> bool:
    """Whether the options name something to evaluate."""
    return bool(option.cookie_model or option.cookie_cases or option.cookie_artifacts or option.cookie_resume)


def list_given(option: argparse.Namespace) -> list[str]:
    """The plugin's options that have a value, as `--cookie-judge`; to be called before `apply_defaults`."""
    given = [name for name, value in vars(option).items() if name.startswith("cookie_") and value not in _NOT_GIVEN]
    return [f"--{name.replace('_', '-')}" for name in given]


def hint_at_a_start(given: list[str], folders: list[str], here: Path) -> str:
    """What to write to start a run, after a session without tests; "" if nothing suggests that one was wanted.

    `given` are options that start none, `folders` the arguments of pytest, relative to `here`.
    """
    if named := next((name for name in folders if _has_cases(here / name)), None):
        return f"to evaluate the cases in {named}, write: pytest --cookie-cases {named}"
    if not given:
        return ""
    return (
        f"{', '.join(given)}: starts no run. Add a model (--cookie-model=sample/polished, for example), cases that "
        "have artifacts (--cookie-cases=PATH), existing artifacts (--cookie-artifacts=PATH), or a run to resume "
        "(--cookie-resume=RUN)"
    )


def _has_cases(folder: Path) -> bool:
    try:
        files = [path for path in sorted(folder.iterdir()) if path.suffix.lower() in (".yaml", ".yml")]
        return any(re.search(rb"^cases:", _read_start(file), re.MULTILINE) for file in files if file.is_file())
    except OSError:
        return False


def _read_start(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(_START_OF_FILE)


def apply_defaults(option: argparse.Namespace) -> None:
    """Set the default of every option that is still None."""
    for name, value in _DEFAULTS.items():
        is_needed = name != "cookie_set" or not option.cookie_cases
        if is_needed and getattr(option, name) is None:
            setattr(option, name, value)


def refuse_missing_extras(unknown: list[str]) -> None:
    """Raise `UsageError` for an option of a supported plugin that is not installed; the message names the extra."""
    for argument in unknown:
        option = argument.partition("=")[0]
        if found := _EXTRAS.get(option):
            plugin, extra = found
            raise pytest.UsageError(f"{option} needs {plugin}, which is not installed: pip install '{extra}'")


def check_values(option: argparse.Namespace) -> None:
    """Raise `UsageError` for an invalid value, even if this run does not use the option."""
    for name in vars(option):
        if name.startswith("cookie_"):
            refuse_unwritable(f"--{name.replace('_', '-')}", getattr(option, name))
    for model in option.cookie_model:
        _check_model(model)
    repeats, usd, total = option.cookie_repeats, option.cookie_budget_usd, option.cookie_fail_under
    if repeats is not None and not 1 <= repeats <= MAX_REPEATS:
        raise pytest.UsageError(f"--cookie-repeats={repeats}: must be a number from 1 to {MAX_REPEATS}")
    _check_revisions(option.cookie_revisions)
    if usd is not None and not 0 < usd < math.inf:
        raise pytest.UsageError(f"--cookie-budget-usd={usd:g}: must be a positive number; omit it for no budget")
    if total is not None and not 0 <= total <= 100:
        raise pytest.UsageError(f"--cookie-fail-under={total:g}: must be a total from 0 to 100")
    if option.cookie_set and option.cookie_cases:
        raise pytest.UsageError("--cookie-set chooses from the benchmark's cases; omit it with --cookie-cases")
    if option.cookie_artifacts == "":  # an unset shell variable; without artifacts, models would be called and paid
        raise pytest.UsageError("--cookie-artifacts: names no folder and no file; is a variable unset?")


def refuse_unwritable(name: str, value: object) -> None:
    """Raise `UsageError` for text that cannot be encoded: undecodable bytes become lone surrogates in Python."""
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str) and ("\0" in text or not _is_utf8(text)):
            raise pytest.UsageError(
                f"{name}={text!a}: cannot be decoded as {sys.getfilesystemencoding()}. Records and reports contain "
                "the names of models, files and folders, so these must be valid text; PYTHONUTF8=1 selects UTF-8"
            )


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _check_revisions(revisions: int | None) -> None:
    if revisions is not None and not 0 <= revisions <= MAX_REVISIONS:
        raise pytest.UsageError(f"--cookie-revisions={revisions}: must be a number from 0 to {MAX_REVISIONS}")


def _check_model(model: str) -> None:
    if not model.strip():
        raise pytest.UsageError(f"--cookie-model={model!a}: names no model; is a variable unset?")
    if not model.isprintable():
        raise pytest.UsageError(f"--cookie-model={model!a}: contains unprintable characters")
    if len(model) > MAX_MODEL_CHARACTERS:
        raise pytest.UsageError(
            f"--cookie-model={model[:40]}…: has {len(model):,} characters; the maximum is {MAX_MODEL_CHARACTERS}"
        )
