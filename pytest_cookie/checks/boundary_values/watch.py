"""`QuantityWatch`: notes negative counts, ages and prices."""

import re

from pytest_cookie.checks.boundary_values.fact import NegativeQuantity
from pytest_cookie.core.action import Type
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.watch import Act

_NEGATIVE = re.compile(r"-\d+([.,]\d+)?")


class QuantityWatch:
    """Call `compare` for every action, in order."""

    def compare(self, act: Act) -> NegativeQuantity | None:
        """The fact, if the action typed one."""
        action = act.action
        is_negative = isinstance(action, Type) and _NEGATIVE.fullmatch(action.value)
        return NegativeQuantity(value=action.value) if is_negative and means(action.target, "quantity") else None
