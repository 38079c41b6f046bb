"""Elements that have ink, that fly, and that flee from the pointer, in a real browser."""

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


INK = {
    "plain": (True, False), "clear": (False, True), "white": (True, True), "faint": (False, False),
    "speck": (False, True), "reader": (False, False), "away": (False, False), "cut": (False, False),
    "lit": (True, False), "glow": (True, False), "below": (True, False),
}  # fmt: skip
"""By the id of a paragraph: whether it has ink, and whether it blends with its ground."""


def test_ink_is_what_a_person_could_see(show):
    elements = show(PAGE).observe().elements
    assert {name: (elements[f"#{name}"].inked, elements[f"#{name}"].blends) for name in INK} == INK


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


OF_ITS_GROUND = [
    ("box-shadow: 0 0 0 transparent", ""),
    ("box-shadow: 0 0 0 red", ""),
    ("border: 3px solid #fff", ""),
    ("background: #f5f5f5", ""),
    ("background: rgb(0 0 0 / .06)", ""),
    ("color: transparent; border-left: 3px solid #fafafa", "Words"),
    ("background: linear-gradient(#fff, transparent)", ""),
]
OF_ANOTHER_COLOUR = [
    ("box-shadow: 0 2px 4px #999", ""),
    ("border-right: 3px solid #aaa", ""),
    ("background: #274", ""),
    ("background: linear-gradient(#fff, #06c)", ""),
]


def test_what_is_of_its_grounds_colour_paints_nothing(show):
    blends = {}
    for look, inside in (*OF_ITS_GROUND, *OF_ANOTHER_COLOUR):
        page = _GROUND % (f"#one {{ {_SIZE} {look} }}", f'<div id="one">{inside}</div>')
        blends[look, inside] = show(page).observe().elements["#one"].blends
    assert blends == dict.fromkeys(OF_ITS_GROUND, True) | dict.fromkeys(OF_ANOTHER_COLOUR, False)


EMPTY = [
    '<svg id="one"></svg>', '<canvas id="one"></canvas>', '<img id="one" alt="">', '<i id="one"></i>',
    '<input id="one" style="border: 0; background: none">', '<iframe id="one" style="border: 0"></iframe>',
]  # fmt: skip
PAINTED = [
    '<svg id="one"><circle r="20" /></svg>', f'<img id="one" alt="" src="{_DOT}">', '<input id="one">',
    '<input id="one" type="checkbox">', '<i id="one" class="tick"></i>', '<select id="one"><option>A</option></select>',
    '<button id="one"></button>',
]  # fmt: skip


def test_what_is_empty_paints_nothing(show):
    blends = {}
    for markup in (*EMPTY, *PAINTED):
        page = _GROUND % (f"#one {{ display: block; {_SIZE} }} .tick::before {{ content: '+' }}", markup)
        session = show(page)
        session.wait(50)  # pictures arrive
        blends[markup] = session.observe().elements["#one"].blends
    assert blends == dict.fromkeys(EMPTY, True) | dict.fromkeys(PAINTED, False)


def test_what_is_fixed_is_not_cut_by_the_box_that_it_stands_in(show):
    card = '<div style="height: 20px; width: 90px; overflow: hidden"><p id="toast">Saved</p></div>'
    seen = show(_GROUND % ("#toast { position: fixed; right: 20px; bottom: 20px }", card)).observe()
    assert seen.elements["#toast"].inked
    unseen = card.replace("90px;", "90px; clip-path: inset(50%);")
    hidden = show(_GROUND % ("#toast { position: fixed; right: 20px }", unseen)).observe()
    assert not hidden.elements["#toast"].inked


_ADD = "const one = document.createElement('p'); one.style.cssText = '%s'; one.textContent = '%s';"
_ADD += " document.body.append(one);"
_PIT = '<div id="pit" style="%s; height: 40px; width: 90px; overflow: scroll"><p style="height: 900px">Far</p></div>'
_TICK = '<label style="%s"><input type="checkbox" id="tick"> Tick</label>'


PRESSED = [
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
]
"""HTML beside the button, the effect when it changes its own look, and whether that can be seen."""


def test_the_own_look_of_what_is_pressed_vouches_for_nothing_else(show):
    for extra, doing, shown in PRESSED:
        session = show(_GROUND % ("", f'<button id="go">Go on with it</button>{extra}'))
        before = session.observe()
        session.evaluate(f"() => {{ go.style.color = '#c00'; {doing} }}")
        change = compare(before, session.observe())
        assert (change.seen, change.shown) == (True, shown), (extra, doing)
