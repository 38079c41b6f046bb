"""`Encoder`: encodes frames into a bounded file of pictures, which `muxing` then joins with sound and chapters."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import TracebackType
from typing import Self, cast

import av
from av.codec.context import Flags
from av.video.codeccontext import VideoCodecContext
from av.video.frame import PictureType
from av.video.reformatter import ColorPrimaries, ColorRange, Colorspace, ColorTrc
from av.video.stream import VideoStream

from pytest_cookie.browser.capture.canvas import FilmCanvas
from pytest_cookie.browser.capture.pointer_overlay import Patch
from pytest_cookie.browser.capture.settings import Container, FilmSettings
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.film import AudioCodec, QualityStep, VideoCodec

TIME_BASE = Fraction(1, 1000)

_MAX_KEY_GAP_MS = 5_000
_MIN_KEY_GAP_MS = 1_000
_SCENE_CHANGE = 0.35
_SOUND_BYTES_PER_MS = 8  # 64 kbit/s are reserved for sound
_BURST_SECONDS = 2  # seconds' worth of `max_kbps` that may be used at once
_RESERVE = 1 / 32  # for the container's tables and the last picture


@dataclass(frozen=True)
class Quality:
    """Encoder quality until `share` of the bytes is used. `fps` None: as configured; 0: no more pictures."""

    share: float
    crf: int
    fps: int | None = None


@dataclass(frozen=True)
class Format:
    """A container with its encoders. `sound_rates`: supported sample rates per second, the default last."""

    container: Container
    video: VideoCodec
    audio: AudioCodec
    encoders: tuple[str, str]
    options: dict[str, str]
    qualities: tuple[Quality, ...]
    sound_rates: tuple[int, ...]


# Measured on one core at 1280 × 720 (ms a frame, KB a page second at 30 fps, PSNR of luma; a canvas of 300 particles):
# ultrafast crf 26: 7 ms, 1221, 40 dB; superfast crf 23: 15 ms, 1007, 39 dB; veryfast crf 23: 23 ms, 829, 38 dB.
# "stitchable" keeps the stream's headers the same when the quality changes on the way.
_MP4 = Format(
    container="mp4", video="h264", audio="aac", encoders=("libx264", "aac"), sound_rates=(44_100, 48_000),
    options={"preset": "ultrafast", "tune": "zerolatency", "forced-idr": "1",
             "x264-params": "stitchable=1:keyint=infinite"},
    qualities=(Quality(0.35, 26), Quality(0.5, 32), Quality(0.65, 36, 15), Quality(0.8, 40, 8), Quality(1.0, 44, 4),
               Quality(2.0, 44, 0)),
)  # fmt: skip
_WEBM = Format(
    container="webm", video="vp9", audio="opus", encoders=("libvpx-vp9", "libopus"), sound_rates=(48_000,),
    options={"deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0", "b:v": "0", "g": "9999"},
    qualities=(Quality(0.35, 42), Quality(0.5, 50), Quality(0.65, 54, 15), Quality(0.8, 58, 8), Quality(1.0, 62, 4),
               Quality(2.0, 62, 0)),
)  # fmt: skip


def choose_format(container: Container | None) -> Format:
    """Choose MP4 if its encoders are installed, else WebM. Raises `RecordingError` if the requested one is missing."""
    wanted = [choice for choice in (_MP4, _WEBM) if container in (None, choice.container)]
    for choice in wanted:
        if av.codecs_available.issuperset(choice.encoders):
            return choice
    names = " or ".join("+".join(choice.encoders) for choice in wanted)
    raise RecordingError(f"films cannot be encoded: this PyAV has no {names}; install PyAV's wheel (pip install av)")


class Encoder:
    """Encodes the canvas, in one thread and in step with the calls: no frame is delayed or reordered.

    Key frames are placed at scene changes and at least every 5 s while anything moves. The closer the film gets to its
    size limit, the coarser its quality becomes; `quality_steps` records when. Pictures go to a hidden file in `folder`,
    which is removed when the context ends.
    """

    def __init__(self, folder: Path, canvas: FilmCanvas, settings: FilmSettings) -> None:
        self.format = choose_format(settings.container)
        self.pictures = folder / ".film.pictures.part"
        self.quality_steps: list[QualityStep] = []
        self.frames = self.keyframes = self.bytes = 0
        self.settings = settings
        self._free_bytes, self._free_bytes_at_ms = _BURST_SECONDS * settings.max_kbps * 125.0, 0
        self._canvas = canvas
        self._level = 0
        self._last_key = 0
        self._is_full = False
        self._output = av.open(str(self.pictures), "w", format="matroska")
        self._stream = cast(VideoStream, self._output.add_stream(self.format.encoders[0], settings.fps))
        self._codec = self._stream.codec_context
        self._set_up(self._codec)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._output.close()
        finally:
            self.pictures.unlink(missing_ok=True)

    @property
    def fps(self) -> int:
        """Maximum frames per second; 0 if only a last one is still accepted."""
        fps = self._quality.fps
        return self.settings.fps if fps is None else min(fps, self.settings.fps)

    @property
    def _quality(self) -> Quality:
        return self.format.qualities[self._level]

    def is_ahead(self, moment: int) -> bool:
        """Whether the pictures so far exceed their byte rate until `moment` (ms)."""
        return self._free_bytes_at(moment) <= 0

    def _free_bytes_at(self, moment: int) -> float:
        """Return the bytes available at `moment`: unused ones of the last seconds."""
        bytes_per_second = self.settings.max_kbps * 125
        return min(
            _BURST_SECONDS * bytes_per_second,
            self._free_bytes + (moment - self._free_bytes_at_ms) * bytes_per_second / 1000,
        )

    def encode(self, moment: int, patches: Iterable[Patch] = ()) -> None:
        """Encode the canvas, overlaid with `patches`, as the film's picture from `moment` (ms) on; moments only
        increase."""
        frame = av.VideoFrame(self._canvas.width, self._canvas.height, "yuv420p")
        self._canvas.paint(frame, patches)
        frame.pts, frame.time_base = moment, TIME_BASE
        frame.color_range = ColorRange.JPEG
        if self._is_key(moment):
            frame.pict_type = PictureType.I
        for packet in self._codec.encode(frame):
            self._write(packet, moment)
        self._lower_quality(moment)

    def finish(self) -> None:
        """Finish the file of pictures."""
        if self._codec.encode(None):
            raise RecordingError(f"{self.format.encoders[0]} delayed pictures although it was configured not to")
        self._output.close()

    def _is_key(self, moment: int) -> bool:
        since, changed = moment - self._last_key, self._canvas.measure_scene_change()
        return since >= _MAX_KEY_GAP_MS or (since >= _MIN_KEY_GAP_MS and changed >= _SCENE_CHANGE)

    def _write(self, packet: "av.Packet[VideoStream]", moment: int) -> None:
        if self.frames and self.bytes + packet.size > self._allowed(moment):
            self._is_full = True  # the next picture comes from a new encoder, independent of this one
            return
        packet.dts, packet.stream = packet.pts, self._stream
        self._output.mux_one(packet)
        self._free_bytes, self._free_bytes_at_ms = self._free_bytes_at(moment) - packet.size, moment
        self.bytes += packet.size
        self.frames += 1
        if packet.is_keyframe:
            self.keyframes += 1
            self._last_key = moment

    def _allowed(self, moment: int) -> float:
        reserve = _RESERVE if self.fps else _RESERVE / 2
        return self.settings.max_bytes * (1 - reserve) - moment * _SOUND_BYTES_PER_MS

    def _lower_quality(self, moment: int) -> None:
        """Lower the quality if too many of the allowed bytes are used."""
        used = 1.0 if self._is_full else self.bytes / max(self._allowed(moment), 1.0)
        level = next(level for level, quality in enumerate(self.format.qualities) if used < quality.share)
        if level <= self._level:
            return
        self._level = level
        self.quality_steps.append(QualityStep(page_ms=moment, crf=self._quality.crf, fps=self.fps))
        self._codec = self._create_codec()

    def _create_codec(self) -> VideoCodecContext:
        codec = cast(VideoCodecContext, av.CodecContext.create(self.format.encoders[0], "w"))
        self._set_up(codec)
        codec.open()
        if codec.extradata != self._stream.codec_context.extradata:
            raise RecordingError(f"{self.format.encoders[0]} cannot change its quality within a film")
        return codec

    def _set_up(self, codec: VideoCodecContext) -> None:
        codec.width, codec.height, codec.pix_fmt = self._canvas.width, self._canvas.height, "yuv420p"
        codec.time_base, codec.framerate = TIME_BASE, Fraction(self.settings.fps)
        codec.thread_count = 1
        codec.color_range, codec.colorspace = ColorRange.JPEG, Colorspace.ITU601
        codec.color_primaries, codec.color_trc = ColorPrimaries.BT709, ColorTrc.IEC61966_2_1
        codec.options = {**self.format.options, "crf": str(self._quality.crf)}
        codec.flags |= Flags.global_header
