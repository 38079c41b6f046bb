"""Shortened films: the same length, moving only in the spans. Encodes a tiny film, without a browser."""

from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import numpy as np
import pytest
from av.video.stream import VideoStream

from pytest_cookie.browser.capture.film_excerpt import write_coarse_excerpt, write_excerpt
from pytest_cookie.core.errors import RecordingError

SECONDS, RATE, KEY_GAP = 8, 20, 40


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "film.mp4"
    noise = np.random.default_rng(0)
    with av.open(str(path), "w") as output:
        stream = cast(VideoStream, output.add_stream("libx264", RATE))
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        stream.codec_context.options = {"bf": "0", "g": str(KEY_GAP), "sc_threshold": "0"}
        for number in range(SECONDS * RATE):
            picture = noise.integers(0, 255, (48, 64, 3), dtype=np.uint8)
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, RATE)
            output.mux(stream.encode(frame))
        output.mux(stream.encode(None))
    return path


def _moments(path: Path) -> list[float]:
    with av.open(str(path)) as found:
        assert found.duration / 1_000_000 == pytest.approx(SECONDS, abs=0.1)
        return [round(frame.time or 0.0, 2) for frame in found.decode(video=0)]


def test_packets_of_the_spans_are_copied_with_stills_between(film: Path, tmp_path: Path) -> None:
    write_excerpt(film, tmp_path / "short.mp4", [(4_500, 5_000)])
    moments = _moments(tmp_path / "short.mp4")
    assert [one for one in moments if not 4 <= one <= 5] == [0.0, 2.0, 6.0]  # a key frame every two seconds
    assert [one for one in moments if 4 <= one <= 5] == [round(4 + n / RATE, 2) for n in range(RATE + 1)]
    assert (tmp_path / "short.mp4").stat().st_size < 0.3 * film.stat().st_size


def test_a_coarse_excerpt_has_only_the_spans(film: Path, tmp_path: Path) -> None:
    write_coarse_excerpt(film, tmp_path / "coarse.mp4", [(5_000, 5_400), (4_800, 5_100)])
    assert _moments(tmp_path / "coarse.mp4") == [0.0, 4.8, 4.9, 5.0, 5.1, 5.2, 5.3, 5.4]


def test_what_is_no_film_is_told(tmp_path: Path) -> None:
    (tmp_path / "broken.mp4").write_bytes(b"no film")
    for write in (write_excerpt, write_coarse_excerpt):
        with pytest.raises(RecordingError, match=r"cannot shorten the film broken\.mp4"):
            write(tmp_path / "broken.mp4", tmp_path / "out.mp4", [(0, 1)])
