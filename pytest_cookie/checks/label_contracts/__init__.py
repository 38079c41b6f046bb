"""Label contracts: undo restores, swap exchanges, and keys that the page mentions have an effect."""

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.label_contracts.judge import (
    SWAP_WITHOUT_EFFECT,
    UNDO_WITHOUT_EFFECT,
    find_broken_contracts,
)
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

CHECK = Check(
    id="label-contracts",
    item="3",
    find=find_broken_contracts,
    kinds=(UNDO_WITHOUT_EFFECT, SWAP_WITHOUT_EFFECT, FindingKind.DEAD_KEY),
)
