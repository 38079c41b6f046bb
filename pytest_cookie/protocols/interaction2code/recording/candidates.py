"""`list_candidates`: the interactions that can be tried on a page, one or more for each control."""

from collections.abc import Sequence

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.protocols.interaction2code.case_fields import ActionName
from pytest_cookie.protocols.interaction2code.page.element import PageElement

MAX_CANDIDATES = 60
_TEXT = "Two words"


class Candidate(FrozenModel):
    """An interaction to try."""

    selector: str
    """CSS selector of the element."""
    action: ActionName = "click"
    """What to do with it."""
    value: str = ""
    """The text to type, the option to choose."""
    description: str = ""
    """The effect, if a person has described it."""


def list_candidates(
    elements: Sequence[PageElement], selectors: dict[int, str], *, hover: bool = False
) -> tuple[Candidate, ...]:
    """Presses of buttons, entries into fields, and the second option of lists, in order of the page.

    With `hover`, also the pointer over each of these. Elements that are disabled or lie within a listed control are
    left out. `selectors` are by key.
    """
    found: list[Candidate] = []
    parents = {element.key: element.parent for element in elements}
    usable = {element.key for element in elements if element.usable and element.tag != "label"}
    for one in elements:
        if one.key not in usable or "disabled" in one.state or not selectors.get(one.key):
            continue
        if _is_within(one.parent, usable, parents):
            continue
        found.append(_candidate(one, selectors[one.key]))
    hovers = [Candidate(selector=one.selector, action="hover") for one in found] if hover else []
    return tuple([*found, *hovers][:MAX_CANDIDATES])


def _candidate(element: PageElement, selector: str) -> Candidate:
    if element.tag == "select":
        return Candidate(selector=selector, action="select")
    if element.kind == "field" and element.tag in ("input", "textarea"):
        value = {"number": "3", "date": "2026-03-14", "email": "ana@example.org"}.get(element.type, _TEXT)
        return Candidate(selector=selector, action="type", value=value)
    return Candidate(selector=selector)


def _is_within(key: int, usable: set[int], parents: dict[int, int]) -> bool:
    while key:
        if key in usable:
            return True
        key = parents.get(key, 0)
    return False
