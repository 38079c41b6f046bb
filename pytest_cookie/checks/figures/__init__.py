"""Figures: totals, counts, balances and charts follow when an entry is removed, changed or brought back."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.figures.fact import FigureFact
from pytest_cookie.checks.figures.judge import STALE_FIGURE, find_stale_figures
from pytest_cookie.checks.figures.tactic import ReloadAgain
from pytest_cookie.checks.figures.watch import FigureWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="figures",
    item="3",
    find=find_stale_figures,
    kinds=(STALE_FIGURE,),
    weight=WRONG_RESULT,
    fact=FigureFact,
    watch=FigureWatch,
    tactics=lambda: [ReloadAgain()],
)
