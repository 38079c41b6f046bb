"""A platformer whose jump cannot clear the first gap: whole in a still picture, unplayable in use.

The test checks what the judge receives, not its answer: the first picture looks right, the trace has the jumps
line by line, and the keyframes show the hero in the gap.
"""

import io
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.acceptance.modelled import Modelled
from tests.provider import Asked, Provider

PAGE = Path(__file__).with_name("platformer.html")
BRIEF = "A platform game: run with the arrow keys, jump with the space bar, cross the gaps and reach the flag."
GROUND, HERO = (160, 82, 45), (30, 79, 163)


def rows_of(picture: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    """How many pixels of the colour each row has."""
    return (np.abs(picture.astype(int) - colour).max(axis=2) < 40).sum(axis=1)


def pictures(asked: Asked) -> list[np.ndarray]:
    return [
        np.asarray(Image.open(io.BytesIO(medium.data)).convert("RGB"))
        for medium in asked.media
        if medium.kind == "image"
    ]


def height_of_hero(picture: np.ndarray) -> float | None:
    """How far the hero's trousers end above the ground's earth, in their own heights; None where they are not seen."""
    earth = (rows_of(picture, GROUND) > 200).nonzero()[0]
    trousers = (rows_of(picture, HERO) > 5).nonzero()[0]
    if not len(earth) or len(trousers) < 3:
        return None
    return (earth.min() - trousers.max()) / len(trousers)


@pytest.fixture
def played(modelled: Modelled, provider: Provider) -> dict[str, Asked]:
    """What each stage of the judge was sent."""
    modelled.settings("max_steps = 12\nmax_seconds = 30\nfilm = true")
    modelled.brief("plumbers-run", BRIEF, page=PAGE.read_text())
    modelled.use().assert_outcomes(passed=1)
    return {asked.reply_name: asked for asked in provider.asked_by("judge")}


@pytest.mark.slow
def test_the_failed_jumps_reach_the_judge(played: dict[str, Asked]):
    still, detection = played["static_scoring"], played["problem_detection"]
    heights = [height_of_hero(picture) for picture in pictures(still)]
    assert any(height is not None for height in heights)
    assert not [height for height in heights if height is not None and height < 0], "a still picture shows no fault"

    jumps = [line for line in detection.text.splitlines() if line.startswith("step ") and "Space" in line]
    assert len(jumps) >= 3
    captions = [line for line in detection.text.splitlines() if line.startswith("Keyframe")]
    of_jumps = [line for line in captions if "Space" in line]
    assert len({re.search(r"step (\d+)", line)[1] for line in of_jumps}) >= 2, captions
    assert any("under way" in line for line in of_jumps), "a picture after a jump does not show it"

    shown = pictures(detection)
    assert all(one.tobytes() != following.tobytes() for one, following in pairwise(shown)), "each shows something new"
    heights = [height for picture in shown if (height := height_of_hero(picture)) is not None]
    assert max(heights) > 0.8, "in the air"
    assert sum(height < -0.3 for height in heights) >= 2, "in the gap, more than once"
