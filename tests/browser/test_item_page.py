"""An item's page as a reader uses it: one moment everywhere at once, by pointer, keyboard and link; from disk."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.reader import Reader, check_accessibility
from tests.item_pages import LOUD, write_item_pages, write_loud_run

FILMED = f"filmed/{LOUD}/index.html"
PICTURED = f"pictured/{LOUD}/index.html"

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("items")
    write_item_pages(write_loud_run(root / "filmed"))
    write_item_pages(write_loud_run(root / "pictured", film=False))
    return root


@pytest.fixture
def open_page(chromium: Browser, pages: Path) -> Iterator[Open]:
    """Opens a page from disk, still unless asked; at the end nothing may have gone wrong in any of them."""
    reader = Reader(chromium, pages)
    yield partial(reader.open, reduced_motion="reduce")
    reader.close()
    assert reader.complaints == []


def _film(page: Page, seconds: float) -> None:
    """Wait until the film shows this moment and has a picture of it."""
    page.wait_for_function(
        "at => { const v = document.querySelector('video');"
        " return Math.abs(v.currentTime - at) < 0.02 && !v.seeking && v.readyState >= 2 }",
        arg=seconds,
    )


def _now(page: Page) -> tuple[str, str, str | None]:
    step = page.locator(".moment[data-current]").get_attribute("id")
    track = page.get_by_role("slider", name="Page time")
    return page.locator("[data-now]").inner_text(), track.get_attribute("aria-valuetext") or "", step


def test_addresses_and_findings_jump_to_their_moment_everywhere(open_page: Open) -> None:
    page = open_page(f"{FILMED}#t=2.100")
    _film(page, 2.1)
    assert _now(page)[2] == "step-3"
    page.evaluate("location.hash = '#step-1'")
    _film(page, 0.3)
    page.locator(".finding").get_by_role("link", name="video 0:01.4").click()
    _film(page, 1.4)
    assert _now(page) == ("0:01.4", "0:01.4 of 0:02.8, Step 2: hold “ArrowUp” for 0.4 s", "step-2")
    assert page.evaluate("location.hash") == "#t=1.400"
    page.wait_for_function("() => document.activeElement.matches('.lanes')")
    page.locator(".finding").get_by_role("link", name="step 2", exact=True).click()
    _film(page, 0.9)
    assert _now(page)[2] == "step-2"
    assert page.evaluate("location.hash") == "#step-2"


def test_click_and_drag_in_the_lanes_move_the_film(open_page: Open) -> None:
    page = open_page(FILMED)
    track = page.locator(".lanes")
    track.scroll_into_view_if_needed()
    box = track.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 60)
    page.mouse.down()
    _film(page, 0.7)
    assert _now(page)[2] == "step-1"
    page.mouse.move(box["x"] + 0.875 * box["width"], box["y"] + 200)
    page.mouse.up()
    _film(page, 2.45)
    assert _now(page)[2] == "step-3"
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 60)
    assert page.locator(".hint").inner_text().startswith("0:00.7 Step 1: click Help")
    _film(page, 2.45)
    page.locator("circle.major").click()
    _film(page, 1.4)


def test_the_slider_by_keyboard(open_page: Open) -> None:
    page = open_page(FILMED)
    track = page.get_by_role("slider", name="Page time")
    track.focus()
    for key, seconds, step in (
        ("ArrowUp", 0.1, "step-0"),
        ("ArrowRight", 0.3, "step-1"),
        ("PageDown", 0.9, "step-2"),
        ("ArrowDown", 0.8, "step-1"),
        ("PageUp", 0.0, "step-0"),
        ("ArrowRight", 0.3, "step-1"),
        ("End", 2.8, "step-3"),
        ("Home", 0.0, "step-0"),
    ):
        page.keyboard.press(key)
        page.wait_for_function("() => !document.querySelector('video').seeking")
        assert _now(page)[2] == step, key
        assert float(track.get_attribute("aria-valuenow") or "") == pytest.approx(seconds, abs=0.02), key


def test_a_playing_film_moves_the_playhead_and_the_steps(open_page: Open) -> None:
    page = open_page(FILMED)
    page.get_by_role("button", name="Play").click()
    page.wait_for_function("() => document.querySelector('[data-current]').id === 'step-2'")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_function("() => document.querySelector('video').paused")
    left = page.locator(".playhead").evaluate("e => parseFloat(e.style.left) * 0.028")
    assert left == pytest.approx(page.evaluate("document.querySelector('video').currentTime"), abs=0.3)


def test_a_link_to_a_step_plays_it_to_its_end(open_page: Open) -> None:
    page = open_page(FILMED, reduced_motion="no-preference")
    page.locator(".finding").get_by_role("link", name="step 2", exact=True).click()
    page.wait_for_function("() => { const v = document.querySelector('video'); return v.paused && v.currentTime > 2 }")
    assert _now(page)[2] == "step-2"  # which ends at 2.1 s of 2.8
    page.keyboard.press("ArrowRight")
    assert (_now(page)[2], page.get_by_role("status").inner_text()) == ("step-3", "Step 3: click Export")


def test_the_walk_by_keys_shows_one_step_with_its_pictures_and_the_address_follows(open_page: Open) -> None:
    page = open_page(PICTURED)
    for _ in range(2):
        page.keyboard.press("ArrowRight")  # with the focus on nothing
    assert (_now(page)[2], page.evaluate("location.hash")) == ("step-2", "#step-2")
    assert page.locator(".moment h3").locator("visible=true").count() == 1
    shots = page.locator("#step-2 .shot-of img")
    assert [(shot.get_attribute("src") or "")[-7:] for shot in shots.all()] == ["001.png", "002.png"]
    assert shots.last.evaluate("i => i.decode().then(() => i.naturalWidth)") == 1280
    page.locator(".walk-list a").nth(1).click()
    assert _now(page)[2] == "step-1"
    page.keyboard.press(" ")  # plays without a film, too
    page.wait_for_function("() => document.querySelector('[data-current]').id === 'step-2'")
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("ArrowLeft")
    assert _now(page)[2] == "step-1"


def test_by_touch_on_a_telephone(open_page: Open) -> None:
    page = open_page(FILMED, width=375, has_touch=True)
    track = page.locator(".lanes")
    track.scroll_into_view_if_needed()
    box = track.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + 50)
    _film(page, 1.4)
    assert page.evaluate("document.documentElement.scrollWidth") == 375


@pytest.mark.parametrize(("name", "width", "scheme"), [(FILMED, 1280, "light"), (PICTURED, 375, "dark")])
def test_accessible_and_never_wider_than_the_window(open_page: Open, name: str, width: int, scheme: str) -> None:
    page = open_page(f"{name}#step-2", width=width, scheme=scheme)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    check_accessibility(page)
    page.get_by_role("link", name="index.html", exact=True).click()  # the source of the artifact
    page.get_by_role("heading", name="Source of the artifact").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    check_accessibility(page)


def test_the_artifact_runs_in_its_sandbox_after_a_click(open_page: Open) -> None:
    page = open_page(FILMED)
    assert page.frames[1].url == "about:blank"
    page.get_by_role("button", name="Run the artifact here").click()
    page.frame_locator("iframe").frame_locator("iframe").get_by_role("heading", name="An artifact").wait_for()
    assert page.frames[2].evaluate("self.origin") == "null"
