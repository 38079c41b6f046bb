"""`find_effects`: what an interaction changed on a page, element by element."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pytest_cookie.protocols.interaction2code.page.element import PageElement

EffectKind = Literal["appeared", "vanished", "text", "color", "size", "moved", "state"]

_MOVED_PX = 4
_CELL = _MOVED_PX + 1
"""Side of the cells that are searched for elements, in px: up to the next cell."""
_RESIZED_PX = 3


@dataclass(frozen=True)
class Effect:
    """One change. `before` is None for an element that appeared, `after` for one that vanished.

    `in_window`: it appeared in something that lies over the page and was not there before, such as a dialog or a menu.
    """

    kind: EffectKind
    before: PageElement | None
    after: PageElement | None
    in_window: bool = False

    @property
    def element(self) -> PageElement:
        """The element, as it was before unless it appeared."""
        found = self.before or self.after
        assert found is not None
        return found

    @property
    def weight(self) -> float:
        """How much it counts: text more than decoration."""
        element = self.after or self.element
        if self.kind in ("appeared", "vanished"):
            return 0.4 + min(2.0, len(element.text) / 20) if element.text or element.usable else 0.3
        return {"text": 1.5, "color": 0.6, "size": 1.0, "moved": 1.0, "state": 0.6}[self.kind]


def find_effects(before: Sequence[PageElement], after: Sequence[PageElement]) -> tuple[Effect, ...]:
    """All changes. Elements that the page redrew without a change, and those that others pushed, are none."""
    pairs = _pair(before, after)
    kept_before, kept_after = {old.key for old, _ in pairs}, {new.key for _, new in pairs}
    appeared = _appeared(after, kept_after)
    vanished = [Effect("vanished", element, None) for element in before if element.key not in kept_before]
    changed = [effect for old, new in pairs for effect in _changes(old, new)]
    pushes = bool(appeared or vanished or changed)
    moved = _moves(pairs, pushes=pushes)
    found = [*appeared, *vanished, *changed, *moved]
    return (*found, *_resizes(pairs, only=not found))


def _appeared(after: Sequence[PageElement], kept: set[int]) -> list[Effect]:
    by_key = {element.key: element for element in after}
    found = []
    for one in after:
        if one.key in kept:
            continue
        around = one
        while around.key not in kept and around.parent in by_key:
            around = by_key[around.parent]
        stood_over_before = around.key in kept and around.over
        found.append(Effect("appeared", None, one, in_window=one.over and not stood_over_before))
    return found


def _pair(before: Sequence[PageElement], after: Sequence[PageElement]) -> list[tuple[PageElement, PageElement]]:
    """The same elements before and after; one that was replaced by an equal one counts as the same."""
    new_by_key = {element.key: element for element in after}
    pairs = [(element, new_by_key[element.key]) for element in before if element.key in new_by_key]
    paired = {one.key for one, _ in pairs}
    gone = [element for element in before if element.key not in new_by_key]
    fresh = [element for element in after if element.key not in paired]
    for find in (_find_equal, _find_same_text, _find_in_place):
        matches = find(gone, fresh)
        pairs += [(gone[old], fresh[new]) for old, new in matches.items()]
        gone = [one for index, one in enumerate(gone) if index not in matches]
        taken = set(matches.values())
        fresh = [one for index, one in enumerate(fresh) if index not in taken]
    return pairs


def _find_equal(gone: Sequence[PageElement], fresh: Sequence[PageElement]) -> dict[int, int]:
    return _match_by(lambda one: (one.tag, one.text, one.box), gone, fresh)


def _find_same_text(gone: Sequence[PageElement], fresh: Sequence[PageElement]) -> dict[int, int]:
    return _match_by(lambda one: (one.tag, one.text, one.type) if one.text else None, gone, fresh)


def _match_by(
    key: Callable[[PageElement], Hashable], gone: Sequence[PageElement], fresh: Sequence[PageElement]
) -> dict[int, int]:
    """The first of `fresh` with the same key for each of `gone`, by index; those with the key None have none."""
    waiting: dict[Hashable, deque[int]] = defaultdict(deque)
    for index, one in enumerate(fresh):
        waiting[key(one)].append(index)
    keys = ((index, key(one)) for index, one in enumerate(gone))
    return {index: waiting[own].popleft() for index, own in keys if own is not None and waiting[own]}


def _find_in_place(gone: Sequence[PageElement], fresh: Sequence[PageElement]) -> dict[int, int]:
    """The first of `fresh` of the same tag that begins at the same place, at most `_MOVED_PX` away, by index."""
    cells: dict[tuple[str, bool, int, int], list[int]] = defaultdict(list)
    for index, one in enumerate(fresh):
        cells[one.tag, one.over, one.box[0] // _CELL, one.box[1] // _CELL].append(index)
    found: dict[int, int] = {}
    for number, old in enumerate(gone):
        left, top = old.box[0] // _CELL, old.box[1] // _CELL
        around = [cells.get((old.tag, old.over, left + dx, top + dy), []) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        firsts = (next(((index, cell) for index in cell if _is_near(old, fresh[index])), None) for cell in around)
        near = [first for first in firsts if first is not None]
        if near:
            found[number], cell = min(near, key=lambda one: one[0])
            cell.remove(found[number])
    return found


def _is_near(old: PageElement, new: PageElement) -> bool:
    return abs(old.box[0] - new.box[0]) <= _MOVED_PX and abs(old.box[1] - new.box[1]) <= _MOVED_PX


def _changes(old: PageElement, new: PageElement) -> Iterable[Effect]:
    if old.text != new.text:
        yield Effect("text", old, new)
    if (old.color, old.paper, old.border) != (new.color, new.paper, new.border):
        yield Effect("color", old, new)
    if old.font != new.font and old.text:
        size_before, size_after = (one.font.partition(" ")[0] for one in (old, new))
        yield Effect("size" if size_before != size_after else "color", old, new)
    if _visible_state(old) != _visible_state(new):
        yield Effect("state", old, new)


def _visible_state(element: PageElement) -> list[str]:
    """Its visible state, without attributes."""
    return [word for word in element.state.split(" ") if not word.startswith("aria-")]


def _moves(pairs: Sequence[tuple[PageElement, PageElement]], *, pushes: bool) -> list[Effect]:
    """Elements that moved by themselves: not with the element around them, and not pushed down or up as a whole."""
    shifts = {old.key: _shift(old, new) for old, new in pairs}
    movers = [
        (old, new)
        for old, new in pairs
        if max(map(abs, shifts[old.key])) > _MOVED_PX and shifts.get(old.parent) != shifts[old.key]
    ]
    if pushes:
        down = {shifts[old.key][1] > 0 for old, _ in movers if abs(shifts[old.key][1]) > _MOVED_PX}
        one_way = len(down) < 2
        movers = [
            (old, new)
            for old, new in movers
            if not one_way
            or (abs(shifts[old.key][0]) > 6 * _MOVED_PX and old.text == new.text and old.font == new.font)
        ]
    return [Effect("moved", old, new) for old, new in movers]


def _shift(old: PageElement, new: PageElement) -> tuple[int, int]:
    """How the nearer edges moved: an element that grows to one side has not moved."""
    across = (new.box[0] - old.box[0], new.rect.right - old.rect.right)
    down = (new.box[1] - old.box[1], new.rect.bottom - old.rect.bottom)
    return min(across, key=abs), min(down, key=abs)


def _resizes(pairs: Sequence[tuple[PageElement, PageElement]], *, only: bool) -> list[Effect]:
    """Pictures and plain boxes that grew or shrank; without any other change, all elements that did."""
    parents = {one.parent for pair in pairs for one in pair}
    return [
        Effect("size", old, new)
        for old, new in pairs
        if (abs(old.box[2] - new.box[2]) > _RESIZED_PX or abs(old.box[3] - new.box[3]) > _RESIZED_PX)
        and (only or not (old.text or old.usable or old.key in parents or old.tag == "body"))
    ]
