"""Text in pictures by OCR: strips of tall pictures, missing parts, and the real program if installed."""

import importlib.util

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.interaction2code.judge import InteractionJudge
from pytest_cookie.protocols.interaction2code.metrics import picture_text
from pytest_cookie.protocols.interaction2code.metrics.picture_text import PictureReader, split_rows
from pytest_cookie.protocols.interaction2code.options import Options

NOISE = np.random.default_rng(5).integers(0, 255, (300, 4, 3), dtype=np.uint8)


def with_gap(start: int, end: int) -> np.ndarray:
    picture = NOISE.copy()
    picture[start:end] = (250, 250, 250)
    return picture


@pytest.mark.parametrize(
    ("picture", "heights"),
    [
        (NOISE[:100], [100]),
        (NOISE[:101], [100, 1]),
        (NOISE[:250], [100, 100, 50]),
        (with_gap(60, 81), [71, 100, 100, 29]),
        (with_gap(20, 41), [100, 100, 100]),  # in the upper half
        (with_gap(0, 300), [76, 76, 76, 72]),
    ],
)
def test_tall_pictures_are_divided_between_lines(picture, heights):
    strips = list(split_rows(picture, 100))
    assert [len(strip) for strip in strips] == heights
    assert (np.concatenate(strips) == picture).all()


def test_without_the_extra_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'pytest-cookie\[ocr\]'"):
        PictureReader()


def test_a_wheel_without_models_is_a_usage_error(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(picture_text, "files", lambda name: [])
    with pytest.raises(UsageError, match="models"):
        PictureReader()


def draw(lines: dict[int, str], height: int) -> np.ndarray:
    image = Image.new("RGB", (360, height), (244, 240, 230))
    for top, text in lines.items():
        ImageDraw.Draw(image).text((20, top), text, fill=(20, 40, 60), font=ImageFont.load_default(size=22))
    return np.asarray(image)


@pytest.fixture(scope="module")
def reader() -> PictureReader:
    pytest.importorskip("rapidocr")
    return PictureReader()


def test_text_is_read_without_a_network(reader: PictureReader, monkeypatch):
    from rapidocr.utils.download_file import DownloadFile

    monkeypatch.setattr(DownloadFile, "run", lambda *given: pytest.fail("something is fetched"))
    page = draw({10: "Tickets for the ferry", 60: "24 euro", 1_700: "Quay 4"}, 1_750)
    assert reader.read(page) == "Tickets for the ferry 24 euro Quay 4"
    assert reader.read(page[60:90, 18:100]) == "24 euro"
    assert reader.read(page[200:400]) == reader.read(page[:0]) == ""
    assert PictureReader().read(page[:100]) == "Tickets for the ferry 24 euro"


def test_the_judge_names_program_and_models(reader: PictureReader):
    version = InteractionJudge(Options(ocr=True), reader=reader).version
    assert all(f"{name} " in version for name in ("rapidocr", "onnxruntime", "cv2", "models"))
    assert version != InteractionJudge(Options()).version
