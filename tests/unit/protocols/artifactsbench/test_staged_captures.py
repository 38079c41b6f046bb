"""Which pictures of the evidence are before, during and after."""

from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.action import new_action
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.protocols.artifactsbench.staged_captures import Capture, choose_stages, load_captures
from tests.unit.judging.evidence_builders import evidence


def step(index: int, pixels: float = 0.0, *, kind: str = "click", picture: bool = True) -> Step:
    return Step(
        index=index,
        thought="",
        action=new_action(kind),  # type: ignore[arg-type]
        change=Change(seen=pixels > 0, pixels=pixels),
        screenshot=f"step-{index}.png" if picture else "",
        page_ms=1_000 * index,
    )


def used(*steps: Step) -> Evidence:
    return evidence(trace=Trace(policy="crawler", steps=steps))


STEPS = (step(0, kind="look"), step(1, 0.1), step(2, 0.4), step(3), step(4, 0.2), step(5, 0.3), step(6, 0.1))


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (0, []),
        (1, [("before", None)]),
        (3, [("before", None), ("during", 2), ("after", 6)]),
        (5, [("before", None), ("during", 1), ("during", 2), ("during", 5), ("after", 6)]),
    ],
)
def test_stages_are_spread_over_the_use(count: int, expected: list[tuple[str, int | None]]):
    assert [(one.stage, one.step) for one in choose_stages(used(*STEPS), count)] == expected


def test_a_page_without_effects_has_its_beginning_and_end():
    found = choose_stages(used(step(0, kind="look"), step(1), step(2)), 5)
    assert [(one.stage, one.step) for one in found] == [("before", None), ("after", 2)]


def test_a_page_that_was_not_used_has_its_beginning():
    assert [one.stage for one in choose_stages(used(step(0, kind="look")), 3)] == ["before"]


def test_paths_and_captions_have_no_text_of_the_page():
    (_, during, _) = choose_stages(used(*STEPS), 3)
    assert during.path == "crawler/step-2.png"
    assert during.caption == "During use: the window after step 2 (click), 2.0 s of page time"


def save(folder: Path, name: str, size: tuple[int, int], colour: str) -> Capture:
    Image.new("RGB", size, colour).save(folder / name)
    return Capture("during", name, 1, name)


def test_equal_and_broken_pictures_are_left_out_and_long_ones_cut(tmp_path: Path):
    captures = [
        save(tmp_path, "a.png", (1280, 720), "red"),
        save(tmp_path, "b.png", (1280, 720), "red"),
        Capture("during", "none.png"),
        save(tmp_path, "long.png", (1280, 9_000), "blue"),
        save(tmp_path, "wide.png", (2560, 1000), "blue"),
    ]
    notes: list[str] = []
    pictures = load_captures(captures, tmp_path, notes)
    assert [picture.caption for picture in pictures] == ["a.png", "long.png", "wide.png"]
    (tmp_path / "x.jpg").write_bytes(pictures[1].data)
    assert Image.open(tmp_path / "x.jpg").size == (1280, 2560)
    (tmp_path / "x.jpg").write_bytes(pictures[2].data)
    assert Image.open(tmp_path / "x.jpg").size == (1280, 500)
    assert notes == [
        "the picture b.png equals an earlier one",
        "the picture none.png cannot be read",
        "the picture long.png was cut at 2,560 of 9,000 px",
    ]
