"""What checks find for an item of the rubric, and what that takes off its score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.fact import UnreadableFactError
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.grade import Grade, sum_deductions
from pytest_cookie.judging.rubric.measurement import COSTS, subtract_costs

WRONG_RESULT = 2.0
"""The weight of wrong results: they are worse than none, since users rely on them."""

Find = Callable[[RubricContext], Sequence[Defect]]
GradeBy = Callable[[RubricContext], Sequence[Grade]]


@dataclass(frozen=True)
class CheckResults:
    """The results of all checks of an item, in the order of the checks."""

    found: tuple[tuple[float, Defect], ...]
    grades: tuple[Grade, ...]

    @property
    def defects(self) -> list[Defect]:
        """All defects."""
        return [defect for _, defect in self.found]

    def defects_of_weight(self, weight: float) -> list[Defect]:
        """The defects of the checks with this weight."""
        return [defect for of_check, defect in self.found if of_check == weight]

    @property
    def cost(self) -> float:
        """What comes off a score from which costs are subtracted: by the defects and the grades."""
        return sum(weight * COSTS[defect.severity] for weight, defect in self.found) + sum_deductions(self.grades)

    @property
    def share_left(self) -> float:
        """The share of the score that is left: the product over the weights, then over the grades."""
        left = 1.0
        for weight in dict.fromkeys(weight for weight, _ in self.found):
            left *= subtract_costs(self.defects_of_weight(weight), times=weight)
        return left * (1 - sum_deductions(self.grades))


def run_checks(context: RubricContext, item: str) -> CheckResults:
    """Run the checks that feed an item. Raises `JudgingError` if the evidence of a check cannot be read."""
    checks = [check for check in context.checks if check.item == item]
    try:
        found = [(check.weight, defect) for check in checks for defect in check.find(context)]
        grades = [grade for check in checks if check.grade for grade in check.grade(context)]
    except UnreadableFactError as error:
        raise JudgingError(str(error)) from error
    return CheckResults(tuple(found), tuple(grades))
