"""Layout jumps: an action leaves unrelated parts of the page in their places."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.layout_jumps.fact import JumpFact
from pytest_cookie.checks.layout_jumps.judge import JUMPING_PART, find_jumping_parts
from pytest_cookie.checks.layout_jumps.watch import JumpWatch

CHECK = Check(
    id="layout-jumps",
    item="3",
    find=find_jumping_parts,
    kinds=(JUMPING_PART,),
    fact=JumpFact,
    watch=JumpWatch,
)
