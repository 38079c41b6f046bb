"""A line through a text is told from underlines, backgrounds and dashes."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pytest_cookie.checks.struck_text import find_struck_text
from pytest_cookie.core.page import Box
from pytest_cookie.core.page_layout import PageLayout, SetText
from pytest_cookie.exploration.perception.strikes import has_line
from tests.unit.judging.evidence_builders import subject

BOX = Box(x=40, y=20, width=120, height=24)


def drawn(*boxes: tuple[int, int, int, int], words: str = "Departures", ground: str = "#ffffff"):
    picture = Image.new("RGB", (300, 60), ground)
    pen = ImageDraw.Draw(picture)
    for box in boxes:
        pen.rectangle(box, "#888888")
    pen.text((42, 20), words, "#111111", ImageFont.load_default(20))
    return np.asarray(picture)


def test_only_a_thin_line_through_the_middle_strikes(subtests):
    rows = {
        "a rule": (((0, 31, 299, 32),), True),
        "a thicker bar": (((0, 29, 299, 33),), True),
        "nothing": ((), False),
        "an underline": (((0, 42, 299, 43),), False),
        "a line that ends at the text": (((0, 31, 34, 32),), False),
        "a line at one side": (((100, 31, 299, 32),), False),
        "a background": (((0, 22, 299, 42),), False),
        "half a background": (((0, 32, 299, 59),), False),
    }
    for name, (boxes, is_struck) in rows.items():
        with subtests.test(name):
            assert has_line(drawn(*boxes), BOX) == is_struck
    assert not has_line(drawn((0, 31, 299, 32)), Box(x=0, y=20, width=120, height=24)), "no room beside the text"


def test_struck_texts_are_one_minor_defect():
    fields = {"box": BOX, "letters": 9, "lines": 1, "size": 16, "leading": 24, "weight": 400, "face": "Inter"}
    texts = [SetText(selector=f"#{name}", text=name, struck=name != "Fees", **fields) for name in ("Boats", "Fees")]
    (found,) = find_struck_text(subject(composition=PageLayout(texts=tuple(texts))))
    assert (found.severity, found.title) == ("minor", "A line goes through text: “Boats”")
    assert find_struck_text(subject(composition=PageLayout(texts=tuple(texts[1:])))) == []
