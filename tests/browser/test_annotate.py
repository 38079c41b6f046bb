"""Annotating as people do it: every kind of task by keyboard and by mouse, two raters at once, hostile pages, axe-core.

One server process and one browser for the whole module. The server is the command itself.
"""

import itertools
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, Response, expect

from pytest_cookie.annotation.store import FILE, FOLDER, Answer, AnswerStore
from tests.annotated_run import MODELS, rate_tasks, write_run
from tests.browser.reader import accessibility_violations
from tests.unit.annotation.test_material import write_item
from tests.unit.protocols.interaction2code import page_builder
from tests.unit.protocols.interaction2code.recorded_case import AFTER, write_case, write_evidence

FORMS = ("points8", "rubric", "pairwise", "ranking", "points5", "substeps", "usability", "findings", "brief")
COMMAND = "import sys; from pytest_cookie.cli import main; sys.exit(main(sys.argv[1:]))"

HOSTILE = (Path(__file__).parent / "annotate_hostile.html").read_text(encoding="utf-8")
ATTACKS = re.findall(r'^(?:attempt|later)\("([\w-]+)"', HOSTILE, re.MULTILINE)
LEAVES = re.findall(r"^  (\w+): \(\) =>", HOSTILE, re.MULTILINE)


class Server:
    """The command, running on a run folder."""

    def __init__(self, run: Path, *options: str) -> None:
        self.run = run
        given = [str(run), "--no-browser", *options]
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, "annotate", *given], stdout=subprocess.PIPE, text=True
        )
        lines = [self.process.stdout.readline().split() for _ in range(2)]
        self.rate, self.results = (line[1] for line in lines)

    def answers(self, form: str | None = None) -> tuple[Answer, ...]:
        store = AnswerStore(self.run / FOLDER / FILE)
        try:
            return store.answers(form)
        finally:
            store.close()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    run = write_run(tmp_path_factory.mktemp("annotate") / "run", cases=8)
    forms = itertools.chain.from_iterable(("--form", name) for name in FORMS)
    started = Server(run, *forms, "--no-practice", "--overlap", "2", "--no-arbitrate")
    yield started
    started.stop()


OpenAs = Callable[..., Page]


@pytest.fixture
def open_as(chromium: Browser) -> Iterator[OpenAs]:
    """Opens the application as a rater; at the end no page may have had an error."""
    contexts, complaints = [], []

    def open_it(address: str, name: str = "", *, width: int = 1280, scheme: str = "light") -> Page:
        context = chromium.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        expect.set_options(timeout=60_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        if name:
            page.fill("#name", name)
            page.keyboard.press("Enter")
            page.wait_for_selector(".task")
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert complaints == []


def choose_form(page: Page, form: str) -> str:
    """Switch to a form; returns the heading's text."""
    page.select_option(".bar select", form)
    title = page.locator(f".bar select option[value='{form}']").text_content()
    expect(page.locator(".questions h2")).to_have_text(title)
    return title


KEYS = {
    "points8": ["7", "6", "Enter"],
    "rubric": ["f", "Shift+P", "Enter"],
    "pairwise": ["b"],
    "ranking": ["c", "a", "=", "b", "Enter"],
    "points5": ["4", "Enter"],
    "substeps": ["p", "f", "Enter"],
    "usability": ["x", "3", "0", "Enter"],
    "findings": ["t", "f", "Enter"],
    "brief": ["y", "n", "y", "y", "n", "Enter"],
}
VALUES = {
    "points8": {"functionality": 7, "aesthetics": 6},
    "points5": {"total": 4},
    "substeps": {"step.1": "pass", "step.2": "fail"},
    "usability": {"usable": "unusable", "failures": ["wrong-element", "wrong-function"]},
    "findings": {"finding.1": "right", "finding.2": "alarm"},
    "brief": {"difficulty_right": "yes", "leaf_right": "no", "judge_right": "yes", "executable": "yes", "admit": "no"},
}


def test_every_kind_of_task_by_keyboard_alone_and_two_raters_at_once(server, open_as):
    def theirs(form: str) -> list[Answer]:
        return [answer for answer in server.answers(form) if answer.rater in ("Ana", "Ben")]

    ana, ben = open_as(server.rate, "Ana"), open_as(server.rate, "Ben")
    for form, keys in KEYS.items():
        for page in (ana, ben):
            choose_form(page, form)
        for page in (ana, ben):  # both have a task open at the same time
            before = len(server.answers(form))
            for pressed in keys:
                page.keyboard.press(pressed)
            expect(page.locator(".progress span")).to_have_text(re.compile(r"^1 of \d+$"))
            assert len(server.answers(form)) == before + 1
    for form, values in VALUES.items():
        assert [(one.rater, one.values) for one in theirs(form)] == [("Ana", values), ("Ben", values)]
    rubric = theirs("rubric")[0].values
    assert (rubric.pop("item.1"), set(rubric.values()), len(rubric)) == ("fail", {"pass"}, 17)
    assert all(sorted(their.values["order"].values()) == [1, 2, 2] for their in theirs("ranking"))
    assert {other.values["better"] for other in theirs("pairwise")} <= {"A", "B"}
    ana.keyboard.press("z")  # undo: the answer is open again, with its values
    expect(ana.locator("#question-1 [aria-checked=true]")).to_have_text(re.compile("No"))
    assert [item.rater for item in theirs("brief")] == ["Ben"]
    ana.keyboard.press("m")
    ana.keyboard.type("zs: letters in a note are no commands")
    ana.keyboard.press("Escape")
    ana.keyboard.press("Enter")
    expect(ana.locator("#question-1 [aria-checked=true]")).to_have_count(0)
    assert theirs("brief")[-1].note.startswith("zs:")
    ana.keyboard.press("s")  # skip
    expect(ana.locator(".progress span")).to_have_text(re.compile("^2 of"))
    assert theirs("brief")[-1].skipped


def test_every_kind_of_question_by_mouse_with_drag_film_pictures_and_widths(server, open_as):
    page = open_as(server.rate, "Mia")
    for form in ("points8", "pairwise", "ranking", "usability"):
        choose_form(page, form)
        if form == "ranking":
            page.keyboard.press("0")
            expect(page.locator("iframe:visible")).to_have_count(3)
            tops = page.locator(".pane").evaluate_all("panes => panes.map((pane) => pane.getBoundingClientRect().top)")
            assert len(set(tops)) == 1, "three pages are side by side"
            page.keyboard.press("2")
            expect(page.locator("iframe:visible")).to_have_count(1)
            for name in "ABC":
                page.click(f"[data-slot={name}] button")
            row, first = page.locator("[data-slot=C]"), page.locator("[data-slot=A]")
            box, target = row.bounding_box(), first.bounding_box()
            page.mouse.move(box["x"] + 60, box["y"] + 10)
            page.mouse.down()
            page.mouse.move(target["x"] + 60, target["y"] + 4, steps=4)
            page.mouse.up()
            expect(page.locator(".ranking li").first).to_have_attribute("data-slot", "C")
        else:
            for box in page.locator(".question[data-index]").all():
                if box.locator("[data-option]").count():
                    box.locator("[data-option]").first.click()
        page.click("button.main")
        expect(page.locator(".progress span")).to_have_text(re.compile(r"^1 of"))
        assert server.answers(form)[-1].rater == "Mia"
    choose_form(page, "points8")
    frame = page.frame_locator("iframe")
    expect(frame.locator("h1")).to_have_text(re.compile(r"^\d by \d$"))
    for width in (375, 768, 1280):
        page.click(f"[data-group=width][data-value='{width}']")
        assert page.locator("iframe").evaluate("frame => frame.offsetWidth") == width
        page.frames[-1].wait_for_function("width => innerWidth === width", arg=width)
        expect(page.locator(".hint")).to_have_text(re.compile(rf"^{width} × \d+ px, shown "))
    expect(page.locator("[data-group=view]")).to_have_count(0)  # this run has neither film nor pictures
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(page.locator("#question-0")).to_have_class(re.compile("current"))
    page.keyboard.press("Enter")  # a click leaves the keyboard with the form, which names all that is open
    expect(page.locator("#status")).to_have_text("Still open: Functionality, Aesthetics")
    page.frames[-1].evaluate("() => { document.body.onkeydown = (event) => { document.title += event.key; }; }")
    frame.locator("button").click()
    expect(page.locator(".hint.held")).to_have_text("Keys go to the page. F2 gives them back.")
    expect(page.locator(".stage.held")).to_be_visible()
    page.keyboard.press("x")
    page.keyboard.press("F2")
    page.keyboard.press("5")  # no key is lost
    expect(page.locator("#question-0 [aria-checked=true]")).to_have_text("5")
    expect(page.locator(".held")).to_have_count(0)
    assert page.frames[-1].title() == "Pagex"
    page.frames[-1].evaluate("localStorage.kept = sessionStorage.kept = 'yes'")
    for pressed, kept in (("r", "yesyes"), ("Shift+R", "")):
        with page.expect_event("framenavigated", lambda one: one.url.startswith("http://localhost")):
            page.keyboard.press(pressed)
        stored = "[localStorage.kept, sessionStorage.kept].join('')"
        page.frames[-1].wait_for_function("document.readyState === 'complete'")
        assert page.frames[-1].evaluate(stored) == kept


def test_pictures_are_grouped_with_the_original_beside_the_rebuilt_page(tmp_path, open_as):
    case = write_case(tmp_path / "cases")
    run, _, item = write_item(tmp_path, "interaction2code", case)
    write_evidence(case, item / "evidence", page_builder.attempt(page_builder.page(), AFTER))
    server = Server(run.path, "--form", "usability", "--no-practice")
    try:
        tab = open_as(server.rate, "Ana")
        tab.click("[data-group=view][data-value=pictures]")
        expect(tab.locator(".pictures h3")).to_have_text("Interaction 1: One more ticket is counted.")
        for caption in ("Original, before", "Rebuilt page, before", "Original, after", "Rebuilt page, after"):
            tab.wait_for_function("alt => document.querySelector(`[alt='${alt}']`).naturalWidth > 0", arg=caption)
        boxes = [image.bounding_box() for image in tab.locator(".pictures img").all()]
        assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
        assert boxes[0]["x"] == boxes[2]["x"] < boxes[1]["x"] == boxes[3]["x"]
    finally:
        server.stop()


@pytest.mark.long
def test_the_results_page_and_axe_core_in_both_colours_and_narrow(tmp_path, open_as):
    run = write_run(tmp_path / "run", cases=2)
    forms = ("points8", "rubric", "pairwise", "ranking", "usability", "brief")  # every kind of input and layout
    rate_tasks(run, forms, ("Ana", "Ben", "Cleo"))
    server = Server(run, "--overlap", "4")
    try:
        page = open_as(server.rate, "Axel", scheme="dark", width=375)
        for form in forms:
            choose_form(page, form)
            assert accessibility_violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") == 375
        page.set_viewport_size({"width": 1280, "height": 800})
        page.emulate_media(color_scheme="light")
        assert accessibility_violations(page) == []
        results = open_as(server.results)
        expect(results.get_by_role("heading", name="Judge against people")).to_be_visible()
        expect(results.get_by_role("rowheader", name="Ana").first).to_be_visible()
        assert accessibility_violations(results) == []
        results.emulate_media(color_scheme="dark")
        results.set_viewport_size({"width": 375, "height": 800})
        assert accessibility_violations(results) == []
        assert results.evaluate("document.documentElement.scrollWidth") == 375
        with results.expect_download() as download:
            results.get_by_role("button", name="answers.csv").click()
        assert MODELS[0] in Path(download.value.path()).read_text()
        refused = open_as(server.rate.replace("#token=", "#token=x"))
        expect(refused.get_by_role("heading")).to_have_text("No access")
        assert accessibility_violations(refused) == []
        as_rater = open_as(f"{server.rate}&view=results")
        expect(as_rater.get_by_role("heading")).to_have_text("No access")
    finally:
        server.stop()


def outcomes(frame: FrameLocator) -> dict[str, str]:
    for name in ATTACKS:
        frame.locator(f"#{name}").wait_for(state="attached")
    return {name: frame.locator(f"#{name}").text_content() for name in ATTACKS}


@pytest.mark.long
def test_hostile_pages_reach_neither_answers_nor_other_pages_nor_the_application(tmp_path, open_as):
    run = write_run(tmp_path / "run", cases=1, models=MODELS[:2], page=HOSTILE)
    server = Server(run, "--form", "pairwise", "--no-practice")
    try:
        page = open_as(server.rate, "Eve")
        taken: list[str] = []  # by a page, from anywhere but the origin of pages
        page.on("response", lambda one: taken.append(one.url) if is_taken(one, page) else None)
        page.click("[data-value=all]")
        page.keyboard.press("r")
        for index in range(2):
            frame = page.frame_locator("iframe").nth(index)
            found = outcomes(frame)
            assert len(found) >= 39
            assert found.pop("own-storage") == "1"  # of its own frame, so that pages that keep state can be judged
            assert set(found.values()) == {"refused"}, found
            frame.locator("#link").click()  # the page stays, and can still be judged
            frame.locator("#away button").click()
            expect(frame.locator("#log")).to_be_attached()
        frame = page.frame_locator("iframe").first
        for way in LEAVES:
            frame.locator("body").evaluate("(body, way) => leave[way]()", way)
            expect(frame.locator("#log")).to_have_count(0)  # it asked, and an error took its place
            page.get_by_role("button", name="Reload").click()
            assert set(outcomes(frame).values()) == {"refused", "1"}
        page.click("#note")
        page.keyboard.type("the page cannot take the keyboard")
        expect(page.locator("#note")).to_have_value("the page cannot take the keyboard")
        page.keyboard.press("Escape")
        page.keyboard.press("i")  # into the page, and back
        page.frame_locator("iframe").first.locator("body").press("x")  # after which every key calls itself "t"
        page.frame_locator("iframe").first.locator("body").press("F2")
        page.wait_for_function("() => document.activeElement.className === 'questions'")
        assert server.answers() == ()
        page.keyboard.press("t")
        page.get_by_role("heading", name="Nothing left to rate").wait_for()
        assert [(answer.rater, answer.values) for answer in server.answers()] == [("Eve", {"better": "tie"})]
        assert page.evaluate("() => [document.cookie, location.origin]") == ["", server.rate.partition("/#")[0]]
        assert "taken" not in page.title()
        assert taken == []
    finally:
        server.stop()


def is_taken(response: Response, page: Page) -> bool:
    """Whether a frame of an artifact got this from the application or another host."""
    return response.frame != page.main_frame and not response.url.startswith(("http://localhost:", "blob:", "data:"))


def is_draft_of_eight(response: Response) -> bool:
    return response.url.endswith("/api/draft") and '"functionality":8' in (response.request.post_data or "")


def test_kill_9_in_mid_study_with_a_thousand_items_loses_nothing(tmp_path, open_as):
    run = write_run(tmp_path / "run", cases=500, models=MODELS[:2], with_files=False)
    server = Server(run, "--form", "points8", "--no-practice")
    page = open_as(server.rate, "Ana")
    for number in range(1, 4):
        page.keyboard.press("5")
        page.keyboard.press("5")
        page.keyboard.press("Enter")
        expect(page.locator(".progress span")).to_have_text(f"{number} of 1000")
    with page.expect_response(is_draft_of_eight):
        page.keyboard.press("8")
    server.process.kill()
    server.process.wait()
    page.keyboard.press("7")
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("cannot be reached")
    expect(page.locator("#question-1 [aria-checked=true]")).to_have_text("7")  # still here
    again = Server(run)
    try:
        assert len(again.answers()) == 3
        back = open_as(again.rate, "ana")
        expect(back.locator(".progress span")).to_have_text("3 of 1000")
        expect(back.locator("#question-0 [aria-checked=true]")).to_have_text("8")
    finally:
        again.stop()
