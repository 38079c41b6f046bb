"""The dashboard's words and places."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.action import Action, Click, Drag, Press, Scroll, Type
from pytest_cookie.protocols.auigym.dashboard import draw_dashboard
from pytest_cookie.protocols.auigym.dashboard_font import find_font
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.step_text import describe_action
from pytest_cookie.protocols.auigym.tasks import Task


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Click(x=284, y=292), "click at 284,292"),
        (Type(value="one\ntwo"), "type “one⏎two”"),
        (Type(value="x" * 90), f"type “{'x' * 79}…”"),
        (Press(value="Control+a"), "press “Control+a”"),
        (Scroll(x=640, y=360, value="400"), "scroll down at 640,360"),
        (Scroll(value="-400", sideways=True), "scroll left"),
        (Drag(x=1, y=2, to_x=3, to_y=4), "drag at 1,2 to 3,4"),
    ],
)
def test_actions_in_words(action: Action, words: str):
    assert describe_action(action) == words


def draw(folder: Path, steps: int, *, task: str = "Do it.") -> Image.Image:
    for number in range(steps):
        Image.new("RGB", (1280, 720), (0, 0, 10 * number)).save(folder / f"{number}.jpg")
    Image.new("RGB", (1280, 720), (0, 160, 0)).save(folder / "end.png")
    done = [
        {"action": {"kind": "click", "x": 5, "y": 6}, "done": True, "holds": False, "picture": f"{number}.jpg"}
        for number in range(steps)
    ]
    episode = Episode.model_validate({"task": "a", "ending": "stuck", "steps": done, "picture": "end.png"})
    drawn = draw_dashboard(episode, Task(id="a", kind="core", do=task, outcome="Done."), folder)
    return Image.open(BytesIO(drawn)).convert("RGB")


@pytest.mark.parametrize("steps", [1, 2, 5, 11, 20, 40, 100])
def test_every_step_is_shown_and_the_end_is_the_largest(tmp_path, steps):
    board = draw(tmp_path, steps)
    assert 1_204 <= board.width <= 1920  # the header has its room
    assert board.height <= 1080
    green = sum(1 for r, g, b in board.get_flattened_data() if g > 140 and r < 40 and b < 40)
    dark = sum(1 for r, g, b in board.get_flattened_data() if r < 40 and g < 20)
    assert green > 3 * dark / steps, "the end is about four times as large as a step"
    assert dark > steps * 5_000


def test_long_tasks_take_two_lines(tmp_path):
    short, long = (draw(tmp_path, 1, task=text) for text in ("Do it.", "Put this on the list. " * 20))
    assert long.height == short.height + 24


def test_letters_beyond_ascii_are_not_boxes():
    absent = bytes(find_font("ä", 18).getmask("\U0010ffff"))
    for character in "äßéñ€–":
        assert bytes(find_font("Grüße", 18).getmask(character)) != absent
