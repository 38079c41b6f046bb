"""`SliderFact`: texts beside sliders that do not follow them."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact, Note
from pytest_cookie.core.frozen_model import FrozenModel


class StaleLabel(FrozenModel):
    """A text beside a slider that showed its value and did not follow it."""

    control: str
    """Name of the slider."""
    text: str
    """The text."""


class SliderFact(Fact):
    """The sliders that a step moved and whose labels stayed."""

    check: ClassVar[str] = "slider-labels"

    stale: tuple[StaleLabel, ...]
    """Their labels."""

    def describe(self) -> tuple[Note, ...]:
        """The slider's name and the text beside it."""
        texts = tuple(f"{label.control}: {label.text}" for label in self.stale)
        return (Note(label="stale", meaning="text that still says the old value", texts=texts),)
