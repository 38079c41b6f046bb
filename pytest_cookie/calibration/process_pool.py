"""Runs items in several worker processes, each with its own browser, or in this process."""

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

OnDone = Callable[[Task], None]
_LOOK_SECONDS = 0.5
_END_SECONDS = 30.0


class WorkersLostError(CookieError):
    """All workers died before the end."""


def run_all(tasks: Sequence[Task], context: WorkerContext, *, workers: int, done: OnDone) -> bool:
    """Run all items; `done` is called after each. False if the budget was spent before the end.

    If a worker dies, the record of its item names the interruption as the cause, and the other workers continue. Raises
    `WorkersLostError` if all of them died.
    """
    if workers < 2 or len(tasks) < 2:
        return _run_in_process(tasks, context, done)
    spawning = get_context("spawn")
    waiting: Queue[Task | None] = spawning.Queue()
    finished: Queue[Task | None] = spawning.Queue()
    for task in (*tasks, *(None for _ in range(workers))):
        waiting.put(task)
    processes = [spawning.Process(target=_work, args=(context, waiting, finished)) for _ in range(workers)]
    try:
        for worker in processes:
            worker.start()
        within_budget = _collect_finished(processes, finished, done)
        if all(worker.exitcode for worker in processes):
            raise WorkersLostError("all workers died before the work was done; run the same command again to continue")
        return within_budget
    finally:
        _stop_workers(processes, waiting)


def _run_in_process(tasks: Sequence[Task], context: WorkerContext, done: OnDone) -> bool:
    with context.open_runner() as runner:
        for task in tasks:
            try:
                _run(runner, task)
            except OutOfBudgetError:
                return False
            done(task)
    return True


def _work(context: WorkerContext, waiting: "Queue[Task | None]", finished: "Queue[Task | None]") -> None:
    """The main function of a worker process; returns when no tasks are left or the parent process is gone."""
    with suppress(KeyboardInterrupt), context.open_runner() as runner:
        _run_waiting(runner, waiting, finished)


def _run_waiting(runner: Runner, waiting: "Queue[Task | None]", finished: "Queue[Task | None]") -> None:
    parent = parent_process()
    while parent is None or parent.is_alive():
        try:
            task = waiting.get(timeout=_LOOK_SECONDS)
        except queue.Empty:
            continue
        if task is None:
            return
        try:
            _run(runner, task)
        except OutOfBudgetError:
            finished.put(None)
            return
        finished.put(task)


def _run(runner: Runner, task: Task) -> None:
    """Run an item. A bug in our code affects only this item: its record has the cause, and the traceback is printed."""
    try:
        runner.run(task)
    except OutOfBudgetError:
        raise
    except Exception:  # noqa: BLE001 - the following items are run whatever the error was
        traceback.print_exc()


def _collect_finished(processes: Sequence[BaseProcess], finished: "Queue[Task | None]", done: OnDone) -> bool:
    within_budget = True
    while True:
        alive = any(worker.is_alive() for worker in processes)
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


def _stop_workers(processes: Sequence[BaseProcess], waiting: "Queue[Task | None]") -> None:
    """Let the workers close their browsers; terminate only workers that do not exit in time."""
    try:
        while True:
            waiting.get_nowait()
    except queue.Empty:
        pass
    for _ in processes:
        waiting.put(None)
    for worker in processes:
        if worker.pid is None:
            continue
        worker.join(timeout=_END_SECONDS)
        if worker.is_alive():
            worker.terminate()
            worker.join()
    waiting.cancel_join_thread()
