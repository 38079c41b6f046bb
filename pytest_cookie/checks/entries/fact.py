"""`EntryFact`: what a page made of values that were entered before."""

from typing import ClassVar

from pydantic import ConfigDict

from pytest_cookie.core.fact import Fact
from pytest_cookie.core.frozen_model import FrozenModel


class ForgottenEntry(FrozenModel):
    """A control that was filled in or chosen, and is no longer so when a step back brings it into view again."""

    control: str
    """Name of the control."""
    entered: str
    """The text that was entered. Empty for a choice."""
    shown: str
    """The text that the control has now."""


class OutdatedEntry(FrozenModel):
    """A line that showed a value, and still does although another one was entered and sent since."""

    control: str
    """Name of the control."""
    entered: str
    """The value that was entered since, and that the page shows nowhere."""
    line: str
    """The line."""


class EntryFact(Fact):
    """What a page made of values that were entered before."""

    check: ClassVar[str] = "entries"
    model_config = ConfigDict(extra="ignore")  # older evidence has removals that a reload undid

    forgotten: tuple[ForgottenEntry, ...] = ()
    """Values that are gone when one comes back to them. At most four."""
    outdated: tuple[OutdatedEntry, ...] = ()
    """Lines that show an older value than the one entered. At most four."""
