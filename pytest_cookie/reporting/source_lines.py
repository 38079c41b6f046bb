"""Where an element is in the source of a page, from its selector."""

import re
from itertools import islice
from pathlib import Path

_LARGEST = 2_000_000
_TOKEN = re.compile(r"\[[^\[\]]{0,500}\]|[^\s>\[]{1,500}|[\s>]{1,500}")
_PART = re.compile(r"#(?P<id>[\w-]+)|\.(?P<class>[\w-]+)|\[(?P<name>[\w-]+)=\"(?P<value>[^\"]*)\"\]")


def read_source(page: Path) -> str:
    """The source of a page; "" if it cannot be read or is larger than 2 MB."""
    try:
        with page.open("rb") as file:
            return file.read(_LARGEST).decode("utf-8", "replace")
    except OSError:
        return ""


def find_line(source: str, selector: str) -> int | None:
    """The line, from 1, of the tag that the last telling step of a selector means.

    A name that several tags have, such as the class of a row, tells nothing. None if the source has no such tag, for
    example because a script makes the element.
    """
    for step in reversed(_split(selector)):
        for name, value in filter(None, map(_attribute, _PART.finditer(step))):
            pattern = rf"\b{re.escape(name)}\s*=\s*(?:\"[^\"]*|'[^']*)(?<![\w-]){re.escape(value)}(?![\w-])"
            places = [found.start() for found in islice(re.finditer(pattern, source), 2)]
            if len(places) == 1 or (places and name == "id"):
                return source.count("\n", 0, places[0]) + 1
            if name == "id":
                return None
    return None


def is_own_line(source: str, selector: str) -> bool:
    """Whether `find_line` finds the element itself: the last step of the selector tells."""
    return find_line(source, _split(selector)[-1]) is not None


def _split(selector: str) -> list[str]:
    """The steps of a selector; blanks in values of attributes do not separate them."""
    steps = [""]
    for token in _TOKEN.findall(selector):
        if token[0] == ">" or token[0].isspace():
            steps.append("")
        else:
            steps[-1] += token
    return steps


def _attribute(part: re.Match[str]) -> tuple[str, str] | None:
    if part["id"]:
        return "id", part["id"]
    return ("class", part["class"]) if part["class"] else (part["name"], part["value"])
