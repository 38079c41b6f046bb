"""Stability: controls work again, and toggles turn back with what they did."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.stability.judge import (
    ONE_WAY_TOGGLE,
    STUCK_CONTROL,
    TOGGLE_KEEPS_EFFECT,
    WORKS_ONCE,
    find_instabilities,
)
from pytest_cookie.checks.stability.tactic import PressAgain

CHECK = Check(
    id="stability",
    item="3",
    find=find_instabilities,
    kinds=(WORKS_ONCE, STUCK_CONTROL, ONE_WAY_TOGGLE, TOGGLE_KEEPS_EFFECT),
    tactics=lambda: [PressAgain()],
)
