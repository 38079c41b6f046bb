"""Persistence: a page that stores entries, or should, still has them and their places after a reload."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.persistence.fact import PersistenceFact
from pytest_cookie.checks.persistence.judge import find_losses, grade_persistence
from pytest_cookie.checks.persistence.tactic import ReloadAfterChange
from pytest_cookie.checks.persistence.watch import PersistenceWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

CHECK = Check(
    id="persistence",
    item="3",
    find=find_losses,
    kinds=(FindingKind.LOST_ON_RELOAD,),
    weight=WRONG_RESULT,
    fact=PersistenceFact,
    watch=PersistenceWatch,
    tactics=lambda: [ReloadAfterChange()],
    grade=grade_persistence,
    reads=("row-actions",),
)
