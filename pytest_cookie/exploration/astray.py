"""Parts of a page that an action sends out of place: across others, or beyond the edge of the page. Pure."""

import re
from collections import defaultdict
from urllib.parse import urldefrag

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.browser.observation import ElementState, Observation
from pytest_cookie.exploration.pictures import pixels_of
from pytest_cookie.exploration.volatile import Volatile

_Box = tuple[int, int, int, int]
_Move = tuple[ElementState, ElementState]

_LEAST_PX = 16
_SIZE_PX = 3
_FEWEST_TEXTS = 2
_MOST_TEXTS = 400
_ACROSS = 0.25
_DRAWN_ANEW = 0.02
_CHARACTERS = 40
_IN_A_DRAWING = re.compile(r"(^|>)(text|tspan)(:\d+)?$")


def gone_astray(
    before: Observation, after: Observation, quiet: Volatile, changed: NDArray[np.bool_]
) -> tuple[str, ...]:
    """Where what lies now, in words: the first text of each part that moved as one.

    Only what moved sideways as well as up or down, at least two texts together, which lay over nothing and within the
    page before: slides and drawers move along one line, and a hint or a menu covered something where it was, too.
    What lies there has to be seen: by the pixels of the window that are `changed`, or, outside of the window, because
    nothing was scrolled. On another document nothing is what it was, and drawings are moved about.
    """
    if urldefrag(before.url).url != urldefrag(after.url).url:
        return ()
    kept = _kept_texts(before.elements, after.elements, quiet)
    together: dict[tuple[int, int], list[_Move]] = defaultdict(list)
    for old, new in kept:
        right, down = new.box[0] - old.box[0], new.box[1] - old.box[1]
        if min(abs(right), abs(down)) >= _LEAST_PX:
            together[right, down].append((old, new))
    still = [(old, new) for old, new in kept if old.box[0] == new.box[0]]
    end = max((one.box[0] + one.box[2] for one in before.elements.values()), default=0)
    found = []
    for part in together.values():
        lay = _misplaced([old for old, _ in part], [old for old, _ in still], end)
        lies = _misplaced([new for _, new in part], [new for _, new in still], end)
        if len(part) >= _FEWEST_TEXTS and still and lies and not lay and _is_seen(lies[1], before, after, changed):
            found.append(lies[0])
    return tuple(found)


def _kept_texts(first: dict[str, ElementState], then: dict[str, ElementState], quiet: Volatile) -> list[_Move]:
    """Texts that are there before and after, in boxes of one size; what moves or changes by itself is left out."""
    by_itself = quiet.tracks.keys() | quiet.elements
    paths = (path for path in first.keys() & then.keys() if path not in by_itself and not _IN_A_DRAWING.search(path))
    pairs = ((first[path], then[path]) for path in sorted(paths))
    kept = [(old, new) for old, new in pairs if old.text and old.text == new.text and _is_one_size(old.box, new.box)]
    return kept[:_MOST_TEXTS]


def _is_one_size(one: _Box, other: _Box) -> bool:
    return abs(one[2] - other[2]) <= _SIZE_PX and abs(one[3] - other[3]) <= _SIZE_PX


def _misplaced(part: list[ElementState], others: list[ElementState], end: int) -> tuple[str, _Box] | None:
    """What of it lies where it cannot be meant to, and the box of the page by which that is seen: the first."""
    for one in part:
        x, y, width, height = one.box
        if other := next((other for other in others if _lies_over(one.box, other.box)), None):
            return f"“{one.text[:_CHARACTERS]}” lies over “{other.text[:_CHARACTERS]}”", _common(one.box, other.box)
        if x <= -_LEAST_PX < x + width or x < end <= x + width - _LEAST_PX:
            inside = _common(one.box, (0, y, end, height))
            return f"“{one.text[:_CHARACTERS]}” is cut off by the edge of the page", inside
    return None


def _lies_over(one: _Box, other: _Box) -> bool:
    _, _, width, height = _common(one, other)
    return width * height >= _ACROSS * min(one[2] * one[3], other[2] * other[3]) > 0


def _common(one: _Box, other: _Box) -> _Box:
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return left, top, max(0, right - left), max(0, bottom - top)


def _is_seen(place: _Box, before: Observation, after: Observation, changed: NDArray[np.bool_]) -> bool:
    """A box that cuts off what it holds, and is scrolled in, shows nothing of it beside itself."""
    height, width = pixels_of(after.screenshot).shape[:2]
    top = round(place[1] - after.scroll_y)
    left, top, across, down = _common((place[0], top, *place[2:]), (0, 0, width, height))
    if not across or not down:
        return after.scroll_y == before.scroll_y
    drawn = changed[top : top + down, left : left + across]
    return bool(drawn.size and drawn.mean() >= _DRAWN_ANEW)
