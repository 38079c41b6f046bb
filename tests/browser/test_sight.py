"""What of a page has ink, what flies and what flees from the pointer, in a real browser."""

import pytest

from pytest_cookie.core.action import Click
from pytest_cookie.exploration.effects.change import compare

PAGE = """<!doctype html><title>t</title><style>body { background: #fff; color: #222 }</style><body>
<p id="plain">Some words</p>
<p id="clear" style="color: transparent">Some words</p>
<p id="white" style="color: #fff">Some words</p>
<p id="faint" style="opacity: .01">Some words</p>
<p id="speck" style="font-size: 1px">Some words</p>
<p id="reader" style="position: absolute; width: 1px; height: 1px; overflow: hidden">Some words</p>
<p id="away" style="position: absolute; left: -4000px">Some words</p>
<div style="height: 30px; width: 90px; overflow: hidden"><p id="cut" style="margin-top: 200px">Some words</p></div>
<p id="lit" style="color: #fff; background: #274">Some words</p>
<p id="glow" style="color: transparent; text-shadow: 0 0 2px #000">Some words</p>
<div style="height: 40px; overflow: auto"><p id="below" style="margin-top: 200px">Some words</p></div>
<button id="go">Go on</button></body>"""

FLEES = """<script>
go.style.cssText = 'position: absolute; left: 40px; top: 400px';
let turn = 0;
addEventListener('pointermove', ({ clientX: x, clientY: y }) => {
  const { left, top, right, bottom } = go.getBoundingClientRect();
  if (x > left - 30 && x < right + 30 && y > top - 30 && y < bottom + 30)
    go.style.left = `${[700, 40, 380][turn++ % 3]}px`;
});
</script>"""

FLIES = """<style>@keyframes fly { to { left: 900px } }
#go { position: absolute; left: 0; top: 400px; width: 50px; animation: fly 2s linear infinite alternate }
</style>"""


@pytest.mark.parametrize(
    ("name", "inked", "blends"),
    [
        ("plain", True, False), ("clear", False, True), ("white", True, True), ("faint", False, False),
        ("speck", False, True), ("reader", False, False), ("away", False, False), ("cut", False, False),
        ("lit", True, False), ("glow", True, False), ("below", True, False),
    ],
)  # fmt: skip
def test_ink_is_what_a_person_could_see(session_of, name, inked, blends):
    element = session_of(PAGE).observe().elements[f"#{name}"]
    assert (element.inked, element.blends) == (inked, blends)


def test_a_button_that_flees_is_not_pressed(session_of):
    session = session_of(PAGE + FLEES)
    outcome = session.act(Click(selector="#go"))
    assert not outcome.done
    assert (outcome.problem, outcome.moved_away) == ("it moved away from the pointer", True)
    assert session_of(PAGE).act(Click(selector="#go")).done


def test_a_target_that_flies_by_itself_is_pressed_where_it_was(session_of):
    assert session_of(PAGE + FLIES).act(Click(selector="#go")).done


_GROUND = "<!doctype html><style>body { background: #fafafa; color: #222 } %s</style><body>%s</body>"
_SIZE = "width: 60px; height: 60px;"
_DOT = "data:image/gif;base64,R0lGODlhEAAQAIAAAP///wAAACH5BAAAAAAALAAAAAAQABAAAAIOhI+py+0Po5y02ouzPgUAOw=="


@pytest.mark.parametrize(
    ("look", "inside", "blends"),
    [
        ("box-shadow: 0 0 0 transparent", "", True), ("box-shadow: 0 0 0 red", "", True),
        ("border: 3px solid #fff", "", True), ("background: #f5f5f5", "", True),
        ("background: rgb(0 0 0 / .06)", "", True),
        ("color: transparent; border-left: 3px solid #fafafa", "Words", True),
        ("background: linear-gradient(#fff, transparent)", "", True),
        ("box-shadow: 0 2px 4px #999", "", False), ("border-right: 3px solid #aaa", "", False),
        ("background: #274", "", False), ("background: linear-gradient(#fff, #06c)", "", False),
    ],
)  # fmt: skip
def test_what_is_of_its_grounds_colour_paints_nothing(session_of, look, inside, blends):
    page = _GROUND % (f"#one {{ {_SIZE} {look} }}", f'<div id="one">{inside}</div>')
    assert session_of(page).observe().elements["#one"].blends == blends


@pytest.mark.parametrize(
    ("markup", "blends"),
    [
        ('<svg id="one"></svg>', True), ('<canvas id="one"></canvas>', True), ('<img id="one" alt="">', True),
        ('<input id="one" style="border: 0; background: none">', True), ('<i id="one"></i>', True),
        ('<iframe id="one" style="border: 0"></iframe>', True),
        ('<svg id="one"><circle r="20" /></svg>', False), (f'<img id="one" alt="" src="{_DOT}">', False),
        ('<input id="one">', False), ('<input id="one" type="checkbox">', False),
        ('<i id="one" class="tick"></i>', False),
        ('<select id="one"><option>A</option></select>', False), ('<button id="one"></button>', False),
    ],
)  # fmt: skip
def test_what_is_empty_paints_nothing(session_of, markup, blends):
    page = _GROUND % (f"#one {{ display: block; {_SIZE} }} .tick::before {{ content: '+' }}", markup)
    assert session_of(page).observe().elements["#one"].blends == blends


def test_what_is_fixed_is_not_cut_by_the_box_that_it_stands_in(session_of):
    card = '<div style="height: 20px; width: 90px; overflow: hidden"><p id="toast">Saved</p></div>'
    seen = session_of(_GROUND % ("#toast { position: fixed; right: 20px; bottom: 20px }", card)).observe()
    assert seen.elements["#toast"].inked
    unseen = card.replace("90px;", "90px; clip-path: inset(50%);")
    assert (
        not session_of(_GROUND % ("#toast { position: fixed; right: 20px }", unseen)).observe().elements["#toast"].inked
    )


_ADD = "const one = document.createElement('p'); one.style.cssText = '%s'; one.textContent = '%s';"
_ADD += " document.body.append(one);"
_PIT = '<div id="pit" style="%s; height: 40px; width: 90px; overflow: scroll"><p style="height: 900px">Far</p></div>'
_TICK = '<label style="%s"><input type="checkbox" id="tick"> Tick</label>'


@pytest.mark.parametrize(
    ("extra", "doing", "shown"),
    [
        ("", _ADD % ("position: fixed; inset: 0; pointer-events: none", ""), False),
        ("", _ADD % ("position: fixed; inset: 0; color: #fff; pointer-events: none", "Done"), False),
        ("", _ADD % ("position: absolute; top: 0; width: 2px; height: 3000px; box-shadow: 0 0 0 #0000", ""), False),
        ("", _ADD % ("position: absolute; top: 1900px; color: transparent; border: 2px solid #fff", "Done"), False),
        ("", _ADD % ("position: absolute; top: 1900px", "Done"), True),
        ("", _ADD % ("", "Done"), True),
        (_PIT % "opacity: .01", "pit.scrollTop += 60;", False),
        (_PIT % "margin: 0", "pit.scrollTop += 60;", True),
        (_TICK % "opacity: .001", "tick.checked = !tick.checked;", False),
        (_TICK % "margin: 0", "tick.checked = !tick.checked;", True),
        (_TICK % "position: absolute; top: 1900px", "tick.checked = !tick.checked;", True),
        (_TICK % "position: absolute; top: 1900px; opacity: .001", "tick.checked = !tick.checked;", False),
    ],
)
def test_the_own_look_of_what_is_pressed_vouches_for_nothing_else(session_of, extra, doing, shown):
    session = session_of(_GROUND % ("", f'<button id="go">Go on with it</button>{extra}'))
    before = session.observe()
    session.evaluate(f"() => {{ go.style.color = '#c00'; {doing} }}")
    change = compare(before, session.observe())
    assert (change.seen, change.shown) == (True, shown)
