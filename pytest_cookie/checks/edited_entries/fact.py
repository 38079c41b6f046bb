"""`EditFact`: an entry of a list that was opened for editing, and what the end of the edit made of it."""

from typing import ClassVar, Literal

from pytest_cookie.core.fact import Fact

Texts = tuple[str, ...]
"""The texts of an entry, in the document's order."""


class EditFact(Fact):
    """An entry was opened for editing, or an edit ended with another result than an edit has."""

    check: ClassVar[str] = "edited-entries"

    event: Literal["opened", "copied", "cancelled", "spoiled"]
    """`opened`: fields now have texts of the entry. `copied`: saving left the entry and added another one. `cancelled`:
    cancelling changed the entry all the same. `spoiled`: saving without a change took a value from it."""
    own: Texts
    """Texts of the entry before it was opened."""
    field: str = ""
    """When opened: reference of a field that has a text of the entry."""
    result: Texts = ()
    """Texts of the new or changed entry."""
    is_changed: bool = False
    """Whether a field had another value than when it was opened."""
    lost: str = ""
    """When spoiled: the value that the field had, and the entry no longer has."""
