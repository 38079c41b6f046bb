"""`StandIns`: answers requests to picture services with painted pictures of the size that was asked for."""

import threading
from collections import OrderedDict
from dataclasses import dataclass

from pytest_cookie.deployment.pictures.painting import MEDIA_TYPES, paint
from pytest_cookie.deployment.pictures.services import WantedPicture, wanted_picture

MAX_PAINTED_PIXELS = 200_000_000
"""Painted for one deployment, some 15 seconds of a processor: what a page asks for costs us no more."""
_KEPT_BYTES = 32_000_000


STAND_INS_VERSION = 1
"""Part of what evidence is made from: count up where a picture becomes another one."""


@dataclass(frozen=True)
class StandIn:
    """A file and its media type; `size` as `600x400`. `content` is None where too much has been painted already."""

    service: str
    size: str
    kind: str
    content: bytes | None


class StandIns:
    """Of one deployment. Safe for many threads; one picture is painted at a time."""

    def __init__(self, most_pixels: int = MAX_PAINTED_PIXELS) -> None:
        self._left = most_pixels
        self._kept: OrderedDict[WantedPicture, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def answer(self, url: str) -> StandIn | None:
        """The picture for an address; None where it is of no service."""
        wanted = wanted_picture(url)
        if wanted is None:
            return None
        with self._lock:
            content = self._kept.get(wanted) or self._painted(wanted)
        return StandIn(wanted.service, f"{wanted.width}x{wanted.height}", MEDIA_TYPES[wanted.format], content)

    def _painted(self, wanted: WantedPicture) -> bytes | None:
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
