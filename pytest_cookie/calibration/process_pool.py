"""Several workers at once, each a process with a browser of its own; or this process alone."""

import queue
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from multiprocessing.queues import Queue

from pytest_cookie.calibration.plan import Task
from pytest_cookie.calibration.worker_context import Runner, WorkerContext
from pytest_cookie.core.errors import CookieError, OutOfBudgetError

Done = Callable[[Task], None]
_LOOK_SECONDS = 0.5
_END_SECONDS = 30.0


class WorkersLostError(CookieError):
    """No worker lived to the end."""


def run_all(tasks: Sequence[Task], station: WorkerContext, *, workers: int, done: Done) -> bool:
    """Run all items; `done` is called after each. False where the budget ended it before.

    A worker that dies takes its item with it: its record says that it was interrupted. The others go on. Raises
    `WorkersLostError` where all of them died.
    """
    if workers < 2 or len(tasks) < 2:
        return _alone(tasks, station, done)
    context = get_context("spawn")
    waiting: Queue[Task | None] = context.Queue()
    finished: Queue[Task | None] = context.Queue()
    for task in (*tasks, *(None for _ in range(workers))):
        waiting.put(task)
    crew = [context.Process(target=_work, args=(station, waiting, finished)) for _ in range(workers)]
    try:
        for worker in crew:
            worker.start()
        within_budget = _listen(crew, finished, done)
        if all(worker.exitcode for worker in crew):
            raise WorkersLostError("all workers died before their work was done; the same command goes on where it was")
        return within_budget
    finally:
        _end(crew, waiting)


def _alone(tasks: Sequence[Task], station: WorkerContext, done: Done) -> bool:
    with station.opened() as post:
        for task in tasks:
            try:
                _run(post, task)
            except OutOfBudgetError:
                return False
            done(task)
    return True


def _work(station: WorkerContext, waiting: "Queue[Task | None]", finished: "Queue[Task | None]") -> None:
    """A worker's life. It ends when nothing is left, or when nobody is there any more to work for."""
    with suppress(KeyboardInterrupt), station.opened() as post:
        _run_waiting(post, waiting, finished)


def _run_waiting(post: Runner, waiting: "Queue[Task | None]", finished: "Queue[Task | None]") -> None:
    parent = parent_process()
    while parent is None or parent.is_alive():
        try:
            task = waiting.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            continue
        if task is None:
            return
        try:
            _run(post, task)
        except OutOfBudgetError:
            finished.put(None)
            return
        finished.put(task)


def _run(post: Runner, task: Task) -> None:
    """Run an item. A bug of ours costs it alone: its record says so, and the traceback is printed."""
    try:
        post.run(task)
    except OutOfBudgetError:
        raise
    except Exception:  # noqa: BLE001 - an item's border: those after it are run whatever it was
        traceback.print_exc()


def _listen(crew: Sequence[BaseProcess], finished: "Queue[Task | None]", done: Done) -> bool:
    within_budget = True
    while True:
        alive = any(worker.is_alive() for worker in crew)
        try:
            task = finished.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            if not alive:
                return within_budget
            continue
        if task is None:
            within_budget = False
        else:
            done(task)


def _end(crew: Sequence[BaseProcess], waiting: "Queue[Task | None]") -> None:
    """Let the workers close their browsers; only who does not come to an end is ended."""
    try:
        while True:
            waiting.get_nowait()
    except queue.Empty:
        pass
    for _ in crew:
        waiting.put(None)
    for worker in crew:
        if worker.pid is None:
            continue
        worker.join(timeout=_END_SECONDS)
        if worker.is_alive():
            worker.terminate()
            worker.join()
    waiting.cancel_join_thread()
