"""SSIM: how alike two pictures are in structure (Wang, Bovik, Sheikh & Simoncelli, IEEE TIP 13, 2004)."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pytest_cookie.protocols.interaction2code.metrics.changed_part import Picture

WINDOW = 7
"""Side of the window in pixels; smaller pictures have no SSIM."""
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
_STRIP = 32
"""Rows of windows in a strip."""
_Array = NDArray[np.float64]


def compute_structure_similarity(reference: Picture, rebuilt: Picture) -> float:
    """SSIM from −1 to 1; identical pictures have 1.

    Pictures of different sizes are compared without stretching, on the area that both cover; the result is multiplied
    by that area's share of the area that either covers. Parts smaller than the window are compared pixel by pixel.
    """
    height = min(reference.shape[0], rebuilt.shape[0])
    width = min(reference.shape[1], rebuilt.shape[1])
    whole = max(reference.shape[0], rebuilt.shape[0]) * max(reference.shape[1], rebuilt.shape[1])
    if not height * width:
        return 1.0 if reference.shape == rebuilt.shape else 0.0
    first, second = _to_gray(reference[:height, :width]), _to_gray(rebuilt[:height, :width])
    alike = _ssim(first, second) if min(height, width) >= WINDOW else 1 - float(np.abs(first - second).mean()) / 255
    return float(alike * height * width / whole)


def compute_published_structure_similarity(reference: Picture, rebuilt: Picture) -> float | None:
    """SSIM as the published code computes it: the rebuilt picture is stretched to the size of the reference.

    None for a reference smaller than the window, for which their code fails.
    """
    if min(reference.shape[:2]) < WINDOW:
        return None
    size = (reference.shape[1], reference.shape[0])
    stretched = np.asarray(Image.fromarray(rebuilt).convert("L").resize(size), dtype=np.float64)
    return _ssim(_to_gray(reference), stretched)


def _to_gray(picture: Picture) -> _Array:
    return np.asarray(Image.fromarray(np.ascontiguousarray(picture)).convert("L"), dtype=np.float64)


def _ssim(first: _Array, second: _Array) -> float:
    """Mean over all windows that lie inside; the pictures are read in strips that fit into the processor's cache."""
    starts = range(0, first.shape[0] - WINDOW + 1, _STRIP)
    total = sum(
        _sum_of_strip(*(gray[start : start + _STRIP + WINDOW - 1] for gray in (first, second))) for start in starts
    )
    return float(total / ((first.shape[0] - WINDOW + 1) * (first.shape[1] - WINDOW + 1)))


def _sum_of_strip(first: _Array, second: _Array) -> float:
    """Sum over the windows of a strip, with sample variances."""
    samples = WINDOW * WINDOW
    mean_1, mean_2 = _window_means(first), _window_means(second)
    unbias = samples / (samples - 1)
    variance_1 = unbias * (_window_means(first * first) - mean_1**2)
    variance_2 = unbias * (_window_means(second * second) - mean_2**2)
    covariance = unbias * (_window_means(first * second) - mean_1 * mean_2)
    numerator = (2 * mean_1 * mean_2 + _C1) * (2 * covariance + _C2)
    denominator = (mean_1**2 + mean_2**2 + _C1) * (variance_1 + variance_2 + _C2)
    return float((numerator / denominator).sum())


def _window_means(values: _Array) -> _Array:
    sums = np.pad(values.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    windows = sums[WINDOW:, WINDOW:] - sums[:-WINDOW, WINDOW:] - sums[WINDOW:, :-WINDOW] + sums[:-WINDOW, :-WINDOW]
    means: _Array = windows / (WINDOW * WINDOW)
    return means
