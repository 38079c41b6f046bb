"""Contrast in pixels: drawn texts of known colours on even, graded and uneven grounds."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from pytest_cookie.core.page import Box
from pytest_cookie.exploration.perception.contrast import text_contrast

BOX = Box(x=20, y=20, width=160, height=24)


def drawn(ink: str, ground: str | np.ndarray):
    picture = Image.new("RGB", (300, 60), ground) if isinstance(ground, str) else Image.fromarray(ground)
    ImageDraw.Draw(picture).text((20, 20), "Departures", ink, ImageFont.load_default(20))
    return np.asarray(picture)


@pytest.mark.parametrize(
    ("ink", "ground", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#767676", "#ffffff", 4.5),
        ("#ffffff", "#3b82f6", 3.7),
        ("#eeeeee", "#ffffff", 1.2),
    ],
)
def test_an_even_ground_gives_the_ratio_of_the_guideline(ink, ground, ratio):
    rgb = f"rgb({', '.join(str(int(ink[i : i + 2], 16)) for i in (1, 3, 5))})"
    assert text_contrast(drawn(ink, ground), BOX, rgb) == pytest.approx(ratio, abs=0.11)


def test_what_is_drawn_counts_where_the_colour_is_not_reached():
    assert text_contrast(drawn("#ffffff", "#ffffff"), BOX, "rgb(0, 0, 0)") == 1
    assert text_contrast(drawn("#000000", "#ffffff"), BOX, "rgba(0, 0, 0, 0)") > 15
    assert text_contrast(drawn("#999999", "#ffffff"), BOX, "") == pytest.approx(2.9, abs=0.6)


def test_an_uneven_ground_counts_where_it_is_weak():
    noise = np.random.default_rng(0).integers(0, 256, (60, 300, 3)).astype(np.uint8)
    dark = (noise // 8).astype(np.uint8)
    assert text_contrast(drawn("#ffffff", noise), BOX, "rgb(255, 255, 255)") < 6
    assert text_contrast(drawn("#ffffff", dark), BOX, "rgb(255, 255, 255)") > 15


def test_heavy_letters_are_not_taken_for_their_ground():
    graded = np.zeros((60, 300, 3), np.uint8)
    graded[:, :, 2] = np.linspace(60, 220, 300).astype(np.uint8)
    graded[24:40, 30:110] = 255
    told = text_contrast(graded, Box(x=28, y=22, width=86, height=20), "rgb(255, 255, 255)")
    assert told is not None
    assert told > 10


def test_what_is_not_on_the_picture_has_none():
    assert text_contrast(drawn("#000000", "#ffffff"), Box(x=20, y=400, width=50, height=20), "") is None
    assert text_contrast(drawn("#000000", "#ffffff"), Box(x=-400, y=10, width=50, height=20), "") is None


def test_letters_as_large_as_a_page_are_looked_at_in_part():
    tall = np.zeros((4_000, 300, 3), np.uint8)
    tall[:700, 40:200] = 255
    tall[700:] = 120
    told = text_contrast(tall, Box(x=20, y=0, width=1e308, height=1e308), "rgb(255, 255, 255)")
    assert told == 21  # elements further down do not count


@pytest.mark.parametrize("colour", ["rgba(1, 2, 3, .)", "rgba(1, 2, 3, 0.5.5)", "rgba(1, 2, 3, ...)"])
def test_a_colour_whose_alpha_is_no_number_is_not_known(colour: str) -> None:
    pixels = np.full((40, 40, 3), 255, dtype=np.uint8)
    box = Box(x=5, y=5, width=20, height=20)
    assert text_contrast(pixels, box, colour) == text_contrast(pixels, box, "no colour")
