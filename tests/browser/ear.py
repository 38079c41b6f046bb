"""What a session hears and sees of its page, and sounds and videos for pages to play."""

import base64
import io
import wave

import av
import numpy as np
from PIL import Image

from pytest_cookie.browser.session import Session

RATE = 48_000


class Ear:
    """The recorded sound, and the frames meanwhile."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.pieces: list[tuple[float, np.ndarray, int]] = []
        self.pictures: list[tuple[float, bytes]] = []
        session._process.run(session._clock.film(self), seconds=5)

    def picture(self, page_ms: float, image: bytes) -> None:
        self.pictures.append((page_ms, image))

    def sound(self, start_ms: float, samples: np.ndarray, rate: int) -> None:
        self.pieces.append((start_ms, samples.copy(), rate))

    @property
    def notes(self) -> tuple[str, ...]:
        return self.session._clock.notes

    @property
    def samples(self) -> np.ndarray:
        """All of it, added up, from page time 0 to now."""
        mixed = np.zeros((round(self.session.page_ms * RATE / 1000) + RATE, 2), np.float32)
        for start_ms, samples, rate in self.pieces:
            assert rate == RATE
            at = round(start_ms * rate / 1000)
            mixed[at : at + len(samples)] += samples
        return mixed[: round(self.session.page_ms * RATE / 1000)]

    def since(self, page_ms: float) -> np.ndarray:
        return self.samples[round(page_ms * RATE / 1000) :]


def sine(hertz: float, seconds: float, level: float = 0.5) -> np.ndarray:
    return level * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE)


def as_wav(samples: np.ndarray) -> str:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return "data:audio/wav;base64," + base64.b64encode(written.getvalue()).decode()


def as_video(seconds: int) -> bytes:
    """A WebM whose picture number n at 25 a second has a brightness of 3n, with a tone of 660 Hz."""
    written = io.BytesIO()
    with av.open(written, "w", format="webm") as file:
        video = file.add_stream("libvpx", rate=25)
        video.width, video.height, video.pix_fmt = 160, 120, "yuv420p"
        audio = file.add_stream("libopus", rate=RATE)
        audio.layout = "stereo"
        for number in range(25 * seconds):
            picture = np.full((120, 160, 3), 3 * number, np.uint8)
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts = number
            file.mux(video.encode(frame))
        file.mux(video.encode())
        tone = sine(660, seconds, 0.4).astype(np.float32)
        for at in range(0, len(tone), 960):
            sound = av.AudioFrame.from_ndarray(np.stack([tone[at : at + 960]] * 2), format="fltp", layout="stereo")
            sound.sample_rate, sound.pts = RATE, at
            file.mux(audio.encode(sound))
        file.mux(audio.encode())
    return written.getvalue()


def span_ms(samples: np.ndarray) -> tuple[float, float]:
    """Where sound begins and ends, in milliseconds."""
    heard = np.flatnonzero(np.abs(samples).max(axis=1) > 1e-4)
    assert len(heard), "no sound was recorded"
    return heard[0] / RATE * 1000, heard[-1] / RATE * 1000


def brightness(image: bytes, x: int = 40, y: int = 40) -> int:
    return Image.open(io.BytesIO(image)).convert("L").getpixel((x, y))
