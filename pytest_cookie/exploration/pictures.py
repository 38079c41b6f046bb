"""Pictures as arrays: how much of a screenshot is drawn on, and which pixels differ between two."""

import io
import math
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pytest_cookie.core.page import Box

Pixels = NDArray[np.uint8]
"""Height × width × 3, sRGB."""

TOLERANCE = 12
"""A channel may differ by this much (of 255) before a pixel counts as changed: text is not redrawn bit for bit."""

_SAMPLE_PIXELS = 2_000_000
_THUMBNAIL_WIDTH = 480
"""Enough for a report column on a high-density display: 10 to 20 kB, compared with up to 1 MB for a screenshot."""


@lru_cache(maxsize=4)
def decode_pixels(png: bytes) -> Pixels:
    """Decode a PNG; transparent pixels become black. Read-only and cached, because each picture is compared twice."""
    with Image.open(io.BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"))


def thumbnail(png: bytes) -> bytes:
    """Return the picture as a small JPEG."""
    small, file = Image.fromarray(decode_pixels(png)), io.BytesIO()
    small.thumbnail((_THUMBNAIL_WIDTH, 2 * _THUMBNAIL_WIDTH))
    small.save(file, "JPEG", quality=80)
    return file.getvalue()


def changed_mask(before: Pixels, after: Pixels) -> NDArray[np.bool_]:
    """Return True where a channel differs by more than `TOLERANCE`, over the common part of both pictures."""
    height = min(before.shape[0], after.shape[0])
    width = min(before.shape[1], after.shape[1])
    first, then = before[:height, :width], after[:height, :width]
    changed = np.zeros((height, width), dtype=np.bool_)
    rows = np.flatnonzero((first != then).any(axis=(1, 2)))
    if rows.size:  # changes are mostly small, and the arithmetic is the expensive part
        part = slice(rows[0], rows[-1] + 1)
        far = np.maximum(first[part], then[part]) - np.minimum(first[part], then[part]) > TOLERANCE
        changed[part] = far[..., 0] | far[..., 1] | far[..., 2]
    return changed


def changed_share(before: bytes, after: bytes) -> float:
    """Return the share of pixels that differ between two PNGs, 0 to 1, over their common part."""
    return 0.0 if before == after else float(changed_mask(decode_pixels(before), decode_pixels(after)).mean())


def measure_difference(one: bytes, other: bytes) -> float:
    """As `changed_share`, for two PNGs that should be the same picture: different sizes differ completely."""
    alike = one == other or decode_pixels(one).shape == decode_pixels(other).shape
    return changed_share(one, other) if alike else 1.0


def round_share(share: float) -> float:
    """Round a share down to two significant digits: moving edges are not drawn identically to the last pixel."""
    if share <= 0:
        return 0.0
    digits = 1 - math.floor(math.log10(share))
    return round(math.floor(share * 10.0**digits + 1e-9) / 10.0**digits, 12)


def ink_share(path: Path) -> float:
    """Return the share of pixels that differ from the most frequent colour, 0 to 1; large pictures are sampled on a
    grid.

    Rounded to four digits: a blur is not drawn identically every time.
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
    red, green, blue = (np.abs(flat - ground) > TOLERANCE).T  # numpy is slow at `any` over three neighbours
    return float((red | green | blue).mean())


def ink_in(png: bytes, box: Box) -> float:
    """As `ink_share`, of a box of the picture; 0 outside of it."""
    left, top = max(0, round(box.x)), max(0, round(box.y))
    part = decode_pixels(png)[top : max(top, round(box.y + box.height)), left : max(left, round(box.x + box.width))]
    return round(_ink(part), 4) if part.size else 0.0
