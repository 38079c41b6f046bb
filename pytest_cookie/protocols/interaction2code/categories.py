"""The categories of interactions (Interaction2Code, Table 3), and visual saliency groups (section 6.5)."""

from typing import Literal, get_args

TagCategory = Literal[
    "button", "input", "link", "iframe", "textarea", "option", "select", "form", "label", "detail", "progress",
    "datalist", "summary", "output", "image", "video", "dialog", "audio", "template", "text", "area", "span", "table",
]  # fmt: skip
TAG_CATEGORIES: tuple[TagCategory, ...] = get_args(TagCategory)
VisualCategory = Literal["new component", "text", "color", "new window", "position", "size", "switch"]
VISUAL_CATEGORIES: tuple[VisualCategory, ...] = get_args(VisualCategory)

SALIENCY_BOUNDS = (0.025, 0.05, 0.1, 0.2)
"""Upper bounds of the groups of visual saliency; the last group has no bound."""


_LOWS, _HIGHS = (0.0, *SALIENCY_BOUNDS), (*SALIENCY_BOUNDS, 1.0)
SALIENCY_GROUPS = tuple(f"{low:g}–{high:g}" for low, high in zip(_LOWS, _HIGHS, strict=True))


def saliency_group(saliency: float) -> str:
    """The group of an interaction by the share of the page that it changes, such as `0.05–0.1`."""
    return SALIENCY_GROUPS[sum(saliency >= bound for bound in SALIENCY_BOUNDS)]
