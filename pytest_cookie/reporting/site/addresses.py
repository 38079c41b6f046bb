"""Addresses of an item, relative to the run's folder; "" for a path out of it, as a hostile record may name."""

import posixpath
from functools import lru_cache
from urllib.parse import quote

from pytest_cookie.core.record import Record
from pytest_cookie.reporting.item_files import ITEM_PAGE, PICTURE_SUFFIXES, THUMBNAIL

_MANY = 10_000
"""Every page of a query links to all the others."""


def folder_of(folder: str) -> str:
    """The quoted address of the folder named in an item's record."""
    return _quoted(inside(folder))


@lru_cache(maxsize=_MANY)
def page_of(folder: str) -> str:
    """The quoted address of the item's page."""
    address = folder_of(folder)
    return f"{address}/{ITEM_PAGE}" if address else ""


def picture_of(record: Record) -> str:
    """The address of the thumbnail, relative to the item's folder; "" for the default one, which most items have.

    Whether the file exists is left to the browser: checking all of them here would take longer.
    """
    path = inside(record.thumbnail)
    is_picture = path.lower().endswith(tuple(PICTURE_SUFFIXES))
    return _quoted(path) if is_picture and path != THUMBNAIL else ""


def inside(path: str) -> str:
    """`path`, normalized; "" if it leads out of its folder."""
    plain = posixpath.normpath(path) if path else ".."
    return "" if plain.startswith(("..", "/")) or "\0" in plain else plain


def _quoted(path: str) -> str:
    return quote(path, safe="/", errors="replace")
