"""`Rewarder` and `reward`: score many pages at once, each worker process with its own browser."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.page_check.effort import EFFORTS, Effort
from pytest_cookie.page_check.rewards.messages import Reward, RewardTask, WorkerOptions

_COMMAND = (sys.executable, "-m", "pytest_cookie.page_check.rewards.worker")
_TRIES = 2
"""A page whose worker dies is scored once more by a new one: the cause may have been the machine."""
_GRACE_SECONDS = 60.0
"""Beyond the time of a page, for the start of a worker and its browser on a busy machine."""
_END_SECONDS = 20.0


class Rewarder:
    """Scores batches of pages; its workers and their browsers stay between them. A context manager, safe in threads.

    `effort` "quick" takes 12 steps and no film. A page takes at most `page_seconds` of wall-clock time; what was seen
    of it until then is judged. `workers` are processes, by default half of the processors. Raises `UsageError`.

    >>> with Rewarder(workers=1) as rewarder:
    ...     [scored] = rewarder.score(["<!doctype html><h1>Hello</h1>"], ["A page that says hello."])
    >>> 0 < scored.score < 1
    True
    """

    def __init__(
        self,
        *,
        effort: Effort = "quick",
        judge: str = MEASURED,
        workers: int | None = None,
        page_seconds: float = 120.0,
    ) -> None:
        if effort not in EFFORTS:
            raise UsageError(f"unknown effort {effort!r}; one of {', '.join(EFFORTS)}")
        if page_seconds <= 0 or (workers is not None and workers < 1):
            raise UsageError("workers and page_seconds must be positive numbers")
        number = workers or max(1, (os.cpu_count() or 1) // 2)
        options = WorkerOptions(effort=effort, judge=judge, page_seconds=page_seconds)
        self._idle: queue.Queue[_Worker] = queue.Queue()
        self._workers = [_Worker(options) for _ in range(number)]
        for worker in self._workers:
            self._idle.put(worker)
        self._pool = ThreadPoolExecutor(number)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers. Safe to call twice."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for worker in self._workers:
            worker.end()

    def score(self, pages: Sequence[str | Path], briefs: Sequence[str], *, leaves: Sequence[str] = ()) -> list[Reward]:
        """One reward for each page, in their order.

        A text is a model's reply: its HTML is found as in a run, and a reply without any gets 0. A `Path` is a file or
        a folder. `leaves` are task types; without them they are guessed. Raises `UsageError` for lists of different
        lengths, and for the path of a page that does not exist.
        """
        if len(briefs) != len(pages) or (leaves and len(leaves) != len(pages)):
            raise UsageError(f"{len(pages)} pages need as many briefs and leaves, not {len(briefs)} and {len(leaves)}")
        tasks = [
            _task(page, brief, leaf)
            for page, brief, leaf in zip(pages, briefs, leaves or [""] * len(pages), strict=True)
        ]
        return list(self._pool.map(self._score, tasks))

    def _score(self, task: RewardTask) -> Reward:
        worker = self._idle.get()
        try:
            return worker.score(task)
        finally:
            self._idle.put(worker)


def reward(
    pages: Sequence[str | Path],
    briefs: Sequence[str],
    *,
    effort: Effort = "quick",
    workers: int | None = None,
    page_seconds: float = 120.0,
) -> list[Reward]:
    """One reward for each page: see `Rewarder`, which keeps its browsers for the next batch.

    >>> broken, none = reward(["<script>throw 1</script>", "I cannot do that."], ["A clock", "A clock"], workers=1)
    >>> broken.score, none.score
    (0.0, 0.0)
    """
    with Rewarder(effort=effort, workers=workers, page_seconds=page_seconds) as rewarder:
        return rewarder.score(pages, briefs)


def _task(page: str | Path, brief: str, leaf: str) -> RewardTask:
    if isinstance(page, str):
        return RewardTask(reply=page, brief=brief, leaf=leaf)
    if not page.exists():
        raise UsageError(f"{page}: no such page")
    return RewardTask(path=str(page.resolve()), brief=brief, leaf=leaf)


class _Worker:
    """A process that scores one page at a time. It starts with the first page, and again after it died."""

    def __init__(self, options: WorkerOptions) -> None:
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self._closed = False

    def score(self, task: RewardTask) -> Reward:
        """The reward; unscored if the worker died over the page twice, or did not answer in time."""
        problem = ""
        for _ in range(_TRIES):
            if self._closed:
                return Reward(score=None, reason="not scored: the workers were ended")
            answer, is_late = self._ask(task)
            if is_late:
                limit = self._options.page_seconds + _GRACE_SECONDS
                return Reward(score=None, reason=f"not scored: no answer within {limit:g} s")
            with suppress(ValidationError):
                return Reward.model_validate_json(answer)
            problem = f"not scored: the worker ended with {self._kill()} before it answered"
        return Reward(score=None, reason=problem)

    def _ask(self, task: RewardTask) -> tuple[str, bool]:
        process = self._running()
        assert process.stdin
        assert process.stdout
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        timer = threading.Timer(self._options.page_seconds + _GRACE_SECONDS, stop)
        timer.daemon = True
        timer.start()
        try:
            process.stdin.write(task.model_dump_json() + "\n")
            process.stdin.flush()
            return process.stdout.readline(), late.is_set()
        except OSError:  # it has ended
            return "", late.is_set()
        finally:
            timer.cancel()
            if late.is_set():
                self._kill()

    def _running(self) -> "subprocess.Popen[str]":
        if self._process is None or self._process.poll() is not None:
            self._kill()
            self._process = subprocess.Popen(
                _COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                start_new_session=True,  # Ctrl-C is the caller's; the end of its input ends the worker
            )  # fmt: skip
            assert self._process.stdin
            with suppress(OSError):
                self._process.stdin.write(self._options.model_dump_json() + "\n")
        return self._process

    def _kill(self) -> int | None:
        """The exit code of the process, which is ended. Its browser ends with it."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()
        return process.wait()

    def end(self) -> None:
        """Let it close its browser, then end it."""
        self._closed = True
        if (process := self._process) and process.stdin:
            with suppress(OSError, ValueError):
                process.stdin.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(_END_SECONDS)
        self._kill()
