"""Which texts of a state are too faint: drawn texts with the facts that a script reads, good and bad ones."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.exploration.legibility import measure_legibility

BOX = {"x": 20, "y": 20, "width": 160, "height": 24}
NIGHT, INK = "#0f1115", "rgb(44, 47, 54)"


def drawn(ink: str, ground: str) -> np.ndarray:
    picture = Image.new("RGB", (300, 60), ground)
    if ink:
        ImageDraw.Draw(picture).text((20, 20), "Departures", ink, ImageFont.load_default(20))
    return np.asarray(picture)


class Page:
    """A session whose page reports one text."""

    def __init__(self, **fields) -> None:
        rest = {"selector": "#t", "text": "Departures", "box": BOX, "letters": 10, "size": 16, "weight": 400}
        flags = dict.fromkeys(("heading", "control", "field", "dimmed"), False)
        self._text = {**rest, **flags, **fields}

    def evaluate(self, *_args, **_kwargs):
        return {"letters": 100, "fresh": 0.4, "texts": [self._text]}


class Silent:
    """A session whose page breaks the script."""

    def evaluate(self, *_args, **_kwargs):
        raise PageScriptError("no")


FAINT = [
    ({"ink": INK}, "#2c2f36", 1.4),
    ({"ink": ""}, "#2c2f36", 1.4),
    ({"ink": INK, "field": True}, "", 1.4),
    ({"ink": "rgba(255, 255, 255, 0.1)"}, "#272a2d", 1.3),
    ({"ink": "", "dimmed": True}, "#16181c", 1.1),
]
LEGIBLE = [
    ({"ink": "rgb(220, 220, 220)"}, "#dcdcdc"),
    ({"ink": "rgb(220, 220, 220)"}, ""),
    ({"ink": "rgb(220, 220, 220)", "field": True}, ""),
    ({"ink": "rgb(120, 120, 120)", "size": 30}, "#787878"),
    ({"ink": "", "dimmed": True}, "#50545a"),
]


def test_faint_text_is_told_with_both_colours(subtests):
    for fields, ink, contrast in FAINT:
        with subtests.test(fields=fields):
            found = measure_legibility(Page(**fields), lambda ink=ink: drawn(ink, NIGHT))
            assert found is not None
            (text,) = found.faint
            assert text.contrast == pytest.approx(contrast, abs=0.21)
            assert (text.ink, text.ground, found.letters, found.recoloured) == (fields["ink"], NIGHT, 100, 0.4)


def test_legible_or_undrawn_text_is_not(subtests):
    for fields, ink in LEGIBLE:
        with subtests.test(fields=fields):
            found = measure_legibility(Page(**fields), lambda ink=ink: drawn(ink, NIGHT))
            assert found is not None
            assert found.faint == ()


def test_a_page_that_breaks_the_script_has_none():
    assert measure_legibility(Silent(), lambda: drawn("", NIGHT)) is None
