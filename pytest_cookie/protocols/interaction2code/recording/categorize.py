"""`categorize`: the tag and visual categories of an interaction (Interaction2Code, Table 3), as a proposal."""

from collections.abc import Sequence

from pytest_cookie.protocols.interaction2code.categories import (
    TAG_CATEGORIES,
    VISUAL_CATEGORIES,
    TagCategory,
    VisualCategory,
)
from pytest_cookie.protocols.interaction2code.failures.effects import Effect
from pytest_cookie.protocols.interaction2code.page.element import PageElement

_TAGS: dict[str, tuple[TagCategory, ...]] = {
    "a": ("link",), "summary": ("summary", "detail"), "select": ("select", "option"), "img": ("image",),
    "svg": ("image",), "canvas": ("image",), "meter": ("progress",), "tr": ("table",), "td": ("table",),
}  # fmt: skip


def categorize(target: PageElement, effects: Sequence[Effect]) -> tuple[list[TagCategory], list[VisualCategory]]:
    """By the element, and by the elements that change."""
    found = set(_tags_of(target.tag))
    for effect in effects:
        changed = set(_tags_of(effect.element.tag)) - {"text", "span"}
        found |= changed if effect.kind in ("appeared", "text") else set()
    return [tag for tag in TAG_CATEGORIES if tag in found], _visual_categories(effects)


def _tags_of(tag: str) -> tuple[TagCategory, ...]:
    if tag in _TAGS:
        return _TAGS[tag]
    return tuple(category for category in TAG_CATEGORIES if category == tag)


def _visual_categories(effects: Sequence[Effect]) -> list[VisualCategory]:
    kinds = {effect.kind for effect in effects}
    found: set[VisualCategory] = set()
    simple: dict[str, VisualCategory] = {"text": "text", "color": "color", "size": "size", "moved": "position"}
    found |= {simple[kind] for kind in kinds if kind in simple}
    if any(effect.in_window for effect in effects):
        found.add("new window")
    elif {"appeared", "vanished"} <= kinds:
        found.add("switch")
    elif "appeared" in kinds:
        found.add("new component")
    elif "vanished" in kinds:
        found.add("switch")
    return [each for each in VISUAL_CATEGORIES if each in found]
