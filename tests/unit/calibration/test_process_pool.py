"""What ends a crew's work, and what does not."""

import os
from contextlib import contextmanager
from typing import Any

import pytest

from pytest_cookie.calibration.process_pool import WorkersLostError, run_all
from pytest_cookie.core.errors import OutOfBudgetError


class Station:
    """Its post runs tasks that are what becomes of them: an error to raise, or a name."""

    @contextmanager
    def open_runner(self):
        yield self

    def run(self, task: Any) -> None:
        if isinstance(task, Exception):
            raise task


def run(*tasks: Any) -> tuple[bool, list[Any]]:
    done: list[Any] = []
    within_budget = run_all(tasks, Station(), workers=1, done=done.append)  # type: ignore[arg-type]
    return within_budget, done


def test_a_bug_costs_its_own_item_and_is_printed(capsys: pytest.CaptureFixture[str]):
    bug = ValueError("another frame is pending")
    assert run("first", bug, "last") == (True, ["first", bug, "last"])
    assert "ValueError: another frame is pending" in capsys.readouterr().err


def test_a_spent_budget_ends_the_work():
    assert run("first", OutOfBudgetError("spent"), "last") == (False, ["first"])


def test_the_user_ends_it():
    class Stopped(Station):
        def run(self, task: Any) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_all(["first"], Stopped(), workers=1, done=print)  # type: ignore[arg-type, list-item]


class Dying(Station):
    """Its workers are gone with their first item."""

    def run(self, task: Any) -> None:
        os._exit(9)


def test_a_crew_of_which_nobody_lives_is_no_work_done():
    done: list[Any] = []
    with pytest.raises(WorkersLostError, match="all workers died"):
        run_all(["a", "b", "c"], Dying(), workers=2, done=done.append)  # type: ignore[arg-type, list-item]
    assert not done
