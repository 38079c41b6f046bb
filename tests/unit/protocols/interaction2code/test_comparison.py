"""All metrics of one interaction, from pictures made here."""

from dataclasses import replace

import numpy as np
import pytest

from pytest_cookie.protocols.interaction2code.categories import saliency_group
from pytest_cookie.protocols.interaction2code.comparison import METRICS, Screens, compare
from pytest_cookie.protocols.interaction2code.generation.magnify import magnify
from pytest_cookie.protocols.interaction2code.marks import draw_mark
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box


def screens(left=40, top=60, text="Open today", *, shows=True, height=200):
    before = np.full((height, 300, 3), 250, dtype=np.uint8)
    before[10:30, 10:120] = (30, 60, 90)
    after = before.copy()
    if shows:
        after[top : top + 40, left : left + 100] = (200, 40, 40)
        after[top + 10 : top + 20, left + 10 : left + 60] = (255, 255, 255)
    return Screens(before, after, lambda part: text)


class HalfAlike:
    def compare(self, first, second):
        return 0.5


class ReadsRed:
    identity = "red"

    def read(self, picture):
        return "there is something red" if (picture == (200, 40, 40)).all(axis=2).any() else ""


def test_an_identical_interaction_has_1_everywhere():
    found = compare(screens(), screens())
    assert found.part == found.own_part == Box(40, 60, 140, 100)
    assert {name: value for name, value in found.metrics.items() if value != pytest.approx(1)} == {
        "full_clip": None, "part_clip": None, "full_ocr": None, "part_ocr": None,
    }  # fmt: skip


def test_without_a_change_the_interaction_part_has_0():
    found = compare(screens(), screens(shows=False))
    parts = {name: value for name, value in found.metrics.items() if name.startswith("part")}
    assert {name for name, value in parts.items() if value is None} == {"part_clip", "part_ocr"}
    assert {value for value in parts.values() if value is not None} == {0.0}
    assert 0 < found.metrics["full_ssim"] < 1


def test_without_a_page_everything_has_0():
    assert set(compare(screens(), None, clip=HalfAlike(), reader=ReadsRed()).metrics.values()) == {0.0}
    assert compare(screens(), None).metrics["full_clip"] is None


OCR = {"full_ocr", "part_ocr"}  # not measured without a reader


@pytest.mark.parametrize("rebuilt", [screens(), screens(shows=False), None])
@pytest.mark.parametrize("comparison", ["corrected", "published"])
def test_what_the_reference_does_not_show_is_unmeasured_and_not_0(rebuilt, comparison):
    unread = replace(screens(), text_of=lambda part: None, has_texts=False)
    found = compare(unread, rebuilt, comparison=comparison, clip=HalfAlike()).metrics
    assert {name for name in METRICS if found[name] is None} - OCR == {"full_text", "part_text"}
    still = compare(screens(shows=False), rebuilt, comparison=comparison, clip=HalfAlike()).metrics
    assert {name for name in METRICS if still[name] is None} - OCR == {
        name for name in METRICS if name.startswith("part")
    } - OCR


def test_a_part_elsewhere_differs_in_position_only():
    metrics = compare(screens(), screens(left=100)).metrics
    assert metrics["part_ssim"] == pytest.approx(1)
    assert metrics["part_position"] == pytest.approx(1 - 60 / 300)


def test_clip_has_its_own_name_and_takes_no_other_place():
    metrics = compare(screens(), screens(), clip=HalfAlike()).metrics
    assert (metrics["full_clip"], metrics["part_clip"], metrics["full_appearance"]) == (0.5, 0.5, 1.0)


def test_texts_of_pages_and_of_pictures_have_names_of_their_own():
    metrics = compare(screens(), screens(text="Closed today"), reader=ReadsRed()).metrics
    assert metrics["full_ocr"] == metrics["part_ocr"] == 1
    assert 0 < metrics["full_text"] == metrics["part_text"] < 1
    vanished = compare(screens(), screens(shows=False), reader=ReadsRed()).metrics
    assert vanished["full_ocr"] == vanished["part_ocr"] == 0


def test_as_published():
    absent = compare(screens(), screens(shows=False), comparison="published", clip=HalfAlike()).metrics
    assert {name for name in METRICS if absent[name]} == {"full_clip", "full_appearance"}
    there = compare(screens(), screens(), comparison="published", marked_center=(120.0, 90.0)).metrics
    assert there["part_position"] == pytest.approx(1 - max(30 / 300, 10 / 200))
    empty = compare(screens(text=""), screens(), comparison="published").metrics
    assert empty["full_text"] is None
    assert compare(screens(text=""), screens()).metrics["full_text"] == 0


def test_an_interaction_that_was_not_performed_by_id_is_not_implemented_as_published():
    found = compare(screens(), screens(), comparison="published", implemented=False)
    assert found.own_part is None
    assert found.metrics["part_ssim"] == 0


def test_magnified_parts_keep_the_part_in_view():
    picture = screens().after
    assert magnify(picture, Box(40, 60, 140, 100), 1).shape == picture.shape
    cut = magnify(picture, Box(200, 150, 300, 190), 2)
    assert cut.shape == (100, 150, 3)
    assert (cut == picture[100:200, 150:300]).all()
    assert magnify(picture, Box(0, 0, 300, 50), 4).shape == (50, 300, 3)


def test_marks_lie_around_the_part():
    picture = screens().after
    box = Box(40, 60, 140, 100)
    marked = draw_mark(picture, box)
    assert (box.cut(marked) == box.cut(picture)).all()
    assert tuple(marked[57, 90]) == (255, 0, 0)
    assert (draw_mark(picture, Box(0, 0, 300, 200))[0, 0] == (255, 0, 0)).all()


@pytest.mark.parametrize(("share", "group"), [(0, "0–0.025"), (0.025, "0.025–0.05"), (0.1, "0.1–0.2"), (0.9, "0.2–1")])
def test_saliency_groups(share, group):
    assert saliency_group(share) == group
