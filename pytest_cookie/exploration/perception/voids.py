"""Finds voids: bands of half a window or more, as wide as the page, between two of its parts."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
from pydantic import BaseModel, JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import ViewportPerception
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.pictures import TOLERANCE, Pixels, decode_pixels
from pytest_cookie.records.plain_tree import read_plain

_LEAST = 0.5  # of the window
_EVERY_COLUMN = 3  # of the pixels across; a letter is wider
_REST_MS = 800  # a part that appears when it is scrolled to takes as long
_STAYS = 0.7  # of the band; a header may lie over it
_SCROLL = "(y) => { scrollTo({ top: y, behavior: 'instant' }); return scrollY; }"


class _Reply(BaseModel):
    voids: tuple[Element, ...] = ()


def with_voids(session: Session, view: ViewportPerception, folder: Path) -> ViewportPerception:
    """Add the voids of a width to its layout. The page must be as in the view's picture; it is scrolled and put back.

    A band of the picture counts if the page does not explain it, and if it is as empty when it is scrolled to: parts
    that appear then are not in a picture of the whole page.
    """
    pixels, height = decode_pixels(read_plain(folder / Path(view.screenshot).name)), view.viewport.height
    bands: list[JsonValue] = [{"from": start, "to": end} for start, end in find_bands(pixels, _LEAST * height)]
    if not bands:
        return view
    try:
        found = _Reply.model_validate(run_script(session, "voids", bands)).voids
        kept = tuple(one for one in found if _stays_empty(session, one, height))
        session.evaluate(_SCROLL, 0)
    except (PageScriptError, ValidationError):
        return view
    return view.model_copy(update={"layout": view.layout.model_copy(update={"voids": kept})})


def find_bands(pixels: Pixels, least: float) -> Iterator[tuple[int, int]]:
    """Yield first and last row of each run of at least `least` rows that equal the row above; gradients do."""
    sample = pixels[:, ::_EVERY_COLUMN]
    upper, lower = sample[:-1], sample[1:]
    changes = ((np.maximum(upper, lower) - np.minimum(upper, lower)) > TOLERANCE).any(axis=(1, 2))
    edges = [-1, *np.flatnonzero(changes).tolist(), len(sample) - 1]
    for start, end in pairwise(edges):
        if end - start >= least:
            yield start + 1, end


def _stays_empty(session: Session, void: Element, height: int) -> bool:
    box = void.box
    if box is None:
        return False
    middle = box.y + box.height / 2
    at = session.evaluate(_SCROLL, middle - height / 2)
    session.wait(_REST_MS)
    top = box.y - (at if isinstance(at, (int, float)) else 0.0)
    seen = min(height, top + box.height) - max(0.0, top)
    return any(find_bands(decode_pixels(session.picture()), _STAYS * max(1.0, seen)))
