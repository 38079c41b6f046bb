"""`correspond`: which element of a rebuilt page is which element of the reference."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.protocols.interaction2code.failures.alike_texts import Flags, TextIndex
from pytest_cookie.protocols.interaction2code.page.element import PageElement

_MIN_MATCH = 0.5
_MOST_MATCHES = 100
"""Most elements of the rebuilt page that are considered for an element of the reference: those that match best."""
Size = tuple[int, int]
_Array = NDArray[np.float64]


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
    page = _Page.of(rebuilt, own_size)
    scored = sorted(
        ((score, -i, -j) for i, first in enumerate(reference) for score, j in page.find_matches(first, size)),
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


@dataclass(frozen=True)
class _Page:
    """All elements of the rebuilt page, to be compared with one of the reference at once. Places are shares."""

    x: _Array
    y: _Array
    width: _Array
    height: _Array
    tags: NDArray[np.str_]
    kinds: NDArray[np.str_]
    over: Flags
    has_name: Flags
    texts: TextIndex

    @classmethod
    def of(cls, elements: Sequence[PageElement], size: Size) -> "_Page":
        centers, boxes = [element.center for element in elements], [element.box for element in elements]
        return cls(
            x=np.array([x for x, _ in centers], dtype=float) / size[0],
            y=np.array([y for _, y in centers], dtype=float) / size[1],
            width=np.array([box[2] for box in boxes], dtype=float) / size[0],
            height=np.array([box[3] for box in boxes], dtype=float) / size[1],
            tags=np.array([element.tag for element in elements], dtype=np.str_),
            kinds=np.array([element.kind for element in elements], dtype=np.str_),
            over=np.array([element.over for element in elements], dtype=bool),
            has_name=np.array([bool(element.name) for element in elements], dtype=bool),
            texts=TextIndex([element.name for element in elements]),
        )

    def find_matches(self, wanted: PageElement, size: Size) -> list[tuple[float, int]]:
        """The elements that may be `wanted` of a page of `size`: how alike, from `_MIN_MATCH` to 1, and which one."""
        x, y = wanted.center
        near = np.maximum(0.0, 1 - 2 * np.maximum(abs(self.x - x / size[0]), abs(self.y - y / size[1])))
        is_tag, is_kind = self.tags == wanted.tag, self.kinds == wanted.kind
        alike = 0.2 * is_tag + 0.05 * is_kind
        # Elements whose texts differ correspond only if they are of one kind and close together.
        by_place = np.where(is_tag & is_kind, 0.52 * near**8, 0.0)
        by_text = np.where(self.texts.find_same(wanted.name), 0.45 + alike + 0.3 * near, by_place)
        if wanted.name:
            scores = by_text
        else:
            shape = np.minimum(
                _smaller_share(self.width, wanted.box[2] / size[0]),
                _smaller_share(self.height, wanted.box[3] / size[1]),
            )
            by_shape = np.where(is_kind & (self.over == wanted.over), alike + 0.35 * near**4 + 0.35 * shape, 0.0)
            scores = np.where(self.has_name, by_text, by_shape)
        found = np.flatnonzero(scores >= _MIN_MATCH)
        best = found[np.argsort(-scores[found], kind="stable")][:_MOST_MATCHES]
        return [(float(scores[index]), int(index)) for index in best]


def _smaller_share(values: _Array, value: float) -> _Array:
    """The smaller of two numbers as a share of the larger."""
    return np.minimum(values, value) / np.maximum(np.maximum(values, value), 1e-9)


def _offset(first: PageElement, second: PageElement, size: Size, own_size: Size) -> tuple[float, float]:
    (x1, y1), (x2, y2) = first.center, second.center
    return x2 / own_size[0] - x1 / size[0], y2 / own_size[1] - y1 / size[1]
