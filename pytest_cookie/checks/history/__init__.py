"""History: the browser's back and forward buttons lead to the view of the address to which they lead."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.history.fact import HistoryFact
from pytest_cookie.checks.history.judge import BACK_KEEPS_VIEW, find_kept_views
from pytest_cookie.checks.history.tactic import GoBackAndForward
from pytest_cookie.checks.history.watch import HistoryWatch

CHECK = Check(
    id="history",
    item="3",
    find=find_kept_views,
    kinds=(BACK_KEEPS_VIEW,),
    fact=HistoryFact,
    watch=HistoryWatch,
    tactics=lambda: [GoBackAndForward()],
)
