"""Captions of the pictures sent to a provider: a reason that is true, the window, the scale."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.action import Action, Click, Press, Select, Type
from pytest_cookie.core.trace import Change
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
        step.model_copy(update={"action": action, "change": change}) if step.index == JUMPING else step
        for step in item.evidence.trace.steps
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


@pytest.mark.parametrize(("height", "parts"), [(1_280 + 158, 1), (1_280 + 220, 2), (2 * 1_280 + 158, 2)])
def test_a_short_rest_of_a_tall_page_joins_the_part_before(
    http_judge: HttpJudge, tmp_path: Path, height: int, parts: int
):
    item = Item(tmp_path)
    page = Image.new("RGB", (375, height), "white")
    page.paste("crimson", (0, height - 100, 375, height))
    page.save(item.folder / "static" / "mobile.png")
    http_judge.judge(item)
    asked = http_judge.asked["static_scoring"]
    assert len([line for line in asked.text.splitlines() if line.startswith("The page at 375 px")]) == parts
    last = Image.open(BytesIO(asked.media[-1].data)).convert("RGB")
    assert 200 <= last.height <= 1_280
    red, green, _ = last.getpixel((last.width // 2, last.height - 20))
    assert red > 180
    assert green < 80
    assert (", scaled by 0.89" in asked.text) == (last.height == 1_280)
