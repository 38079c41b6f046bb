"""`EvidencePictures`: the pictures of an evidence folder, decoded once for everything that looks at them."""

from collections import OrderedDict
from pathlib import Path

from PIL import Image

_MOST_PIXELS = 20_000_000  # a larger picture costs too much memory; the explorer's own have 12,800,000 at most
_MOST_KEPT = 24_000_000  # pixels, 72 MB: the page at every width and the windows of the latest steps
_MOST_BYTES = 40_000
"""Bytes; a picture of one colour is small, so larger files are not decoded to look for one."""
_MOST_COLOURS = 64  # more colours are no blank page, so they need not be counted
BLANK_INK = 0.0005  # share of pixels: specks such as a caret or a scroll bar


class EvidencePictures:
    """Reads pictures below `folder`, the evidence of an item. Names are relative to it.

    Those used last stay in memory, up to 24 million pixels. Not for several threads.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._kept: OrderedDict[str, Image.Image | None] = OrderedDict()
        self._plain: dict[str, bool] = {}

    def read(self, name: str) -> Image.Image | None:
        """The picture in RGB, to be copied before it is changed; None if it is no picture or too large to decode."""
        if name not in self._kept:
            self._kept[name] = _decode(self.folder / name)
        self._kept.move_to_end(name)
        while len(self._kept) > 1 and sum(map(_pixels, self._kept.values())) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return self._kept[name]

    def read_top(self, name: str, most_height: int) -> Image.Image | None:
        """Its first `most_height` rows."""
        picture = self.read(name)
        return picture.crop((0, 0, picture.width, min(picture.height, most_height))) if picture else None

    def is_one_colour(self, name: str) -> bool:
        """Whether the picture has one colour, ignoring specks."""
        if name not in self._plain:
            picture = self.read(name) if _is_small(self.folder / name) else None
            self._plain[name] = picture is not None and colour_of_all(picture) is not None
        return self._plain[name]


def colour_of_all(picture: Image.Image) -> object | None:
    """The only colour of a picture, ignoring specks (0.05 % of it); None if it has several."""
    colours = picture.getcolors(_MOST_COLOURS)
    if not colours:
        return None
    count, colour = max(colours, key=lambda counted: counted[0])
    return colour if count >= (1 - BLANK_INK) * picture.width * picture.height else None


def _decode(path: Path) -> Image.Image | None:
    try:
        with Image.open(path) as picture:
            return None if _pixels(picture) > _MOST_PIXELS else picture.convert("RGB")
    except (OSError, Image.DecompressionBombError, ValueError, SyntaxError):  # a damaged PNG: SyntaxError
        return None


def _pixels(picture: Image.Image | None) -> int:
    return picture.width * picture.height if picture else 0


def _is_small(path: Path) -> bool:
    try:
        return path.stat().st_size <= _MOST_BYTES
    except OSError:
        return False
