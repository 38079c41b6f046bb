"""Scripts that do not parse: item 1 counts them, item 5 leaves them to it."""

import re

_OF_DATA = re.compile(r"\bJSON\b|regular expression|querySelector|selector")


def is_unparsed(message: str) -> bool:
    """What the browser says of a script that is no script; data that is no JSON is another matter."""
    return "SyntaxError" in message and not _OF_DATA.search(message)
