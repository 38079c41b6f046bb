"""Edited entries: what is saved replaces the entry, what is cancelled leaves it, and nothing else changes."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.edited_entries.fact import EditFact
from pytest_cookie.checks.edited_entries.judge import (
    CANCEL_KEEPS_EDITS,
    EDIT_ADDS_COPY,
    SAVE_LOSES_VALUE,
    find_wrong_edits,
)
from pytest_cookie.checks.edited_entries.tactic import EndEdits
from pytest_cookie.checks.edited_entries.watch import EditWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="edited-entries",
    item="3",
    find=find_wrong_edits,
    kinds=(EDIT_ADDS_COPY, CANCEL_KEEPS_EDITS, SAVE_LOSES_VALUE),
    weight=WRONG_RESULT,
    fact=EditFact,
    watch=EditWatch,
    tactics=lambda: [EndEdits()],
)
