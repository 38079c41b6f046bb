"""`JumpWatch`: finds parts of a page that an action moves across others or beyond the edge of the page. Pure."""

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.checks.layout_jumps.fact import JumpFact, LayoutJump
from pytest_cookie.core.action import Action
from pytest_cookie.core.parsing import strip_fragment
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.watch import Act

_Box = tuple[int, int, int, int]
_Move = tuple[ElementState, ElementState]

_LEAST_PX = 16  # a line of text
_LEAST_SIDE_PX = 8  # smaller boxes hold no words
_ROUNDED_PX = 3  # boxes are rounded
_FEWEST_TEXTS = 2  # a single text may be a label that is meant to move
_MOST_TEXTS = 400  # the comparison is quadratic
_MOST_BOXES = 20
_ACROSS = 0.25  # touching edges is no overlap
_CHARACTERS = 40  # identifies a text


class JumpWatch:
    """The parts of the page that an action moved out of their places."""

    def compare(self, act: Act) -> JumpFact | None:
        """These parts, if there are any."""
        astray = find_layout_jumps(act.action, act.before, act.after, act.quiet)
        return JumpFact(astray=astray) if astray else None


def find_layout_jumps(
    action: Action, before: Observation, after: Observation, quiet: BackgroundChanges
) -> tuple[LayoutJump, ...]:
    """Return the parts that moved as one and now lie out of place, each by its first text.

    Considered are texts in the normal flow of the page, which do not cover each other on purpose and are not scrolled;
    or texts that moved together with the box that would clip them. At least two of them must have moved together, both
    sideways and up or down, and have overlapped no other text and lain within the page before. Dragged and resized
    elements may go anywhere, and another document has other texts.
    """
    if not action.keeps_layout or strip_fragment(before.url) != strip_fragment(after.url):
        return ()
    kept = _kept_texts(before.elements, after.elements, quiet)
    still = [(old, new) for old, new in kept if old.box[0] == new.box[0]]
    end = max((old.box[0] + old.box[2] for old, _ in kept), default=0)
    found = []
    for part in _moved_together(kept) if still else []:
        lies = _misplaced([new for _, new in part], [new for _, new in still], end)
        if lies and not _misplaced([old for old, _ in part], [old for old, _ in still], end):
            found.append(lies)
    return tuple(found)


def _kept_texts(first: dict[str, ElementState], then: dict[str, ElementState], quiet: BackgroundChanges) -> list[_Move]:
    """Texts that are there before and after, in boxes of one size; what moves or changes by itself is left out."""
    by_itself = quiet.tracks.keys() | quiet.elements
    pairs = ((old, then[path]) for path, old in first.items() if path in then and path not in by_itself)
    texts = (pair for pair in pairs if _is_one_text(*pair))
    return [text for text in texts if _goes_with_its_box(text, first, then)][:_MOST_TEXTS]


def _is_one_text(old: ElementState, new: ElementState) -> bool:
    sides = zip(old.box[2:], new.box[2:], strict=True)
    return (
        bool(old.text)
        and old.text == new.text
        and old.placed
        and new.placed
        and all(before >= _LEAST_SIDE_PX and abs(before - after) <= _ROUNDED_PX for before, after in sides)
    )


def _goes_with_its_box(text: _Move, first: dict[str, ElementState], then: dict[str, ElementState]) -> bool:
    """Whether no box clips it, or it lies within the box that would, which moved with it; and so on outwards."""
    right, down = _way(text)
    inner = text
    for _ in range(_MOST_BOXES):
        cut = inner[0].cut
        if cut != inner[1].cut:
            return False
        if not cut:
            return True
        if cut not in first or cut not in then:
            return False
        box = (first[cut], then[cut])
        if not all(_lies_within(one.box, around.box) for one, around in zip(text, box, strict=True)):
            return False
        wide, high = _way(box)
        if max(abs(right - wide), abs(down - high)) > _ROUNDED_PX:
            return False
        inner = box
    return False


def _lies_within(one: _Box, around: _Box) -> bool:
    x, y, width, height = one
    left, top, wide, high = around
    out = max(left - x, top - y, x + width - left - wide, y + height - top - high)
    return out <= _ROUNDED_PX


def _way(move: _Move) -> tuple[int, int]:
    """How far right and down."""
    old, new = move
    return new.box[0] - old.box[0], new.box[1] - old.box[1]


def _moved_together(kept: list[_Move]) -> list[list[_Move]]:
    parts: list[tuple[tuple[int, int], list[_Move]]] = []
    for old, new in kept:
        right, down = _way((old, new))
        if min(abs(right), abs(down)) < _LEAST_PX:
            continue
        alike = (part for way, part in parts if max(abs(way[0] - right), abs(way[1] - down)) <= _ROUNDED_PX)
        if (part := next(alike, None)) is None:
            parts.append(((right, down), part := []))
        part.append((old, new))
    return [part for _, part in parts if len(part) >= _FEWEST_TEXTS]


def _misplaced(part: list[ElementState], others: list[ElementState], end: int) -> LayoutJump | None:
    """The first text of the misplaced part, None if none is misplaced."""
    for item in part:
        x, _, width, _ = item.box
        if other := next((other for other in others if _lies_over(item.box, other.box)), None):
            return LayoutJump(text=item.text[:_CHARACTERS], over=other.text[:_CHARACTERS])
        if (x <= -_LEAST_PX and x + width >= _LEAST_PX) or (x <= end - _LEAST_PX and x + width >= end + _LEAST_PX):
            return LayoutJump(text=item.text[:_CHARACTERS])
    return None


def _lies_over(one: _Box, other: _Box) -> bool:
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, width) * max(0, height) >= _ACROSS * min(one[2] * one[3], other[2] * other[3])
