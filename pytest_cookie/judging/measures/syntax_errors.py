"""Recognises scripts that do not parse: item 1 counts them, item 5 skips them."""

import re

_OF_DATA = re.compile(r"\bJSON\b|regular expression|querySelector|selector")


def is_unparsed(message: str) -> bool:
    """Whether the message means that a script does not parse; JSON and selector errors are not meant."""
    return "SyntaxError" in message and not _OF_DATA.search(message)
