"""Whose fault it is that a call is overdue, told by processor time: a busy machine makes every page slow. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Blame = Literal["wait", "page", "nobody", "machine"]
"""`wait`: nobody's yet. `nobody`: neither worked nor waited for a processor; what the call waits for does not come."""

BUSY_SHARE = 0.5
"""Of the time that a call is allowed. A page that answers, but worked for as long, kept the browser from the call."""
MOST_TIMES = 8.0
"""A call is waited for so many times as long as it is allowed where the browser gets too little processor time."""
_STARVED_SHARE = 0.25


@dataclass(frozen=True)
class ProcessorTime:
    """Of a process, in seconds: what it `used`; how long it was `queued`, ready to run while others ran."""

    used: float = 0.0
    queued: float = 0.0


@dataclass(frozen=True)
class Wait:
    """A call that is not answered yet. `processor` is the most that any process of the browser used or was queued
    meanwhile; `page_answers`: whether the page's own thread answers another question.
    """

    elapsed_seconds: float
    processor: ProcessorTime
    page_answers: bool


def most_since(before: Mapping[int, ProcessorTime], now: Mapping[int, ProcessorTime]) -> ProcessorTime:
    """The most that any process, known by its pid, has used since, and the most that any was queued."""
    nothing = ProcessorTime()
    used = (time.used - before.get(pid, nothing).used for pid, time in now.items())
    queued = (time.queued - before.get(pid, nothing).queued for pid, time in now.items())
    return ProcessorTime(max(used, default=0.0), max(queued, default=0.0))


def blame_for(wait: Wait, *, allowed_seconds: float, crowding: float = 1.0) -> Blame:
    """Whose fault it is. `allowed_seconds`: what the call may take on an idle machine.

    A page that used as much processor time as it was allowed hangs on any machine; as a process may use several
    processors at once where they are free, it has `crowding` (processes a core, 1 at least) times as long for that.
    One that did not was not given its time, so it is waited for, `MOST_TIMES` as long at most; that it came to nothing
    is then the machine's fault.
    Where the page answers and no process is queued, the call waits for something else; before that is believed,
    `crowding` times as long is waited: our own side of the call may be slow, too.
    """
    elapsed, used = wait.elapsed_seconds, wait.processor.used
    if elapsed < allowed_seconds:
        return "wait"
    if used >= allowed_seconds and elapsed >= min(crowding, MOST_TIMES) * allowed_seconds:
        return "page"
    is_starved = wait.processor.queued >= _STARVED_SHARE * elapsed
    if wait.page_answers and not is_starved and elapsed >= crowding * allowed_seconds:
        return "page" if used >= BUSY_SHARE * allowed_seconds else "nobody"
    return "wait" if elapsed < MOST_TIMES * allowed_seconds else "machine"
