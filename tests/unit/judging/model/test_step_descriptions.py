"""Descriptions of steps sent to a provider: no invented thought, and what the positions mean."""

import re
from io import BytesIO
from pathlib import Path

from PIL import Image

from pytest_cookie.core.action import Drag
from pytest_cookie.core.trace import Trace
from tests.provider.quotes import unquoted
from tests.unit.judging.evidence_builders import step
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import Item

FORMS = ("problem_detection", "score_adjustment")


def test_step_0_is_the_page_before_any_action_without_a_thought(http_judge: HttpJudge, tmp_path: Path):
    steps = (
        step(0, "look", page_ms=50).model_copy(update={"thought": "What does the page show?"}),
        step(1, ref="b0", page_ms=500).model_copy(update={"thought": "Try the button."}),
    )
    http_judge.judge(Item(tmp_path, trace=Trace(policy="crawler", steps=steps)))
    for form in FORMS:
        text = http_judge.asked[form].text
        assert "step 0 · " in text
        assert "the page before any action\n" in text
        assert "What does the page show?" not in text
    assert "thought: Try the button." in http_judge.asked["problem_detection"].text
    assert "step 0 (the page before any action), 0.05 s" in http_judge.asked["problem_detection"].text


def test_the_window_and_the_scale_of_its_pictures_are_told(http_judge: HttpJudge, tmp_path: Path):
    http_judge.judge(Item(tmp_path, shrinks_by=1))
    for form in FORMS:
        told = unquoted(http_judge.asked[form].text)
        assert "The window is 1280x720 CSS px until a step resizes it." in told
        assert "that of a control is its centre" in told
    asked = http_judge.asked["problem_detection"]
    assert "Windows are 1280x720 CSS px, shown at 0.711 of their size;" in unquoted(asked.text)
    assert "Pictures of motion are smaller." in unquoted(asked.text)
    captions = [line for line in asked.text.splitlines() if line.startswith("Keyframe ")]
    sizes = [Image.open(BytesIO(medium.data)).size for medium in asked.media]
    assert [size for size, caption in zip(sizes, captions, strict=True) if size not in _sizes_told(caption)] == []
    assert {(910, 512), (512, 288)} < set(sizes), "whole windows, motion, and parts"


def _sizes_told(caption: str) -> set[tuple[int, int]]:
    """The sizes in pixels that a keyframe of a window of 1280x720 may have by its caption."""
    if part := re.search(r"only the part at x (\d+) to (\d+), y (\d+) to (\d+) of the window", caption):
        left, right, top, bottom = map(int, part.groups())
        width, height = right - left, bottom - top
        scales = (1, min(512 / width, 512 / height), min(1_024 / width, 512 / height), min(512 / width, 1_024 / height))
        return {(int(min(1, scale) * width), int(min(1, scale) * height)) for scale in scales}
    return {(512, 288)} if "while it is under way" in caption else {(910, 512)}


def test_a_picture_of_the_page_says_that_it_is_scaled(http_judge: HttpJudge, tmp_path: Path):
    http_judge.judge(Item(tmp_path, shrinks_by=1))
    static = http_judge.asked["static_scoring"].text
    assert "The first window of the page at 1280 px, as it loaded, scaled by 0.711" in static
    assert "The whole page at 1280 px, as it loaded: windows of 1280 × 1285 px, from top to bottom" in static


def test_a_drag_names_the_control_on_which_it_ends(http_judge: HttpJudge, tmp_path: Path):
    drag = Drag(ref="b0", target="Herb box", to_x=662, to_y=358, to_target="Wed 7 Jan")
    steps = (step(0, "look", page_ms=50), step(1, page_ms=500).model_copy(update={"action": drag}))
    http_judge.judge(Item(tmp_path, trace=Trace(policy="crawler", steps=steps)))
    for form in FORMS:
        assert "drag “Herb box” to “Wed 7 Jan” at (662, 358)" in http_judge.asked[form].text
        assert "Wed 7 Jan" not in unquoted(http_judge.asked[form].text)
