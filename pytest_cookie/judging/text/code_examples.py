"""Names of controls whose markup a page quotes as code: on documentation they are specimens, there to be looked at."""

import html
import re

_MOST_READ = 1_000_000
_TAG = re.compile(r"<[^<>]*>")
_NAME = re.compile(r">([^<>\n]{1,60})</|\b(?:aria-label|value|title|alt|type) ?= ?\"([^\"\n]{1,60})\"")
"""Both take time by the letter, whatever the page puts there to keep its reader busy."""


def quoted_names(document: str) -> frozenset[str]:
    """What stands between tags, or in an attribute that names, in markup that the first million letters quote.

    Told apart as a browser does it: what is quoted is escaped, whatever colours it. As `plain_name` gives it.
    """
    quoted = html.unescape(_TAG.sub("", document[:_MOST_READ]))
    return frozenset(plain_name(text or value) for text, value in _NAME.findall(quoted)) - {""}


def plain_name(name: str) -> str:
    """In small letters, with single spaces."""
    return " ".join(name.split()).casefold()
