"""`PlaceholderImages`: answers requests to image services with painted images of the requested size."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from pytest_cookie.core.page import PictureStyle
from pytest_cookie.deployment.pictures.painting import MEDIA_TYPES, paint
from pytest_cookie.deployment.pictures.services import ImageRequest, parse_image_request

MAX_PAINTED_PIXELS = 200_000_000
"""The limit for one deployment, about 15 seconds of CPU time."""
_KEPT_BYTES = 32_000_000


PLACEHOLDER_IMAGES_VERSION = 2
"""Part of the key of evidence. Increment it if the painted images or the answered hosts change."""


@dataclass(frozen=True)
class PlaceholderImage:
    """A file and its media type; `size` as `600x400`. `content` is None if the limit has been reached."""

    service: str
    style: PictureStyle
    size: str
    kind: str
    content: bytes | None


class PlaceholderImages:
    """The placeholder images of one deployment. Thread-safe; paints one image at a time."""

    def __init__(self, most_pixels: int = MAX_PAINTED_PIXELS) -> None:
        self._left = most_pixels
        self._kept: OrderedDict[ImageRequest, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def answer(self, url: str) -> PlaceholderImage | None:
        """The image for an address; None if it is not an image service."""
        wanted = parse_image_request(url)
        if wanted is None:
            return None
        with self._lock:
            content = self._kept.get(wanted) or self._paint(wanted)
        size = f"{wanted.width}x{wanted.height}"
        return PlaceholderImage(wanted.service, wanted.style, size, MEDIA_TYPES[wanted.format], content)

    def _paint(self, wanted: ImageRequest) -> bytes | None:
        pixels = wanted.width * wanted.height
        if pixels > self._left:
            return None
        self._left -= pixels
        content = paint(wanted)
        self._kept[wanted] = content
        self._bytes += len(content)
        while self._bytes > _KEPT_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1])
        return content
