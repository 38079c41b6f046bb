"""Entered values: they are still there on the way back, and are shown as entered last."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.entries.fact import EntryFact
from pytest_cookie.checks.entries.judge import FORGOTTEN_ENTRY, OUTDATED_VALUE, find_lost_values
from pytest_cookie.checks.entries.tactic import make_tactics
from pytest_cookie.checks.entries.watch import EntryWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="entries",
    item="3",
    find=find_lost_values,
    kinds=(FORGOTTEN_ENTRY, OUTDATED_VALUE),
    weight=WRONG_RESULT,
    fact=EntryFact,
    watch=EntryWatch,
    tactics=make_tactics,
)
