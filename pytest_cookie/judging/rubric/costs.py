"""What each finding costs: shared out in its criterion, and paid once for each cause.

A finding's severity says how much it hinders a user. What it costs depends on its criterion as well: on the weight, on
how it is graded, and on how many other criteria are measured. Here the points that a criterion lost are shared among
its findings, and findings of several criteria with one cause are paid by the dearest alone.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.measurement import COSTS, Measured

_WHOLE_SCORE = 100.0
_Key = tuple[object, ...]


@dataclass(frozen=True)
class Charge:
    """A defect of the criterion `item`, the share of the criterion's score that it took off, and what that is worth.

    `joined` is the charge that pays for it, None if it pays itself.
    """

    item: str
    defect: Defect
    share: float
    points: float
    joined: "Charge | None" = None


def share_out(measured: Measured) -> list[float]:
    """The share of a criterion's score that each of its defects took off, in proportion to the severities.

    What the criterion took off for other reasons, and the factor for a page with little content, are no defect's.
    """
    if measured.score is None or not measured.defects:
        return [0.0] * len(measured.defects)
    lost = 1 - measured.score / measured.weight if measured.weight else 0.0
    taken = min(lost, measured.taken) if measured.taken is not None else lost
    whole = sum(COSTS[defect.severity] for defect in measured.defects)
    return [measured.weight * max(0.0, taken) * COSTS[defect.severity] / whole for defect in measured.defects]


def join_causes(context: RubricContext, charges: Sequence[Charge], joinable: frozenset[str]) -> list[Charge]:
    """The charges, in their order. Of those of one cause in several `joinable` criteria, only the dearest pays.

    One cause: the same script error, or the same element used in the same step.
    """
    groups: list[tuple[set[_Key], list[int]]] = []
    for number, charge in enumerate(charges):
        keys = _causes(context, charge.defect) if charge.item in joinable else set()
        same = [group for group in groups if group[0] & keys]
        rest = [group for group in groups if not group[0] & keys]
        joined = (keys.union(*(group[0] for group in same)), [n for group in same for n in group[1]] + [number])
        groups = [*rest, joined] if keys else groups
    found = list(charges)
    for _, numbers in groups:
        payer = max(numbers, key=lambda n: (charges[n].defect.severity == "critical", charges[n].points))
        for number in numbers:
            if charges[number].item != charges[payer].item and charges[number].defect.severity != "critical":
                found[number] = replace(charges[number], joined=charges[payer])
    return found


def _causes(context: RubricContext, defect: Defect) -> set[_Key]:
    step = next((one for one in context.trace.steps if one.index == defect.step), None)
    at_load = {error.message for error in context.perception.page_errors}
    errors = [error.message for error in step.page_errors if error.message not in at_load] if step else []
    keys: set[_Key] = {("error", _gist(message)) for message in (*errors, defect.error) if message}
    if step and defect.selector:
        keys.add(("use", step.index, defect.selector))
    return keys


def _gist(message: str) -> str:
    """A message with every number as 0: those of one error in a loop differ in nothing else."""
    return re.sub(r"\d+", "0", message[:200])


def give_back(measured: Measured, charges: Sequence[Charge]) -> Measured:
    """The result of a criterion without what its joined defects took off."""
    returned = sum(charge.share for charge in charges if charge.joined)
    if measured.score is None or not returned:
        return measured
    payers = dict.fromkeys(charge.joined.item for charge in charges if charge.joined)
    reason = f"{measured.reason}; {returned:.0%} given back: criterion {' and '.join(payers)} pays for the same cause"
    return replace(measured, score=round(min(1.0, measured.score + returned), 4), reason=reason)


def worth_of(items: Mapping[str, tuple[str, float]]) -> dict[str, float]:
    """The points of its score that each measured criterion is worth, from its dimension and weight by id."""
    sums: dict[str, float] = {}
    for dimension, weight in items.values():
        sums[dimension] = sums.get(dimension, 0.0) + weight
    return {
        item: _WHOLE_SCORE * weight / sums[dimension] if sums[dimension] else 0.0
        for item, (dimension, weight) in items.items()
    }
