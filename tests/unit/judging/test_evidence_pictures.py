"""Pictures of the evidence are decoded once, and hostile ones are no pictures."""

import zlib
from pathlib import Path

from PIL import Image, ImageDraw

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from tests.unit.judging.evidence_builders import artifact, case, evidence, inventory, perception, step, trace

_STEPS = 12


def draw(path: Path, size: tuple[int, int] = (320, 180), *, blank: bool = False) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = Image.new("RGB", size, "white")
    if not blank:
        ImageDraw.Draw(picture).rectangle((10, 10, 90, 60), fill="navy")
    picture.save(path)


def claim_to_be_huge(path: Path) -> None:
    """A valid PNG of a few bytes whose header says 5,000 × 5,000 px."""
    draw(path, (8, 8))
    data = bytearray(path.read_bytes())
    data[16:24] = (5_000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    path.write_bytes(data)


def test_a_verdict_decodes_each_picture_once(tmp_path: Path, monkeypatch):
    draw(tmp_path / "static" / "desktop.png", (1280, 2400))
    for index in range(_STEPS):
        draw(tmp_path / "crawler" / "steps" / f"{index:03d}.png", blank=index == _STEPS // 2)
    opened, really = [], Image.open
    monkeypatch.setattr(Image, "open", lambda path: opened.append(path) or really(path))
    used = trace(*(step(index, ref=f"b{index}", change=Change(seen=index < 6)) for index in range(_STEPS)))
    seen = perception(inventory=inventory(landmarks=("navigation",)))
    make_measured_judge().judge(case(), artifact(), evidence(perception=seen, trace=used), tmp_path)
    assert len(opened) == _STEPS + 1
    assert len(set(opened)) == _STEPS + 1


def test_what_is_no_picture_is_none(tmp_path: Path, subtests):
    draw(tmp_path / "whole.png")
    whole = (tmp_path / "whole.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "text.png").write_text("<svg/>")
    claim_to_be_huge(tmp_path / "huge.png")
    pictures = EvidencePictures(tmp_path)
    assert pictures.read("whole.png")
    for name in ("cut.png", "text.png", "huge.png", "missing.png", ".", ""):
        with subtests.test(name):
            assert pictures.read(name) is None
            assert pictures.read_top(name, 100) is None
            assert not pictures.is_one_colour(name)


def test_few_pictures_stay_in_memory(tmp_path: Path):
    pictures = EvidencePictures(tmp_path)
    for index in range(4):
        draw(tmp_path / f"{index}.png", (4_000, 3_000))
    first = pictures.read("0.png")
    assert pictures.read("0.png") is first
    pictures.read("1.png")
    assert pictures.read("0.png") is first
    for index in (1, 2, 3):
        pictures.read(f"{index}.png")
    assert pictures.read("0.png") is not first
