"""How a run can go on after this session, in words: what is not done, and the command that does it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from pytest_cookie.reporting import quantities

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_cookie.core.record import Record
    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.records.run import RunFolder

_NAMING = ("--cookie-resume", "--cookie-run")
_FLAGS = ("--cookie-resume-anyway", "--cookie-retry-errors")


def how_to_go_on(bench: SessionState, run: RunFolder, records: Sequence[Record]) -> list[str]:
    """What is left to do, and the command that does it; nothing where all is done."""
    open_now = {record.folder for record in records if record.cause and record.cause.is_of_the_run}
    planned = run.planned() or frozenset()
    left = len(open_now | (planned - {record.folder for record in records}))
    broken = sum(bool(record.cause) for record in records) - len(open_now)
    lines = []
    if left:
        items = quantities.count(len(planned), "item")
        lines.append(f"{left} of {items} not done; continue with: {_command(bench)}")
    if broken:
        items = quantities.count(broken, "unscored item")
        lines.append(f"{items}; try again with: {_command(bench)} --cookie-retry-errors")
    return lines


def _command(bench: SessionState) -> str:
    """The user's own command with the run; what it said of one before is dropped."""
    here, run = bench.config.invocation_params.dir, bench.run_path
    shown = run.relative_to(here) if run.is_relative_to(here) else run
    said = without_run([str(argument) for argument in bench.config.invocation_params.args])
    return shlex.join(["pytest", *said, f"--cookie-resume={shown}"])


def without_run(arguments: Sequence[str]) -> list[str]:
    """A command line without what says which run it is, and how to go on with that."""
    said: list[str] = []
    names_run = False
    for argument in arguments:
        if not names_run and argument.partition("=")[0] not in (*_NAMING, *_FLAGS):
            said.append(argument)
        names_run = not names_run and argument in _NAMING
    return said
