"""Parts of a page that an action sends out of place: across others, or beyond the edge of the page. Pure."""

from collections import defaultdict
from urllib.parse import urldefrag

from pytest_cookie.browser.observation import ElementState, Observation
from pytest_cookie.exploration.volatile import Volatile

_Box = tuple[int, int, int, int]
_Move = tuple[ElementState, ElementState]

_LEAST_PX = 16
_SIZE_PX = 3
_FEWEST_TEXTS = 2
_MOST_TEXTS = 400
_ACROSS = 0.25
_CHARACTERS = 40


def gone_astray(before: Observation, after: Observation, quiet: Volatile) -> tuple[str, ...]:
    """Where what lies now, in words: the first text of each part that moved as one.

    Only what moved sideways as well as up or down, at least two texts together, which lay over nothing and within the
    page before: slides and drawers move along one line, and a hint or a menu covered something where it was, too. On
    another document nothing is what it was.
    """
    if urldefrag(before.url).url != urldefrag(after.url).url:
        return ()
    kept = _kept_texts(before.elements, after.elements, quiet)
    still = [(old, new) for old, new in kept if old.box[0] == new.box[0]]
    end = max((one.box[0] + one.box[2] for one in before.elements.values()), default=0)
    together: dict[tuple[int, int], list[_Move]] = defaultdict(list)
    for old, new in kept:
        right, down = new.box[0] - old.box[0], new.box[1] - old.box[1]
        if min(abs(right), abs(down)) >= _LEAST_PX:
            together[right, down].append((old, new))
    found: list[str] = []
    for part in together.values():
        earlier, now = zip(*part, strict=True)
        if len(part) >= _FEWEST_TEXTS and still and not _misplaced(earlier, [old for old, _ in still], end):
            found += _misplaced(now, [new for _, new in still], end)[:1]
    return tuple(found)


def _kept_texts(first: dict[str, ElementState], then: dict[str, ElementState], quiet: Volatile) -> list[_Move]:
    """Texts that are there before and after, in boxes of one size; what moves or changes by itself is left out."""
    by_itself = quiet.tracks.keys() | quiet.elements
    pairs = ((old, then[path]) for path, old in first.items() if old.text and path in then and path not in by_itself)
    return [(old, new) for old, new in pairs if old.text == new.text and _is_one_size(old.box, new.box)][:_MOST_TEXTS]


def _is_one_size(one: _Box, other: _Box) -> bool:
    return abs(one[2] - other[2]) <= _SIZE_PX and abs(one[3] - other[3]) <= _SIZE_PX


def _misplaced(part: tuple[ElementState, ...], others: list[ElementState], end: int) -> list[str]:
    over = [
        f"“{one.text[:_CHARACTERS]}” lies over “{other.text[:_CHARACTERS]}”"
        for one in part
        for other in others
        if _shared(one.box, other.box) >= _ACROSS * min(_area(one.box), _area(other.box)) > 0
    ]
    beyond = [one for one in part if one.box[0] <= -_LEAST_PX or one.box[0] + one.box[2] >= end + _LEAST_PX]
    return [*over, *(f"“{one.text[:_CHARACTERS]}” stands beyond the edge of the page" for one in beyond)]


def _shared(one: _Box, other: _Box) -> int:
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height)


def _area(box: _Box) -> int:
    return box[2] * box[3]
