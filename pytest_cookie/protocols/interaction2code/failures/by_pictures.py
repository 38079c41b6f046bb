"""`attribute_by_pictures`: the few failures that pictures alone show, for references without a list of elements."""

from pytest_cookie.protocols.interaction2code.attempt import Attempt
from pytest_cookie.protocols.interaction2code.failures.attribute import FAR
from pytest_cookie.protocols.interaction2code.failures.kinds import Failure

_ALIKE = 0.85
"""Minimum similarity of the interaction part to count as faithful."""


def attribute_by_pictures(
    attempt: Attempt, *, changes: bool, position: float | None, appearance: float | None
) -> list[Failure]:
    """`changes`: whether the pictures differ. `position` and `appearance` are similarities of the interaction part."""
    if attempt.found_by == "nothing":
        return [Failure(kind="element-missing", confidence=0.8, reason=attempt.problem)]
    if not changes:
        return [Failure(kind="no-interaction", confidence=0.9, reason="The page looks the same afterwards.")]
    if position is not None and 1 - position > 2 * FAR and (appearance or 0) >= _ALIKE:
        reason = f"The effect is {1 - position:.0%} of the page away from its place in the reference."
        return [Failure(kind="wrong-effect-position", confidence=0.6, reason=reason)]
    if appearance is not None and appearance >= _ALIKE:
        return []
    reason = "The part that changes looks different; without the reference's elements the evidence does not say how."
    return [Failure(kind="unknown", confidence=0.5, reason=reason)]
