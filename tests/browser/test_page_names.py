"""A page may call its own things what the browser calls its own: it is seen and used as any other."""

import pytest

from pytest_cookie.core.action import Click
from pytest_cookie.exploration.page_scripts import run_script

DECLARED = """class Node { constructor(next) { this.next = next; } } class Element {} class Event {} class Set {}
class Blob {} const CSS = "p { color: red }"; let performance = {}, HTMLElement = 1, scrollX, scrollY;"""
ASSIGNED = (
    "function Node(next) { this.next = next; } function Element() {} function Set() {} var CSS = '', scrollX, scrollY;"
)
OLD_LIBRARY = """Array.prototype.toJSON = function () { return `[${this.join()}]`; };
String.prototype.toJSON = function () { return `"${this}"`; }; Object.prototype.toJSON = () => 1;"""
PAGE = """<!doctype html><title>Own names</title><button>Go</button><div>Press me</div>
<p style="margin-top: 900px">far <a href="#">down</a></p><canvas></canvas>
<script>%s</script><script>
  document.querySelector('div').addEventListener('click', () => { document.title = 'pressed'; });
  document.querySelector('button').onclick = () =>
    document.querySelector('canvas').toBlob((saved) => { document.title = `saved ${saved.type}`; });
</script>"""


@pytest.mark.parametrize("names", [DECLARED, ASSIGNED, OLD_LIBRARY])
def test_a_page_with_names_of_the_browser_is_seen_and_used(session_of, names):
    session = session_of(PAGE % names)
    assert [control.name for control in session.observe().inventory.controls] == ["Go", "Press me", "down"]
    assert session.act(Click(selector="div")).done
    assert session.evaluate("() => document.title") == "pressed"
    assert session.act(Click(selector="button")).done
    began = session.page_ms
    session.settle(1_000)
    assert session.evaluate("() => document.title") == "saved image/png"
    assert session.page_ms - began < 600  # it was seen to be quiet
    for script in ("layout", "overlap", "targets", "styling", "ends", "anchors", "shifts", "pulse"):
        assert run_script(session, script) is not None


def test_a_page_with_a_map_of_its_own_is_seen_and_used(session_of):
    session = session_of(PAGE % "class Map { constructor() { this.tiles = []; } }")
    assert [control.name for control in session.observe().inventory.controls] == ["Go", "Press me", "down"]
    assert session.act(Click(selector="div")).done
    assert session.evaluate("(of) => document[of.what]", {"what": "title"}) == "pressed"
    for script in ("layout", "overlap", "targets", "styling", "ends", "anchors", "shifts", "pulse"):
        assert run_script(session, script) is not None


def test_a_page_that_breaks_the_driver_is_seen_and_used_all_the_same(session_of):
    session = session_of(PAGE % "const Object = { tiles: [] };")
    assert "Go" in [control.name for control in session.observe().inventory.controls]
    assert session.act(Click(selector="div")).done
    assert session.evaluate("() => document.title") == "pressed"
    for script in ("layout", "overlap", "targets", "styling", "ends", "anchors", "shifts", "pulse"):
        assert run_script(session, script) is not None


@pytest.mark.parametrize("count", ["Infinity", "'many'", "null", "-1e9", pytest.param("1e9", marks=pytest.mark.slow)])
def test_a_page_that_lies_about_what_it_saves_is_used_all_the_same(session_of, count):
    lie = f"{{ splice: () => ({{ filter: () => ({{ length: {count} }}) }}) }}"
    session = session_of(f"<h1>Files</h1><script>Object.defineProperty(__cookie, 'saves', {{ value: {lie} }})</script>")
    session.settle()
    assert session.drain().files == ()


DOCUMENTS_OWN = (
    "getElementsByTagName", "querySelector", "querySelectorAll", "createTreeWalker", "defaultView", "body", "host",
    "elementFromPoint", "getAnimations", "styleSheets", "documentElement", "nodeType",
)  # fmt: skip


@pytest.mark.parametrize(
    "names", [DOCUMENTS_OWN, *(pytest.param((name,), marks=pytest.mark.slow, id=name) for name in DOCUMENTS_OWN)]
)
def test_pictures_called_as_something_of_the_documents_own_hide_nothing(session_of, names):
    pictures = "".join(f'<img name="{name}" alt="">' for name in names)
    page = f"""<!doctype html><title>Own names</title>{pictures}<button>Go</button>
        <div onclick="this.textContent = 'pressed'">Press me</div><p style="margin-top: 99px">
        <a href="#">down</a></p>"""
    session = session_of(page)
    assert [control.name for control in session.observe().inventory.controls] == ["Go", "Press me", "down"]
    assert session.act(Click(selector="div")).done
    assert session.evaluate("() => document.querySelector('div').textContent") == "pressed"
    for script in ("layout", "overlap", "targets", "styling", "ends", "anchors", "shifts", "pulse"):
        assert run_script(session, script) is not None
