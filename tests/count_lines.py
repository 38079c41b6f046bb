"""Counts the lines of our code that a call runs: a measure of work that does not depend on the machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

MOST_GROWTH = 3.0
"""For an input twice as large. Linear work grows by 2, quadratic work by 4."""


def count_lines(work: Callable[[], Any]) -> int:
    """The lines of pytest_cookie and of tests that run; each turn of a loop counts again."""
    count = 0

    def line(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event in ("line", "call")
        return line

    def call(frame: FrameType, event: str, argument: Any) -> Any:
        file = frame.f_code.co_filename
        ours = "pytest_cookie" in file or "test_" in file
        return line(frame, event, argument) if ours else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
