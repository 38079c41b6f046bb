"""Which files of an artifact its page is made of, and which of them are libraries: defects are made in own code."""

import posixpath
import re
from collections.abc import Iterable, Mapping

_ASKED = re.compile(
    r"(?:\b(?:src|href)\s{0,9}=\s{0,9}|\bfrom\s{0,9}|\bimport\s{0,9}\(?\s{0,9}|@import\s{1,9}(?:url\(\s{0,9})?)[\"']?"
    r"([^\"'\s<>()?#=]{1,300}\.(?:m?js|css))\b",
    re.IGNORECASE,
)
_LIBRARY = re.compile(
    r"(?:^|/)(?:vendors?|libs?|node_modules|plugins?|external)/|\.min\.m?js$"
    r"|(?:^|/)(?:vendor|jquery|bootstrap|fontawesome|lodash|underscore|react|vue|three|d3|chart)\b[^/]*\.m?js$",
    re.IGNORECASE,
)
_MOST = 400


def reached(texts: Mapping[str, str], entry: str) -> frozenset[str]:
    """The files that `entry` asks for, itself or by what it asks for, and `entry`. All of `texts` are by path."""
    found, waiting = {entry}, [entry]
    while waiting and len(found) < _MOST:
        path = waiting.pop()
        for name in _asked(texts.get(path, ""), path):
            if name in texts and name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


def _asked(text: str, path: str) -> Iterable[str]:
    for match in _ASKED.finditer(text):
        name = match[1]
        if "//" not in name:
            yield posixpath.normpath(
                name.lstrip("/") if name[0] == "/" else posixpath.join(posixpath.dirname(path), name)
            )


def is_library(path: str) -> bool:
    """Whether a script is rather a library than written for the page, by its name and place alone."""
    return bool(_LIBRARY.search(path))
