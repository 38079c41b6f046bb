"""Pictures of a run as WebP, a fifth of the size of the stored PNGs, for reports that are sent to somebody."""

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image

MAX_SIDE = 16_383
"""Pixels; the format has 14 bits for each side. The rest of a longer page is cut off."""
QUALITY = 80
"""Text of 13 px stays sharp; at 60 its edges fray."""
_EFFORT = 2
"""Of 0 to 6. 4, the default, takes twice the time for 4 % less."""


@dataclass(frozen=True)
class WebpPicture:
    """An encoded picture and its size in pixels."""

    content: bytes
    width: int
    height: int


def encode_webp(path: Path, *, widest: int = MAX_SIDE, quality: int = QUALITY) -> WebpPicture | None:
    """The picture at `path`, scaled down to at most `widest` pixels; None if it cannot be read."""
    try:
        with Image.open(path) as source:
            picture = source.convert("RGBA" if source.has_transparency_data else "RGB")
        if picture.height > MAX_SIDE:
            picture = picture.crop((0, 0, picture.width, MAX_SIDE))
        if picture.width > widest:
            height = max(1, round(picture.height * widest / picture.width))
            picture = picture.resize((widest, height), Image.Resampling.LANCZOS)
        file = BytesIO()
        picture.save(file, "WEBP", quality=quality, method=_EFFORT)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):  # what Pillow raises for broken files
        return None
    return WebpPicture(file.getvalue(), picture.width, picture.height)
