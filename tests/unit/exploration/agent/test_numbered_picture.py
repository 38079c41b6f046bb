"""The picture that goes with an observation: numbers where the controls are."""

import io

import numpy as np
from PIL import Image

from pytest_cookie.exploration.agent.control_list import PictureBox
from pytest_cookie.exploration.agent.numbered_picture import ControlMark, compute_scale, draw_picture, read_size
from pytest_cookie.llm.messages.messages import Picture
from tests.unit.exploration.pages import picture


def drawn_on(sent: Picture) -> np.ndarray:
    with Image.open(io.BytesIO(sent.data)) as image:
        return np.asarray(image.convert("RGB")).min(axis=2) < 200


def send(*marks: ControlMark, scale: float = 1.0, kind="png", png: bytes | None = None) -> Picture:
    return draw_picture(png or picture(), marks, scale=scale, kind=kind, caption="The window")


def test_a_frame_and_a_number_are_at_the_place():
    ink = drawn_on(send(ControlMark(7, PictureBox(300, 200, 100, 40))))
    rows, columns = np.nonzero(ink)
    assert (columns.min(), columns.max()) == (250, 349)
    assert rows.max() == 219
    assert 180 - 13 <= rows.min() < 180  # the number is drawn on top of it
    assert not ink[190:210, 270:330].any()


def test_where_there_is_no_room_above_the_number_is_beside():
    ink = drawn_on(send(ControlMark(12, PictureBox(150, 10, 100, 20))))
    rows, columns = np.nonzero(ink)
    assert (rows.min(), rows.max()) == (0, 19)
    assert 100 - 20 <= columns.min() < 100
    assert not ink[2:18, 102:198].any(), "its words stay readable"


def test_numbers_of_neighbours_cover_neither_a_control_nor_a_number():
    column = [ControlMark(number, PictureBox(300, 100 + 20 * number, 80, 20)) for number in range(1, 6)]
    row = [ControlMark(number, PictureBox(500 + 60 * number, 300, 60, 20)) for number in range(6, 9)]
    ink = drawn_on(send(*column, *row))
    for mark in (*column, *row):
        x, y = round(mark.place.x), round(mark.place.y)
        assert not ink[y - 8 : y + 8, x - 25 : x + 25].any(), mark.number


def test_without_any_room_the_number_is_in_the_corner():
    around = [ControlMark(9, PictureBox(x, y, 60, 20)) for x in (340, 400, 460) for y in (180, 200, 220)]
    assert drawn_on(send(*around))[191:200, 371:376].any()


def test_marks_at_the_edges_stay_in_the_picture():
    marks = [
        ControlMark(123, PictureBox(1279, 719, 2, 2)),
        ControlMark(1, PictureBox(0, 0, 0, 0)),
        ControlMark(2, PictureBox(640, 360, 1280, 720)),
    ]
    assert drawn_on(send(*marks)).shape == (720, 1280)


def test_a_stage_that_fills_the_window_is_not_drawn_over():
    assert not drawn_on(send(ControlMark(1, PictureBox(640, 360, 1280, 720)))).any()


def test_a_picture_without_marks_is_sent_as_it_is():
    assert send(png=(png := picture())).data == png


def test_large_windows_are_made_smaller_and_small_ones_not():
    assert (compute_scale((2560, 1440), 1280), compute_scale((375, 812), 1280)) == (0.5, 1.0)
    sent = send(scale=0.5, kind="jpeg")
    assert (read_size(sent.data), sent.media_type) == ((640, 360), "image/jpeg")


def test_the_same_window_gives_the_same_bytes():
    marks = (ControlMark(3, PictureBox(300, 200, 100, 40)),)
    assert send(*marks, kind="jpeg") == send(*marks, kind="jpeg")
