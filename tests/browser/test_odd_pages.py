"""Observations of pages that are odd, huge, or misreport themselves."""

import pytest

from pytest_cookie.core.action import Click
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.evidence import FROM_OUTSIDE


def test_odd_documents_are_observed(session_of):
    for html in (
        "",
        "<frameset><frame src='/x'></frameset>",
        "<p>" * 3000,
        "<script>document.body?.remove()</script>x",
    ):
        assert session_of(html).observe().screenshot.startswith(b"\x89PNG")


def test_a_huge_page_is_cut(session_of):
    session = session_of("<script>document.write('<p><button>word</button>'.repeat(5000))</script>")
    observation = session.observe()
    assert len(observation.elements) == 3000
    assert len(observation.inventory.controls) == 400
    assert len(observation.inventory.text) == 20_000
    assert observation.inventory.text_length > 20_000


def test_half_an_emoji_is_written_as_a_sign_that_files_can_hold(session_of):
    page = r"<title>a\ud800</title><button>x</button><script>document.title = 'cut \ud83d'; console.log('\ud83d');"
    page += r"document.querySelector('button').textContent = '\ude00 go';"
    page += r"setTimeout(() => { throw Error('\ud83d') })</script>"
    session = session_of(page, load=False)
    happenings = session.load(f"{ORIGIN}/").happenings
    inventory = session.observe().inventory
    assert (inventory.title, inventory.controls[0].name) == ("cut \ufffd", "\ufffd go")
    assert happenings.console[0].text == "\ufffd"
    assert "\ufffd" in happenings.page_errors[0].message
    assert session.evaluate(r"() => ['\ud83d', '\u{1f600}', 1.5, null]") == ["\ufffd", "\U0001f600", 1.5, None]
    assert inventory.model_dump_json()


def test_a_page_without_an_element_is_observed(session_of, tmp_path):
    session = session_of("<h1>Soon gone</h1>")
    session.evaluate("() => { document.documentElement.remove(); return null; }")
    seen = session.observe(with_tree=True)
    assert (seen.inventory.text, seen.inventory.controls, seen.inventory.accessibility_tree) == ("", (), "")
    assert not session.full_screenshot(tmp_path / "nothing.png")


def test_a_page_that_has_its_own_way_to_write_json_is_observed_as_it_is(session_of):
    session = session_of("<script>JSON.stringify = () => '{}'; JSON.parse = () => null;</script><button>Go</button>")
    assert [control.name for control in session.observe().inventory.controls] == ["Go"]


@pytest.mark.parametrize(
    "story",
    [
        "Object.defineProperty(window, 'scrollY', { get: () => 'far' })",
        "Object.defineProperty(window, 'scrollY', { get: () => ({}) })",
        "Element.prototype.getBoundingClientRect = () => new DOMRect(1, 2, 3, 4)",
        "Object.defineProperty(Node.prototype, 'textContent', { get: () => 'Another' })",
        "for (const name of Object.getOwnPropertyNames(Array.prototype)) Array.prototype[name] = null",
        "Object.prototype.then = (noted) => noted('mine')",
        "const Object = {}, Array = 1, Promise = 2, JSON = 3",
        "const { natives } = __cookie; __cookie.natives = {}; delete __cookie.natives; Math.max = () => NaN",
    ],
)
def test_a_page_that_tells_another_story_of_itself_is_looked_at_from_outside(session_of, tmp_path, story):
    session = session_of(f"<script>{story}</script><h1>Liar</h1><button onclick='this.remove()'>Go</button>")
    seen = session.observe(with_tree=True)
    assert ([heading.text for heading in seen.inventory.headings], seen.scroll_y) == (["Liar"], 0.0)
    (button,) = seen.inventory.controls
    assert button.box.width > 20
    assert not session.full_screenshot(tmp_path / "whole.png")
    assert session.act(Click(ref=button.ref, selector=button.selector)).done
    assert session.observe().inventory.controls == ()
    assert FROM_OUTSIDE in session.notes


def test_an_honest_page_is_not_looked_at_from_outside(session_of, tmp_path):
    session = session_of("<h1>Honest</h1><script>Element.prototype.matches2 = () => 0; var scrollX = 5</script>")
    session.observe()
    session.full_screenshot(tmp_path / "whole.png")
    assert session.notes == ()


@pytest.mark.parametrize("height", ["NaN", "Infinity", "-5", "'tall'", "null"])
def test_a_page_of_odd_heights_has_a_full_picture(session_of, tmp_path, height):
    session = session_of(f"<script>Math.max = () => {height};</script><h1>Odd</h1>")
    assert not session.full_screenshot(tmp_path / "odd.png")


def test_names_and_identifiers_of_megabytes_leave_a_small_observation(session_of):
    session = session_of("<button>Go</button>")
    session.evaluate(
        """() => {
          const button = document.querySelector('button');
          for (const name of ['id', 'class', 'aria-label', 'data-testid', 'name', 'href'])
            button.setAttribute(name, 'x'.repeat(1e6));
          const odd = document.createElement(`x-${'y'.repeat(1e6)}`);
          document.body.append(Object.assign(odd, { textContent: 'z', onclick() {} }));
          history.pushState(null, '', `?${'u'.repeat(1e6)}`);
          document.title = 't'.repeat(1e6);
          return null;
        }"""
    )
    seen = session.observe()
    assert len(seen.inventory.controls) == 2
    assert len(seen.inventory.model_dump_json()) + len(str(seen.elements)) < 50_000
