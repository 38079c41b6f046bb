"""Restart: after “Play again” or “Restart”, figures are what they were at the start, and the controls answer again."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.restart.fact import RestartFact
from pytest_cookie.checks.restart.judge import DEAD_AFTER_RESTART, KEPT_OVER_RESTART, find_wrong_restarts
from pytest_cookie.checks.restart.tactic import make_tactics
from pytest_cookie.checks.restart.watch import RestartWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="restart",
    item="3",
    find=find_wrong_restarts,
    kinds=(KEPT_OVER_RESTART, DEAD_AFTER_RESTART),
    weight=WRONG_RESULT,
    fact=RestartFact,
    watch=RestartWatch,
    tactics=make_tactics,
)
