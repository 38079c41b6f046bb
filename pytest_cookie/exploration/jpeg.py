"""`to_jpeg`: screenshots for models. Without numpy, because protocols import it before they need it."""

import io

from PIL import Image

_QUALITY = 85


def to_jpeg(png: bytes) -> bytes:
    """Return the picture as a JPEG of the same size."""
    file = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.convert("RGB").save(file, "JPEG", quality=_QUALITY)
    return file.getvalue()
