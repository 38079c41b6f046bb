"""`write_excerpt`: a smaller copy of a film that moves only in some spans, and stands still between them.

Times stay as they are, so that findings and steps still lead to their moments. `write_excerpt` copies packets, which
takes milliseconds; our films have no pictures that depend on later ones (`Encoder`). `write_coarse_excerpt` encodes the
spans again, at a third of the size and a second or two for each film.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import av
from av.error import FFmpegError
from av.video.frame import PictureType
from av.video.reformatter import ColorRange
from av.video.stream import VideoStream

from pytest_cookie.browser.capture.encoder import TIME_BASE
from pytest_cookie.core.errors import RecordingError

if TYPE_CHECKING:
    from av.container import InputContainer, OutputContainer
    from av.stream import Stream
    from av.video.frame import VideoFrame

Packet: TypeAlias = "av.Packet[Any]"
Span: TypeAlias = tuple[int, int]
"""First and last moment, in milliseconds of page time."""
_ENCODERS = {"mp4": "libx264", "webm": "libvpx-vp9"}
_COARSE = {
    "mp4": {"preset": "veryfast", "crf": "36", "bf": "0"},
    "webm": {"deadline": "realtime", "cpu-used": "8", "lag-in-frames": "0", "b:v": "0", "crf": "54"},
}
"""Text of 13 px can still be read; `bf`, `lag-in-frames`: no picture depends on a later one."""
_COARSE_GAP_MS = 100


def write_excerpt(source: Path, target: Path, spans: Sequence[Span]) -> None:
    """Copy the pictures of `source` in the `spans` to `target`, without sound.

    Between the spans it shows stills: the pictures that were encoded completely, at least one in five seconds. Raises
    `RecordingError` if the film cannot be read or written.
    """
    kind = "webm" if target.suffix == ".webm" else "mp4"
    options = {"movflags": "+faststart"} if kind == "mp4" else {"cues_to_front": "1"}
    try:
        with av.open(str(source)) as film, av.open(str(target), "w", format=kind, options=options) as excerpt:
            stream = excerpt.add_stream_from_template(film.streams.video[0])
            end = _end_of(film)
            last: Packet | None = None
            for packet in _kept(film, spans):
                if last is not None:
                    last.duration = max(1, (packet.pts or 0) - (last.pts or 0))
                    _write(excerpt, stream, last)
                last = packet
            if last is not None:
                last.duration = max(1, end - (last.pts or 0))
                _write(excerpt, stream, last)
    except (FFmpegError, OSError, ValueError, IndexError) as error:
        raise RecordingError(f"cannot shorten the film {source.name}: {error}") from error


def write_coarse_excerpt(source: Path, target: Path, spans: Sequence[Span]) -> None:
    """Encode the pictures of `source` in the `spans`, and the first one, with less quality and at most ten a second.

    Raises `RecordingError` if the film cannot be read or written.
    """
    kind = "webm" if target.suffix == ".webm" else "mp4"
    try:
        with av.open(str(source)) as film, av.open(str(target), "w", format=kind) as excerpt:
            video, end = film.streams.video[0], _end_of(film)
            made = cast(VideoStream, excerpt.add_stream(_ENCODERS[kind], 1000 // _COARSE_GAP_MS))
            made.width, made.height, made.pix_fmt, made.time_base = video.width, video.height, "yuv420p", TIME_BASE
            made.codec_context.time_base = TIME_BASE
            made.codec_context.color_range = ColorRange.JPEG
            made.codec_context.thread_count = 1
            made.codec_context.options = dict(_COARSE[kind])
            for frame in _frames(film, [(0, 0), *_merged(spans)]):
                moment = round((frame.time or 0.0) * 1000)
                frame.pts, frame.time_base, frame.pict_type = moment, TIME_BASE, PictureType.NONE
                excerpt.mux(made.encode(frame))
            for packet in made.encode(None):
                packet.duration = max(1, round(end * (video.time_base or 1) * 1000) - (packet.pts or 0))
                excerpt.mux_one(packet)
    except (FFmpegError, OSError, ValueError, IndexError) as error:
        raise RecordingError(f"cannot shorten the film {source.name}: {error}") from error


def _frames(film: "InputContainer", spans: Sequence[Span]) -> "Iterator[VideoFrame]":
    """The pictures in the spans, those too close to the one before left out."""
    video, last = film.streams.video[0], -_COARSE_GAP_MS
    for begin, end in spans:
        film.seek(int(begin / 1000 / (video.time_base or 1)), stream=video)
        for frame in film.decode(video=0):
            moment = round((frame.time or 0.0) * 1000)
            if moment > end:
                break
            if moment >= begin and moment >= last + _COARSE_GAP_MS:
                last = moment
                yield frame


def _merged(spans: Sequence[Span]) -> Iterator[Span]:
    """The spans in order, overlapping ones joined."""
    open_span: Span | None = None
    for begin, end in sorted(spans):
        if open_span and begin <= open_span[1]:
            open_span = open_span[0], max(end, open_span[1])
            continue
        if open_span:
            yield open_span
        open_span = begin, end
    if open_span:
        yield open_span


def _write(excerpt: "OutputContainer", stream: "Stream", packet: Packet) -> None:
    packet.dts, packet.stream = packet.pts, stream
    excerpt.mux_one(packet)


def _end_of(film: "InputContainer") -> int:
    video = film.streams.video[0]
    return int((film.duration or 0) / 1_000_000 / (video.time_base or 1))


def _kept(film: "InputContainer", spans: Sequence[Span]) -> Iterator[Packet]:
    group: list[Packet] = []
    for packet in film.demux(video=0):
        if packet.pts is None:
            continue
        if packet.is_keyframe and group:
            yield from _of_group(group, packet, spans)
            group = []
        group.append(packet)
    if group:
        yield from _of_group(group, None, spans)


def _of_group(group: list[Packet], following: "Packet | None", spans: Sequence[Span]) -> list[Packet]:
    """The first packet of a group, and the others up to the end of the last span that begins before the next group."""
    begin, end = _moment(group[0]), _moment(following) if following else None
    ends = [span[1] for span in spans if span[1] >= begin and (end is None or span[0] < end)]
    return [packet for packet in group if packet is group[0] or _moment(packet) <= max(ends, default=-1)]


def _moment(packet: Packet) -> int:
    return round((packet.pts or 0) * packet.time_base * 1000)
