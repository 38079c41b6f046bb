"""Finds steps after which the window is blank: a page can be present when it is measured and gone when it is used."""

from pathlib import Path

from PIL import Image, UnidentifiedImageError

from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace

_MOST_BYTES = 40_000
"""Bytes; a picture of one colour is small, so larger files are not decoded."""
_MOST_PIXELS = 20_000_000  # a larger picture costs too much memory to decode
_MOST_COLOURS = 64  # more colours are no blank page, so they need not be counted
BLANK_INK = 0.0005  # share of pixels: specks such as a caret or a scroll bar
_HAD_INK = 0.004  # below it the page at rest is nearly blank, so a blank step is no news


def find_blank_steps(trace: Trace, perception: StaticPerception, folder: Path) -> frozenset[int]:
    """Indices of steps whose screenshot is one colour; empty if the page at rest is almost blank too.

    Screenshots right after a reload are skipped, since the page may not have rendered yet.
    """
    desktop = perception.view("desktop")
    if desktop is None or desktop.ink < _HAD_INK:
        return frozenset()
    return frozenset(
        step.index
        for step in trace.steps
        if step.screenshot and not step.action.begins_anew and _is_one_colour(folder / trace.policy / step.screenshot)
    )


def picture_in(path: Path, *, most_height: int | None = None) -> Image.Image | None:
    """The picture in RGB, cropped to its first `most_height` rows; None if it is no picture or too large to decode."""
    try:
        with Image.open(path) as picture:
            width, height = picture.size
            if width * height > _MOST_PIXELS:
                return None
            shown = picture.crop((0, 0, width, most_height)) if most_height and height > most_height else picture
            return shown.convert("RGB")
    except (OSError, UnidentifiedImageError, Image.DecompressionBombError, ValueError, SyntaxError):
        return None


def colour_of_all(picture: Image.Image) -> object | None:
    """The only colour of a picture, ignoring specks (0.05 % of it); None if it has several."""
    colours = picture.getcolors(_MOST_COLOURS)
    if not colours:
        return None
    count, colour = max(colours, key=lambda counted: counted[0])
    return colour if count >= (1 - BLANK_INK) * picture.width * picture.height else None


def _is_one_colour(path: Path) -> bool:
    try:
        if path.stat().st_size > _MOST_BYTES:
            return False
    except OSError:
        return False
    picture = picture_in(path)
    return picture is not None and colour_of_all(picture) is not None
