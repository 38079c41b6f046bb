"""The pages of items as a reader meets them: opened from disk in a real browser, read by keyboard, on a phone."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.lineup import model_lineup
from pytest_cookie.reporting.site import write_site
from pytest_cookie.reporting.site.comparison.write import write_comparison
from tests.browser.reader import Reader, check_accessibility
from tests.modelled_run import write_modelled_run
from tests.protocol_panels import protocol_panels
from tests.synthetic_run import write_synthetic_run

FLAWED_GAME = "items/moth-and-lanterns/sample-flawed/html/1/index.html"
HOSTILE = "items/hostile-strings/sample-polished/html/1/index.html"
UNSCORED = "items/umsatz-uebersicht/sample-flawed/html/1/index.html"
BROKEN = "items/hostile-strings/sample-flawed/html/1/index.html"
MODELLED = "of models/items/moth-and-lanterns/openai-author-large/html/1/index.html"
COMPARED = "compared/index.html"
PANEL = "of models/items/hostile-strings/openai-hostile/html/1/index.html"

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in a folder whose name needs quoting. The flawed game has the panels of protocols."""
    run = RunFolder.open(write_synthetic_run(tmp_path_factory.mktemp("report") / "a run #1"))
    item = run.item(FLAWED_GAME.removesuffix("/index.html"))
    item.write_verdict(item.read_verdict("measured").model_copy(update={"panels": protocol_panels()}))
    write_site(run)
    write_site(RunFolder.open(write_modelled_run(run.path / "of models")))
    lineup = model_lineup(run, first=None, mode=None)
    write_comparison(lineup, lineup.compare(anyway=False), run.path / "compared")
    return run.path


@pytest.fixture
def open_page(chromium: Browser, site: Path) -> Iterator[Open]:
    """Opens a page of the report from disk; at the end no page may have had an error."""
    reader = Reader(chromium, site)
    yield reader.open
    reader.close()
    assert reader.complaints == []


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        (HOSTILE, ()),
        (FLAWED_GAME, (("dark", 1280), ("light", 375))),
        (UNSCORED, (("light", 375),)),
        (BROKEN, ()),
        (MODELLED, (("light", 1280), ("dark", 375))),
        (PANEL, (("light", 375),)),
        (COMPARED, (("light", 1280), ("dark", 375))),
    ],
)
def test_a_page_runs_no_data_fits_every_window_and_is_accessible(
    open_page: Open, name: str, looks: tuple[tuple[str, int], ...]
) -> None:
    page = open_page(name)
    page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
    for width in (1280, 768, 375, 320):
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("window.pwned") is None
    assert page.locator("script").count() == 2
    for scheme, width in looks:
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 800})
        check_accessibility(page)


def test_the_policy_stops_a_script_that_gets_into_a_page_all_the_same(chromium: Browser, site: Path) -> None:
    page = chromium.new_page()
    page.goto((site / HOSTILE).as_uri())
    page.evaluate(
        """() => {
            const script = document.createElement('script');
            script.textContent = 'window.pwned = 1';
            document.body.append(script);
            document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.pwned = 2">');
        }"""
    )
    page.wait_for_function("() => { const i = [...document.images].at(-1); return i.complete && !i.naturalWidth; }")
    assert page.evaluate("window.pwned") is None
    page.close()


def test_evidence_enlarges_by_keyboard_and_gives_the_focus_back(open_page: Open) -> None:
    page = open_page(FLAWED_GAME)
    link = page.locator(".finding a[data-enlarge]").first
    link.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    large = dialog.locator("img")
    assert large.evaluate("i => i.decode().then(() => i.naturalWidth)") == 1280
    assert dialog.get_by_role("button", name="Close").evaluate("b => b === document.activeElement")
    page.keyboard.press("Escape")
    assert not dialog.is_visible()
    assert link.evaluate("a => a === document.activeElement")


def test_the_artifact_runs_in_its_frame_only_after_a_click(open_page: Open) -> None:
    page = open_page(FLAWED_GAME)
    assert page.frames[1].url == "about:blank"
    page.get_by_role("button", name="Run the artifact here").click()
    page.frame_locator("iframe").frame_locator("iframe").get_by_role("heading", name="An artifact").wait_for()
    assert page.frames[2].evaluate("[document.title, self.origin]") == ["ran", "null"]
    page.frames[2].evaluate("localStorage.setItem('entries', 3)")  # in memory: an opaque origin has none
    assert page.frames[2].evaluate("[localStorage.entries, sessionStorage.length, document.cookie]") == ["3", 0, ""]
    page.get_by_role("button", name="Stop the artifact").click()
    assert page.locator("iframe").is_hidden()


def test_a_brief_is_a_stop_of_the_keyboard_only_where_it_scrolls(open_page: Open) -> None:
    page = open_page(FLAWED_GAME)
    page.wait_for_function("() => !document.querySelector('blockquote.brief').hasAttribute('tabindex')")
    page.locator("blockquote.brief").evaluate("brief => { brief.style.maxHeight = '40px' }")
    page.wait_for_function("() => document.querySelector('blockquote.brief').tabIndex === 0")


def test_findings_and_problems_lead_to_their_step_moment_and_pictures(open_page: Open) -> None:
    page = open_page(FLAWED_GAME, width=375)
    captions = page.locator(".widths figcaption")
    assert captions.last.inner_text() == "375 px, scrolls sideways by 143 px"
    assert [caption.bounding_box()["height"] <= 40 for caption in captions.all()] == [True, True, True]
    page.get_by_role("link", name="canvas#game, step 2").click()
    assert page.locator("#step-2").evaluate("e => e.matches('[data-current]')")
    assert page.locator("#step-2").inner_text().count("No visible effect.") == 1
    page = open_page(MODELLED)
    page.locator(".stages").get_by_role("link", name="video 0:01.4").click()
    page.wait_for_function("() => document.querySelector('video').currentTime >= 1.4")
    page.locator(".stages").get_by_role("link", name="step 2", exact=True).click()
    assert page.locator("#step-2").evaluate("e => e.matches('[data-current]')")
    page.locator(".stage").nth(1).locator(".saw a[data-enlarge]").nth(2).click()
    assert page.get_by_role("dialog").locator("img").evaluate("i => i.decode().then(() => i.naturalWidth)") == 1280


def test_nothing_jumps_while_pictures_load(open_page: Open) -> None:
    page = open_page(FLAWED_GAME)
    shift = page.evaluate(
        """async () => {
            let shift = 0;
            new PerformanceObserver(list => list.getEntries().forEach(e => shift += e.value))
                .observe({type: 'layout-shift', buffered: true});
            for (const image of document.images) { image.loading = 'eager'; await image.decode(); }
            await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
            return shift;
        }"""
    )
    assert shift == 0
