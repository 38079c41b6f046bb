"""Where the page's own words come in: answers of our scripts, events of the browser, addresses, names of files."""

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st
from playwright.async_api import CDPSession, Error, Page, Response
from pydantic import JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.input.target import UnreachableError, parse_target
from pytest_cookie.browser.page.observe import _MALFORMED_REPLY, _parse_observation
from pytest_cookie.browser.page.page_events import PageEvents
from pytest_cookie.browser.page.page_query import parse_script_reply
from pytest_cookie.browser.page.traffic import _parse_library_answers, _parse_refusal_reason, origin_of
from pytest_cookie.browser.session import Session
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.cdn import BLOCKED_HEADER, GIVEN_HEADER, is_on_a_cdn
from pytest_cookie.core.errors import ExplorationError, GenerationError
from pytest_cookie.core.page import Control, Inventory
from pytest_cookie.core.page_layout import PageLayout, Shift
from pytest_cookie.core.parsing import parse_date, parse_json, parse_number, parse_shown_number, parse_url, parse_whole
from pytest_cookie.core.patterns import fits_pattern
from pytest_cookie.core.perception import Styling
from pytest_cookie.core.text import sanitize_json
from pytest_cookie.deployment.library.addresses import parse_package_address
from pytest_cookie.deployment.library.package_request import LibraryRefusedError
from pytest_cookie.deployment.response_body import parse_byte_range
from pytest_cookie.deployment.site import StaticSite, guess_content_type
from pytest_cookie.exploration.effects.mutation_observer import MutationObserver
from pytest_cookie.exploration.page_facts import Detail, PageFacts, read_page_facts
from pytest_cookie.exploration.perception.out_of_reach import Buried
from pytest_cookie.exploration.perception.page_layout import measure_layout, read_shift
from pytest_cookie.exploration.perception.static_perception import (
    _accessibility,
    _Anchors,
    _Geometry,
    _run_measurement,
)
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, take_in
from tests.unit.exploration.pages import control, observation, picture
from tests.unit.fuzz.strategies import json_values, nouns, raw_texts, tampered

_ELEMENT = {
    "selector": "#a",
    "text": "A",
    "box": {"x": 1, "y": 1, "width": 2, "height": 3},
    "detail": "",
    "buttons": ["OK"],
}
_LAYOUT = {
    "overflow_px": 0, "document_height": 900, "text_length": 10, "overflowing": [_ELEMENT],
    "lost_anchors": [_ELEMENT],
    "buried_controls": [_ELEMENT],
}  # fmt: skip
_PULSE = {"running": 1, "begun": 0, "ending": 0, "first": 12.5, "changed": True}
_AXE = {
    "violations": [{"rule": "label", "impact": "minor", "help": "", "count": 1, "elements": [_ELEMENT]}],
    "of": 9, "looked_at": 9,
}  # fmt: skip
_SEEN = {
    "inventory": json.loads(observation(controls=(control("e1"),),
    words="Hello").inventory.model_dump_json(exclude={"accessibility_tree"})),
    "elements": {"main": {"text": "a", "state": "", "box": [1, 2, 3, 4], "placed": True, "cut": ""}},
    "focus": "#a", "scroll_x": 0, "scroll_y": 0, "running_animations": 0, "dialog_open": False, "effects": ["print"],
}  # fmt: skip
_PLACE = {
    "problem": "", "x": 1, "y": 2, "box": _ELEMENT["box"], "cover": "", "tag": "input", "type": "range",
    "editable": True,
    "range": {"value": 1, "min": 0, "max": 9, "step": 1}, "options": [{"label": "a", "value": "b"}],
}  # fmt: skip
_AROUND = json.loads(PageFacts(details={"e1": Detail()}, named_keys=("p",)).model_dump_json())
_COMPOSED = {
    "groups": [{"selector": "main", "box": _ELEMENT["box"], "make": 1, "parts": [{**cast(dict[str, int],
    _ELEMENT["box"]), "make": 1, "dress": 2}]}],
    "texts": [{
        "selector": "h1", "text": "A", "box": _ELEMENT["box"], "letters": 1, "lines": 1, "size": 16,
        "leading": 0, "weight": 400,
        "face": "serif", "ink": "rgb(0, 0, 0)", "doubtful": False,
    }],
    "grounds": {"#ffffff": 100}, "inks": {"#000000": 3}, "boxes": 3, "distances": 1,
}  # fmt: skip
_HEADERS = st.one_of(raw_texts(), json_values().map(lambda value: json.dumps(value)))


class _Page:
    """A session whose page returns `answer`, as it arrives from the browser."""

    def __init__(self, answer: Any) -> None:
        self._answer = answer

    def evaluate(self, script: str, argument: JsonValue = None, **_: bool) -> JsonValue:
        return parse_script_reply(json.dumps(self._answer))


def _session(answer: Any) -> Session:
    return cast(Session, _Page(answer))


@given(answer=tampered(_SEEN))
def test_an_observation_is_one_or_the_page_has_broken_it(answer: Any) -> None:
    try:
        told = parse_script_reply(json.dumps(answer))
        seen = _parse_observation(cast(dict[str, Any], told), screenshot=b"", tree="", page_ms=0)
    except (PageScriptError, *_MALFORMED_REPLY):
        return
    assert seen.inventory.model_dump_json().encode()
    assert json.dumps([vars(state) for state in seen.elements.values()], ensure_ascii=False, allow_nan=False).encode()


@given(answer=tampered(_PLACE))
def test_a_target_is_one_or_unreachable(answer: Any) -> None:
    try:
        target = parse_target(parse_script_reply(json.dumps(answer)))
    except (PageScriptError, UnreachableError):
        return
    assert target.is_missed_at(1e9, 1e9) or target.box is not None
    assert target.smaller_side_px is not None


@given(answer=tampered(_AROUND), ref=raw_texts())
def test_surroundings_are_known_or_not(answer: Any, ref: str) -> None:
    assert read_page_facts(_session(answer), [control(sanitize_json(ref) or "e1")]).model_dump_json().encode()


@given(answer=tampered(_LAYOUT), models=st.sampled_from((_Geometry, _Anchors, Buried)))
def test_measures_are_taken_or_the_page_has_broken_them(
    answer: Any, models: type[_Geometry | _Anchors | Buried]
) -> None:
    try:
        found = _run_measurement(models, _session(answer), "layout")
        assert not isinstance(found, Buried) or isinstance(found.buried_texts, tuple)
    except (ExplorationError, PageScriptError):
        return


@given(answer=json_values())
def test_a_style_is_read_or_refused(answer: Any) -> None:
    try:
        Styling.model_validate(sanitize_json(answer))
    except ValidationError:
        return


@given(answer=tampered(_AXE))
def test_axe_finds_something_or_says_why_not(answer: Any) -> None:
    report, problem = _accessibility(_session(answer))
    assert (problem or report.note or "whole").encode()


@given(answer=tampered(_COMPOSED))
def test_a_page_is_composed_or_not(answer: Any) -> None:
    with _folder() as folder:
        (folder / "desktop.png").write_bytes(picture((1, 1, 60, 60)))
        found = measure_layout(_session(answer), folder / "desktop.png", Shift())
    assert found is None or PageLayout.model_validate_json(found.model_dump_json().encode()) == found


@given(answer=tampered(_PULSE))
def test_a_pulse_beats_or_not(answer: Any) -> None:
    beat = MutationObserver(_session(answer)).watch()
    assert beat.answer_ms is None or beat.answer_ms >= 0
    assert read_shift(_session(answer)).model_dump_json().encode()


class _Events:
    """A page, or the protocol, that returns a given value."""

    context = SimpleNamespace(on=lambda *_: None)

    def __init__(self) -> None:
        self.heard: dict[str, Any] = {}
        self.main_frame = SimpleNamespace(url="")

    def on(self, name: str, listener: Any) -> None:
        self.heard[name] = listener


class _Dialog(SimpleNamespace):
    async def accept(self, _: str = "") -> None:
        return

    async def dismiss(self) -> None:
        return


@given(told=st.lists(raw_texts(), min_size=6, max_size=6), line=st.integers(-1, 10**9))
def test_whatever_happens_can_be_written_down(told: list[str], line: int) -> None:
    one, two, three, four, five, six = told

    async def happen() -> Any:
        page, cdp = _Events(), _Events()
        diary = PageEvents(cast(Page, page), cast(CDPSession, cdp))
        page.heard["console"](SimpleNamespace(type="log", text=one, location={"url": two, "lineNumber": line}))
        page.heard["pageerror"](SimpleNamespace(name=three, message=one, stack=four))
        page.heard["dialog"](_Dialog(type="prompt", message=five, default_value=one))
        page.heard["download"](SimpleNamespace(suggested_filename=six))
        page.heard["framenavigated"](page.main_frame)
        cdp.heard["Page.windowOpen"]({"url": six})
        await asyncio.sleep(0)
        return diary.drain(1)

    seen = asyncio.run(happen())
    nouns_seen = [*seen.console, *seen.page_errors]
    assert all(noun.model_dump_json().encode() for noun in nouns_seen)
    assert json.dumps(
        [[dialog.text for dialog in seen.dialogs], seen.downloads, seen.popups, seen.navigations], ensure_ascii=False
    ).encode()


@given(header=_HEADERS, url=raw_texts())
def test_headers_and_addresses_are_read_or_not(header: str, url: str) -> None:
    response = cast(
        Response,
        SimpleNamespace(url=sanitize_json(url), headers={GIVEN_HEADER.lower(): header, BLOCKED_HEADER.lower(): header}),
    )
    assert isinstance(list(_parse_library_answers(response)), list)
    assert isinstance(_parse_refusal_reason(response), str)
    assert isinstance(origin_of(url), str)
    assert isinstance(is_on_a_cdn(url), bool)


@given(
    host=st.sampled_from(("unpkg.com", "esm.sh", "cdn.jsdelivr.net", "fonts.googleapis.com",
    "cdnjs.cloudflare.com", "d3js.org", "code.jquery.com", "cdn.tailwindcss.com", "esm.run")),
    path=raw_texts(), start=st.sampled_from(("/", "/npm/", "/css2?family=", "/ajax/libs/", "/-/", "/combine/",
    "/v135/")))  # fmt: skip
def test_a_library_knows_an_address_or_refuses_it(host: str, path: str, start: str) -> None:
    try:
        assert parse_package_address(f"https://{host}{start}{path}")
    except LibraryRefusedError:
        return


@given(path=raw_texts(), header=raw_texts(), size=st.integers(0, 10**12), head=st.binary(max_size=40))
def test_a_path_is_a_file_or_none(path: str, header: str, size: int, head: bytes) -> None:
    with _folder() as folder:
        (folder / "index.html").write_bytes(head)
        found = StaticSite(folder, "index.html").find(path, wants_page=True)
        assert found is None or found.read_bytes() == head
    for wanted in (parse_byte_range(header, size), parse_byte_range(f"bytes={header}", size)):
        assert wanted is None or 0 <= wanted[0] <= wanted[1] < size
    assert guess_content_type(Path(f"a{path}".replace("/", "")), head)


@given(names=st.lists(st.binary(min_size=1, max_size=30), max_size=5), entry=st.one_of(st.none(), raw_texts()))
def test_files_of_any_name_are_taken_in_or_refused(names: list[bytes], entry: str | None) -> None:
    with _folder() as folder:
        source, item = folder / "source", folder / "item"
        source.mkdir()
        for name in names:
            safe = name.replace(b"/", b"_").replace(b"\0", b"_")
            if safe not in (b".", b".."):
                _write(bytes(source) + b"/" + safe)
        try:
            artifact = take_in(
                source, ItemKey(case="a", model="m", mode="html"), item, entry=entry, limits=DEFAULT_LIMITS
            )
        except GenerationError:
            return
    assert artifact.model_dump_json().encode()


@given(text=raw_texts(), pattern=raw_texts())
def test_every_parser_has_a_value_or_none(text: str, pattern: str) -> None:
    for parse in (parse_whole, parse_number, parse_shown_number, parse_date, parse_url, parse_json):
        parse(text)
    assert fits_pattern(pattern, text) in (True, False, None)


@given(value=json_values())
def test_what_comes_over_the_border_can_be_written(value: Any) -> None:
    json.dumps(sanitize_json(value), ensure_ascii=False, allow_nan=False).encode()
    assert sanitize_json(sanitize_json(value)) == sanitize_json(value)


@given(told=nouns(Inventory), one=nouns(Control))
def test_nouns_of_a_page_come_back_from_json(told: Inventory, one: Control) -> None:
    assert Inventory.model_validate_json(told.model_dump_json().encode()) == told
    assert Control.model_validate_json(one.model_dump_json().encode()) == one


def test_the_driver_s_errors_are_not_ours() -> None:
    assert not issubclass(Error, _MALFORMED_REPLY)


def _write(path: bytes) -> None:
    Path(os.fsdecode(path)).write_bytes(b"<h1>A</h1>")


@contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield Path(name)
