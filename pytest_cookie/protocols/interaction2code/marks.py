"""Red boxes around interactions: drawing them for models, and finding those in published pictures."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box, Picture
from pytest_cookie.protocols.interaction2code.reference import Reference, marked_name, read_picture

_RED = (255, 0, 0)
_STROKE = 3
_GAP = 4


def draw_mark(picture: Picture, box: Box) -> Picture:
    """A copy of the picture with a red box around `box`, a few pixels outside of it."""
    image = Image.fromarray(picture)
    edges = (
        max(0, box.left - _GAP), max(0, box.top - _GAP),
        min(image.width, box.right + _GAP) - 1, min(image.height, box.bottom + _GAP) - 1,
    )  # fmt: skip
    ImageDraw.Draw(image).rectangle(edges, outline=_RED, width=_STROKE)
    return np.asarray(image, dtype=np.uint8)


def copy_mark(picture: Picture, plain: Picture, marked: Picture) -> Picture | None:
    """A copy of the picture with the red that `marked`, the published picture, has and `plain` has not.

    None if `marked` has no such red, or the pictures differ in size.
    """
    if not picture.shape == plain.shape == marked.shape:
        return None
    drawn = _is_red(marked) & ~_is_red(plain)
    return np.where(drawn[..., None], marked, picture) if drawn.any() else None


def find_red_center(reference: Reference, number: int) -> tuple[float, float] | None:
    """The centre of the red in a published marked picture after interaction `number`; None without one."""
    marked = reference.fields.interaction(number).marked_after
    if marked is None:
        return None
    red = _is_red(read_picture(reference.folder / marked_name(number, "after", marked)))
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    if not rows.size:
        return None
    return (columns[0] + columns[-1] + 1) / 2, (rows[0] + rows[-1] + 1) / 2


def _is_red(picture: Picture) -> NDArray[np.bool_]:
    return (picture[..., 0] > 200) & (picture[..., 1] < 60) & (picture[..., 2] < 60)
