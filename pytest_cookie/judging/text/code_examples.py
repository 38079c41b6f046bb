"""Names of controls whose markup a page quotes as code: in documentation they are examples to look at."""

import html
import re

_MOST_READ = 1_000_000  # characters; bounds the time
_TAG = re.compile(r"<[^<>]*>")
_NAME = re.compile(r">([^<>\n]{1,60})</|\b(?:aria-label|value|title|alt|type) ?= ?\"([^\"\n]{1,60})\"")
"""Both are linear in the text, whatever a page contains to slow them down."""


def quoted_names(document: str) -> frozenset[str]:
    """Names in quoted markup, as `plain_name` gives them.

    These are the texts between tags and the naming attributes, in the first million letters. Quoted markup is
    recognised as a browser does: it is escaped, however it is coloured.
    """
    quoted = html.unescape(_TAG.sub("", document[:_MOST_READ]))
    return frozenset(plain_name(text or value) for text, value in _NAME.findall(quoted)) - {""}


def plain_name(name: str) -> str:
    """Lower case, with single spaces."""
    return " ".join(name.split()).casefold()
