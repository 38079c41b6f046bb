"""The order of the tests, and the time that each folder took beside its budget."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.plugin.shard import VARIABLES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.terminal import TerminalReporter

pytest_plugins = ["pytester"]

BUDGET = Path(__file__).with_name("budget.toml")

if not hasattr(pytest, "Subtests"):  # pytest 8, whose fixture comes from pytest-subtests
    pytest.Subtests = object


def pytest_configure(config: pytest.Config) -> None:
    """Forget that CI runs these tests as part of a parallel job: the runs they start are no shards."""
    for name in VARIABLES:
        os.environ.pop(name, None)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long tests first, so that no worker starts one when the others have finished."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


def pytest_terminal_summary(terminalreporter: TerminalReporter, config: pytest.Config) -> None:
    """With `--durations`, print the worker-seconds of each folder and its budget; exceeding one is no failure."""
    if config.getoption("durations") is None:
        return
    reports = [report for found in terminalreporter.stats.values() for report in found]
    terminalreporter.section("worker-seconds by folder (budget in tests/budget.toml)")
    for line in budget_table(seconds_by_folder(reports), tomllib.loads(BUDGET.read_text("utf-8"))):
        terminalreporter.write_line(line)


def seconds_by_folder(reports: Iterable[object]) -> Counter[str]:
    """Time in set-up, call and teardown by folder below `tests/`; long tests are counted apart."""
    seconds: Counter[str] = Counter()
    for report in reports:
        # The time of a subtest, which alone has a `context`, is part of the time of its test.
        if isinstance(report, pytest.TestReport) and not hasattr(report, "context"):
            folder = "/".join(Path(report.location[0]).parts[1:-1][:2])
            seconds[f"{folder}, long" if "long" in report.keywords else folder] += report.duration
    return seconds


def budget_table(seconds: Counter[str], budget: dict[str, float]) -> list[str]:
    """A line for each folder, the one that exceeds its budget by most first, and the sum."""
    over = {folder: taken - budget.get(folder, 0) for folder, taken in seconds.items()}
    rows = [(folder, seconds[folder], budget.get(folder, 0)) for folder in sorted(over, key=lambda name: -over[name])]
    rows.append(("all", seconds.total(), sum(budget.get(folder, 0) for folder in seconds)))
    return [f"{folder:28} {taken:6.0f} of {most:5}{' OVER' if taken > most else ''}" for folder, taken, most in rows]
