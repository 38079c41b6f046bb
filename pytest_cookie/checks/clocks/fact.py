"""`ClockFact`: numbers that count by themselves, and that an action made jump."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact, Note
from pytest_cookie.core.frozen_model import FrozenModel


class NumberJump(FrozenModel):
    """A text whose numbers change by themselves at a steady pace, and are not where that pace leads."""

    before: str
    """The text before the action."""
    after: str
    """The text after it."""
    expected: str = ""
    """The text to which the pace would have led. Empty if the words changed, too."""

    def describe(self) -> str:
        """`“40” → “34”, its own pace would have led to “38”`."""
        own = f", its own pace would have led to “{self.expected}”" if self.expected else ""
        return f"“{self.before}” → “{self.after}”{own}"


class ClockFact(Fact):
    """The numbers that jumped with a step."""

    check: ClassVar[str] = "clocks"

    jumps: tuple[NumberJump, ...]
    """The numbers, at most six."""

    @property
    def caused_texts(self) -> tuple[str, ...]:
        """The texts with the numbers after the action."""
        return tuple(jump.after for jump in self.jumps)

    def describe(self) -> tuple[Note, ...]:
        """The numbers as they were, are and would be; apart from them those that gave way to other words."""
        jumped = tuple(jump.describe() for jump in self.jumps if jump.expected)
        replaced = tuple(jump.describe() for jump in self.jumps if not jump.expected)
        notes = (
            Note(label="number jumped", meaning="a number jumped", texts=jumped),
            Note(label="count replaced", meaning="a running count gave way to other words", texts=replaced),
        )
        return tuple(note for note in notes if note.texts)
