"""Metrics against scikit-image 0.26.0, NLTK 3.10.4 and hand-worked values; equal pages have 1 on each."""

import numpy as np
import pytest
from PIL import Image

from pytest_cookie.protocols.interaction2code.metrics.appearance import compute_appearance_similarity
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box
from pytest_cookie.protocols.interaction2code.metrics.position import compute_position_similarity
from pytest_cookie.protocols.interaction2code.metrics.structure import (
    compute_published_structure_similarity,
    compute_structure_similarity,
)
from pytest_cookie.protocols.interaction2code.metrics.texts import (
    compute_published_text_similarity,
    compute_text_similarity,
)


def ramp(height: int, width: int) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width]
    values = (x * 3 + y * 5) % 256
    return np.stack([values, (values * 2) % 256, (values * 3) % 256], -1).astype(np.uint8)


def rings(height: int, width: int) -> np.ndarray:
    y, x = np.mgrid[0:height, 0:width]
    values = (np.hypot(x - width / 2, y - height / 2) * 9).astype(int) % 256
    return np.stack([values, 255 - values, values // 2], -1).astype(np.uint8)


def flat(height: int, width: int, color: tuple[int, int, int] = (200, 200, 200)) -> np.ndarray:
    return np.full((height, width, 3), color, dtype=np.uint8)


@pytest.mark.parametrize(
    ("reference", "rebuilt", "ssim"),
    [
        (ramp(40, 60), rings(40, 60), 0.08965252915393508),
        (ramp(40, 60), flat(40, 60), 0.09987965538117251),
        (rings(33, 21), rings(33, 21), 1.0),
    ],
)
def test_ssim_is_that_of_scikit_image(reference, rebuilt, ssim):
    assert compute_structure_similarity(reference, rebuilt) == pytest.approx(ssim, abs=1e-9)
    assert compute_published_structure_similarity(reference, rebuilt) == pytest.approx(ssim, abs=1e-9)


def test_the_published_ssim_stretches_the_rebuilt_picture():
    assert compute_published_structure_similarity(ramp(40, 60), rings(31, 77)) == pytest.approx(
        0.09511391133733511, abs=1e-9
    )
    assert compute_published_structure_similarity(flat(6, 60), flat(6, 60)) is None


@pytest.mark.parametrize(
    ("reference", "rebuilt", "similarity"),
    [
        (flat(100, 100), flat(50, 100), 0.5),
        (flat(50, 100), flat(100, 100), 0.5),
        (flat(100, 50), flat(50, 100), 0.25),
        (flat(3, 3), flat(3, 3), 1.0),
        (flat(3, 3, (0, 0, 0)), flat(3, 3, (255, 255, 255)), 0.0),
    ],
)
def test_other_sizes_cost_their_share_of_the_area(reference, rebuilt, similarity):
    assert compute_structure_similarity(reference, rebuilt) == pytest.approx(similarity)


@pytest.mark.parametrize(
    ("reference", "rebuilt", "words", "characters"),
    [
        ("the cat sat on the mat today", "the cat sat on a mat today", 0.5915463685222677, 0.8280180587145648),
        ("add to cart now please", "cart now add", 0.3559835479258695, 0.36265147019794153),
        ("save changes", "save changes", 1.0, 1.0),
        ("one two three four five", "six seven eight", 0.0, 0.0),
    ],
)
def test_bleu_is_that_of_nltk(reference, rebuilt, words, characters):
    assert compute_text_similarity(reference, rebuilt) == pytest.approx(words, abs=1e-9)
    assert compute_published_text_similarity(reference, rebuilt) == pytest.approx(characters, abs=1e-9)


@pytest.mark.parametrize(
    ("reference", "rebuilt", "similarity", "published"),
    [
        ("", "", 1.0, 1.0),
        ("", "x", 0.0, None),
        ("x", "", 0.0, None),
        ("保存", "保存", 1.0, 0.0),
        ("OK", "ok", 1.0, 0.0),
    ],
)
def test_short_and_empty_texts(reference, rebuilt, similarity, published):
    assert compute_text_similarity(reference, rebuilt) == similarity
    assert compute_published_text_similarity(reference, rebuilt) == published


def test_position_is_compared_by_centres():
    first, second = Box(100, 100, 300, 200), Box(150, 300, 250, 500)  # centres (200, 150) and (200, 400)
    first, second = first.center, second.center
    assert compute_position_similarity(first, (1000, 500), second, (1000, 500)) == pytest.approx(1 - 250 / 500)
    assert compute_position_similarity(first, (1000, 500), second, (500, 2000)) == pytest.approx(1 - 0.2)
    assert compute_position_similarity(first, (1000, 500), first, (1000, 500)) == 1


def test_appearance_tells_colour_and_detail():
    page = flat(400, 300, (255, 255, 255))
    page[50:150, 40:260] = (20, 80, 160)
    recoloured, moved = page.copy(), flat(400, 300, (255, 255, 255))
    recoloured[50:150, 40:260] = (30, 90, 150)
    moved[250:350, 40:260] = (20, 80, 160)
    dark = flat(400, 300, (10, 10, 10))
    similarities = [compute_appearance_similarity(page, other) for other in (page, recoloured, moved, dark)]
    assert similarities[0] == 1
    assert similarities == sorted(similarities, reverse=True)
    assert similarities[1] > 0.9 > similarities[2] > similarities[3]
    larger = np.asarray(Image.fromarray(page).resize((600, 800)))
    assert compute_appearance_similarity(page, larger) > 0.95
