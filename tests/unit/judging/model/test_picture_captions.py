"""Captions of the pictures sent to a provider: a reason that is true, the window, the scale."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.action import Action, Click, Press, Select, Type
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.model.keyframe_pictures import KeyframePictures
from pytest_cookie.judging.model.keyframe_selection import Chosen
from pytest_cookie.judging.model.media_attachments import find_steps_on_canvas, write_caption
from tests.unit.judging.evidence_builders import step
from tests.unit.judging.model.films import write_film
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import JUMPING, Item

MOVING = "a turning point of what moves or changes"


def item_with(folder: Path, action: Action, change: Change) -> Item:
    """The item with another action in its last step, during which the film shows something else for 0.3 s."""
    item = Item(folder)
    flash, plain = Image.new("RGB", (320, 180), "navy"), Image.new("RGB", (320, 180), "white")
    film = item.folder / "crawler" / "film.mp4"
    write_film(film, range(0, 3_000, 100), lambda moment: flash if 1_500 <= moment < 1_800 else plain)
    steps = [
        one.model_copy(update={"action": action, "change": change}) if one.index == JUMPING else one
        for one in item.evidence.trace.steps
    ]
    trace = item.evidence.trace.model_copy(update={"steps": tuple(steps)})
    item.evidence = item.evidence.model_copy(update={"trace": trace})
    return item


@pytest.mark.parametrize(
    ("action", "change", "why"),
    [
        (Type(target="Name", value="Ann"), Change(), "between typing and its result"),
        (Select(target="Kind", value="Herbs"), Change(), "between the input and its result"),
        (Press(target="Name", value="Enter"), Change(), "between the key and its result"),
        (Click(target="Save"), Change(), "between the click and its result"),
        (Click(target="Save"), Change(seen=True, animated=True), MOVING),
        (Press(value="Space"), Change(), MOVING),
    ],
)
def test_a_moment_is_a_turning_point_only_where_something_may_move(
    http_judge: HttpJudge, tmp_path: Path, action: Action, change: Change, why: str
):
    http_judge.judge(item_with(tmp_path, action, change))
    told = re.findall(r"Keyframe .*while it is under way: (.*)", http_judge.asked["problem_detection"].text)
    assert told
    assert set(told) == {why}


def test_a_long_page_is_shown_in_windows_from_top_to_bottom_and_none_is_lost(
    http_judge: HttpJudge, tmp_path: Path, subtests
):
    heights = {700: (1, 1), 4_000: (1, 6), 7_000: (2, 4), 9_999: (3, 2)}
    for height, (sheets, in_last) in heights.items():
        with subtests.test(height=height):
            item = Item(tmp_path / str(height))
            page = Image.new("RGB", (375, height), "white")
            page.paste("crimson", (0, height - 100, 375, height))
            page.save(item.folder / "static" / "mobile.png")
            verdict = http_judge.judge(item)
            asked = http_judge.asked["static_scoring"]
            captions = [line for line in asked.text.splitlines() if line.startswith("The whole page at 375 px")]
            assert len(captions) == sheets
            assert ("from top to bottom" in captions[-1]) == (height > 756)
            last = Image.open(BytesIO(asked.media[-1].data)).convert("RGB")
            assert last.width <= in_last * 256
            assert last.height <= 512
            reds = [last.getpixel((last.width - 20, y)) for y in range(last.height)]
            assert any(red > 180 and green < 80 for red, green, _ in reds), "the end of the page"
            assert not any("not shown" in note for note in verdict.notes)


def test_what_no_sheet_holds_is_told_to_the_model_and_to_the_reader(http_judge: HttpJudge, tmp_path: Path):
    item = Item(tmp_path)
    Image.new("RGB", (375, 15_000), "navy").save(item.folder / "static" / "mobile.png")
    verdict = http_judge.judge(item)
    assert ". The last 2 windows are not shown" in http_judge.asked["static_scoring"].text
    assert "the last 2 of 20 windows of the page at 375 px were not shown" in verdict.notes


def test_a_picture_after_a_step_without_effect_says_so():
    chosen = Chosen(1, 900, "result", reasons=("change",))
    seen, silent = step(1, ref="b1", change=Change(seen=True)), step(1, ref="b1")
    assert write_caption(chosen, seen).endswith("after it")
    assert write_caption(chosen, silent).endswith("the input changed nothing")


def test_a_keyframe_of_a_canvas_is_shown_whole():
    empty, scored = Image.new("RGB", (1280, 720)), Image.new("RGB", (1280, 720))
    scored.paste("white", (20, 20, 60, 40))
    for is_whole, note in ((False, "only the part"), (True, "differs from keyframe 1")):
        made = KeyframePictures()
        made.result(1, empty)
        assert note in made.result(2, scored, is_whole=is_whole).note


def test_steps_on_a_canvas_are_those_that_may_move_something_there():
    key, press = Press(value="Space"), Click(target="Save", role="button", selector="#save")
    canvas = Click(target="canvas", selector="#stage > canvas")
    steps = [Step(index=nth, thought="", action=action) for nth, action in enumerate((key, press, canvas))]
    assert find_steps_on_canvas(steps) == {0, 2}
    assert find_steps_on_canvas(steps[:2]) == frozenset()
