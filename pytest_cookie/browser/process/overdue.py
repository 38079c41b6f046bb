"""Decides by processor time whether page or machine is to blame for an overdue call: a busy machine slows any page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Blame = Literal["wait", "page", "none", "machine"]
"""`wait`: not decided yet. `none`: no process worked or waited for a processor, so the awaited event is missing."""

BUSY_SHARE = 0.5
"""Share of the allowed time. A page that answers but worked for this long kept the browser from the call."""
MAX_WAIT_FACTOR = 8.0
"""Maximum wait, in multiples of the allowed time, if the browser gets too little processor time."""
_STARVED_SHARE = 0.25


@dataclass(frozen=True)
class ProcessorTime:
    """Processor time of a process in seconds: `used`, and `queued` (ready to run while others ran)."""

    used: float = 0.0
    queued: float = 0.0


@dataclass(frozen=True)
class OverdueCall:
    """A call without an answer so far.

    `processor` is the maximum, over the browser's processes, of the time used and queued since the call began.
    `page_answers`: whether the page's thread answers another call.
    """

    elapsed_seconds: float
    processor: ProcessorTime
    page_answers: bool


def max_processor_time(before: Mapping[int, ProcessorTime], now: Mapping[int, ProcessorTime]) -> ProcessorTime:
    """Return the maximum time used and the maximum time queued of any process (by pid) between two measurements."""
    zero = ProcessorTime()
    used = (time.used - before.get(pid, zero).used for pid, time in now.items())
    queued = (time.queued - before.get(pid, zero).queued for pid, time in now.items())
    return ProcessorTime(max(used, default=0.0), max(queued, default=0.0))


def assign_blame(call: OverdueCall, *, allowed_seconds: float, crowding: float = 1.0) -> Blame:
    """Decide whether page or machine is to blame. `allowed_seconds`: what the call may take on an idle machine.

    A page that used its allowed processor time hangs on any machine. Its processes may run on several processors at
    once, so it gets `crowding` (processes per core, at least 1) times the allowed wall time before it is blamed. A page
    that used less did not get enough time: it is waited for, at most `MAX_WAIT_FACTOR` times as long, and then the
    machine is to blame. If the page answers and no process is queued, the call waits for something else. That verdict
    also waits `crowding` times as long, since our own side of the call may be slow.
    """
    elapsed, used = call.elapsed_seconds, call.processor.used
    if elapsed < allowed_seconds:
        return "wait"
    if used >= allowed_seconds and elapsed >= min(crowding, MAX_WAIT_FACTOR) * allowed_seconds:
        return "page"
    is_starved = call.processor.queued >= _STARVED_SHARE * elapsed
    if call.page_answers and not is_starved and elapsed >= crowding * allowed_seconds:
        return "page" if used >= BUSY_SHARE * allowed_seconds else "none"
    return "wait" if elapsed < MAX_WAIT_FACTOR * allowed_seconds else "machine"
