"""Pointer ink: a stroke that a drag draws on a canvas lies under the pointer, and not beside it."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.pointer_ink.fact import InkFact
from pytest_cookie.checks.pointer_ink.judge import INK_BESIDE_POINTER, find_ink_beside_pointer
from pytest_cookie.checks.pointer_ink.tactic import DrawAgain
from pytest_cookie.checks.pointer_ink.watch import InkWatch
from pytest_cookie.judging.rubric.check_results import WRONG_RESULT

CHECK = Check(
    id="pointer-ink",
    item="3",
    find=find_ink_beside_pointer,
    kinds=(INK_BESIDE_POINTER,),
    weight=WRONG_RESULT,
    fact=InkFact,
    watch=InkWatch,
    tactics=lambda: [DrawAgain()],
)
