"""`NumberReadings`: which times and numbers a page shows at a step, so that a judge can follow them."""

from pytest_cookie.core.shown_numbers import read_shown_numbers
from pytest_cookie.core.trace import Reading

MOST_READINGS = 12


class NumberReadings:
    """Times that the page shows, and numbers that have changed at least once, at most 12 of them."""

    def __init__(self) -> None:
        self._values: dict[str, float] = {}
        self._followed: dict[str, None] = {}

    def note(self, text: str) -> tuple[Reading, ...]:
        """Return the readings of the page's text at this step."""
        shown = read_shown_numbers(text)
        for one in shown:
            changed = self._values.get(one.label, one.value) != one.value
            if (changed or one.is_time) and len(self._followed) < MOST_READINGS:
                self._followed[one.label] = None
        self._values.update((one.label, one.value) for one in shown)
        return tuple(
            Reading(label=one.label, text=one.text, value=one.value, is_time=one.is_time)
            for one in shown
            if one.label in self._followed
        )
