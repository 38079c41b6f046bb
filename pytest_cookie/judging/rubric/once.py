"""`once`: a measure of a `RubricContext` is computed once, however many items and checks ask for it."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

from pytest_cookie.judging.rubric.context import RubricContext

Result = TypeVar("Result")


def once(measure: Callable[[RubricContext], Result]) -> Callable[[RubricContext], Result]:
    """Store the result of `measure` in the context. The result must not be changed by its readers."""

    @wraps(measure)
    def remember(context: RubricContext) -> Result:
        if measure not in context.results:
            context.results[measure] = measure(context)
        return cast("Result", context.results[measure])

    return remember
