"""Which files of an artifact its page loads, and which of them are libraries, which are not mutated."""

import posixpath
import re
from collections.abc import Iterable, Mapping

_ASKED = re.compile(
    r"(?:\b(?:src|href)\s{0,9}=\s{0,9}|\bfrom\s{0,9}|\bimport\s{0,9}\(?\s{0,9}|@import\s{1,9}(?:url\(\s{0,9})?)[\"']?"
    r"([^\"'\s<>()?#=]{1,300}\.(?:m?js|css))\b",
    re.IGNORECASE,
)
_LIBRARY = re.compile(
    r"(?<![^/])(?:vendors?|libs?|node_modules|plugins?|external)/|\.min\.m?js$"
    r"|(?<![^/])(?:vendor|jquery|bootstrap|fontawesome|lodash|underscore|react|vue|three|d3|chart)\b[^/]*\.m?js$",
    re.IGNORECASE,
)
_MOST = 400


def find_used_files(texts: Mapping[str, str], entry: str) -> frozenset[str]:
    """`entry` and the files it loads, directly or indirectly. `texts` are all files by path."""
    found, waiting = {entry}, [entry]
    while waiting and len(found) < _MOST:
        path = waiting.pop()
        for name in _find_references(texts.get(path, ""), path):
            if name in texts and name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


def _find_references(text: str, path: str) -> Iterable[str]:
    for match in _ASKED.finditer(text):
        name = match[1]
        if "//" not in name:
            yield posixpath.normpath(
                name.lstrip("/") if name[0] == "/" else posixpath.join(posixpath.dirname(path), name)
            )


def is_library(path: str) -> bool:
    """Whether a script is probably a library, judging by its file name and folder."""
    return bool(_LIBRARY.search(path))
