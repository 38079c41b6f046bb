"""Joins pictures, sound and chapters in one film file, atomically."""

import heapq
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

import av
import numpy as np
from av.audio.stream import AudioStream
from av.container import InputContainer
from av.stream import Stream

from pytest_cookie.browser.capture.encoder import TIME_BASE, Encoder
from pytest_cookie.browser.capture.soundtrack import Mix, sound_frame
from pytest_cookie.core.film import Chapter

if TYPE_CHECKING:
    from av.container.core import Chapter as Mark  # only a type

_SOUND_BITS = 128_000
_MIN_SOUND_BITS = 32_000
_SOUND_SHARE = 0.9  # of the bytes that the pictures left
_BLOCK = 4_096

Packet: TypeAlias = "av.Packet[Any]"


def write_film(path: Path, encoder: Encoder, mix: Mix | None, *, chapters: Sequence[Chapter], end_ms: int) -> None:
    """Write `path` under a temporary name, then rename it. The last picture is held until `end_ms`.

    The tables come first, so that a browser can seek before the whole file is loaded.
    """
    part = path.with_name(f".{path.name}.part")
    kind = encoder.format.container
    front = {"movflags": "+faststart"} if kind == "mp4" else {"cues_to_front": "1"}
    try:
        with av.open(str(encoder.pictures)) as source, av.open(str(part), "w", format=kind, options=front) as film:
            tracks = [_pictures(source, film.add_stream_from_template(source.streams.video[0]), end_ms)]
            if mix is not None:
                stream = cast(AudioStream, film.add_stream(encoder.format.encoders[1], mix.rate, layout="stereo"))
                stream.bit_rate = _choose_sound_bits(encoder, end_ms)
                tracks.append(_sounds(mix, stream))
            film.set_chapters(_convert_chapters(chapters, end_ms))
            for packet in heapq.merge(*tracks, key=_decode_seconds):
                film.mux_one(packet)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _pictures(source: InputContainer, stream: Stream, end_ms: int) -> Iterator[Packet]:
    """Yield the encoded pictures with their durations."""
    last: Packet | None = None
    packets: Iterator[Packet] = source.demux(video=0)
    for packet in packets:
        if packet.pts is None:
            continue  # the end
        packet.dts, packet.stream = packet.pts, stream
        if last is not None:
            yield _set_duration(last, packet.pts)
        last = packet
    if last is not None:
        yield _set_duration(last, end_ms)


def _set_duration(packet: Packet, until_ms: int) -> Packet:
    packet.duration = max(1, until_ms - (packet.pts or 0))
    return packet


def _sounds(mix: Mix, stream: AudioStream) -> Iterator[Packet]:
    """Yield the encoded sound. The container removes the encoder's leading delay (edit list, codec delay)."""
    for at in range(0, len(mix.samples), _BLOCK):
        block = np.clip(mix.samples[at : at + _BLOCK], -1, 1)
        yield from stream.encode(sound_frame(block, mix.rate, at))
    yield from stream.encode(None)


def _choose_sound_bits(encoder: Encoder, end_ms: int) -> int:
    left = encoder.settings.max_bytes - encoder.bytes
    return round(min(_SOUND_BITS, max(_MIN_SOUND_BITS, left * 8 * _SOUND_SHARE * 1000 / end_ms)))


def _decode_seconds(packet: Packet) -> float:
    return float((packet.dts or 0) * packet.time_base)


def _convert_chapters(chapters: Sequence[Chapter], end_ms: int) -> "list[Mark]":
    """Convert chapters for the container; it cannot hold chapters without duration."""
    starts = [chapter.page_ms for chapter in chapters]
    spans = zip(chapters, pairwise([*starts, end_ms]), strict=True)
    return [
        {"id": index, "start": start, "end": end, "time_base": TIME_BASE, "metadata": {"title": chapter.title}}
        for index, (chapter, (start, end)) in enumerate(spans)
        if end > start
    ]
