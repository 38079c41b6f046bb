"""`DisturbedRun`: a run whose workers, browsers and controller are killed, continued until every item is done."""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import psutil
from process_tree import Kind, ProcessTree

from pytest_cookie.core.record import Record
from pytest_cookie.records.run import RunFolder

_ROOT = Path(__file__).resolve().parents[1]
_POLL_SECONDS = 1.0
_KILL_WITHIN = (0.05, 0.75)
"""Of all items done: then there is something under way."""
_LATEST_SECONDS = 6.0
_MORE_SESSIONS = 6
"""Beside those that kills of the controller make necessary."""
_RESULTS = ("artifact.json", "evidence/evidence.json", "verdicts/measured.json", "record.json")
_KILLED = -9


class OverdueError(Exception):
    """The runs take longer than they may."""


@dataclass(frozen=True)
class Strike:
    """A kill, `delay_seconds` after so many items are done."""

    done: int
    kind: Kind
    delay_seconds: float


def strikes(items: int, times: int, dice: random.Random) -> list[Strike]:
    """So many of each kind, in order of their time."""
    earliest, latest = (max(1, round(items * share)) for share in _KILL_WITHIN)
    moments = ((dice.randint(earliest, latest), kind) for kind in get_args(Kind) for _ in range(times))
    return sorted(
        (Strike(done, kind, dice.uniform(0, _LATEST_SECONDS)) for done, kind in moments), key=lambda one: one.done
    )


@dataclass
class DisturbedRun:
    """Runs of the project in `folder`, with temporary files of their own; `ends` is when all has to be done.

    `problems` are unexpected events, `struck` the killed processes, `retried` the items that a second kill had
    left unscored. Raises `OverdueError`.
    """

    folder: Path
    workers: int
    dice: random.Random
    ends: float
    struck: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    sessions: int = 0
    retried: int = 0

    def __post_init__(self) -> None:
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.tree = ProcessTree(self.folder)

    def undisturbed(self, cases: str, run: str) -> RunFolder:
        """A run without kills."""
        self._session([f"--cookie-cases={cases}", f"--cookie-run={run}"])
        return RunFolder(self.folder / run)

    def disturbed(self, cases: str, run: str, due: list[Strike]) -> RunFolder:
        """A run, killed as is due and continued."""
        folder, left = RunFolder(self.folder / run), list(due)
        arguments = [f"--cookie-cases={cases}", f"--cookie-run={run}"]
        most = sum(strike.kind == "controller" for strike in due) + _MORE_SESSIONS
        while self.sessions < most:
            before = done_in(folder)
            self.sessions += 1
            self._session(arguments, folder, left)
            after = done_in(folder)
            self.problems += [f"{name} was done again" for name, when in before.items() if after.get(name) != when]
            unscored = [record for record in _records(folder) if record.outcome == "unscored"]
            if not left and not unscored and len(after) == len(folder.planned() or ()):
                break
            arguments = [f"--cookie-resume={run}", *self._retry(unscored if not left else [])]
        else:
            self.problems.append(f"not done after {most} sessions")
        self.problems += [f"there was no moment to kill the {strike.kind}" for strike in left]
        return folder

    def _retry(self, unscored: list[Record]) -> list[str]:
        broken = [record for record in unscored if record.cause and not record.cause.is_of_the_run]
        for record in broken:
            self._tell(f"to be tried again: {record.case}: {record.cause and record.cause.message[:200]}")
        self.retried += len(broken)
        return ["--cookie-retry-errors"] if broken else []

    def _session(self, arguments: list[str], run: RunFolder | None = None, left: list[Strike] | None = None) -> None:
        log = self.folder / f"session-{self.sessions}.txt"
        fixed = ["-q", "-p", "no:cacheprovider", f"-n{self.workers}", "--cookie-shard=off"]
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "pytest", *fixed, *arguments],
                cwd=self.folder,
                env=os.environ | {"TMPDIR": str(self.temporary), "PYTHONPATH": _python_path()},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
            try:
                self._watch(process, run, left if left is not None else [])
            finally:
                process.kill()
                process.wait()
        said = log.read_text(encoding="utf-8", errors="replace")
        if process.returncode not in (0, 1, _KILLED) or "INTERNALERROR" in said:
            self.problems.append(f"session {self.sessions} ended with code {process.returncode}: … {said[-2_000:]}")
        self._tell(f"session {self.sessions} ended with {process.returncode}; {self._said_at_end(said)}")

    def _watch(self, process: "subprocess.Popen[bytes]", run: RunFolder | None, left: list[Strike]) -> None:
        self.tree.controller = psutil.Process(process.pid)
        due: float | None = None
        while process.poll() is None:
            if time.monotonic() > self.ends:
                raise OverdueError
            time.sleep(_POLL_SECONDS)
            if run is None:
                continue
            self.tree.sample()
            if not left or len(done_in(run)) < left[0].done:
                continue
            due = due or time.monotonic() + left[0].delay_seconds
            if time.monotonic() >= due and self._strike(left[0].kind):
                left.pop(0)
                due = None

    def _strike(self, kind: Kind) -> bool:
        if (pid := self.tree.kill_one(kind, self.dice)) is None:
            return False
        self.struck[kind] += 1
        self._tell(f"killed a {kind}, {pid}")
        return True

    def _said_at_end(self, said: str) -> str:
        return (said.strip().splitlines() or [""])[-1][:150]

    def _tell(self, text: str) -> None:
        print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)


def done_in(run: RunFolder) -> dict[str, tuple[int, ...]]:
    """The items that are scored or failed, with when each of their results was written, in nanoseconds."""
    done = (record.folder for record in _records(run) if record.outcome != "unscored")
    return {folder: tuple(_written(run.path / folder)) for folder in done}


def _written(item: Path) -> Iterator[int]:
    for name in _RESULTS:
        if (path := item / name).exists():
            yield path.stat().st_mtime_ns


def _records(run: RunFolder) -> tuple[Record, ...]:
    return run.gather()[0] if RunFolder.is_run(run.path) else ()


def _python_path() -> str:
    return os.pathsep.join(filter(None, (str(_ROOT), os.environ.get("PYTHONPATH"))))
