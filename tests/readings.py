"""Readings of a page's times and numbers, as a step of a trace has them."""

from pytest_cookie.core.shown_numbers import read_shown_numbers
from pytest_cookie.core.trace import Reading


def readings(*lines: str) -> tuple[Reading, ...]:
    """All times and numbers of these lines."""
    return tuple(Reading(**vars(shown)) for shown in read_shown_numbers("\n".join(lines)))
