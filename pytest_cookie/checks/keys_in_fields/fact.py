"""`FieldKeys`: what keys that are typed into a field, or pressed outside of fields, do."""

from typing import ClassVar

from pytest_cookie.core.fact import Fact


class FieldKeys(Fact):
    """A key that acts outside of fields, or does not reach a field, or acts while it is typed into one."""

    check: ClassVar[str] = "keys-in-fields"

    acts: str = ""
    """The key that was pressed outside of fields and changed the page."""
    lost: tuple[str, ...] = ()
    """Characters that were typed into the field, and each time did not arrive, at most three."""
    lost_elsewhere: str = ""
    """Name of the field in which the key of `acts` was lost before."""
    fires: str = ""
    """The key that was typed into the field and changed what it changes outside of fields."""
