"""Addresses of an item from the run's folder: "" for what leads out of it, as a hostile record's folder may."""

import posixpath
from functools import lru_cache
from urllib.parse import quote

from pytest_cookie.core.record import Record
from pytest_cookie.reporting.item_files import ITEM_PAGE, PICTURE_SUFFIXES, THUMBNAIL

_MANY = 10_000
"""Each page of a query asks for all the others."""


def folder_of(folder: str) -> str:
    """The quoted address of an item's folder, from what its record calls it."""
    return _quoted(inside(folder))


@lru_cache(maxsize=_MANY)
def page_of(folder: str) -> str:
    """The quoted address of the item's page."""
    address = folder_of(folder)
    return f"{address}/{ITEM_PAGE}" if address else ""


def picture_of(record: Record) -> str:
    """The address of the thumbnail, from the item's folder; "" for the usual one, which most have.

    Whether it is there the browser finds out, which costs less than to look for all that nobody looks at.
    """
    path = inside(record.thumbnail)
    is_picture = path.lower().endswith(tuple(PICTURE_SUFFIXES))
    return _quoted(path) if is_picture and path != THUMBNAIL else ""


def inside(path: str) -> str:
    """The same below the folder that it is meant in; "" where it leads out of it."""
    plain = posixpath.normpath(path) if path else ".."
    return "" if plain.startswith(("..", "/")) or "\0" in plain else plain


def _quoted(path: str) -> str:
    return quote(path, safe="/", errors="replace")
