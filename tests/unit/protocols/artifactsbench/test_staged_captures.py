"""Which pictures of the evidence are before, during and after."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.action import ActionKind, new_action
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import DESKTOP, Layout, StaticPerception, ViewportPerception
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.protocols.artifactsbench.staged_captures import Capture, choose_stages, load_captures
from tests.unit.judging.evidence_builders import evidence

WINDOW, NARROW = (128, 72), (40, 72)
Use = tuple[ActionKind, int]
"""An action, and how many rows of the window it leaves painted."""


def painted(rows: int, size: tuple[int, int] = WINDOW, *, top: int = 0, colour: str = "red") -> Image.Image:
    image = Image.new("RGB", size, "white")
    image.paste(colour, (0, top, size[0], top + rows))
    return image


def view(**fields: object) -> ViewportPerception:
    layout = Layout(overflow_px=0, document_height=720)
    given = {"viewport": DESKTOP, "screenshot": "static/desktop.png", "text_length": 9, "ink": 0.1, "layout": layout}
    return ViewportPerception.model_validate({**given, **fields})


def used(folder: Path, pictures: list[tuple[ActionKind, Image.Image]], **fields: object) -> Evidence:
    """A session on a page that is one white window; each action leaves a picture."""
    for name in ("static", "crawler"):
        (folder / name).mkdir()
    painted(0).save(folder / "static/desktop.png")
    steps = [Step(index=0, thought="", action=new_action("look"), screenshot="0.png")]
    painted(0).save(folder / "crawler/0.png")
    for index, (kind, picture) in enumerate(pictures, start=1):
        picture.save(folder / f"crawler/{index}.png")
        action = new_action(kind)
        steps.append(Step(index=index, thought="", action=action, screenshot=f"{index}.png", page_ms=1_000 * index))
    perception = StaticPerception(loaded=True, views=(view(),))
    trace = Trace(policy="crawler", steps=tuple(steps))
    return evidence(**{"trace": trace, "perception": perception, **fields})


def chosen(found: Evidence, folder: Path, count: int = 3) -> list[tuple[str, int | None]]:
    return [(one.stage, one.step) for one in choose_stages(found, EvidencePictures(folder), count)]


@pytest.mark.parametrize(
    ("actions", "count", "expected"),
    [
        pytest.param([("click", 9)], 0, [], id="none-asked"),
        pytest.param([("click", 9)], 1, [("before", None)], id="one-asked"),
        pytest.param([], 3, [("before", None)], id="not-used"),
        pytest.param([("click", 0), ("type", 0)], 3, [("before", None)], id="nothing-changes"),
        pytest.param([("click", 9)], 3, [("before", None), ("after", 1)], id="one-change"),
        pytest.param(
            [("click", 9), ("type", 20), ("press", 60), ("click", 30)], 3,
            [("before", None), ("during", 3), ("after", 4)], id="farthest-from-the-start",
        ),
        pytest.param(
            [("click", 9), ("type", 30), ("press", 59), ("press", 60)], 3,
            [("before", None), ("during", 2), ("after", 4)], id="far-from-the-end-too",
        ),
        pytest.param(
            [("click", 9), ("type", 30), ("press", 9), ("drag", 0)], 3,
            [("before", None), ("during", 2), ("after", 3)], id="the-last-that-is-new",
        ),
        pytest.param(
            [("click", 9), ("scroll", 50), ("wait", 51), ("back", 52), ("forward", 53), ("hover", 20)], 3,
            [("before", None), ("during", 1), ("after", 6)], id="no-actions-on-the-page",
        ),
        pytest.param(
            [("click", 9), ("type", 20), ("press", 30), ("resize", 60), ("resize", 30), ("reload", 61), ("click", 62)],
            3, [("before", None), ("during", 1), ("after", 3)], id="closing-tests",
        ),
        pytest.param(
            [("click", 9), ("reload", 8), ("click", 20), ("type", 30), ("reload", 60), ("click", 62)], 3,
            [("before", None), ("during", 1), ("after", 4)], id="reload-in-between",
        ),
        pytest.param(
            [("click", 10), ("click", 20), ("click", 30), ("click", 31), ("click", 40)], 5,
            [("before", None), ("during", 1), ("during", 2), ("during", 3), ("after", 5)], id="five",
        ),
        pytest.param(
            [("click", 10), ("click", 10), ("click", 20)], 5,
            [("before", None), ("during", 2), ("after", 3)], id="fewer-than-five-differ",
        ),
    ],
)  # fmt: skip
def test_windows_of_the_use(tmp_path: Path, actions: list[Use], count: int, expected: list[tuple[str, int | None]]):
    found = used(tmp_path, [(kind, painted(rows)) for kind, rows in actions])
    assert chosen(found, tmp_path, count) == expected


def test_a_window_of_another_size_is_not_chosen(tmp_path: Path):
    narrow = [("click", painted(rows, NARROW)) for rows in (20, 30, 40)]
    found = used(tmp_path, [("click", painted(9)), ("type", painted(20)), ("resize", painted(0, NARROW)), *narrow])
    assert chosen(found, tmp_path) == [("before", None), ("during", 1), ("after", 2)]


def test_an_action_that_could_not_be_carried_out_is_no_use(tmp_path: Path):
    found = used(tmp_path, [("click", painted(9)), ("click", painted(20))])
    steps = (*found.trace.steps[:2], found.trace.steps[2].model_copy(update={"outcome": "unreachable"}))
    found = found.model_copy(update={"trace": Trace(policy="crawler", steps=steps)})
    assert chosen(found, tmp_path) == [("before", None), ("after", 1)]


def test_a_scrolled_window_counts_by_what_is_new_in_it(tmp_path: Path):
    page = Image.new("RGB", (128, 300))
    page.putdata([(row, 255 - row % 251, row // 2) for row in range(300) for _ in range(128)])
    entered = page.crop((0, 100, 128, 172))
    entered.paste("red", (0, 20, 128, 30))
    used_first, scrolled = page.crop((0, 0, 128, 72)), page.crop((0, 101, 128, 173))
    used_first.paste("red", (0, 20, 128, 50))
    found = used(tmp_path, [("click", used_first), ("click", scrolled), ("type", entered), ("press", scrolled)])
    page.save(tmp_path / "static/desktop.png")
    page.crop((0, 0, 128, 72)).save(tmp_path / "crawler/0.png")
    assert chosen(found, tmp_path) == [("before", None), ("during", 1), ("after", 3)]


def test_paths_and_captions_have_no_text_of_the_page(tmp_path: Path):
    found = used(tmp_path, [("click", painted(9)), ("type", painted(20))])
    _, during, after = choose_stages(found, EvidencePictures(tmp_path), 3)
    assert during.path == "crawler/1.png"
    assert during.caption == "During use: the window after step 1 (click), 1.0 s of page time"
    assert after.caption == "After use: the window after step 2 (type), 2.0 s of page time"


@pytest.mark.parametrize(
    ("fields", "extent"),
    [
        ({}, "at a width of 1,280 px"),
        (
            {"layout": Layout(overflow_px=428, document_height=720)},
            "at a width of 1,280 px; the page is wider (1,708 px)",
        ),
        ({"screenshot_cut": True}, "at a width of 1,280 px; the page goes on below"),
    ],
)
def test_the_first_caption_states_what_part_of_the_page_it_shows(
    tmp_path: Path, fields: dict[str, object], extent: str
):
    found = used(tmp_path, [], perception=StaticPerception(loaded=True, views=(view(**fields),)))
    (before,) = choose_stages(found, EvidencePictures(tmp_path), 3)
    assert before.caption == f"Before use: the page as it loaded, {extent}"


def save(folder: Path, name: str, size: tuple[int, int]) -> Capture:
    Image.new("RGB", size, "blue").save(folder / name)
    return Capture("during", name, 1, name)


def test_broken_pictures_are_left_out_and_long_ones_cut(tmp_path: Path):
    captures = [
        save(tmp_path, "a.png", (1280, 720)),
        Capture("during", "none.png"),
        save(tmp_path, "long.png", (1280, 9_000)),
        save(tmp_path, "wide.png", (2560, 1000)),
    ]
    notes: list[str] = []
    sent, pictures = load_captures(captures, EvidencePictures(tmp_path), notes)
    assert [capture.path for capture in sent] == ["a.png", "long.png", "wide.png"]
    captions = ["a.png", "long.png; cut at 2,560 of 9,000 px from the top", "wide.png"]
    assert [picture.caption for picture in pictures] == [capture.caption for capture in sent] == captions
    assert [Image.open(BytesIO(picture.data)).size for picture in pictures[1:]] == [(1280, 2560), (1280, 500)]
    assert notes == ["the picture none.png cannot be read", "the picture long.png was cut at 2,560 of 9,000 px"]
