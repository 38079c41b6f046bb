"""`LoadedPage`: how much of a window differs from the page as it loaded, also where the window is scrolled."""

from collections import Counter

import numpy as np
from PIL import Image

from pytest_cookie.judging.model.keyframe_selection import Pixels, differs
from pytest_cookie.judging.model.keyframes import looks_alike
from pytest_cookie.judging.model.pictures import halve


class LoadedPage:
    """The first window, and the whole page. Without either, every window differs completely."""

    def __init__(self, window: Image.Image | None, whole: Image.Image | None) -> None:
        self._window = halve(window) if window else None
        self._whole = whole
        self._tops = _places_of_rows(whole) if whole else {}

    def difference(self, window: Image.Image) -> float:
        """The share of its pixels that differ from the first window, or from a part of the whole page if that is less.

        0 if it looks like one of them.
        """
        pixels = halve(window)
        seen = [other for other in (self._window, self._part_beside(window)) if other is not None]
        if any(looks_alike(pixels, other) for other in seen):
            return 0.0
        return min((differs(pixels, other) for other in seen), default=1.0)

    def _part_beside(self, window: Image.Image) -> Pixels | None:
        """The part of the whole page to which the window is scrolled, by the rows of pixels that both have."""
        rows = _hash_rows(window)
        tops = Counter(self._tops[row] - at for at, row in enumerate(rows) if row in self._tops)
        if self._whole is None or not tops:
            return None
        top = tops.most_common(1)[0][0]
        is_within = 0 <= top <= self._whole.height - window.height
        return halve(self._whole.crop((0, top, window.width, top + window.height))) if is_within else None


def _places_of_rows(image: Image.Image) -> dict[int, int]:
    """Hash and place of each row that occurs once."""
    rows = _hash_rows(image)
    times = Counter(rows)
    return {row: at for at, row in enumerate(rows) if times[row] == 1}


def _hash_rows(image: Image.Image) -> list[int]:
    return [hash(row.tobytes()) for row in np.asarray(image)]
