"""Row actions: a control in one of several equal items, such as Delete in a row of a table, acts on its own item."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.checks.row_actions.judge import ACTS_ON_OTHER_ROW, WRONG_ROW_REMOVED, find_wrong_rows
from pytest_cookie.checks.row_actions.tactic import ShiftedRows
from pytest_cookie.checks.row_actions.watch import RowWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="row-actions",
    item="3",
    find=find_wrong_rows,
    kinds=(WRONG_ROW_REMOVED, ACTS_ON_OTHER_ROW),
    weight=WRONG_RESULT,
    fact=RowChange,
    watch=RowWatch,
    tactics=lambda: [ShiftedRows()],
)
