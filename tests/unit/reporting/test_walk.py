"""The walk through an item: what is marked in its pictures, the page's text, the lines of its source."""

import json
import re

import pytest

from pytest_cookie.core.action import Click, Look
from pytest_cookie.core.artifact import Artifact, ArtifactFile, ItemKey
from pytest_cookie.core.build import Build
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import Box, Element, PageError
from pytest_cookie.core.perception import DESKTOP, BuriedView, Layout, StaticPerception, ViewportPerception
from pytest_cookie.core.scene import Scene
from pytest_cookie.core.trace import Change, Step, Trace
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.item.live_artifact import start_commands
from pytest_cookie.reporting.site.item.marks import Scenery, read_scenes
from pytest_cookie.reporting.site.item.source import Source
from pytest_cookie.reporting.site.item.steps import step_views
from tests.item_pages import LOUD, write_item_pages
from tests.synthetic_run import draw_page
from tests.unit.reporting.page import Page

STEPS = (
    Step(index=0, thought="", action=Look(), screenshot="screenshots/000.png"),
    Step(index=1, thought="", action=Click(target="Save", selector="#save"), screenshot="screenshots/001.png",
         change=Change(seen=True, regions=(Box(x=0, y=0, width=640, height=36),))),
    Step(index=2, thought="", action=Click(x=320, y=180), screenshot="screenshots/002.png"),
)  # fmt: skip
SCENES = {
    0: Scene(step=0, boxes={"#save": (64, 36, 128, 18)}, text="Save\nNo file"),
    1: Scene(step=1, top=300, boxes={"#save": (64, 336, 128, 18)}, text="Save\nOne file"),
    2: Scene(step=2, top=900, boxes={"#save": (64, 336, 128, 18)}),
}


@pytest.fixture
def scenery(tmp_path):
    """Three steps, seen in pictures of 640 × 360, and a page at rest of 1280 × 2000."""
    for step in STEPS:
        draw_page(tmp_path / f"evidence/crawler/{step.screenshot}", 640, 360)
    draw_page(tmp_path / "evidence/static/desktop.png", 1280, 2000)
    wide = Element(selector="#wide", box=Box(x=640, y=1000, width=320, height=200))
    layout = Layout(overflow_px=0, document_height=2000, truncated=(wide,))
    view = ViewportPerception(viewport=DESKTOP, screenshot="desktop.png", text_length=9, ink=0.1, layout=layout)
    evidence = Evidence(
        artifact_digest="", explorer="", browser="", perception=StaticPerception(loaded=True, views=(view,)),
        trace=Trace(policy="crawler", steps=STEPS),
    )  # fmt: skip
    files = ItemFiles(tmp_path)
    return lambda scenes=SCENES: Scenery(files, evidence, STEPS, scenes)


def _marks(picture):
    return [(mark.kind, mark.x, mark.y, mark.width, mark.height) for mark in picture.marks]


def test_what_a_step_uses_and_what_it_changes_is_marked(scenery):
    before, after = scenery().around(STEPS[1])
    assert (before.picture.href, before.caption) == (
        "evidence/crawler/screenshots/000.png",
        "Before step 1: what it uses",
    )
    assert _marks(before) == [("used", "10.00", "10.00", "20.00", "5.00")]
    assert after.caption == "After step 1: what changed is dashed"
    assert _marks(after) == [
        ("changed", "0.00", "0.00", "100.00", "10.00"),
        ("used", "10.00", "10.00", "20.00", "5.00"),
    ]
    pressed, _ = scenery().around(STEPS[2])
    assert _marks(pressed) == [("used", "48.12", "46.67", "3.75", "6.67")]  # 24 px around a place


def test_why_nothing_is_marked_is_said(scenery, subtests):
    away = {**SCENES, 0: Scene(step=0, top=800, boxes={"#save": (64, 36, 128, 18)})}
    for scenes, told in (
        ({}, "Before step 1. This older evidence has no places of elements"),
        (away, "Before step 1. What it uses was outside the window"),
        ({**SCENES, 0: Scene(step=0)}, "Before step 1. What it uses had no place yet"),
    ):
        with subtests.test(told):
            before, _ = scenery(scenes).around(STEPS[1])
            assert (before.marks, before.caption) == ((), told)


def test_the_element_of_a_finding_is_marked_before_and_after_and_at_rest(scenery):
    place = scenery()
    picture = place.picture_after(STEPS[1])
    before, after = place.of_finding(
        picture, "evidence/crawler/screenshots/001.png", _finding(selector="#save"), STEPS[1]
    )
    assert [_marks(one) for one in (before, after)] == [[("faulty", "10.00", "10.00", "20.00", "5.00")]] * 2
    rest = ItemFiles(place._files.folder).picture(("evidence/static/desktop.png",), label="")
    alone, marked = place.of_finding(rest, "evidence/static/desktop.png", _finding(selector="#wide"), None)
    assert alone is None
    assert (_marks(marked), marked.top) == ([("faulty", "50.00", "50.00", "25.00", "10.00")], "50.00")
    _, unknown = place.of_finding(rest, "evidence/static/desktop.png", _finding(selector="#gone"), None)
    assert unknown.caption == "the evidence has no place of the element here"
    _, moved = scenery({1: Scene(step=1, boxes={"#save": (0, 900, 9, 9)})}).of_finding(
        picture, "evidence/crawler/screenshots/001.png", _finding(selector="#save"), STEPS[1]
    )
    assert moved.caption == "After step 1: the element is outside of the picture, what changed is dashed"
    assert [mark.kind for mark in moved.marks] == ["changed"]


def test_a_finding_in_a_text_is_marked_where_the_text_is_and_not_where_the_step_acted(scenery, subtests):
    """Rows: the texts of three scenes, the finding's text, and what is marked before and after step 1."""
    whole, below = (0, 36, 64, 18), (0, 900, 64, 18)
    first = {**SCENES, 1: Scene(step=1, boxes={"#save": (64, 36, 128, 18)}, texts={"NaN Gramm": whole})}
    later = {
        0: Scene(step=0, texts={"Total": whole}),
        1: Scene(step=1, texts={"NaN": below}),
        2: Scene(step=2, top=864, texts={}),
    }
    gone = {0: Scene(step=0, texts={"3 open": whole}), 1: Scene(step=1, texts={"3 open": (0, 0, 0, 0)})}
    row = {1: Scene(step=1, texts={"Okt 24": (0, 36, 32, 18), "NaN %": (64, 36, 32, 18), "12": (0, 90, 9, 9)})}
    at = ("faulty", "0.00", "10.00", "10.00", "5.00")
    for name, scenes, text, before, after, caption in (
        ("in the window", first, "NaN Gramm", [], [at], "After step 1"),
        ("below it until step 2", later, "NaN", [], [at], "After step 2, where it is in the window"),
        (
            "gone",
            gone,
            "3 open",
            [at],
            [("changed", "0.00", "0.00", "100.00", "10.00")],
            "After step 1: what changed is dashed",
        ),
        (
            "in the cells of a row",
            row,
            "Okt 24\tNaN %",
            [],
            [("faulty", "0.00", "10.00", "15.00", "5.00")],
            "After step 1",
        ),
        (
            "of older evidence",
            SCENES,
            "NaN",
            [("faulty", "10.00", "10.00", "20.00", "5.00")],
            [("faulty", "10.00", "10.00", "20.00", "5.00")],
            "After step 1",
        ),
    ):
        with subtests.test(name):
            place = scenery(scenes)
            shown = place.of_finding(
                place.picture_after(STEPS[1]), "evidence/crawler/screenshots/001.png",
                _finding(selector="#save", text=text), STEPS[1],
            )  # fmt: skip
            assert [_marks(one) for one in shown] == [before, after]
            assert shown[1].caption.startswith(caption)
    rest = ItemFiles(place._files.folder).picture(("evidence/static/desktop.png",), label="")
    _, marked = scenery(gone).of_finding(rest, "evidence/static/desktop.png", _finding(text="3 open"), None)
    assert _marks(marked) == [("faulty", "0.00", "1.80", "5.00", "0.90")]


def test_what_lies_under_a_fixed_layer_is_marked_in_the_window_scrolled_to_it(tmp_path):
    under = Element(selector="#next", box=Box(x=64, y=1236, width=128, height=36), detail="under #bar")
    view = BuriedView(screenshot="static/desktop-buried.png", top=1200)
    layout = Layout(overflow_px=0, document_height=2000, buried_controls=(under,), buried_view=view)
    whole = ViewportPerception(viewport=DESKTOP, screenshot="static/desktop.png", text_length=9, ink=0.1, layout=layout)
    assert whole.buried_screenshot == "static/desktop-buried.png"
    draw_page(tmp_path / "evidence/static/desktop-buried.png", 640, 360)
    evidence = Evidence(
        artifact_digest="", explorer="", browser="", perception=StaticPerception(loaded=True, views=(whole,)),
        trace=Trace(policy="crawler"),
    )  # fmt: skip
    files = ItemFiles(tmp_path)
    path = "evidence/static/desktop-buried.png"
    _, shown = Scenery(files, evidence, (), {}).of_finding(
        files.picture((path,), label=""), path, _finding(selector="#next"), None
    )
    assert _marks(shown) == [("faulty", "10.00", "10.00", "20.00", "10.00")]


def test_the_text_of_each_step_with_its_new_lines(scenery):
    views = step_views(ItemFiles(scenery()._files.folder), None, STEPS, scenery=scenery())
    assert [view.text.lines for view in views] == [
        ((False, "Save"), (False, "No file")), ((False, "Save"), (True, "One file")), (),
    ]  # fmt: skip
    assert views[2].text.same_as == 1


@pytest.mark.parametrize("content", ["{", '{"step": "x"}', "[" * 9000, '{"step":1,"boxes":{"a":[1,2]}}'])
def test_scenes_that_cannot_be_read_are_named(tmp_path, content):
    (tmp_path / "evidence/crawler").mkdir(parents=True)
    (tmp_path / "evidence/crawler/scenes.jsonl").write_text(content)
    evidence = Evidence(
        artifact_digest="",
        explorer="",
        browser="",
        perception=StaticPerception(loaded=True),
        trace=Trace(policy="crawler"),
    )
    problems: list[str] = []
    assert read_scenes(ItemFiles(tmp_path), evidence, problems) == {}
    assert problems[0].startswith("evidence/crawler/scenes.jsonl cannot be read")


def _source(folder, **files: str) -> Source:
    (folder / "artifact").mkdir()
    listed = []
    for name, text in files.items():
        path = name.replace("_", ".")
        (folder / "artifact" / path).write_text(text, encoding="utf-8")
        listed.append(ArtifactFile(path=path, size_bytes=len(text), sha256=""))
    key = ItemKey(case="c", model="m", mode="html")
    return Source(ItemFiles(folder), Artifact(key=key, files=tuple(listed), entry="index.html", digest=""))


def _finding(**fields) -> Finding:
    return Finding(dimension="functionality", severity="major", title="", why="", **fields)


def test_the_line_of_an_error_is_that_of_its_stack_and_otherwise_that_of_the_tag(tmp_path):
    source = _source(
        tmp_path, index_html='<p>\n<button id="go">Go</button>\n<script src="app.js">', app_js="a\nb\nc()\n"
    )
    stack = "TypeError: x\n    at c (http://artifact.localhost/app.js?v=1:3:7)\n    at http://artifact.localhost/:2:1"
    thrown = Step(index=1, thought="", action=Click(), page_errors=(PageError(message="x", stack=stack),))
    place = source.place(_finding(kind="error-on-use", selector="#go"), thrown)
    assert (place.path, place.line, place.href) == ("app.js", 3, "source.html#f2-L3")
    assert place.lines == ((1, "a"), (2, "b"), (3, "c()"), (4, ""))
    library = "at x (https://cdn.example/app.js:1:1)\n    at c (http://artifact.localhost/app.js:2:7)"
    called = thrown.model_copy(update={"page_errors": (PageError(message="x", stack=library),)})
    place = source.place(_finding(kind="error-on-use", selector="#go"), called)
    assert (place.line, place.why) == (2, "the error is thrown in a call from here")
    beyond = thrown.model_copy(update={"page_errors": (PageError(message="x", stack="at (http://a/app.js:99:1)"),)})
    for step in (beyond, None):
        place = source.place(_finding(kind="error-on-use", selector="#go"), step)
        assert (place.path, place.line) == ("index.html", 2)
    assert place.why == "the element’s tag"
    assert source.place(_finding(selector="#go > span"), None).why == "the tag of an element around it"
    assert source.place(_finding(kind="dead-control", selector="#made-by-script"), thrown) is None


def test_the_source_is_shown_as_text_with_the_lines_of_findings_and_what_is_left_out(tmp_path):
    hostile = "<script>x</script>\n<b onclick=y>\u202e"
    source = _source(tmp_path, index_html=hostile, photo_png="x", big_js="y" * 400_001)
    place = source.place(_finding(selector="i"), None)
    assert place is None
    at = source._at("index.html", 2, "here")
    page, photo, big = source.shown_files([(4, at)])
    assert page.code == (
        '<span>&lt;script&gt;x&lt;/script&gt;</span><span id="f1-L2" class="marked">&lt;b onclick=y&gt; '
        '<b><a href="index.html#finding-4">finding 4</a></b></span>'
    )
    assert (photo.problem, big.problem) == ("it is no text", "it is larger than 400 kB")
    assert source.href("index.html") == "source.html#f1"
    assert source.href("photo.png") == ""


def test_the_page_of_an_older_run_says_what_its_evidence_lacks(loud: RunFolder):
    page = Page(write_item_pages(loud)[0])
    assert "This evidence was recorded by an older version" in page.text
    scenes = [{"step": n, "boxes": {"#help": [10, 10, 80, 20]}, "text": f"<b>{n}</b>\u202e"} for n in range(4)]
    path = loud.path / LOUD / "evidence/agent/scenes.jsonl"
    path.write_text("\n".join(map(json.dumps, scenes)), encoding="utf-8")
    html = write_item_pages(loud)[0].read_text(encoding="utf-8")
    assert "recorded by an older version" not in html
    assert "<ins>&lt;b&gt;3&lt;/b&gt;</ins>" in html
    assert len(re.findall(r'<li id="step-\d"', html)) == 4


def test_how_an_application_with_servers_is_started(loud: RunFolder):
    record, folder = loud.records()[0], loud.path / LOUD
    application = record.model_copy(update={"build": Build(tool="application")})
    assert start_commands(ItemFiles(folder), application) is None
    manifest = {
        "setup": ["npm ci"], "services": ["mail"],
        "processes": {"web": {"command": "npm start", "port": 8080}, "jobs": {"command": "node <jobs>.js"}},
    }  # fmt: skip
    path = folder / "artifact/app.yaml"
    path.write_text(json.dumps(manifest), encoding="utf-8")
    found = start_commands(ItemFiles(folder), application)
    assert (found.lines, found.port, found.services) == (("npm ci", "node <jobs>.js &", "npm start"), 8080, ("mail",))
    assert start_commands(ItemFiles(folder), record) is None
    path.rename(folder / "app.yaml")
    path.symlink_to(folder / "app.yaml")
    assert start_commands(ItemFiles(folder), application) is None
