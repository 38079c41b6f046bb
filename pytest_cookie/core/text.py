"""Text from outside: JavaScript may hold half a character where Python, JSON files and HTML may not."""

import json
from typing import TypeVar

T = TypeVar("T")


def well_formed(value: T) -> T:
    """The same JSON value with U+FFFD for lone surrogates, which a cut through an emoji leaves behind."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        replaced: T = json.loads(text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"))
        return replaced
    return value
