"""Placeholder pictures: the same description gives the same picture on every machine, without a service."""

import hashlib
import io
from pathlib import PurePosixPath

from PIL import Image

from pytest_cookie.core.errors import GenerationError
from pytest_cookie.generation.coding.project_paths import RefusedError

_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}


def placeholder(path: str, description: str, *, width: int, height: int) -> bytes:
    """A soft gradient of `width` × `height` px in two colours that follow from the words, in the format of `path`."""
    ending = PurePosixPath(path).suffix.lower()
    first, second = _colours(description)
    if ending == ".svg":
        return _drawing(first, second, width, height).encode()
    if ending not in _FORMATS:
        raise RefusedError(f"a picture ends in {', '.join([*_FORMATS, '.svg'])}")
    fading = Image.linear_gradient("L").rotate(90 * (sum(first) % 4)).resize((width, height))
    picture = Image.composite(
        Image.new("RGB", (width, height), second), Image.new("RGB", (width, height), first), fading
    )
    written = io.BytesIO()
    picture.save(written, _FORMATS[ending])
    return written.getvalue()


Colour = tuple[int, int, int]


def _colours(description: str) -> tuple[Colour, Colour]:
    """Two of middle brightness, so that text over either can be read."""
    code = hashlib.sha256(description.encode(errors="replace")).digest()
    first, second = ([64 + byte // 2 for byte in code[start : start + 3]] for start in (0, 3))
    return (first[0], first[1], first[2]), (second[0], second[1], second[2])


def _drawing(first: Colour, second: Colour, width: int, height: int) -> str:
    stops = "".join(f'<stop offset="{at}" stop-color="rgb{colour}"/>' for at, colour in ((0, first), (1, second)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<defs><linearGradient id="fading" x2="1" y2="1">{stops}</linearGradient></defs>'
        f'<rect width="{width}" height="{height}" fill="url(#fading)"/></svg>\n'
    )


def in_format(path: str, picture: bytes) -> bytes:
    """Convert a service's picture to the format of `path`.

    Raises `RefusedError` for an unknown format, `GenerationError` if the service returned no picture.
    """
    ending = PurePosixPath(path).suffix.lower()
    if ending not in _FORMATS:
        raise RefusedError(f"a picture that is drawn ends in {', '.join(_FORMATS)}")
    written = io.BytesIO()
    try:
        with Image.open(io.BytesIO(picture)) as drawn:
            drawn.convert("RGB").save(written, _FORMATS[ending])
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise GenerationError(f"`draw` returned no valid picture for {path}: {error}") from error
    return written.getvalue()
