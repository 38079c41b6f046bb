"""A page that loaded only its sidebar."""

from pathlib import Path

from PIL import Image, ImageDraw

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.page import Box, Canvas
from pytest_cookie.core.trace import Change
from pytest_cookie.core.verdict import Verdict
from tests.unit.judging.evidence_builders import artifact, case, control, evidence, inventory, perception, step, trace

TITLE = "The main area of the page is empty"
LINKS = tuple(control(f"b{index}", f"Button {index}") for index in range(6))
FOLDED = Change(seen=True, pixels=0.01, dom_changed=2, regions=(Box(x=20, y=110, width=210, height=400),))
FILLED = Change(seen=True, pixels=0.2, dom_added=9, regions=(Box(x=300, y=110, width=700, height=400),))


def judged(
    folder: Path,
    *,
    bar: str = "navy",
    block: str = "",
    change: Change = FOLDED,
    marks: tuple[str, ...] = ("navigation",),
    canvases: tuple[Canvas, ...] = (),
    presses: int = 6,
) -> Verdict:
    """A bar of 250 px at the left, perhaps a block beside it; each press changes the same."""
    picture = Image.new("RGB", (1280, 900), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 0, 250, 900), fill=bar)
    if block:
        draw.rectangle((600, 300, 800, 400), fill=block)
        for index in range(72):  # content in many colours
            left, top = 300 + index % 9 * 100, 120 + index // 9 * 90
            draw.rectangle((left, top, left + 70, top + 60), fill=(index * 31 % 256, index * 67 % 256, 90))
    (folder / "static").mkdir()
    picture.save(folder / "static" / "desktop.png")
    seen = perception(inventory=inventory(controls=LINKS, landmarks=marks, canvases=canvases))
    used = trace(step(0, "look"), *(step(index + 1, ref=f"b{index}", change=change) for index in range(presses)))
    return make_measured_judge().judge(case(), artifact(), evidence(perception=seen, trace=used), folder)


def titles(verdict: Verdict) -> list[str]:
    return [finding.title for finding in verdict.findings]


def test_a_side_bar_with_nothing_beside_it_is_a_quarter_of_a_page(tmp_path: Path):
    (tmp_path / "shell").mkdir()
    (tmp_path / "whole").mkdir()
    shell, whole = judged(tmp_path / "shell"), judged(tmp_path / "whole", block="teal")
    assert titles(shell)[0] == TITLE
    assert TITLE not in titles(whole)
    assert shell.scores["total"] < 55 < 95 < whole.scores["total"]
    assert "the page is empty beside its sidebar" in next(item.reason for item in shell.items if item.id == "1")


def test_a_pane_that_fills_when_something_is_chosen_is_a_page(tmp_path: Path):
    assert TITLE not in titles(judged(tmp_path, change=FILLED))


def test_a_pane_that_a_place_of_this_document_fills_is_a_page(tmp_path: Path):
    for name, place in (("hash", "#/sent"), ("path", "sent")):
        (tmp_path / name).mkdir()
        opened = FILLED.model_copy(update={"url": f"http://artifact.localhost/{place}"})
        assert TITLE not in titles(judged(tmp_path / name, change=opened))


def test_of_what_nobody_used_nothing_is_said(tmp_path: Path):
    assert TITLE not in titles(judged(tmp_path, presses=0))


def test_what_is_drawn_on_may_be_empty_at_first(tmp_path: Path):
    board = Canvas(selector="canvas", box=Box(x=300, y=100, width=900, height=600), blank=True)
    assert TITLE not in titles(judged(tmp_path, canvases=(board,)))


def test_what_another_document_shows_does_not_fill_this_one(tmp_path: Path):
    away = FILLED.model_copy(update={"url": "http://artifact.localhost/other.html"})
    assert TITLE in titles(judged(tmp_path, change=away))


def test_a_page_of_one_column_has_no_side_bar(tmp_path: Path):
    assert TITLE not in titles(judged(tmp_path, bar="white"))


def test_a_column_without_navigation_is_what_the_page_is_for(tmp_path: Path):
    assert TITLE not in titles(judged(tmp_path, marks=("main",)))
