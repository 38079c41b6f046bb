"""Pictures as arrays: how much of a screenshot is drawn on, and which pixels differ between two."""

import io
import math
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]
"""Height × width × 3, sRGB."""

TOLERANCE = 12
"""A channel may differ by this much (of 255) before a pixel counts as changed: text is not redrawn bit for bit."""

_SAMPLE_PIXELS = 2_000_000
_THUMBNAIL_WIDTH = 480
"""Enough for a column of a report on a dense display: 10 to 20 kB, where a screenshot has up to a megabyte."""


@lru_cache(maxsize=4)
def pixels_of(png: bytes) -> Pixels:
    """Decode a PNG; what is transparent becomes black. Read-only: the last few are kept, each is compared twice."""
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"))


def thumbnail(png: bytes) -> bytes:
    """The picture as a small JPEG."""
    small, file = Image.fromarray(pixels_of(png)), io.BytesIO()
    small.thumbnail((_THUMBNAIL_WIDTH, 2 * _THUMBNAIL_WIDTH))
    small.save(file, "JPEG", quality=80)
    return file.getvalue()


def changed_mask(before: Pixels, after: Pixels) -> NDArray[np.bool_]:
    """True where a channel differs by more than `TOLERANCE`, over the part that both pictures have."""
    height = min(before.shape[0], after.shape[0])
    width = min(before.shape[1], after.shape[1])
    first, then = before[:height, :width], after[:height, :width]
    changed = np.zeros((height, width), dtype=np.bool_)
    rows = np.flatnonzero((first != then).any(axis=(1, 2)))
    if rows.size:  # mostly little changes, and arithmetic is what costs
        part = slice(rows[0], rows[-1] + 1)
        far = np.maximum(first[part], then[part]) - np.minimum(first[part], then[part]) > TOLERANCE
        changed[part] = far[..., 0] | far[..., 1] | far[..., 2]
    return changed


def changed_share(before: bytes, after: bytes) -> float:
    """Share of pixels that differ between two PNGs, 0 to 1, over the part that both have."""
    return 0.0 if before == after else float(changed_mask(pixels_of(before), pixels_of(after)).mean())


def unlike_share(one: bytes, other: bytes) -> float:
    """`changed_share` of two PNGs that should be the same picture: of different sizes they differ wholly."""
    alike = one == other or pixels_of(one).shape == pixels_of(other).shape
    return changed_share(one, other) if alike else 1.0


def told(share: float) -> float:
    """A share as a trace tells it, downwards to two digits: edges that move are not drawn alike to the last pixel."""
    if share <= 0:
        return 0.0
    digits = 1 - math.floor(math.log10(share))
    return round(math.floor(share * 10.0**digits + 1e-9) / 10.0**digits, 12)


def ink_share(path: Path) -> float:
    """Share of pixels that differ from the most frequent colour, 0 to 1; large pictures are sampled on a grid.

    Told to four digits: a blur is not drawn alike to the last pixel every time.
    """
    with Image.open(path) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    step = max(1, int(np.ceil(np.sqrt(pixels.shape[0] * pixels.shape[1] / _SAMPLE_PIXELS))))
    return round(_ink(pixels[::step, ::step]), 4)


def _ink(pixels: Pixels) -> float:
    flat = pixels.reshape(-1, 3).astype(np.int32)
    codes = (flat[:, 0] << 16) | (flat[:, 1] << 8) | flat[:, 2]
    values, counts = np.unique(codes, return_counts=True)
    code = int(values[counts.argmax()])
    ground = np.array([code >> 16, (code >> 8) & 255, code & 255], dtype=np.int32)
    return float((np.abs(flat - ground).max(axis=1) > TOLERANCE).mean())
