"""Small builders of compositions: cards in a row, fields below each other, texts."""

from typing import Any

from pytest_cookie.core.page import Box
from pytest_cookie.core.page_layout import PageLayout, Part, SetText, Siblings

WINDOW = Box(x=0, y=0, width=1280, height=900)


def part(x: float, y: float, width: float = 200, height: float = 120, **fields: Any) -> Part:
    return Part(x=x, y=y, width=width, height=height, **{"make": 1, "dress": 1, "text": "Card", **fields})


def row(count: int = 4, **fields: Any) -> list[Part]:
    return [part(40 + 220 * index, 100, **fields) for index in range(count)]


def stack(count: int = 5, **fields: Any) -> list[Part]:
    return [part(40, 100 + 60 * index, 400, 40, **fields) for index in range(count)]


def grid() -> list[Part]:
    return [part(40 + 220 * column, 100 + 140 * line) for line in range(3) for column in range(3)]


def but(parts: list[Part], index: int, **fields: Any) -> list[Part]:
    """The same with one part otherwise."""
    return [one.model_copy(update=fields) if i == index else one for i, one in enumerate(parts)]


def composed(*groups: list[Part], **fields: Any) -> PageLayout:
    siblings = tuple(Siblings(selector="main", box=WINDOW, parts=tuple(parts)) for parts in groups)
    return PageLayout(groups=siblings, **fields)


def text(**fields: Any) -> SetText:
    good = {
        "selector": "p", "text": "Ships leave at six", "box": Box(x=40, y=100, width=480, height=24), "letters": 120,
        "lines": 2, "size": 16.0, "leading": 24.0, "weight": 400, "face": "Inter", "contrast": 12.0,
    }  # fmt: skip
    return SetText(**{**good, **fields})


def heading(level: int, size: float, **fields: Any) -> SetText:
    return text(**{"heading": level, "size": size, "letters": 20, "lines": 1, "weight": 700, **fields})
