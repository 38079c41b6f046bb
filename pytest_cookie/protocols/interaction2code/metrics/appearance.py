"""Similarity of appearance without model weights: where which colours are, and how much is drawn there.

Without weights it replaces CLIP, under its own name; it does not approximate CLIP's values.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pytest_cookie.protocols.interaction2code.metrics.changed_part import Picture

CELLS = 16
"""Cells along each side of the grid."""
_PIXELS_OF_CELL = 8
_FAR_COLOR = 60.0
"""Minimum distance in CIE Lab of entirely different colours."""
_BUSY = 24.0
"""Minimum mean difference of neighbouring pixels, 0 to 255, for a full cell."""


def compute_appearance_similarity(reference: Picture, rebuilt: Picture) -> float:
    """From 0 to 1; identical pictures have 1. Half of it is colour and half is detail, both by cells of a grid."""
    if not reference.size or not rebuilt.size:
        return 1.0 if reference.shape == rebuilt.shape else 0.0
    first, second = _describe(reference), _describe(rebuilt)
    color = np.clip(np.linalg.norm(first[0] - second[0], axis=2) / _FAR_COLOR, 0, 1)
    detail = np.clip(np.abs(first[1] - second[1]) / _BUSY, 0, 1)
    return float(1 - (color.mean() + detail.mean()) / 2)


def _describe(picture: Picture) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Mean colour in Lab and mean local difference of each cell: CELLS × CELLS × 3, and CELLS × CELLS."""
    side = CELLS * _PIXELS_OF_CELL
    small = Image.fromarray(np.ascontiguousarray(picture)).resize((side, side), Image.Resampling.BOX)
    gray = np.asarray(small.convert("L"), dtype=np.float64)
    across = np.abs(np.diff(gray, axis=1, append=gray[:, -1:]))
    down = np.abs(np.diff(gray, axis=0, append=gray[-1:]))
    return _mean_by_cell(_to_lab(np.asarray(small, dtype=np.float64))), _mean_by_cell((across + down)[..., None])[
        ..., 0
    ]


def _mean_by_cell(values: NDArray[np.float64]) -> NDArray[np.float64]:
    shaped = values.reshape(CELLS, _PIXELS_OF_CELL, CELLS, _PIXELS_OF_CELL, -1)
    means: NDArray[np.float64] = shaped.mean(axis=(1, 3))
    return means


def _to_lab(rgb: NDArray[np.float64]) -> NDArray[np.float64]:
    """sRGB, 0 to 255, to CIE Lab for the white point D65 (IEC 61966-2-1; CIE 15)."""
    linear = np.where(rgb <= 0.04045 * 255, rgb / 255 / 12.92, ((rgb / 255 + 0.055) / 1.055) ** 2.4)
    matrix = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = linear @ matrix.T / np.array([0.9505, 1.0, 1.089])
    root = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)
