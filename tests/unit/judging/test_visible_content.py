"""How much a page shows in its pictures."""

from pathlib import Path

from PIL import Image, ImageDraw

from pytest_cookie.core.trace import Step
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.visual.visible_content import measure_visible_content
from tests.unit.judging.evidence_builders import perception, step, trace


def draw(path: Path, lines: int, size: tuple[int, int] = (1280, 720)) -> None:
    """A white window with so many lines of text, drawn as black strokes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = Image.new("RGB", size, "white")
    for line in range(lines):
        ImageDraw.Draw(picture).rectangle((20, 20 + 32 * line, min(300, size[0] - 20), 26 + 32 * line), fill="black")
    picture.save(path)


def resize(index: int, value: str) -> Step:
    return step(index, "resize", value=value)


def test_a_page_is_as_full_as_its_fullest_picture_at_desktop_width(tmp_path: Path, subtests):
    draw(tmp_path / "static" / "desktop.png", 2)
    for index, (lines, size) in enumerate([(2, (1280, 720)), (4, (1280, 720)), (8, (375, 812)), (1, (1280, 720))]):
        draw(tmp_path / "crawler" / "steps" / f"{index:03d}.png", lines, size)

    def filled(*steps: Step) -> float:
        found = measure_visible_content(trace(*steps), perception(), EvidencePictures(tmp_path))
        assert found is not None
        return found.filled

    first, more, narrow, wide = step(0, "look"), step(1, ref="b1"), resize(2, "375x812"), resize(3, "1280x720")
    rows = {
        "at rest": (filled(first), filled(first)),
        "in use": (filled(first, more) > filled(first), True),
        "on a phone": (filled(first, narrow), filled(first)),
        "wide again": (filled(first, more, narrow, wide), filled(first, more)),
    }
    for name, (found, expected) in rows.items():
        with subtests.test(name):
            assert found == expected
