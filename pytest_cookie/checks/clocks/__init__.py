"""Clocks: they keep time, a pause stops them, and afterwards they go on from where they were."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.clocks.fact import ClockFact
from pytest_cookie.checks.clocks.judge import CLOCK_DRIFT, CLOCK_JUMPS, CLOCK_NOT_PAUSED, find_wrong_clocks
from pytest_cookie.checks.clocks.tactic import ClockRound
from pytest_cookie.checks.clocks.watch import ClockWatch

CHECK = Check(
    id="clocks",
    item="3",
    find=find_wrong_clocks,
    kinds=(CLOCK_DRIFT, CLOCK_JUMPS, CLOCK_NOT_PAUSED),
    fact=ClockFact,
    watch=ClockWatch,
    tactics=lambda: [ClockRound()],
)
