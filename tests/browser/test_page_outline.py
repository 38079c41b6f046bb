"""The outline of a page for a verifier: one element for every selector; labels, options, states and storage."""

from pytest_cookie.core.action import Click, Press
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.protocols.auigym.open_list import is_on_open_list
from pytest_cookie.protocols.auigym.page_outline import read_outline
from tests.browser.conftest import SessionOf

PAGE = """<!doctype html><title>Shelf</title>
<label>Kind <select id="kind"><option>Herb</option><option>Flower</option></select></label>
<label><input type="checkbox" name="empty"> Hide empty</label>
<input type="radio" id="all" checked><input placeholder="Find" value="tea" disabled>
<ul><li id="one"><b class="name">Dill</b><button class="take">Take</button></li>
<li id="two"><b class="name">Borage</b><button class="take">Take</button></li>
<li><b class="name">Poppy</b><button class="take">Take</button></li></ul>
<p hidden>Saved</p><button aria-label='Say "hi"'>Hi</button>
<script>localStorage.setItem("seeds", "[1]")</script>"""


def test_the_outline_of_a_page(session_of: SessionOf):
    session = session_of(PAGE)
    loaded, lines = read_outline(session, f"{ORIGIN}/")
    assert loaded.loaded
    for line in (
        "title() Shelf",
        'stored("seeds") [1]',
        '#kind | select | label "Kind", value "Herb", options "Herb", "Flower"',
        'input[name="empty"] | input | label "Hide empty", checkbox, unchecked',
        "#all | input | radio, checked",
        "#one b.name | b | Dill",
        "#two button.take | button | Take",
        "p | p | Saved | hidden",
        'button[aria-label="Say \\"hi\\""] | button | Hi',
    ):
        assert line in lines
    (field,) = [line for line in lines if 'label "Find"' in line]
    assert field.endswith('text, value "tea", disabled')
    selectors = [line.split(" | ")[0] for line in lines if " | " in line]
    counts = session.evaluate("(all) => all.map((one) => document.querySelectorAll(one).length)", selectors)
    assert counts == [1] * len(selectors)


def test_an_open_list_is_known(session_of: SessionOf):
    page = """<!doctype html><body style="margin:0;font:16px serif">
    <select style="display:block;width:200px;height:40px;font:inherit"><option>Herb<option>Flower</select>
    <button style="display:block;width:400px;height:300px">Below</button>"""
    session = session_of(page, clock="cooperative")
    option, beside = Click(x=50, y=60), Click(x=350, y=60)
    assert not is_on_open_list(session, option)
    session.act(Click(x=50, y=20))
    assert is_on_open_list(session, option)
    assert not is_on_open_list(session, beside)
    assert not is_on_open_list(session, Press(value="Enter"))
    for key in ("f", "Enter"):
        session.act(Press(value=key))
    assert not is_on_open_list(session, option)
    assert session.evaluate("() => document.querySelector('select').value") == "Flower"
