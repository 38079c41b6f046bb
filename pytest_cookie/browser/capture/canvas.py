"""`FilmCanvas`: the film's current picture as three planes (luma and two of colour), decoded from browser images."""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import av
import numpy as np
import numpy.typing as npt
from av.video.codeccontext import VideoCodecContext
from PIL import Image

from pytest_cookie.browser.capture.pointer_overlay import Patch

Plane = npt.NDArray[np.uint8]

_DECODERS = {"JPEG": "mjpeg", "PNG": "png"}
_PIXELS = "yuvj420p"  # the format of Chromium's JPEGs: full range, one colour sample per four pixels
_BACKGROUND = (24, 128, 128)
_BOTTOM_PX = 28
_MAX_SIDE = 16_384
_SAMPLE_STEP = 8  # sampling every 8th pixel suffices to detect a scene change
_DIFFERENT = 24


@dataclass(frozen=True)
class _Placement:
    """Position and scale of the browser's picture on the canvas."""

    x: int
    y: int
    width: int
    height: int
    scale: float


class FilmCanvas:
    """`width` × `height` pixels, rounded up to even. Pictures of other sizes are centred, and scaled down if necessary.

    Colours stay as in JPEG (BT.601, full range), without conversion or loss between browser and encoder.
    """

    def __init__(self, width: int, height: int, *, device_scale: float = 1.0) -> None:
        self.width, self.height = width + width % 2, height + height % 2
        self._device_scale = device_scale
        self._planes = self._new_planes()
        self._placement = self._place(width, height)
        self._decoders: dict[str, VideoCodecContext] = {}
        self._last_sample = self._sample()

    def show(self, image: bytes) -> None:
        """Draw a JPEG or PNG. Raises `ValueError` or `av.FFmpegError` if it is neither, or is damaged."""
        with Image.open(io.BytesIO(image)) as header:
            kind, size = header.format or "", header.size
        if kind not in _DECODERS or max(size) > _MAX_SIDE:
            raise ValueError(f"a picture of a film is a JPEG or PNG of at most {_MAX_SIDE} px, not {kind} of {size}")
        placement = self._place(*size)
        if placement != self._placement:
            self._planes, self._placement = self._new_planes(), placement
        frame = self._decode(kind, image)
        if frame.format.name != _PIXELS or (frame.width, frame.height) != (placement.width, placement.height):
            frame = frame.reformat(placement.width, placement.height, _PIXELS, interpolation="AREA")
        for index, plane in enumerate(self._planes):
            part = _pixels(frame, index)
            x, y = (placement.x, placement.y) if index == 0 else (placement.x // 2, placement.y // 2)
            plane[y : y + part.shape[0], x : x + part.shape[1]] = part

    def to_canvas(self, x: float, y: float) -> tuple[int, int]:
        """Convert a point of the window (CSS px) to canvas pixels."""
        place, factor = self._placement, self._placement.scale * self._device_scale
        return _round_pixel(place.x + x * factor), _round_pixel(place.y + y * factor)

    def paint(self, frame: av.VideoFrame, patches: Iterable[Patch] = ()) -> None:
        """Write the picture, overlaid with `patches`, into a frame of the canvas's size."""
        planes = tuple(_pixels(frame, index) for index in range(3))
        for plane, source in zip(planes, self._planes, strict=True):
            plane[...] = source
        for patch in patches:
            self._blend(planes, patch)

    def measure_scene_change(self) -> float:
        """Return the share of the picture that changed since the last call, 0 to 1."""
        before, self._last_sample = self._last_sample, self._sample()
        return float((np.abs(self._last_sample - before) > _DIFFERENT).mean())

    def _sample(self) -> npt.NDArray[np.int16]:
        return self._planes[0][::_SAMPLE_STEP, ::_SAMPLE_STEP].astype(np.int16)

    def _new_planes(self) -> tuple[Plane, Plane, Plane]:
        height, width = self.height, self.width
        luma, *colour = _BACKGROUND
        blue, red = (np.full((height // 2, width // 2), value, np.uint8) for value in colour)
        return np.full((height, width), luma, np.uint8), blue, red

    def _place(self, width: int, height: int) -> _Placement:
        scale = min(1.0, self.width / width, self.height / height)
        inner = (max(1, round(width * scale)), max(1, round(height * scale)))
        x, y = ((outer - side) // 4 * 2 for outer, side in zip((self.width, self.height), inner, strict=True))
        return _Placement(x, y, *inner, scale)

    def _decode(self, kind: str, image: bytes) -> av.VideoFrame:
        decoder = self._decoders.get(kind)
        if decoder is None:
            decoder = cast(VideoCodecContext, av.CodecContext.create(_DECODERS[kind], "r"))
            decoder.thread_count = 1  # one frame in, one frame out
            decoder.options = {"err_detect": "explode"}
            self._decoders[kind] = decoder
        return decoder.decode(av.Packet(image))[0]

    def _blend(self, planes: tuple[Plane, ...], patch: Patch) -> None:
        x, y = patch.x, patch.y
        if patch.anchor == "bottom":
            height, width = patch.opacity.shape
            x, y = (self.width - width) // 2, self.height - height - _BOTTOM_PX
        # align the patch to even pixels: a colour sample covers two by two
        pad = ((y % 2, (y + patch.opacity.shape[0]) % 2), (x % 2, (x + patch.opacity.shape[1]) % 2))
        opacity = np.pad(patch.opacity, pad).astype(np.int32)
        colour = np.pad(patch.colour, (*pad, (0, 0)), mode="edge").astype(np.int32)
        x, y = x - x % 2, y - y % 2
        _blend_plane(planes[0], colour[..., 0], opacity, x, y)
        for index in (1, 2):
            weighted = _sum_quads(colour[..., index] * opacity)
            share = _sum_quads(opacity)
            _blend_plane(planes[index], weighted // np.maximum(share, 1), share // 4, x // 2, y // 2)


def _pixels(frame: av.VideoFrame, index: int) -> Plane:
    """Return a plane of `frame` as an array that shares its memory."""
    plane = frame.planes[index]
    rows: Plane = np.frombuffer(memoryview(plane), np.uint8).reshape(-1, plane.line_size)
    return rows[: plane.height, : plane.width]


def _round_pixel(at: float) -> int:
    """Round to a whole pixel, within a plausible range."""
    return round(min(max(at, -2 * _MAX_SIDE), 2 * _MAX_SIDE))


def _sum_quads(values: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
    return values[::2, ::2] + values[1::2, ::2] + values[::2, 1::2] + values[1::2, 1::2]


def _blend_plane(plane: Plane, colour: npt.NDArray[np.int32], opacity: npt.NDArray[np.int32], x: int, y: int) -> None:
    """Blend `colour` into the plane at (x, y), clipped to the plane."""
    top, left = max(0, -y), max(0, -x)
    bottom, right = min(colour.shape[0], plane.shape[0] - y), min(colour.shape[1], plane.shape[1] - x)
    if bottom <= top or right <= left:
        return
    ground = plane[y + top : y + bottom, x + left : x + right]
    alpha = opacity[top:bottom, left:right]
    ground[...] = (ground * (255 - alpha) + colour[top:bottom, left:right] * alpha + 127) // 255
