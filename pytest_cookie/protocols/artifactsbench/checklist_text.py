"""A checklist as a referee reads it: its order, its wording, its template."""

import random
import re
from collections.abc import Sequence

from pytest_cookie.protocols.artifactsbench.case_fields import ChecklistItem
from pytest_cookie.protocols.artifactsbench.referee_settings import Template

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"'(])|(?<=[。！？])")
_POINTS = re.compile(
    r"\b(?:deduct\w*|subtract\w*|minus|points?|score \d|scores? of|give \d|award\w*|full score|maximum|costs?)\b|扣|分",
    re.IGNORECASE,
)


def order_items(checklist: Sequence[ChecklistItem], seed: int | None) -> tuple[ChecklistItem, ...]:
    """The items in their order, or in the order that belongs to a seed. Items keep their ids."""
    items = list(checklist)
    if seed is not None:
        random.Random(seed).shuffle(items)
    return tuple(items)


def format_checklist(items: Sequence[ChecklistItem], template: Template, *, with_kinds: bool) -> str:
    """One block per item. `with_kinds` adds whether an item is of kind vision or code."""
    return "\n\n".join(_format(item, template, with_kinds=with_kinds) for item in items)


def _format(item: ChecklistItem, template: Template, *, with_kinds: bool) -> str:
    kind = f", {item.kind}" if with_kinds else ""
    head = f"Item {item.id} (0 to {item.maximum:g} points{kind})"
    if template == "question":
        return f"{head}: {item.title}\n{item.description}"
    demands, penalties = split_description(item.description)
    lines = [f"{head}\nExpected: {' '.join((item.title, *demands))}"]
    return "\n".join([*lines, *(["Points: " + " ".join(penalties)] if penalties else [])])


def split_description(description: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sentences that demand something, and those that give or cost points; together they are all of them."""
    sentences = [sentence.strip() for sentence in _SENTENCE.split(description) if sentence.strip()]
    penalties = tuple(sentence for sentence in sentences if _POINTS.search(sentence))
    return tuple(sentence for sentence in sentences if sentence not in penalties), penalties
