"""`match_effects`: which effects of the reference a rebuilt interaction has, and how the others differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import re2

from pytest_cookie.protocols.interaction2code.failures.alike_texts import TextIndex
from pytest_cookie.protocols.interaction2code.failures.correspond import Correspondence
from pytest_cookie.protocols.interaction2code.failures.effects import Effect
from pytest_cookie.protocols.interaction2code.page.element import PageElement

Match = Literal["same", "other-type", "other-element", "other-content", "missing"]
_CHANNELS = re2.compile(r"[\d.]+")
_FAR_COLOR = 60.0
"""Minimum difference of a channel to count as another colour."""
_FAR_SIZE = 0.25
"""Minimum difference of the growth of a font or box to count as another size."""
_FAR_PLACE = 0.06


@dataclass(frozen=True)
class MatchedEffect:
    """An effect of the reference, with the effect of the rebuilt page that comes closest; None if none does."""

    reference: Effect
    rebuilt: Effect | None
    match: Match


def match_effects(
    reference: Sequence[Effect], rebuilt: Sequence[Effect], same: Correspondence
) -> tuple[tuple[MatchedEffect, ...], tuple[Effect, ...]]:
    """Every effect of the reference with its match, the best matches first taken, and the effects that are left."""
    texts = _Texts(rebuilt)
    ranked = sorted(
        (_rank(match, wanted), i, j, match)
        for i, wanted in enumerate(reference)
        for j, (one, (is_text, is_name)) in enumerate(zip(rebuilt, texts.find_same(wanted), strict=True))
        if (match := _compare(wanted, one, same, is_text=is_text, is_name=is_name)) != "missing"
    )
    found: dict[int, tuple[Match, int]] = {}
    used: set[int] = set()
    for _, i, j, match in ranked:
        if i not in found and j not in used:
            found[i] = (match, j)
            used.add(j)
    matches = tuple(
        MatchedEffect(effect, rebuilt[found[i][1]], found[i][0])
        if i in found
        else MatchedEffect(effect, None, "missing")
        for i, effect in enumerate(reference)
    )
    return matches, tuple(one for j, one in enumerate(rebuilt) if j not in used)


def _rank(match: Match, wanted: Effect) -> int:
    """Lower matches are taken first: other content on the same element before the same on another one."""
    if match == "other-content" and wanted.kind not in ("appeared", "vanished"):
        return 1
    return {"same": 0, "other-element": 2, "other-type": 3, "other-content": 4, "missing": 5}[match]


class _Texts:
    """The texts of effects, for comparison with those of one effect at once."""

    def __init__(self, effects: Sequence[Effect]) -> None:
        self._own = TextIndex([_text_of(effect) for effect in effects])
        self._after = TextIndex([_name_after(effect) for effect in effects])

    def find_same(self, wanted: Effect) -> Iterator[tuple[bool, bool]]:
        """For each effect, whether its own text is that of `wanted`, and whether the same words come up."""
        own = self._own.find_same(_text_of(wanted)).tolist()
        return zip(own, self._after.find_same(_name_after(wanted)).tolist(), strict=True)


def _text_of(effect: Effect) -> str:
    """The text that it leads to; the name of an element that came or went."""
    is_change = effect.before is not None and effect.after is not None
    return effect.after.text if effect.after and is_change else effect.element.name


def _name_after(effect: Effect) -> str:
    return effect.after.name if effect.after else ""


def _compare(wanted: Effect, one: Effect, same: Correspondence, *, is_text: bool, is_name: bool) -> Match:
    """`is_text`: whether both have the same text; `is_name`: whether the elements have the same name afterwards."""
    is_element = _has_same_element(wanted, one, same)
    if wanted.kind == one.kind and wanted.in_window == one.in_window:
        is_content = _has_same_content(wanted, one, same, is_text=is_text)
        if is_content and is_element:
            return "same"
        if wanted.kind in ("appeared", "vanished"):
            return "other-content" if wanted.element.text and one.element.text else "missing"
        if is_element or (wanted.kind == "moved" and not is_content):
            return "other-content"
        return "other-element" if is_content else "missing"
    if is_name and _name_after(wanted) and {wanted.kind, one.kind} <= {"appeared", "text"}:
        return "other-type"
    return "other-type" if is_element and {wanted.kind, one.kind}.isdisjoint({"appeared", "vanished"}) else "missing"


def _has_same_element(wanted: Effect, one: Effect, same: Correspondence) -> bool:
    if wanted.before is None or one.before is None:
        return wanted.before is one.before
    return same.are_same(wanted.before, one.before)


def _has_same_content(wanted: Effect, one: Effect, same: Correspondence, *, is_text: bool) -> bool:
    """Whether both effects, of one kind, lead to the same: the same text, colour, growth or place."""
    if wanted.before is None or wanted.after is None:
        return is_text
    assert one.before is not None
    assert one.after is not None
    match wanted.kind:
        case "text":
            return is_text
        case "color":
            return _has_same_colors(wanted.before, wanted.after, one.before, one.after)
        case "size":
            return abs(_growth(wanted.before, wanted.after) - _growth(one.before, one.after)) <= _FAR_SIZE
        case "moved":
            return _differ_in_move(wanted, one, same) <= _FAR_PLACE
        case _:
            return _state_words(wanted.after) == _state_words(one.after)


def _differ_in_move(wanted: Effect, one: Effect, same: Correspondence) -> float:
    """How far the ways apart that two elements went, or the places at which they ended; the smaller, as a share."""
    assert wanted.before is not None
    assert wanted.after is not None
    assert one.before is not None
    assert one.after is not None
    start, end = same.offset(wanted.before, one.before), same.offset(wanted.after, one.after)
    way = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    return min(way, max(map(abs, end))) if same.are_same(wanted.before, one.before) else way


def _has_same_colors(before: PageElement, after: PageElement, own_before: PageElement, own_after: PageElement) -> bool:
    changed = [name for name in ("paper", "color", "border") if getattr(before, name) != getattr(after, name)]
    own = [name for name in ("paper", "color", "border") if getattr(own_before, name) != getattr(own_after, name)]
    shared = [name for name in changed if name in own]
    if not shared:
        return not changed and not own  # only weight, slant or decoration changed in both
    return any(_is_near(getattr(after, name), getattr(own_after, name)) for name in shared)


def _is_near(first: str, second: str) -> bool:
    channels = [[float(value) for value in _CHANNELS.findall(color)[:3]] for color in (first, second)]
    if not all(len(channel) == 3 for channel in channels):
        return bool(first == second)
    return bool(max(abs(a - b) for a, b in zip(*channels, strict=True)) <= _FAR_COLOR)


def _growth(before: PageElement, after: PageElement) -> float:
    """How many times larger the text is, or else the box."""
    sizes = [float((_CHANNELS.findall(one.font) or ["0"])[0]) for one in (before, after)]
    if sizes[0] and sizes[1] and sizes[0] != sizes[1]:
        return sizes[1] / sizes[0]
    areas = [max(1, one.box[2] * one.box[3]) for one in (before, after)]
    return float(areas[1] / areas[0])


def _state_words(element: PageElement) -> list[str]:
    return [word for word in element.state.split(" ") if not word.startswith("aria-")]
