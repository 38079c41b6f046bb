"""Pictures that are sent show the decisive moments: drags, waits that changed a text, the end."""

import io
import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from pytest_cookie.core.action import Click, Drag, Finish, Hover, Look, Type, Wait
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.judging.model.keyframes import Frame, Result, Span, choose
from pytest_cookie.judging.model.settings import JudgeSettings
from tests.provider import Asked
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import Item

SEEN = Change(seen=True, pixels=0.3)
SHOWS = SEEN.model_copy(update={"appeared_text": ("Too short",)})
DRAGS, SHOWN, QUIET = (7, 19, 33), (12, 25), (15,)
LAST = 40


def action_of(index: int):
    if index in DRAGS:
        return Drag(target="Card", x=100, y=100, to_x=400, to_y=100)
    if index in (*SHOWN, *QUIET):
        return Wait(value="1000")
    return Finish() if index == LAST else Look() if index == 0 else Click(target="Shuffle")


def board(index: int) -> Image.Image:
    """A board: a click repaints most of it, a drag moves a card by little, a wait adds a line of text."""
    picture = Image.new("RGB", (1280, 720), "white")
    pen = ImageDraw.Draw(picture)
    repaints = sum(isinstance(action_of(step), Click) for step in range(index + 1))
    pen.rectangle((0, 200, 1280, 720), fill=((repaints * 53) % 256, (repaints * 97) % 256, 120))
    left = 100 + 60 * sum(step <= index for step in DRAGS)
    pen.rectangle((left, 40, left + 60, 90), fill="crimson")
    pen.text((900, 60), f"lines: {sum(step <= index for step in (*SHOWN, *QUIET, LAST))}", fill="black", font_size=20)
    return picture


def busy_session(folder: Path) -> Item:
    """41 steps; only 14 can be shown."""
    item = Item(folder, film=False)
    for index in range(LAST + 1):
        board(index).save(item.folder / "crawler" / "steps" / f"{index:03}.png")
    told = SEEN.model_copy(update={"appeared_text": ("Saved",)})
    steps = tuple(
        Step(
            index=index,
            thought="t",
            action=action_of(index),
            change=told if index in SHOWN else SEEN,
            screenshot=f"steps/{index:03}.png",
            page_ms=500 * index,
        )
        for index in range(LAST + 1)
    )
    item.evidence = item.evidence.model_copy(update={"trace": Trace(policy="crawler", steps=steps)})
    return item


def captions(asked: Asked) -> dict[int, str]:
    """The keyframes' captions by step."""
    lines = [line for line in asked.text.splitlines() if line.startswith("Keyframe ")]
    return {int(re.search(r"step (\d+)", line)[1]): line for line in lines}


def test_of_a_busy_session_the_decisive_results_are_shown_with_step_and_reason(http_judge: HttpJudge, tmp_path: Path):
    http_judge.judge(busy_session(tmp_path))
    asked = http_judge.asked["problem_detection"]
    shown = captions(asked)
    assert len(asked.media) == len(shown) == JudgeSettings().max_keyframes
    assert "step 0 (the page before any action), 0.00 s, after it: the start of the exploration" in shown[0]
    assert "step 40 (finish), 20.00 s, after it: the end of the exploration" in shown[LAST]
    for step in DRAGS:
        assert f"step {step} (drag), {step / 2:.2f} s, after it: the result of the drag" in shown[step]
    for step in SHOWN:
        assert "after it: text or document changed during the wait" in shown[step]
    assert not set(QUIET) & shown.keys()
    assert all(re.search(r"differs from keyframe \d|only the part", line) for step, line in shown.items() if step)
    left_out = re.search(r"Steps without a picture: ([\d, ]+)\.", asked.text)[1]
    assert {int(step) for step in left_out.split(", ")} == set(range(LAST + 1)) - shown.keys()
    assert_captions_name_their_pictures(asked)


def assert_captions_name_their_pictures(asked: Asked) -> None:
    pictures = [Image.open(io.BytesIO(medium.data)).convert("RGB") for medium in asked.media]
    for (step, line), picture in zip(captions(asked).items(), pictures, strict=True):
        part = re.search(r"only the part at x (\d+) to (\d+), y (\d+) to (\d+) of the window", line)
        left, right, top, bottom = map(int, part.groups()) if part else (0, 1280, 0, 720)
        expected = np.asarray(board(step).crop((left, top, right, bottom)).resize(picture.size)).astype(int)
        assert np.abs(np.asarray(picture).astype(int) - expected).mean() < 3, step
    assert all(max(then.size) <= 512 or min(then.size) <= 512 for then in pictures), "whole tiles"


@pytest.mark.long
def test_a_picture_of_which_little_changed_is_the_part_that_changed(http_judge: HttpJudge, tmp_path: Path):
    item = busy_session(tmp_path)
    before = board(1)
    for index in range(2, LAST + 1):
        picture = before.copy()
        ImageDraw.Draw(picture).rectangle((200, 100, 400, 160), fill=(6 * index, 250 - 6 * index, 40))
        picture.save(item.folder / "crawler" / "steps" / f"{index:03}.png")
    http_judge.judge(item)
    asked = http_judge.asked["problem_detection"]
    sizes = [Image.open(io.BytesIO(medium.data)).size for medium in asked.media]
    assert sizes[:2] == [(910, 512)] * 2
    assert all(size == (281, 141) for size in sizes[2:]), "at full size"
    assert len(sizes) == JudgeSettings().max_keyframes
    lines = list(captions(asked).values())
    assert all(re.search(r"the rest looks as in keyframe [12]\)$", line) for line in lines[2:])


@pytest.mark.long
def test_pictures_that_add_nothing_are_left_out(http_judge: HttpJudge, tmp_path: Path, subtests):
    """A line of text that another step wrote, and a field that gets its value, are in the trace."""
    acts = {
        "a digit": (Click(target="Shuffle"), SEEN, False),
        "a field": (Type(target="Name", value="Ann"), SEEN.model_copy(update={"states": ()}), False),
        "a message at a field": (Type(target="Name", value="Ann", intent="invalid"), SHOWS, True),
        "a name of the brief": (Click(target="Super shop"), SEEN, True),
        "a gesture": (Hover(target="Card"), SEEN, True),
    }
    for number, (name, (action, change, is_shown)) in enumerate(acts.items()):
        with subtests.test(name):
            item = busy_session(tmp_path / str(number))
            for index in range(LAST + 1):
                picture = board(0)
                ImageDraw.Draw(picture).text((900, 160), f"{index == 20}", fill="black", font_size=12)
                picture.save(item.folder / "crawler" / "steps" / f"{index:03}.png")
            steps = [
                step.model_copy(update={"action": action, "change": change}) if step.index == 20 else step
                for step in item.evidence.trace.steps
            ]
            trace = item.evidence.trace.model_copy(update={"steps": tuple(steps)})
            item.evidence = item.evidence.model_copy(update={"trace": trace})
            http_judge.judge(item)
            assert (20 in captions(http_judge.asked["problem_detection"])) == is_shown


def test_a_drag_that_snaps_back_is_shown_on_its_way():
    def frame(x: int) -> np.ndarray:
        picture = Image.new("RGB", (128, 72), "white")
        ImageDraw.Draw(picture).rectangle((x, 20, x + 12, 32), fill="crimson")
        return np.asarray(picture)

    start = np.asarray(Image.new("RGB", (640, 360), "white"))
    way = [*range(10, 90, 8), 90, 50, 10]
    frames = [Frame(1_000 + 80 * nth, frame(x)) for nth, x in enumerate(way)]
    many = [Result(step, 3_000 + step, np.full((360, 640, 3), 5 * step, np.uint8)) for step in range(3, 30)]
    results = [Result(0, 0, start), Result(1, 3_000, start), *many]
    chosen = choose(results, frames, [Span(1, 900, 3_000, "dragged")], limit=6)
    (way_back,) = [choice for choice in chosen if choice.step == 1]
    assert (way_back.kind, way_back.reasons) == ("motion", ("turn",))


def test_a_long_wait_is_shown_by_its_middle_where_that_differs():
    def frame(shade: int) -> np.ndarray:
        return np.full((72, 128, 3), shade, np.uint8)

    results = [Result(step, 20_000 * step, np.full((360, 640, 3), 200 * (step % 2), np.uint8)) for step in range(3)]
    frames = [Frame(0, frame(0)), Frame(5_000, frame(100)), Frame(12_000, frame(150)), Frame(19_000, frame(200))]
    wait = Span(1, 1_000, 20_000, "waiting")
    chosen = choose(results, frames, [wait], limit=4)
    assert next((one.step, one.page_ms, one.reasons) for one in chosen if one.kind == "motion") == (
        1,
        5_000,
        ("middle",),
    )
    still = [Frame(0, frame(0)), Frame(19_000, frame(200))]
    assert not [choice for choice in choose(results, still, [wait], limit=4) if choice.kind == "motion"]


def test_keys_and_drags_share_the_room():
    keyed = [Span(step, 100 * step, 100 * step + 100) for step in range(1, 31)]
    dragged = [Span(step, 100 * step, 100 * step + 100, "dragged") for step in range(31, 41)]
    flash = np.full((72, 128, 3), 255, np.uint8)
    flash[20:50, 20:50] = 0
    plain = np.full((72, 128, 3), 255, np.uint8)
    frames = [Frame(100 * step + at, flash if at == 40 else plain) for step in range(1, 31) for at in (0, 40, 80)]
    results = [Result(step, 100 * step + 99, np.full((36, 64, 3), 255, np.uint8)) for step in range(41)]
    for result in results:
        result.pixels[:6, result.step : result.step + 6] = 0
    chosen = choose(results, frames, [*keyed, *dragged], limit=20)
    assert sum(choice.kind == "motion" for choice in chosen) >= 8
    assert sum("drag" in one.reasons for one in chosen) >= 8


def test_a_single_picture_is_start_and_end():
    chosen = choose([Result(0, 0, np.zeros((36, 64, 3), np.uint8))], [], [], limit=5)
    assert chosen[0].reasons == ("start", "end")
