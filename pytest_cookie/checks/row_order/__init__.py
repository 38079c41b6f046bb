"""Row order: a press on the head of a column sorts the rows by its values, and not by the letters of numbers."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.row_order.fact import Ordering
from pytest_cookie.checks.row_order.judge import SORTED_AS_TEXT, UNSORTED_COLUMN, find_wrong_orders
from pytest_cookie.checks.row_order.watch import OrderWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="row-order",
    item="3",
    find=find_wrong_orders,
    kinds=(SORTED_AS_TEXT, UNSORTED_COLUMN),
    weight=WRONG_RESULT,
    fact=Ordering,
    watch=OrderWatch,
)
