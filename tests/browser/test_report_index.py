"""The index as a reader meets it: filtered, searched, read by keyboard, side by side, in the dark, on a phone."""

import http.server
import itertools
import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from pytest_cookie.core.record import Cause
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import write_site
from tests.browser.reader import Reader, check_accessibility
from tests.synthetic_run import FLAWED, POLISHED, make_record, write_synthetic_run

HOSTILE_QUERY = "#query=hostile-strings"
BROKEN_THUMBNAIL, NO_THUMBNAIL = ("单位换算", POLISHED), ("单位换算", FLAWED)

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report in a folder whose name needs quoting, with a repeat and a model that has done one query alone."""
    run = RunFolder.open(write_synthetic_run(tmp_path_factory.mktemp("report") / "a run #1"))
    dead = Finding(dimension="functionality", severity="major", title="It does nothing", why="", kind="dead-control")
    scores = {"functionality": 70.0, "aesthetics": 60.0, "total": 65.0}
    again = make_record(repeat=2, folder="items/m/p/html/2", findings=(dead,), **scores)
    lone = make_record(model="lone", cost_usd=0.5, folder="items/m/lone/html/1")
    with (run.path / "records.jsonl").open("a", encoding="utf-8") as file:
        file.write(again.model_dump_json() + "\n" + lone.model_dump_json() + "\n{broken\n")
    write_site(run)
    records = {(record.case, record.model): run.path / record.folder for record in run.records()}
    (records[BROKEN_THUMBNAIL] / "evidence/static/thumbnail.jpg").write_bytes(b"broken")
    (records[NO_THUMBNAIL] / "evidence/static/thumbnail.jpg").unlink()
    return run.path


@pytest.fixture
def open_page(chromium: Browser, site: Path) -> Iterator[Open]:
    """Opens the index from disk; at the end it must have had no error and no network request."""
    reader = Reader(chromium, site, forgives="ERR_FILE_NOT_FOUND")  # of a picture that a record names

    def open_it(fragment: str = "", **looks: object) -> Page:
        page = reader.open(f"index.html{fragment}", **looks)
        page.wait_for_function("() => document.documentElement.dataset.ready !== undefined")
        return page

    yield open_it
    reader.close()
    assert reader.complaints == []


def _rows(page: Page) -> list[str]:
    return [str(row.evaluate("link => link.firstChild.data")) for row in page.locator(".rows .about .id").all()]


def _cells(page: Page) -> list[str]:
    return [str(cell.get_attribute("aria-label")) for cell in page.locator(".rows .cell a").all()]


def _hash(page: Page) -> str:
    return str(page.evaluate("location.hash"))


def test_filters_narrow_and_the_address_and_the_back_button_keep_them(open_page: Open) -> None:
    page = open_page()
    page.get_by_text("Models all").click()
    page.get_by_role("checkbox", name=FLAWED).check()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    page.get_by_label("Outcome").select_option("failed")
    assert _cells(page) == [f"{FLAWED}, total 0.0, failed, on 单位换算"]
    assert page.get_by_role("status").inner_text() == "1 of 10 items shown"
    assert _hash(page) == "#model=sample%2Fflawed&outcome=failed"
    page.go_back()
    page.wait_for_function("() => location.hash === '#model=sample%2Fflawed'")
    assert page.get_by_label("Outcome").input_value() == ""
    assert len(_cells(page)) == 4
    page.get_by_role("button", name="Clear").click()
    page.wait_for_function("() => location.hash === ''")
    assert len(_cells(page)) == 9


def test_a_slice_and_a_kind_of_finding_filter_the_gallery_and_the_address_keeps_it(open_page: Open) -> None:
    page = open_page(width=375)
    lost = page.locator("section[aria-labelledby=lost]")
    lost.get_by_role("link", name=f"Dead control, {POLISHED}: 1 of 5").click()
    page.wait_for_function("() => document.activeElement.id === 'cases'")
    assert _hash(page) == "#finding=dead-control&model=sample%2Fpolished"
    expect(page.get_by_role("status")).to_have_text("1 of 10 items shown")
    language = page.locator("select[name=language]")
    page.get_by_role("button", name="More filters").click()  # open, because a model is chosen that the fold would hide
    expect(language).to_be_hidden()
    row = lost.locator("tr", has_text=POLISHED).filter(has_text="language")
    row.get_by_role("link", name="en").first.click()
    assert _hash(page) == "#language=en&model=sample%2Fpolished"
    expect(language).to_be_visible()
    assert _rows(page) == ["moth-and-lanterns", "hostile-strings"]
    page.go_back()
    expect(page.get_by_role("searchbox", name="Finding")).to_have_value("dead-control")
    note = page.locator("section[aria-labelledby=leaderboard] .more-columns")
    hidden = int(note.inner_text().split()[0])  # the table says how many columns a phone does not show
    assert note.inner_text() == f"{hidden} more columns to the right: scroll the table sideways."
    page.locator(".leaderboard").evaluate("t => { t.parentElement.scrollLeft = 9999 }")
    expect(note).to_be_hidden()


def test_an_address_opens_filtered_and_sorted_and_numbers_may_be_half_typed(open_page: Open) -> None:
    page = open_page("#max=90&sort=worst&model=sample%2Fpolished")
    assert _rows(page) == ["moth-and-lanterns", "umsatz-uebersicht", "hostile-strings"]
    assert page.get_by_label("Total from").input_value() == ""
    page.get_by_label("Sort by").select_option("disagreement")
    assert _rows(page)[0] == "moth-and-lanterns"
    page.get_by_label("Total from").press_sequentially("1e1")
    assert page.get_by_label("Total from").input_value() == "1e1"
    assert "min=1e1" in _hash(page)
    page.go_back()
    expect(page.get_by_label("Total from")).to_have_value("")


def test_search_looks_into_briefs_and_all_findings_while_they_load(open_page: Open) -> None:
    page = open_page()
    page.evaluate(
        """() => {
            const append = document.head.append;
            document.head.append = function (script) {
                if (script.src.includes('findings')) window.arrive = () => append.call(this, script);
                else append.call(this, script);
            };
        }"""
    )
    page.get_by_role("searchbox", name="Finding").fill("cannot")
    page.get_by_role("searchbox", name="Finding").fill("cannot be read without scrolling")
    expect(page.get_by_role("status")).to_have_text("0 of 10 items shown")
    page.evaluate("arrive()")
    expect(page.get_by_role("status")).to_have_text("2 of 10 items shown")
    page.get_by_role("searchbox", name="Finding").fill("no such thing")
    assert page.get_by_text("No items match these filters.").is_visible()
    page.get_by_role("searchbox", name="Finding").fill("")
    page.get_by_label("Search").fill("MOTH at night")
    assert _rows(page) == ["moth-and-lanterns"]


def test_back_from_a_query_without_filters_the_page_is_still_the_same(open_page: Open) -> None:
    page = open_page()
    page.evaluate("window.same = true")
    page.locator("#grid").scroll_into_view_if_needed()
    page.get_by_role("link", name=re.compile("moth-and-lanterns *, side by side")).click()
    before = page.evaluate("history.length")
    page.get_by_role("link", name="All cases").click()
    page.locator("#overview").wait_for()
    assert page.evaluate("window.same")
    assert page.evaluate("history.length") == before + 1
    assert page.evaluate("scrollY") > 0


def test_the_grid_by_keyboard_to_an_item_and_back(open_page: Open) -> None:
    page = open_page("#language=en")
    page.locator(".rows [tabindex='0']").focus()
    for key in ("ArrowDown", "End", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == f"{FLAWED}, total 49.8, on moth-and-lanterns"
    assert page.locator(".rows [tabindex='0']").count() == 1
    page.keyboard.press("Enter")
    page.wait_for_url("**/items/moth-and-lanterns/sample-flawed/html/1/index.html")
    page.go_back()
    page.wait_for_function("() => document.documentElement.dataset.ready !== undefined")
    assert _rows(page) == ["moth-and-lanterns", "hostile-strings"]


def test_one_query_side_by_side_with_its_repeats(open_page: Open) -> None:
    page = open_page("#difficulty=medium")
    page.get_by_role("link", name=re.compile("moth-and-lanterns *, side by side")).click()
    section = page.locator("#query")
    section.get_by_role("heading", name=FLAWED).wait_for()
    assert page.evaluate("document.activeElement.textContent") == "moth-and-lanterns"
    assert section.locator(".card").count() == 3
    polished = section.locator(".card", has_text=POLISHED)
    assert "75.0" in polished.locator(".verdict").first.inner_text()
    assert "mean of 2 repeats, 65–85" in polished.inner_text()
    assert section.get_by_text("The arrow keys do nothing").count() == 1
    page.go_back()
    page.locator("#overview").wait_for()
    assert _hash(page) == "#difficulty=medium"
    assert page.get_by_role("heading", name="Leaderboard").is_visible()


def test_the_policy_stops_markup_that_gets_into_the_index_all_the_same(chromium: Browser, site: Path) -> None:
    page = chromium.new_page()
    page.goto((site / "index.html").as_uri())
    page.evaluate(
        """() => {
            document.body.insertAdjacentHTML('beforeend', '<img src="x" onerror="window.pwned = 1">');
            const frame = document.createElement('iframe');
            frame.srcdoc = '<script>parent.pwned = 2</' + 'script>';
            document.body.append(frame);
            return new Promise((done) => { frame.onload = done; });
        }"""
    )
    page.wait_for_function("() => { const i = [...document.images].at(-1); return i.complete && !i.naturalWidth; }")
    assert page.evaluate("window.pwned") is None
    page.close()


def test_charts_are_drawn_whatever_the_address_names_with_tables_and_legible_numbers(open_page: Open) -> None:
    page = open_page("#sort=__proto__&measure=toString")
    assert len(_rows(page)) == 4
    page.locator("#charts").scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelectorAll('.plot .main-svg').length >= 10", timeout=30_000)
    assert page.get_by_text("Faint is 0.0, strong is 92.0.").first.is_visible()
    assert page.locator(".scatter .point").count() == 3
    _check_numbers_on_heatmaps(page)
    page.get_by_text("By difficulty as a table").click()
    assert "sample/flawed 24.9 49.8 –" in " ".join(
        page.locator("figure", has_text="By difficulty").inner_text().split()
    )
    page.get_by_role("button", name="Dark colours").click()
    page.wait_for_function("() => document.querySelectorAll('.plot .main-svg').length >= 10")
    _check_numbers_on_heatmaps(page)
    check_accessibility(page)


def test_charts_take_names_literally_and_leave_out_what_nobody_judged(chromium: Browser, tmp_path: Path) -> None:
    name = '<a href="https://evil.example">&lt;b</a>'
    crowd = [
        make_record(model=f"{name}{number}", difficulty=level) for number in range(9) for level in ("easy", "hard")
    ]
    cause = Cause(stage="judge", kind="JudgeError", message="no answer")
    none = {"functionality": None, "aesthetics": None, "total": None, "outcome": "unscored", "cause": cause}
    unjudged = [record.model_copy(update={**none, "judge": "other", "repeat": 2}) for record in crowd]
    run = RunFolder.open(write_synthetic_run(tmp_path / "run"))
    (run.path / "records.jsonl").write_text("".join(f"{one.model_dump_json()}\n" for one in [*crowd, *unjudged]))
    write_site(run)
    reader = Reader(chromium, run.path, forgives="ERR_FILE_NOT_FOUND")
    page = reader.open("index.html")
    page.locator("#charts").scroll_into_view_if_needed()
    page.locator(".heatmap .main-svg").first.wait_for(state="attached", timeout=30_000)
    assert page.locator(".plots figure").count() == 2
    assert page.locator(".plots .ytick", has_text='<a href="htt').count() == 9
    named = list(filter(None, page.locator("figure.scatter .textpoint").all_text_contents()))
    assert named == [f"{name}{number}" for number in range(4)]  # all lie on one point, which has four sides
    assert page.locator(".plots svg a").count() == 0
    page.locator("select[name=board]").select_option(index=1)
    page.get_by_text("No judged items.").wait_for()
    assert page.locator(".plots figure").count() == 0
    reader.close()
    assert reader.complaints == []


@pytest.mark.parametrize(
    ("fragment", "width", "scheme"),
    [("", 375, "dark"), ("#query=moth-and-lanterns", 375, "light"), (HOSTILE_QUERY, 1280, "dark")],
)
def test_the_index_is_accessible_fits_every_window_and_runs_no_data(
    open_page: Open, fragment: str, width: int, scheme: str
) -> None:
    page = open_page(fragment, width=width, scheme=scheme)
    check_accessibility(page)
    if fragment == HOSTILE_QUERY:
        page.locator(".card").nth(1).wait_for()
        page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")
        assert "<script>window.pwned" in page.locator("#query").inner_text()
        assert page.evaluate("window.pwned") is None
    for size in (width, 768, 320):
        page.set_viewport_size({"width": size, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == size


def test_headings_sort_the_skip_link_keeps_the_address_and_chosen_colours_stay(open_page: Open) -> None:
    page = open_page("#difficulty=medium", scheme="dark")
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    assert _hash(page) == "#difficulty=medium"
    table = page.locator("table.leaderboard")
    before = table.locator("tbody th").all_inner_texts()
    table.get_by_role("button", name="Failed").focus()
    page.keyboard.press("Enter")
    assert table.locator("th[aria-sort]").inner_text() == "Failed"
    assert table.locator("tbody th").first.inner_text().startswith(FLAWED)
    assert before[0].startswith(POLISHED)
    paper = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(paper)
    page.get_by_role("button", name="Light colours").click()
    light = page.evaluate(paper)
    assert light != dark
    page.reload()
    assert page.evaluate(paper) == light


def test_cells_have_small_pictures_and_the_whole_screen_where_there_is_none(open_page: Open) -> None:
    page = open_page()
    for cell in page.locator(".rows .cell a").all():
        cell.scroll_into_view_if_needed()
    page.wait_for_function("() => document.querySelectorAll('.rows .cell img').length === 6")
    page.wait_for_function("() => [...document.querySelectorAll('.rows .cell img')].every((one) => one.naturalWidth)")
    widths = page.evaluate(
        """() => [...document.querySelectorAll('.rows .cell img')].map(
            (one) => [one.closest('a').ariaLabel.split(', on ')[1], one.naturalWidth])"""
    )
    assert {case for case, width in widths if width == 1280} == {BROKEN_THUMBNAIL[0]}
    assert [width for case, width in widths if case != BROKEN_THUMBNAIL[0]] == [480] * 4


def _check_numbers_on_heatmaps(page: Page) -> None:
    page.locator(".heatmap .textpoint").first.wait_for(state="attached", timeout=30_000)
    plots = page.evaluate(
        "() => [...document.querySelectorAll('.heatmap .plot')].map(({ data: [cells, numbers] }) => "
        "[cells.z, cells.zmin, cells.zmax, cells.colorscale, numbers.text, numbers.textfont.color])"
    )
    shown = 0
    for rows, least, most, scale, texts, inks in plots:
        values = [value for row in rows for value in row if value is not None]
        assert all(abs(float(text) - value) <= 0.5 for text, value in zip(texts, values, strict=True))
        for value, ink in zip(values, inks, strict=True):
            ground = _between(scale, (value - least) / (most - least))
            lights = sorted((_luminance(ground), 1.0 if ink == "#ffffff" else 0.0))
            assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5, (value, ink, ground)
            shown += 1
    assert shown >= 8


def _between(scale: list[tuple[float, str]], place: float) -> list[float]:
    stops = [(at, [float(part) for part in re.findall(r"[\d.]+", colour)[:3]]) for at, colour in scale]
    (start, one), (end, other) = next(pair for pair in itertools.pairwise(stops) if place <= pair[1][0])
    return [a + (b - a) * (place - start) / (end - start) for a, b in zip(one, other, strict=True)]


def _luminance(colour: list[float]) -> float:
    parts = [value / 255 for value in colour]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in parts]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_a_picture_that_is_not_there_is_said_to_be_missing(open_page: Open) -> None:
    page = open_page("#model=lone")
    page.locator("#grid").scroll_into_view_if_needed()
    page.get_by_text("no screenshot").wait_for()
    assert page.get_by_text("1 record could not be read").is_visible()
    assert page.get_by_text("Some items refer to missing or unreadable files").is_visible()


def test_served_over_http_it_works_too(chromium: Browser, site: Path) -> None:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Write no log."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        page = chromium.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html#outcome=failed")
        page.locator("#grid").scroll_into_view_if_needed()
        # the thumbnail cannot be had: the whole screen takes its place once that is known
        page.wait_for_function("() => document.querySelector('.rows .cell img')?.naturalWidth === 1280")
        page.close()
        server.shutdown()
