"""`correspond`: which element of a rebuilt page is which element of the reference."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import lru_cache
from statistics import median

import re2

from pytest_cookie.protocols.interaction2code.page.element import PageElement

_DIGITS = re2.compile(r"\d+")
_SAME_TEXT = 0.75
_MIN_MATCH = 0.5
Size = tuple[int, int]


@lru_cache(maxsize=8_192)
def _ratio(first: str, second: str) -> float:
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.real_quick_ratio() < _SAME_TEXT or matcher.quick_ratio() < _SAME_TEXT:
        return 0.0
    return matcher.ratio()


def is_same_text(first: str, second: str) -> bool:
    """Whether two texts correspond: alike, and with the same numbers."""
    first, second = first.casefold().strip(), second.casefold().strip()
    if first == second:
        return True
    return _DIGITS.findall(first) == _DIGITS.findall(second) and _ratio(first, second) >= _SAME_TEXT


@dataclass(frozen=True)
class Correspondence:
    """Keys of the rebuilt page by keys of the reference, before the interaction. `shift` is how far corresponding
    elements lie apart in general, as a share of the pages' sizes."""

    rebuilt_of: dict[int, int]
    shift: tuple[float, float]
    size: Size
    own_size: Size

    def with_pair(self, reference: PageElement, rebuilt: PageElement) -> "Correspondence":
        """The same with these two as one element."""
        others = {key: own for key, own in self.rebuilt_of.items() if own != rebuilt.key}
        return replace(self, rebuilt_of={**others, reference.key: rebuilt.key})

    def are_same(self, reference: PageElement, rebuilt: PageElement) -> bool:
        """Whether both are the same element."""
        return self.rebuilt_of.get(reference.key) == rebuilt.key

    def displacement(self, reference: PageElement, rebuilt: PageElement) -> float:
        """How far they lie apart beyond `shift`, the larger of both directions, as a share of the pages' sizes."""
        dx, dy = self.offset(reference, rebuilt)
        return max(abs(dx), abs(dy))

    def offset(self, reference: PageElement, rebuilt: PageElement) -> tuple[float, float]:
        """How far the rebuilt one lies to the right and down beyond `shift`, as shares of the pages' sizes."""
        dx, dy = _offset(reference, rebuilt, self.size, self.own_size)
        return dx - self.shift[0], dy - self.shift[1]


def correspond(
    reference: Sequence[PageElement], rebuilt: Sequence[PageElement], size: Size, own_size: Size
) -> Correspondence:
    """Match elements one to one, the most alike first: by text, then tag and place."""
    scored = sorted(
        (
            (score, -i, -j)
            for i, first in enumerate(reference)
            for j, second in enumerate(rebuilt)
            if (score := _score(first, second, size, own_size)) >= _MIN_MATCH
        ),
        reverse=True,
    )
    found: dict[int, int] = {}
    used: set[int] = set()
    pairs: list[tuple[PageElement, PageElement]] = []
    for _, i, j in scored:
        first, second = reference[-i], rebuilt[-j]
        if first.key not in found and second.key not in used:
            found[first.key] = second.key
            used.add(second.key)
            pairs.append((first, second))
    offsets = [_offset(first, second, size, own_size) for first, second in pairs if first.name]
    shift = (median(dx for dx, _ in offsets), median(dy for _, dy in offsets)) if offsets else (0.0, 0.0)
    return Correspondence(found, shift, size, own_size)


def _score(first: PageElement, second: PageElement, size: Size, own_size: Size) -> float:
    dx, dy = _offset(first, second, size, own_size)
    near = max(0.0, 1 - 2 * max(abs(dx), abs(dy)))
    alike = 0.2 * (first.tag == second.tag) + 0.05 * (first.kind == second.kind)
    if first.name or second.name:
        return 0.45 + alike + 0.3 * near if is_same_text(first.name, second.name) else _by_place(first, second, near)
    if first.kind != second.kind or first.over != second.over:
        return 0.0
    shape = min(_shape(first, second, 2, size, own_size), _shape(first, second, 3, size, own_size))
    return alike + 0.35 * near**4 + 0.35 * shape


def _by_place(first: PageElement, second: PageElement, near: float) -> float:
    """Elements whose texts differ correspond only if they are of one kind and close together."""
    if first.tag != second.tag or first.kind != second.kind:
        return 0.0
    return 0.52 * near**8


def _shape(first: PageElement, second: PageElement, side: int, size: Size, own_size: Size) -> float:
    shares = first.box[side] / size[side - 2], second.box[side] / own_size[side - 2]
    return min(shares) / max(max(shares), 1e-9)


def _offset(first: PageElement, second: PageElement, size: Size, own_size: Size) -> tuple[float, float]:
    (x1, y1), (x2, y2) = first.center, second.center
    return x2 / own_size[0] - x1 / size[0], y2 / own_size[1] - y1 / size[1]
