"""The page of one item as text: missing files, links, hostile texts."""

import json
import re

import pytest
from pydantic import ValidationError

from pytest_cookie.core.action import Wait
from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.build import Build, BuildFailure
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.page import LibraryAnswer
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import Record
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.index.index_view import run_head
from pytest_cookie.reporting.site.item.item_page import item_page
from pytest_cookie.reporting.site.item.log import log_of
from tests.cookie_scores import Query
from tests.item_pages import LOUD, sound, with_repeats, write_item_pages
from tests.unit.reporting.page import Page

PAYLOAD = "\"'><img src=x onerror='pwned=1'><script>pwned=1</script><svg onload=pwned=1>\x1b]0;x\x07\x00\u202e{{ 7*7 }}"


def _files(run: RunFolder, record: Record) -> ItemFiles:
    return ItemFiles(run.item_folder(record))


def _page(run: RunFolder) -> Page:
    return Page(write_item_pages(run)[0])


def _change_evidence(run: RunFolder, **changes: object) -> Evidence:
    path = run.path / LOUD / "evidence" / "evidence.json"
    changed = Evidence.model_validate_json(path.read_bytes()).model_copy(update=changes)
    path.write_text(changed.model_dump_json(), encoding="utf-8")
    return changed


def _change_verdicts(run: RunFolder, **changes: object) -> None:
    for path in (run.path / LOUD / "verdicts").iterdir():
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_the_lanes_and_what_they_say_without_eyes(loud: RunFolder) -> None:
    page = _page(loud)
    (slider,) = [attributes for _, attributes in page.tags if attributes.get("role") == "slider"]
    assert (slider["aria-valuemin"], slider["aria-valuemax"], slider["tabindex"]) == ("0", "2.800", "0")
    assert "Steps Findings Pictures Film Sound Console Network" in page.text
    assert "The console stayed empty." not in page.text
    looks = [attributes.get("class") for tag, attributes in page.tags if tag == "path"]
    assert {"seen", "needle", "film", "sound", "warning", "error"} <= set(looks)


def test_an_agent_that_only_took_pictures_is_not_said_to_have_used_or_checked_the_page(loud: RunFolder) -> None:
    steps = tuple(Step(index=n, thought="", action=Wait(value="1000")) for n in range(3))
    trace = Trace(policy="timed", stopped="finished", steps=steps, summary="Three pictures.")
    _change_evidence(loud, trace=trace, perception=StaticPerception(loaded=True), sessions=())
    text = _page(loud).text
    assert "Three pictures." in text
    assert "It stopped because" not in text
    assert "Nothing was recorded." in text
    assert "This agent does not check it." in text
    assert "no page was loaded" not in text


def test_console_and_network_lead_to_their_step(loud: RunFolder) -> None:
    page = _page(loud)
    assert "step 1 warning The gap is wide" in page.text
    assert "step 2 uncaught TypeError: gap is undefined Stackat jump" in page.text
    assert "step 3 GET font https://fonts.example/a.woff2 blocked by the sandbox: refused" in page.text
    assert "step 3 react 18.3.1 https://esm.sh/react@18.2.0 requested 18.2.0" in page.text


def test_a_film_that_is_missing_is_named_and_pictures_stand_in_for_it(loud: RunFolder) -> None:
    (loud.path / LOUD / "evidence/agent/film.mp4").unlink()
    page = _page(loud)
    assert "The film is missing." in page.text
    assert not [tag for tag, _ in page.tags if tag == "video"]
    assert [tag for tag, attributes in page.tags if attributes.get("role") == "slider"]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "evidence/agent/sound.json is missing"),
        ("{", "evidence/agent/sound.json is not a valid sound description"),
        (
            sound().model_dump_json().replace('"schema_version":1', '"schema_version":2'),
            "sound.json has schema version 2, written by another version of pytest-cookie; this one supports 1",
        ),
    ],
)
def test_a_sound_that_cannot_be_read_is_named(loud: RunFolder, content: str | None, told: str) -> None:
    path = loud.path / LOUD / "evidence/agent/sound.json"
    path.unlink()
    if content is not None:
        path.write_text(content)
    text = _page(loud).text
    assert "Some files could not be read" in text
    assert told in text
    assert "Film Console" in text


def test_of_a_page_that_was_not_seen_nothing_is_said_of_its_accessibility(loud: RunFolder) -> None:
    _change_evidence(loud, perception=StaticPerception(loaded=False))
    text = _page(loud).text
    assert "Not checked: no page was loaded." in text
    assert "axe-core found" not in text
    failed = Build(tool="", failure=BuildFailure(kind="lock_file", message="it does not hold zod"))
    record = loud.records()[0].model_copy(update={"build": failed})
    html = item_page(_files(loud, record), record, query=Query([record]), head=run_head(loud, [record])).html
    assert "it does not hold zod" in html
    assert "Accessibility" not in html
    assert "No errors, no console messages" not in html


def test_a_page_that_was_never_opened_was_not_used_for_nothing(loud: RunFolder) -> None:
    _change_evidence(loud, browser="", clock=None, trace=Trace(policy="crawler"))
    text = _page(loud).text
    assert "There was no page to open, so the agent did nothing." in text
    assert "and stopped:" not in text


def test_a_verdict_that_is_missing_is_named_and_no_path_of_the_machine(loud: RunFolder) -> None:
    for path in (loud.path / LOUD / "verdicts").iterdir():
        path.unlink()
    (loud.path / LOUD / "artifact.json").write_text("{}")
    page = _page(loud)
    assert "verdicts/openai-judge-vision.json is missing" in page.text
    assert "artifact.json is not a valid Artifact" in page.text
    assert str(loud.path) not in page.text
    assert "The jump does not clear the first gap" in page.text


def test_repeats_and_other_models_are_a_click_away(loud: RunFolder) -> None:
    first, second, third = with_repeats(loud)
    small = loud.records()[2]
    page = item_page(
        _files(loud, first),
        first,
        query=Query([first, second, third, small]),
        around=(None, small),
        head=run_head(loud, [first]),
    )
    html = page.html
    assert re.search(r'aria-current="page">r1</span>', html)
    assert 'href="../../../../../items/moth-and-lanterns/openai-author-large/html/2/index.html">r2</a>' in html
    assert re.search(r'aria-current="page">openai/author-large × 3</span> <span class="figure">62.0<', html)
    assert 'href="../../../../../items/moth-and-lanterns/openai-small/html/1/index.html">openai/small</a>' in html
    assert 'href="../../../../../index.html#query=moth-and-lanterns&amp;mode=html"' in html
    assert 'rel="next"' in html
    assert 'rel="prev"' not in html


def test_a_neighbour_outside_of_the_run_gets_no_link(loud: RunFolder) -> None:
    record = loud.records()[0]
    outside = [record.model_copy(update={"model": path, "folder": path}) for path in ("../../x", "/etc", "a/../../b")]
    html = item_page(
        _files(loud, record),
        record,
        query=Query([record, *outside]),
        around=(outside[0], outside[1]),
        head=run_head(loud, [record]),
    ).html
    assert not [one for one in re.findall(r'href="([^"]*)"', html) if "etc" in one or one.startswith("../" * 6)]


def test_nothing_gets_out_of_any_field(loud: RunFolder) -> None:
    """Every text of every file of the item is an attack, wherever the schema does not fix the words."""
    folder = loud.path / LOUD
    clean = {tag for tag, _ in _page(loud).tags}
    hostile = _poisoned(loud.records()[0], keep=frozenset({"folder", "judge", "protocol"}))
    for name, kind in (("artifact.json", Artifact), ("evidence/evidence.json", Evidence)):
        path = folder / name
        path.write_text(_poisoned(kind.model_validate_json(path.read_bytes())).model_dump_json(), encoding="utf-8")
    for path in (folder / "verdicts").iterdir():
        verdict = _poisoned(Verdict.model_validate_json(path.read_bytes()), keep=frozenset({"judge"}))
        path.write_text(verdict.model_dump_json(), encoding="utf-8")
    html = item_page(
        _files(loud, hostile), hostile, query=Query([hostile, hostile]), around=(hostile, None), head=run_head(loud, [])
    ).html
    path = folder / "index.html"
    path.write_text(html, encoding="utf-8")
    page = Page(path)
    assert {tag for tag, _ in page.tags} <= clean
    assert {tuple(attributes) for tag, attributes in page.tags if tag == "script"} == {()}
    assert not [name for _, attributes in page.tags for name in attributes if name.startswith("on")]
    assert not [address for address in page.addresses() if address.startswith(("javascript:", "http"))]
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", html)
    assert html.count("&lt;img src=x onerror=") > 60
    assert "{{ 7*7 }}" in page.text


def _poisoned(model: FrozenModel, *, keep: frozenset[str] = frozenset()):
    data = json.loads(model.model_dump_json())
    original = json.loads(model.model_dump_json())
    _poison(data, keep)
    for _ in range(9):
        try:
            return type(model).model_validate_json(json.dumps(data))
        except ValidationError as error:
            for problem in error.errors():
                _restore(data, original, problem["loc"])
    raise AssertionError("the schema refuses every attack")


def _poison(data: object, keep: frozenset[str]) -> None:
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in list(pairs):
        if isinstance(value, str) and key not in keep:
            data[key] = f"{value}{PAYLOAD}"
        else:
            _poison(value, keep)


def _restore(data: object, original: object, where: tuple[int | str, ...]) -> None:
    *above, last = where
    for key in above:
        data, original = data[key], original[key]
    data[last] = original[last]


def test_pictures_that_were_stood_in_for_are_told_apart_from_packages(loud: RunFolder) -> None:
    answers = (
        LibraryAnswer(url="https://unpkg.com/tiny@1", package="tiny", asked="1", given="1.9.0", file="index.js"),
        LibraryAnswer(
            url="https://picsum.photos/60/40", kind="picture", package="picsum.photos", given="60x40", file="painted"
        ),
    )
    seen = _change_evidence(loud).perception.model_copy(update={"library_answers": answers})
    log = log_of(_change_evidence(loud, perception=seen))
    assert log.library[0].kind == "tiny 1.9.0"
    assert not any("picsum" in line.text for line in log.library)
    assert [(line.kind, line.text) for line in log.pictures] == [("picsum.photos 60x40", "https://picsum.photos/60/40")]
    text = _page(loud).text
    assert "Placeholder images" in text
    assert "Requests answered from the package library" in text


def test_what_of_a_large_page_was_looked_at_in_part_is_told(loud: RunFolder) -> None:
    partly = {"partly": ("axe-core looked at 900 of <b>4000</b> elements",)}
    _change_evidence(loud, perception=_change_evidence(loud).perception.model_copy(update=partly))
    assert "Large page: axe-core looked at 900 of <b>4000</b> elements." in _page(loud).text


def test_a_rubric_item_that_says_scored_without_a_score_is_shown_without_a_bar(loud: RunFolder) -> None:
    item = {"id": "7", "name": "Odd", "dimension": "functionality", "status": "scored", "score": None, "reason": "none"}
    _change_verdicts(loud, items=[item])
    assert re.search(r"Odd ?functionality ?scored ?None\.", _page(loud).text)


def test_items_come_before_tables_and_stand_in_for_findings_that_a_judge_does_not_write(loud: RunFolder) -> None:
    record = loud.records()[0].model_copy(update={"findings": ()})

    def shown() -> str:
        return item_page(_files(loud, record), record, query=Query([record]), head=run_head(loud, [record])).html

    item = {"id": "7", "name": "Kept?", "dimension": "functionality", "status": "scored", "reason": "no", "score": 0.5}
    _change_verdicts(loud, findings=[], items=[item], panels=[{"title": "Tokens", "columns": ["part"]}])
    html = shown()
    assert html.rindex("Kept?") < html.rindex("Tokens")
    assert 'id="findings"' not in html
    _change_verdicts(loud, items=[])
    assert 'id="findings"' in shown()


def test_texts_below_a_panel_are_folded_escaped_and_marked(loud: RunFolder) -> None:
    text = f"--- a.html\n+++ b.html\n@@ -1 +1 @@\n same\n-{PAYLOAD}\n+new"
    panel = {
        "title": "Revisions", "columns": ["one"],
        "excerpts": [{"title": "What changed", "text": text, "kind": "diff"}, {"title": "Told", "text": "- plain"}],
    }  # fmt: skip
    _change_verdicts(loud, panels=[panel])
    page = write_item_pages(loud)[0].read_text(encoding="utf-8")
    assert "<img src=x" not in page
    assert "<ins>+new</ins>" in page
    assert page.count("<del>") == 1
    assert "<b>@@ -1 +1 @@</b>" in page
    assert "<span>- plain</span>" in page
    assert page.count('<details class="excerpt">') == 2


def test_the_rows_of_a_panel_lead_to_their_steps_pictures_and_moments(loud: RunFolder) -> None:
    shot = "agent/screenshots/001.png"
    steps = [
        {"text": f"press {PAYLOAD}", "picture": shot}, {"text": "save", "passed": False, "picture": "agent/gone.png"},
        {"text": "out", "passed": True, "picture": "../../../../../records.jsonl"},
    ]  # fmt: skip
    details = [
        {"row": 1, "expected": f"It is kept {PAYLOAD}", "actual": "It is gone", "step": 2, "steps": steps},
        {"row": 0, "step": 77},
    ]
    pictures = [{"file": shot, "caption": one} for one in ("Reference", "Rebuilt")]
    figure = {"title": "Both", "pictures": pictures, "overlays": [[0, 1], [0, 9], [-1, 0]]}
    rows = [["plain"], [f"kept {PAYLOAD}"]]
    panel = {"title": "Checks", "columns": ["one"], "rows": rows, "details": details, "figures": [figure]}
    _change_verdicts(loud, panels=[panel])
    path = write_item_pages(loud)[0]
    html, page = path.read_text(encoding="utf-8"), Page(path)
    assert "<img src=x" not in html
    assert {"#panel-1-row-0", "#panel-1-row-1"} <= set(page.addresses())
    assert '<a href="#step-2">step 2</a>, <a href="#t=0.900"' in html
    assert "step 77, which is not in the evidence" in page.text
    assert page.text.count("The picture is missing.") == 2
    assert "failed save" in page.text
    assert html.count('<details class="overlay">') == 1
    assert not [address for address in page.addresses() if "records.jsonl" in address]
