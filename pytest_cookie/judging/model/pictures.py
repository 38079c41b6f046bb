"""Pictures of the evidence as a model receives them: scaled down, long pages in windows, all with captions."""

import io
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image

from pytest_cookie.core.perception import StaticPerception, ViewportPerception
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.model.keyframe_selection import Pixels
from pytest_cookie.llm.messages.messages import Picture

TILE_PX = 512
"""Providers count a picture by squares of this side, so a picture is scaled to fill whole squares."""

_SHEET_TILES = 3
"""Tiles side by side in a sheet of a long page; a longer side would be scaled down again by some providers."""

_GAP_PX = 2  # between the windows of a sheet
_GAP_COLOUR = (128, 128, 128)
MAX_SHEETS = 3
"""For each width; bounds the tokens of a long page. Three sheets show 11,520 px of a desktop page."""
_WINDOWS_A_TILE = {"desktop": 1, "mobile": 2}
"""Windows of the page side by side in a tile: 1,280 px at a scale of 0.4, or twice 375 px at 0.68."""

_JPEG_QUALITY = 85  # text stays readable
_FILTER = Image.Resampling.HAMMING


@dataclass(frozen=True)
class Shown:
    """A picture to send. `path` is the path of its file below the item's folder."""

    part: Picture
    path: str

    @property
    def seen(self) -> str:
        """For `StageOpinion.saw`."""
        return f"{self.path}: {self.part.caption}"


def show_page(perception: StaticPerception, pictures: EvidencePictures, notes: list[str]) -> list[Shown]:
    """The page as loaded: the first window at desktop width, then the whole page at desktop and at mobile width.

    What does not fit into three sheets is named in the caption of the last one and added to `notes`.
    """
    desktop, mobile = perception.view("desktop"), perception.view("mobile")
    shown = [*_first_window(desktop, pictures, notes)] if desktop else []
    if desktop and shown and desktop.layout.document_height > desktop.viewport.height:
        shown += show_sheets(desktop, pictures, notes)
    return [*shown, *(show_sheets(mobile, pictures, notes) if mobile else ())]


def show_whole_page(perception: StaticPerception, pictures: EvidencePictures, notes: list[str]) -> list[Shown]:
    """The whole page at desktop width."""
    view = perception.view("desktop")
    return list(show_sheets(view, pictures, notes)) if view else []


def show_sheets(view: ViewportPerception, pictures: EvidencePictures, notes: list[str]) -> Iterator[Shown]:
    """The whole page at one width, cut into equal windows from top to bottom, which sheets show side by side."""
    image = _read(view, pictures, notes)
    if image is None:
        return
    across = _SHEET_TILES * _WINDOWS_A_TILE.get(view.viewport.name, 1)
    scale = min(1.0, (_SHEET_TILES * TILE_PX - (across - 1) * _GAP_PX) // across / image.width)
    height = int(TILE_PX / scale)
    windows = [
        image.crop((0, top, image.width, min(image.height, top + height))) for top in range(0, image.height, height)
    ]
    sheets = [windows[first : first + across] for first in range(0, len(windows), across)]
    lost = len(windows) - across * MAX_SHEETS
    width, size = view.viewport.width, f"{image.width} × {height} px"
    for number, sheet in enumerate(sheets[:MAX_SHEETS]):
        first = number * across + 1
        some = f"windows {first} to {first + len(sheet) - 1} of {len(windows)}" if len(sheets) > 1 else "windows"
        what = f"{some} of {size}, from top to bottom, side by side from the left" if len(windows) > 1 else "all of it"
        caption = f"The whole page at {width} px, as it loaded: {what}, scaled by {scale:.3g}"
        if number == min(len(sheets), MAX_SHEETS) - 1:
            caption += f". The last {lost} windows are not shown" if lost > 0 else ""
            caption += ". The page goes on below this picture" if view.screenshot_cut else ""
        yield Shown(make_picture(_side_by_side(sheet, scale), caption), f"evidence/{view.screenshot}")
    if lost > 0:
        notes.append(f"the last {lost} of {len(windows)} windows of the page at {width} px were not shown")


def _first_window(view: ViewportPerception, pictures: EvidencePictures, notes: list[str]) -> Iterator[Shown]:
    image = _read(view, pictures, notes)
    if image is None:
        return
    width, height = view.viewport.width, view.viewport.height
    window = image.crop((0, 0, image.width, min(image.height, height * image.width // width)))
    small = fit(window)
    scaled = f", scaled by {small.width / width:.3g}" if small.width < width else ""
    caption = f"The first window of the page at {width} px, as it loaded{scaled}"
    yield Shown(make_picture(small, caption), f"evidence/{view.screenshot}")


def _read(view: ViewportPerception, pictures: EvidencePictures, notes: list[str]) -> Image.Image | None:
    image = pictures.read(view.screenshot)
    width = view.viewport.width
    if image is None:
        notes.append(f"the picture of the page at {width} px cannot be read")
    elif (
        view.screenshot_cut
        and (note := f"the picture of the page at {width} px ends before the page does") not in notes
    ):
        notes.append(note)
    return image


def _side_by_side(windows: list[Image.Image], scale: float) -> Image.Image:
    small = [_scaled(window, scale) for window in windows]
    step = small[0].width + _GAP_PX
    sheet = Image.new("RGB", (step * len(small) - _GAP_PX, small[0].height), _GAP_COLOUR)
    for nth, window in enumerate(small):
        sheet.paste(window, (nth * step, 0))
    return sheet


def fit(image: Image.Image, tiles: int = 2) -> Image.Image:
    """The picture within so many tiles beside or above one another; it is never enlarged."""
    long, short = tiles * TILE_PX, TILE_PX
    width, height = (long, short) if image.width >= image.height else (short, long)
    return _scaled(image, min(1.0, width / image.width, height / image.height))


def _scaled(image: Image.Image, scale: float) -> Image.Image:
    if scale >= 1:
        return image
    return image.resize((max(1, int(image.width * scale)), max(1, int(image.height * scale))), _FILTER)


def make_picture(image: Image.Image, caption: str) -> Picture:
    """A JPEG of it."""
    file = io.BytesIO()
    image.save(file, "JPEG", quality=_JPEG_QUALITY)
    return Picture(file.getvalue(), "image/jpeg", caption)


def halve(image: Image.Image) -> Pixels:
    """Its pixels at half its size, to compare it with others."""
    return np.asarray(image.reduce(2))
