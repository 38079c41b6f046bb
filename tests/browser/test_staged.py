"""Pictures before, during and after an interaction."""

import io

import numpy as np
import pytest
from PIL import Image

from pytest_cookie.core.action import Click
from pytest_cookie.exploration.staged_interaction import StagedAction, TimedScreenshot, stage

SLIDE = """<!doctype html><style>body { margin: 0 } #box { position: absolute; left: 0; top: 100px;
width: 20px; height: 20px; background: red }
#box.on { animation: slide 1s linear forwards } @keyframes slide { to { left: 1000px } }</style>
<button id=go onclick="box.className = 'on'">Go</button><div id=box></div><p id=out></p>
<script>setTimeout(() => { out.textContent = 'late' }, 20000)</script>"""
GO = Click(selector="#go")


def left_of_box(picture: TimedScreenshot) -> int:
    pixels = np.asarray(Image.open(io.BytesIO(picture.png)).convert("RGB")).astype(int)
    red = (pixels[..., 0] > 200) & (pixels[..., 1] < 60) & (pixels[..., 2] < 60)
    return int(np.nonzero(red.any(axis=0))[0].min())


def test_an_animation_is_seen_on_its_way_the_same_every_time(session_of):
    plays = [stage(session_of(SLIDE), [StagedAction(GO, (250, 500, 750))]) for _ in range(2)]
    play = plays[0]
    assert left_of_box(play.before) == 0
    assert left_of_box(play.after) == 1000
    places = [left_of_box(picture) for picture in play.during]
    times = [picture.page_ms for picture in play.during]
    assert [now - times[0] for now in times] == pytest.approx([0, 250, 500], abs=34)  # whole frames
    for place, time in zip(places, times, strict=True):  # a pixel a millisecond
        assert place - places[0] == pytest.approx(time - times[0], abs=2)
    assert 230 <= places[0] <= 400
    assert plays[0] == plays[1]


def test_what_cannot_be_done_is_told_and_the_play_goes_on(session_of):
    play = stage(session_of(SLIDE), [StagedAction(Click(selector="#none")), StagedAction(GO, (100,))])
    assert play.problems == ("click #none: the element is gone",)
    assert left_of_box(play.after) == 1000
    with pytest.raises(ValueError, match="ascend"):
        stage(session_of(SLIDE), [StagedAction(GO, (200, 100))])
