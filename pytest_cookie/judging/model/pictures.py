"""Pictures of the evidence as a model receives them: scaled down, long pages in pieces, all with captions."""

import io
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image

from pytest_cookie.core.perception import StaticPerception, ViewportPerception
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.model.keyframe_selection import Pixels
from pytest_cookie.llm.messages.messages import Picture

MAX_PIECES = 4  # for each width; bounds the tokens of a long page
_LEAST_PIECE_PX = 200
"""A shorter last part of a page is shown with the part before it."""

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


def show_page(perception: StaticPerception, pictures: EvidencePictures, side_px: int, notes: list[str]) -> list[Shown]:
    """The whole page as loaded, at desktop and at mobile width, each in up to four pieces.

    A longer page is shown by its first three pieces and its last; the others are added to `notes`. A last piece that
    would be shorter than 200 px is joined with the one before, which is then scaled. No piece is longer than `side_px`.
    """
    shown: list[Shown] = []
    for view in (perception.view("desktop"), perception.view("mobile")):
        if view is not None:
            shown += _pieces(view, pictures, side_px, notes)
    return shown


def show_whole_page(
    perception: StaticPerception, pictures: EvidencePictures, side_px: int, notes: list[str]
) -> list[Shown]:
    """The whole page at desktop width in a single picture, twice as long as `side_px` at most."""
    view = perception.view("desktop")
    kept = pictures.read(view.screenshot) if view else None
    if view is None or kept is None:
        notes.append("the picture of the page at desktop width cannot be read")
        return []
    image = kept.copy()
    image.thumbnail((side_px, 2 * side_px), _FILTER)
    caption = f"The whole page at {view.viewport.width} px, as it loaded"
    return [Shown(make_picture(image, caption), f"evidence/{view.screenshot}")]


def make_picture(image: Image.Image, caption: str, side_px: int | None = None) -> Picture:
    """A JPEG of it, at most `side_px` wide and high."""
    if side_px is not None:
        image = image.copy()
        image.thumbnail((side_px, side_px), _FILTER)
    file = io.BytesIO()
    image.save(file, "JPEG", quality=_JPEG_QUALITY)
    return Picture(file.getvalue(), "image/jpeg", caption)


def describe_scale(image: Image.Image, side_px: int) -> str:
    """How `make_picture` scales it: `1280x720 as 960x540 (positions times 0.75)`; `375x812` if it keeps its size."""
    width, height = image.size
    scale = min(1.0, side_px / max(width, height))
    size = f"{width}x{height}"
    if scale == 1:
        return size
    return f"{size} as {round(width * scale)}x{round(height * scale)} (positions times {scale:.3g})"


def halve(image: Image.Image) -> Pixels:
    """Its pixels at half its size, to compare it with others."""
    return np.asarray(image.reduce(2))


def _pieces(view: ViewportPerception, pictures: EvidencePictures, side_px: int, notes: list[str]) -> Iterator[Shown]:
    width, path = view.viewport.width, f"evidence/{view.screenshot}"
    kept = pictures.read(view.screenshot)
    if kept is None:
        notes.append(f"the picture of the page at {width} px cannot be read")
        return
    page_width, image = kept.width, kept.copy()
    image.thumbnail((side_px, image.height), _FILTER)
    count = -(-image.height // side_px)
    if count > 1 and image.height - (count - 1) * side_px < _LEAST_PIECE_PX:
        count -= 1
    shown = range(count) if count <= MAX_PIECES else (*range(MAX_PIECES - 1), count - 1)
    for piece in shown:
        end = image.height if piece == count - 1 else (piece + 1) * side_px
        part = image.crop((0, piece * side_px, image.width, end))
        where = f", part {piece + 1} of {count} from the top" if count > 1 else ""
        scale = image.width / page_width * min(1.0, side_px / part.height)
        scaled = f", scaled by {scale:.3g}" if scale < 1 else ""
        yield Shown(make_picture(part, f"The page at {width} px, as it loaded{where}{scaled}", side_px), path)
    if count > MAX_PIECES:
        notes.append(f"parts {MAX_PIECES} to {count - 1} of {count} of the page at {width} px were not shown")
    if view.screenshot_cut:
        notes.append(f"the picture of the page at {width} px ends before the page does")
