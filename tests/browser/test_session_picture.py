"""The picture of a whole document."""

import math

import numpy as np
from PIL import Image

from pytest_cookie.browser.page import full_picture as picture
from pytest_cookie.core.action import Look
from pytest_cookie.core.perception import MOBILE, VIEWPORTS

TALL = "<body style='margin:0'><div style='height:3000px;background:linear-gradient(red,blue)'></div>"


def test_a_whole_document_or_as_much_as_allowed(session_of, tmp_path):
    session = session_of(TALL)
    assert session.full_screenshot(tmp_path / "whole.png") is False
    assert Image.open(tmp_path / "whole.png").size == (1280, 3000)
    assert session.full_screenshot(tmp_path / "cut.png", max_height=1000) is True
    assert Image.open(tmp_path / "cut.png").size == (1280, 1000)


def test_three_widths_of_one_page(session_of, tmp_path):
    session = session_of("<meta name=viewport content='width=device-width'><h1>Hi</h1>")
    for viewport in VIEWPORTS:
        session.resize(viewport)
        session.settle()
        session.full_screenshot(tmp_path / f"{viewport.name}.png")
        taken = Image.open(tmp_path / f"{viewport.name}.png")
        assert taken.size == (viewport.width, viewport.height)
    session.resize(MOBILE)
    assert session.act(Look()).done


def test_what_appears_on_scrolling_is_in_the_picture(session_of, tmp_path):
    session = session_of(
        TALL + "<div id=late style='height:50px'></div><script>new IntersectionObserver(([e]) => {"
        "if (e.isIntersecting) late.style.background = '#0f0' }).observe(late)</script>"
    )
    session.full_screenshot(tmp_path / "whole.png")
    assert Image.open(tmp_path / "whole.png").convert("RGB").getpixel((640, 3025)) == (0, 255, 0)
    assert session.observe().scroll_y == 0


def test_a_picture_of_the_whole_page_is_no_change_of_its_window(session_of, tmp_path):
    session = session_of(
        TALL + "<div id=full style='position:fixed;inset:0;pointer-events:none'></div><script>noted = [];"
        "addEventListener('resize', () => noted.push('window'));"
        "new ResizeObserver(() => noted.push('box')).observe(full)</script>"
    )
    session.settle()
    assert session.evaluate("() => noted.splice(0)") == ["box"]
    session.full_screenshot(tmp_path / "whole.png")
    session.settle()
    assert session.evaluate("() => noted") == []
    session.resize(MOBILE)
    session.settle()
    assert session.evaluate("() => noted") == ["window", "box"]


def test_a_large_page_is_put_together_from_pictures_of_its_window(session_of, tmp_path, monkeypatch):
    session = session_of(TALL)
    session.full_screenshot(tmp_path / "whole.png")
    monkeypatch.setattr(picture, "_MOST_NODES", 3)
    assert session.full_screenshot(tmp_path / "pieces.png") is False
    assert (_pixels(tmp_path / "pieces.png") == _pixels(tmp_path / "whole.png")).all()
    assert session.full_screenshot(tmp_path / "cut.png", max_height=1000) is True
    assert (_pixels(tmp_path / "cut.png") == _pixels(tmp_path / "whole.png")[:1000]).all()
    assert session.observe().scroll_y == 0


def test_a_large_page_is_shown_as_far_as_it_can_be_scrolled(session_of, tmp_path, monkeypatch):
    monkeypatch.setattr(picture, "_MOST_NODES", 3)
    session = session_of(TALL + "<script>onscroll = () => scrollTo(0, 50)</script>")
    assert session.full_screenshot(tmp_path / "window.png") is True
    assert Image.open(tmp_path / "window.png").size == (1280, 770)


def _pixels(path):
    return np.asarray(Image.open(path).convert("RGB"))


SCROLLS_BACK = """<body style='margin:0'><div style='height:9500px'>far down</div><script>
let own = -1;
addEventListener('scroll', () => {
  if (Math.abs(scrollY - own) < 1 || scrollY < 700) return;
  own = scrollY - innerHeight + 1;
  window.scrollTo({ top: own, behavior: 'instant' });
});
</script>"""


def test_a_large_page_that_scrolls_itself_back_takes_a_bounded_number_of_pictures(session_of, tmp_path, monkeypatch):
    monkeypatch.setattr(picture, "_MOST_NODES", 3)
    taken = []
    opened = picture.Image.open
    monkeypatch.setattr(picture.Image, "open", lambda data: taken.append(data) or opened(data))
    session_of(SCROLLS_BACK).full_screenshot(tmp_path / "pieces.png")
    assert len(taken) <= 2 * math.ceil(9500 / 720) + 1
