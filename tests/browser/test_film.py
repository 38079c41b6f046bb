"""A session's film: every frame at its own page time, the pointer in it, and no frames of the time in between."""

import time
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.clock.film_rate import FILM_MS, IDLE_FILM_MS
from pytest_cookie.core.action import Click

BITS, SIDE = 16, 60
COUNTER = f"""
<body style="margin:0"><canvas width=1280 height=720></canvas><script>
const draw = document.querySelector("canvas").getContext("2d");
requestAnimationFrame(function frame(now) {{
  draw.fillStyle = "#888"; draw.fillRect(0, 0, 1280, 720);
  for (let bit = 0; bit < {BITS}; bit++) {{
    draw.fillStyle = (Math.round(now) >> bit) & 1 ? "#fff" : "#000";
    draw.fillRect(40 + bit * {SIDE}, 300, {SIDE}, 120);
  }}
  requestAnimationFrame(frame);
}});
</script>"""

TURNING = """
<style>
  div { width: 200px; height: 200px; margin: 200px; background: linear-gradient(red, blue);
        animation: turn 7s linear infinite }
  @keyframes turn { to { transform: rotate(1turn) } }
</style>
<div></div><p>0</p>
<script>
  let frame = 0;
  const count = () => { document.querySelector("p").textContent = ++frame; requestAnimationFrame(count); };
  requestAnimationFrame(count);
</script>"""


def frames(path: Path) -> list[tuple[float, np.ndarray]]:
    """Milliseconds and luma of every frame."""
    with av.open(str(path)) as film:
        return [(float(frame.time * 1000), frame.to_ndarray(format="gray")) for frame in film.decode(video=0)]


def counted(luma: np.ndarray) -> int:
    return sum(int(luma[360, 40 + bit * SIDE + SIDE // 2] > 128) << bit for bit in range(BITS))


def test_every_frame_of_a_moving_canvas_stands_at_its_own_page_time(session_of, tmp_path: Path):
    session = session_of(COUNTER, clock="stepped")
    session.film(tmp_path, FilmSettings(draw_hand=False))
    session.wait(700)
    time.sleep(0.3)  # frozen: no time of the page's
    session.observe()
    session.wait(700)
    summary = session.end_film()
    assert summary is not None
    seen = [(at, counted(luma)) for at, luma in frames(tmp_path / summary.file) if counted(luma)]
    # all but the first, which is held from the film's beginning on
    assert [count for at, count in seen[1:]] == pytest.approx([at for at, _ in seen[1:]], abs=1)
    gaps = {round(later - earlier) for (earlier, _), (later, _) in pairwise(seen[1:])}
    assert gaps == {FILM_MS, IDLE_FILM_MS}
    assert summary.duration_ms == session.page_ms


def test_motion_is_filmed_at_the_full_rate_only_around_actions(session_of, tmp_path: Path):
    session = session_of(COUNTER, clock="stepped")
    session.film(tmp_path, FilmSettings(draw_hand=False))
    session.wait(2_000)
    acted = session.page_ms
    assert session.act(Click(x=600, y=600)).done
    session.wait(1_700)
    assert session.end_film() is not None
    at = [moment for moment, _ in frames(tmp_path / "film.mp4")]
    gaps = {moment: round(later - moment) for moment, later in pairwise(at)}
    assert {gap for moment, gap in gaps.items() if acted - 900 < moment < acted - 200} == {IDLE_FILM_MS}
    assert {gap for moment, gap in gaps.items() if acted < moment < acted + 600} == {FILM_MS}
    assert {gap for moment, gap in gaps.items() if moment > session.page_ms - 700} == {IDLE_FILM_MS}


@pytest.mark.parametrize("moves", [COUNTER, TURNING])
def test_frames_that_the_film_leaves_out_run_all_the_same(session_of, tmp_path: Path, moves: str):
    filmed, unfilmed = session_of(moves, clock="stepped"), session_of(moves, clock="stepped")
    filmed.film(tmp_path, FilmSettings(draw_hand=False))
    for session in (filmed, unfilmed):
        session.wait(1_300)
    assert filmed.page_ms == unfilmed.page_ms
    assert filmed.observe().screenshot == unfilmed.observe().screenshot
    assert filmed.end_film() is not None


def test_a_page_that_stands_still_costs_one_picture_and_the_hand_is_seen(session_of, tmp_path: Path):
    session = session_of("<button style='margin:200px'>Press</button>", clock="stepped")
    session.film(tmp_path, FilmSettings())
    session.wait(3_000)
    still = session.page_ms
    session.chapter("press")
    assert session.act(Click(selector="button")).done
    session.wait(300)
    summary = session.end_film()
    assert summary is not None
    assert [chapter.title for chapter in summary.chapters] == ["press"]
    times = [at for at, _ in frames(tmp_path / summary.file)]
    assert len([at for at in times if 200 < at < still]) <= 1
    assert len([at for at in times if at > still]) > 5  # the pointer on its way


def test_real_time_is_filmed_too(session_of, tmp_path: Path):
    session = session_of(COUNTER, clock="cooperative")
    session.film(tmp_path, FilmSettings())
    session.wait(600)
    summary = session.end_film()
    assert summary is not None
    assert summary.pictures > 2
    assert len(frames(tmp_path / summary.file)) > 2
