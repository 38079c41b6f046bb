"""Small films for tests: what `draw` paints at each moment, encoded as the recorder does."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from PIL import Image, ImageDraw

SKY, GROUND, HERO = (120, 190, 250), (110, 70, 30), (220, 30, 30)
SIZE = (1280, 720)
LEVEL = 520
"""Where the ground begins, from the top."""

GAP = (600, 820)
HERO_PX = 40


def write_film(path: Path, moments: Sequence[int], draw: Callable[[int], Image.Image]) -> Path:
    """An H.264 film whose frames begin at `moments` (ms)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w") as film:
        stream = film.add_stream("libx264", 30, options={"preset": "ultrafast", "tune": "zerolatency", "crf": "26"})
        stream.width, stream.height = draw(0).size
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for moment in moments:
            frame = av.VideoFrame.from_ndarray(np.asarray(draw(moment)), format="rgb24")
            frame.pts, frame.time_base = moment, Fraction(1, 1000)
            film.mux(stream.encode(frame))
        film.mux(stream.encode(None))
    return path


def world(x: float, y: float, *, drift: float = 0.0) -> Image.Image:
    """A platformer: sky, clouds, ground with a gap, and a hero whose feet are at (`x`, `y`)."""
    picture = Image.new("RGB", SIZE, SKY)
    pen = ImageDraw.Draw(picture)
    for left in (100, 500, 900):
        pen.ellipse((left - drift, 60, left + 120 - drift, 110), fill=(255, 255, 255))
    pen.rectangle((0, LEVEL, GAP[0], SIZE[1]), fill=GROUND)
    pen.rectangle((GAP[1], LEVEL, SIZE[0], SIZE[1]), fill=GROUND)
    pen.rectangle((x, y - HERO_PX, x + HERO_PX, y), fill=HERO)
    return picture


JUMP_MS, APEX_MS, LANDS_MS, BACK_MS = 1_000, 1_300, 1_900, 2_200


def failed_jump(moment: int) -> tuple[float, float]:
    """Where the hero's feet are: up from 1 s until 1.3 s, then into the gap, and from 2.2 s on back at the start."""
    if moment < JUMP_MS or moment >= BACK_MS:
        return 540.0, LEVEL
    share = (min(moment, LANDS_MS) - JUMP_MS) / (APEX_MS - JUMP_MS)
    height = 120 * (1 - (share - 1) ** 2)
    return 540 + 40 * share, min(LEVEL - height, SIZE[1] + HERO_PX)
