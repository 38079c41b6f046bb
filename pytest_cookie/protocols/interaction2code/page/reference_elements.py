"""`ReferenceElements`: the elements of every screen of a case, as a file that keeps later screens as differences."""

from collections.abc import Mapping
from typing import Self

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.protocols.interaction2code.page.element import PageElement, PageElements


class LaterScreen(FrozenModel):
    """A screen after the first one."""

    order: tuple[int, ...]
    """Keys of its elements, in order of the document."""
    changed: PageElements
    """The elements that are new or differ from the first screen."""


class ReferenceElements(FrozenModel):
    """The elements of all screens of a case. A key means the same element on each of them."""

    first: str
    """Id of the first screen."""
    elements: PageElements
    """Its elements."""
    later: dict[str, LaterScreen] = {}
    """The other screens by id."""

    @classmethod
    def pack(cls, first: str, screens: Mapping[str, tuple[PageElement, ...]]) -> Self:
        """Keep the elements of `screens`; `first` is the first of them."""
        before = {element.key: element for element in screens[first]}
        later = {
            name: LaterScreen(
                order=tuple(element.key for element in elements),
                changed=tuple(element for element in elements if before.get(element.key) != element),
            )
            for name, elements in screens.items()
            if name != first
        }
        return cls(first=first, elements=screens[first], later=later)

    def of(self, screen: str) -> tuple[PageElement, ...] | None:
        """The elements of a screen in order of the document, None if the file does not have it."""
        if screen == self.first:
            return self.elements
        if (found := self.later.get(screen)) is None:
            return None
        known = {element.key: element for element in (*self.elements, *found.changed)}
        return tuple(known[key] for key in found.order if key in known)
