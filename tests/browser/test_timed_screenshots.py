"""Pictures one second of page time apart, and the HTML after the page's scripts ran."""

import numpy as np
import pytest
from PIL import Image

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.exploration.rendered_dom import DOM_FILE, save_dom
from pytest_cookie.exploration.timed_screenshots import take_timed_screenshots

GROWING = """<!doctype html><style>body { margin: 0; background: white } #bar { width: 0; height: 900px;
background: red; animation: grow 10s linear forwards } @keyframes grow { to { width: 1000px } }</style>
<div id=bar></div>
<script>addEventListener("scroll", () => document.body.dataset.scrolled = "yes");
document.body.dataset.ready = "yes"; document.body.append(document.createElement("main"))</script>"""


def red_width(path) -> int:
    pixels = np.asarray(Image.open(path).convert("RGB")).astype(int)
    return int(((pixels[10, :, 0] > 200) & (pixels[10, :, 1] < 60)).sum())


def test_three_full_pictures_a_second_of_page_time_apart(session_of, tmp_path):
    session = session_of(GROWING)
    found = take_timed_screenshots(session, f"{ORIGIN}/", tmp_path)
    assert found.files == ("timed-1.png", "timed-2.png", "timed-3.png")
    sizes = [Image.open(tmp_path / name).size for name in found.files]
    assert sizes == [(1280, 900)] * 3
    widths = [red_width(tmp_path / name) for name in found.files]
    for width, page_ms in zip(widths, found.page_ms, strict=True):  # a tenth of a pixel a millisecond
        assert width - widths[0] == pytest.approx(page_ms / 10, abs=5)
    assert len(set(widths)) == 3
    assert save_dom(session, tmp_path)
    html = (tmp_path / DOM_FILE).read_text()
    assert 'data-ready="yes"' in html
    assert "<main></main>" in html
    assert "data-scrolled" not in html


def test_a_page_that_does_not_load_has_a_reason_and_no_picture(session_of, tmp_path):
    found = take_timed_screenshots(session_of(GROWING), "http://nowhere.localhost/", tmp_path)
    assert found.files == ()
    assert found.problem
