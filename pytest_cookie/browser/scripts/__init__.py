"""The JavaScript that runs inside a page, each file one function expression."""

import json
from functools import cache
from pathlib import Path

from pydantic import JsonValue

_FOLDER = Path(__file__).parent


@cache
def source(name: str) -> str:
    """The text of `<name>.js`."""
    return (_FOLDER / f"{name}.js").read_text(encoding="utf-8").rstrip()


@cache
def with_dom(name: str) -> str:
    """`<name>.js` as a function of one argument; it is handed what `dom.js` offers as its first."""
    return f"(argument) => ({source(name)})(({source('dom')})(), argument)"


def called(name: str, argument: JsonValue) -> str:
    """A script that calls `<name>.js` with `argument` at once."""
    return f"({source(name)})({json.dumps(argument)})"
