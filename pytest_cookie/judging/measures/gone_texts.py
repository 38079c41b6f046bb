"""`gone_texts`: what some steps together took away."""

from collections.abc import Sequence

from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.core.trace import Step


def gone_texts(window: Sequence[Step]) -> set[str]:
    """The texts that some steps together took away, without numbers."""
    appeared = {text for step in window for text in step.change.appeared_text}
    gone = {text for step in window for text in step.change.vanished_text} - appeared
    return {text for text in gone if len(text) > 1 and _figure(text) is None}


def _figure(text: str) -> int | None:
    """The number, if the text is a count and contains no other character."""
    return None if text[:1] in ("+", "-") else parse_shown_whole(text)
