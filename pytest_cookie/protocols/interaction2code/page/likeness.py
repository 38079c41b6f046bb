"""`find_lookalike`: the element of a rebuilt page that corresponds to one of the reference."""

import math
from collections.abc import Sequence
from difflib import SequenceMatcher

from pytest_cookie.protocols.interaction2code.page.element import PageElement

SAME_NAME = 0.75
"""Minimum similarity of two names to count as the same."""
_MIN_LIKENESS = 0.6
_NEAR = 0.06
"""Distance of centres, as a share of the page's width or height, within which two elements are at the same place."""


def find_lookalike(
    wanted: PageElement, elements: Sequence[PageElement], size: tuple[int, int], own_size: tuple[int, int]
) -> PageElement | None:
    """The usable element that is most like `wanted` in name, kind and place; None if none is like it.

    `size` is that of the reference's page, `own_size` that of the rebuilt one. A name must agree if there is one.
    """
    scored = [(_likeness(wanted, one, size, own_size), -index) for index, one in enumerate(elements) if one.usable]
    best = max(scored, default=(0.0, 0))
    return elements[-best[1]] if best[0] >= _MIN_LIKENESS else None


def compare_names(first: PageElement, second: PageElement) -> float:
    """Similarity of two names, 0 to 1. Two without a name have 1."""
    if not first.name or not second.name:
        return 1.0 if first.name == second.name else 0.0
    return SequenceMatcher(None, first.name, second.name, autojunk=False).ratio()


def distance(
    first: PageElement, second: PageElement, first_size: tuple[int, int], second_size: tuple[int, int]
) -> float:
    """Distance of two centres, the larger of both directions, as a share of the pages' sizes."""
    (x1, y1), (x2, y2) = first.center, second.center
    return max(abs(x1 / first_size[0] - x2 / second_size[0]), abs(y1 / first_size[1] - y2 / second_size[1]))


def _likeness(wanted: PageElement, one: PageElement, size: tuple[int, int], own_size: tuple[int, int]) -> float:
    apart = distance(wanted, one, size, own_size)
    near = math.exp(-apart / _NEAR)
    if not wanted.name:
        return near if one.kind == wanted.kind and not one.name else 0.0
    if (named := compare_names(wanted, one)) < SAME_NAME:
        return 0.0
    return 0.6 * named + 0.2 * (one.kind == wanted.kind) + 0.2 * near
