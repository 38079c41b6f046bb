"""The result of a drag in words: what lay where it was let go, and what has another place in a list or board now."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pytest_cookie.core.action import Action, Drag
from pytest_cookie.core.text import shorten
from pytest_cookie.exploration.agent.references import KnownControl, References
from pytest_cookie.exploration.agent_protocol import View

_NAME = 60
_DIGITS = re.compile(r"\W{0,9}\d{1,9}\W{0,9}")
"""Counts in headings: "To do (3)" and "To do (2)" are the same column."""


@dataclass(frozen=True)
class ListPlace:
    """The place of a control in its list: the section, and its rank among controls of its role there, from 1."""

    name: str
    section: str
    rank: int
    of: int


def find_list_places(references: References) -> dict[int, ListPlace]:
    """Return the places of all present controls by number."""
    groups: dict[tuple[str, str, str], list[KnownControl]] = {}
    for known in references.present:
        identity = known.identity
        same_kind = "" if identity.is_container or identity.row else known.control.name
        groups.setdefault((_column(identity.section), known.control.role, same_kind), []).append(known)
    places: dict[int, ListPlace] = {}
    for members in groups.values():
        members.sort(key=lambda one: (one.box.y, one.box.x))
        for rank, known in enumerate(members, start=1):
            name = known.identity.row or known.control.name
            places[known.number] = ListPlace(shorten(name, _NAME), known.identity.section, rank, len(members))
    return places


def describe_moves(number: int, before: Mapping[int, ListPlace], after: Mapping[int, ListPlace]) -> tuple[str, ...]:
    """Describe the controls that are in another section now; without any, the new rank of the dragged one, `number`."""
    both = [(before[one], after[one]) for one in after if one in before]
    moved = [(old, new) for old, new in both if _column(old.section) != _column(new.section)]
    lines = [
        f'"{new.name}" went from "{shorten(old.section, _NAME)}" to "{shorten(new.section, _NAME)}"'
        for old, new in moved
        if old.section and new.section
    ]
    if not lines and number in before and number in after and before[number].rank != after[number].rank:
        old, new = before[number], after[number]
        where = f' of "{shorten(new.section, _NAME)}"' if new.section else ""
        lines = [f'"{new.name}" went from place {old.rank} to place {new.rank} of {new.of}{where}']
    return tuple(dict.fromkeys(lines))


def describe_drop_place(action: Action, view: View) -> str:
    """Describe the smallest control or text at the end of a drag, before it; "" for other actions.

    The dragged control itself does not count.
    """
    if not isinstance(action, Drag) or action.to_x is None or action.to_y is None:
        return ""
    x, y = action.to_x + view.page_facts.scroll_x, action.to_y + view.page_facts.scroll_y
    found: list[tuple[float, str]] = []
    for control in view.observation.inventory.controls:
        box = control.box
        inside = 0 <= x - box.x <= box.width and 0 <= y - box.y <= box.height
        if inside and control.in_viewport and not control.covered and control.ref != action.ref:
            section = view.sight.of(control).section
            where = f' in "{shorten(section, _NAME)}"' if section else ""
            found.append(
                (box.width * box.height, f'{control.role or control.tag} "{shorten(control.name, _NAME)}"{where}')
            )
    for element in view.observation.elements.values():
        left, top, width, height = element.box
        if element.text and element.inked and 0 <= x - left <= width and 0 <= y - top <= height:
            found.append((width * height, f'the text "{shorten(element.text, _NAME)}"'))
    return min(found)[1] if found else "no control or text"


def _column(section: str) -> str:
    return _DIGITS.sub(" ", section).strip()
