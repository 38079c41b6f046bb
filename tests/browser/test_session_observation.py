"""The content of an observation."""

import io
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.core.action import Click, Reload, Type
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.page_facts import read_page_facts


def controls(observation: Observation) -> dict[str, Control]:
    return {control.name: control for control in observation.inventory.controls}


def test_structure_of_a_page(session_of):
    session = session_of(
        "<!doctype html><html lang=fr><title>Boutique</title><header><h1>Chez  nous</h1></header>"
        "<nav aria-label='Menu'></nav><main><h3>Prix</h3><p>Bonjour</p><p hidden>secret</p>"
        "<img src='/none.png' alt='' width=20 height=20><svg width=9 height=9></svg><video controls></video></main>"
    )
    observation = session.observe(with_tree=True)
    inventory = observation.inventory
    assert (inventory.title, inventory.lang) == ("Boutique", "fr")
    assert [(h.level, h.text) for h in inventory.headings] == [(1, "Chez nous"), (3, "Prix")]
    assert inventory.landmarks == ("banner", "main")
    assert "Bonjour" in inventory.text
    assert "secret" not in inventory.text
    assert inventory.text_length == len(inventory.text)
    assert [(m.tag, m.loaded, m.controls) for m in inventory.media] == [
        ("img", False, False), ("svg", True, False), ("video", True, True),
    ]  # fmt: skip
    assert '- heading "Chez nous" [level=1]' in inventory.accessibility_tree
    assert session.observe().inventory.accessibility_tree == ""
    assert Image.open(io.BytesIO(observation.screenshot)).size == (1280, 720)


CONTROLS = [
        ("<a href='#'>Home</a>", "link", "Home"),
        ("<button aria-label=Close>x</button>", "button", "Close"),
        ("<label>Mail <input type=email></label>", "textbox", "Mail"),
        ("<label for=a>Age</label><input id=a type=number>", "spinbutton", "Age"),
        ("<input placeholder=Search type=search>", "searchbox", "Search"),
        ("<span id=l>Size</span><select aria-labelledby=l><option>S</select>", "combobox", "Size"),
        ("<label>Kind<select><option>Fruit<option>Herbs</select></label>", "combobox", "Kind"),
        ("<label><b>Notes</b> (short) <textarea>none yet</textarea></label>", "textbox", "Notes (short)"),
        ("<details><summary>More</summary>text</details>", "button", "More"),
        ("<div role=tab>Tab</div>", "tab", "Tab"),
        ("<div tabindex=0>Card</div>", "generic", "Card"),
        ("<div contenteditable>Note</div>", "textbox", "Note"),
        ("<div onclick='1'>Tile</div>", "generic", "Tile"),
        ("<div style='cursor:pointer'><b>Deep</b></div>", "generic", "Deep"),
        ("<div style='cursor:grab'>Drag <code>me</code></div>", "generic", "Drag me"),
        ("<div style='cursor:grab; height:700px'><div style='cursor:grab'>On a board</div></div>", "generic",
         "On a board"),
        ("<div draggable=true>Piece</div>", "generic", "Piece"),
        ("<label>Dark<input type=checkbox style='opacity:0;width:0;height:0'></label>", "checkbox", "Dark"),
        ("<button><img alt='Print' src='/none.png'></button>", "button", "Print"),
        ("<svg width=50 height=50><rect width=50 height=50 style='cursor:pointer'><title>Bar</title></rect></svg>",
         "generic", "Bar"),
]  # fmt: skip


def test_every_make_of_control_is_found_and_named(show, session_of):
    for html, role, name in CONTROLS:
        found = show(html).observe().inventory.controls
        assert [(control.role, control.name) for control in found] == [(role, name)], html
    listening = session_of("<div id=d>Late</div><script>d.addEventListener('click', () => {})</script>")
    found = listening.observe().inventory.controls
    assert [(control.role, control.name) for control in found] == [("generic", "Late")]


def test_what_only_listens_for_others_is_no_control(session_of):
    session = session_of(
        "<div id=app><ul id=list><li><button>One</button></li></ul><p>Plain</p></div><script>"
        "for (const el of [app, list, document.body]) el.addEventListener('click', () => {})</script>"
    )
    assert list(controls(session.observe())) == ["One"]


def test_the_state_of_controls(show):
    session = show(
        "<button disabled>Off</button><input type=checkbox checked aria-label=Check>"
        "<button aria-expanded=true>Menu</button><div role=tab aria-selected=true>Tab</div>"
        "<input value=Ada aria-label=Name>"
        "<section>See <a href='#'><div style='height:60px'>Tour</div></a> <a href='#'>Start<br>now</a></section>"
        "<p style='height:2000px'></p><button>Low</button>"
        "<div style='position:fixed;top:0;left:0;width:60px;height:40px'></div>"
    )
    found = controls(session.observe())
    assert (found["Off"].disabled, found["Off"].covered) == (True, True)
    assert (found["Check"].checked, found["Check"].disabled) == (True, False)
    assert found["Menu"].expanded
    assert found["Tab"].selected
    assert found["Name"].value == "Ada"
    seen = [found[name].in_viewport for name in ("Low", "Name", "Tour", "Start now")]
    assert seen == [False, True, True, True], "a link around a block begins with an empty line"
    assert found["Low"].box.y > 2000


def test_selectors_find_exactly_their_element(show):
    session = show(
        "<button id=save>A</button><button data-testid='t'>B</button>"
        "<ul><li><button>C</button><li><button>D</button></ul><form><input name=id aria-label=E>"
        "<input name=parentElement aria-label=F><input name=children aria-label=G></form>"
        "<button id='1:weird'>H</button><div id=dup><button id=dup>I</button></div>"
        "<button aria-label='say \"hi\"'></button>"
    )
    found = session.observe().inventory.controls
    assert len(found) == 10
    for control in found:
        name = session.evaluate(
            "(s) => { const all = document.querySelectorAll(s); if (all.length !== 1) return String(all.length);"
            " return all[0].getAttribute('aria-label') ?? all[0].textContent }",
            control.selector,
        )
        assert name == control.name
    assert found[0].selector == "#save"
    assert found[1].selector == 'button[data-testid="t"]'


def test_controls_in_shadow_roots_and_frames_can_be_used(session_of):
    session = session_of(
        "<p id=out></p><x-card></x-card>"
        "<iframe srcdoc=\"<button onclick='top.out.textContent+=2'>Framed</button>\"></iframe>"
        "<script>customElements.define('x-card', class extends HTMLElement { connectedCallback() {"
        "this.attachShadow({mode: 'open'}).innerHTML = '<button>Shady</button>';"
        "this.shadowRoot.firstChild.onclick = () => { out.textContent += 1 } } })</script>"
    )
    session.settle()
    found = controls(session.observe())
    for name in ("Shady", "Framed"):
        assert not found[name].covered
        assert session.act(Click(selector=found[name].selector)).done
    observation = session.observe()
    assert "12" in observation.inventory.text
    assert "Shady" in observation.inventory.text


OTHER = "http://other.localhost"
INNER = (
    "<!doctype html><h2>{name}</h2><p style='height:{gap}px'></p>"
    "<button onclick=\"this.textContent = '{name} pressed'\">{name}</button><input aria-label='{name} field'>"
)


def inner(name: str, gap: int = 0) -> str:
    return INNER.format(name=name, gap=gap)


FRAMES = (
    "<!doctype html><p style='height:900px'>Far above</p><div style='padding:20px'>"
    "<iframe id=other src='http://other.localhost/' style='border:7px solid;padding:5px;"
    "width:400px;height:150px'></iframe>"
    f'<iframe id=boxed sandbox=allow-scripts srcdoc="{inner("Boxed", 400).replace(chr(34), "&quot;")}"></iframe>'
    f'<iframe id=near srcdoc="{inner("Near").replace(chr(34), "&quot;")}"></iframe></div>'
    "<div style='position:fixed;bottom:0;left:0;width:300px;height:60px;background:gold'>Cookies?</div>"
)
IN_OTHER = (
    inner("Other")
    + "<iframe id=deep srcdoc='<button onclick=\"this.textContent=`Deep pressed`\">Deep</button>'></iframe>"
)
IN_OTHER += "<iframe id=away sandbox=allow-scripts src='http://artifact.localhost/away.html'></iframe>"


def place_of(session, name: str) -> tuple[float, float]:
    """The place of a button of any frame in the document, according to the browser."""

    async def ask():
        for frame in session._page.frames:
            for button in await frame.query_selector_all("button"):
                if await button.text_content() == name:
                    box = await button.bounding_box()
                    return box["x"], box["y"]
        return None

    return session._process.run(ask(), seconds=60)


@pytest.mark.long
def test_controls_in_frames_of_every_make_are_listed_where_they_are_and_can_be_used(session_of):
    files = {f"{OTHER}/": IN_OTHER, "/away.html": inner("Away")}
    session = session_of(FRAMES, files=files)
    before = session.observe()
    found = controls(before)
    names = ("Other", "Boxed", "Near", "Deep", "Away")
    places = {name: place_of(session, name) for name in names}
    for name in names:
        control = found[name]
        assert name in before.inventory.text
        assert (control.box.x, control.box.y) == pytest.approx(places[name], abs=1)
        assert control.box.y > 900
        if name != "Near":  # test_controls_in_shadow_roots_and_frames_can_be_used
            session.evaluate("() => scrollTo(0, 0)")
            check_use(session, name, control)


def check_use(session, name: str, control: Control) -> None:
    """It is pressed by its reference, and in two kinds of frame also by its selector.

    A field beside it is filled where a frame is of another origin, and where one is sandboxed within it.
    """
    ways = [{"selector": control.selector}, {"ref": control.ref}]
    for way in ways if name in ("Other", "Deep") else ways[1:]:
        assert session.act(Click(**way)).done
    session.settle()
    after = session.observe()
    assert controls(after)[f"{name} pressed"].ref == control.ref
    assert session.evaluate("() => scrollY") > 0
    assert any(state.text == f"{name} pressed" for state in after.elements.values())
    if name in ("Other", "Away"):
        field = controls(after)[f"{name} field"]
        assert session.act(Type(ref=field.ref, selector=field.selector, value="Ada")).done
        typed = session.observe()
        assert controls(typed)[f"{name} field"].value == "Ada"
        assert typed.focus == field.selector


def test_what_a_canvas_in_a_frame_shows_can_be_pressed(session_of):
    canvas = "<canvas id=c width=100 height=50></canvas><script>const pen = c.getContext('2d');"
    canvas += "pen.fillRect(9, 9, 40, 20); c.onclick = (e) => { document.title = `${e.offsetX},${e.offsetY}`;"
    canvas += " parent.postMessage(document.title, '*') }</script>"
    page = "<p id=out></p><script>onmessage = (e) => { out.textContent = e.data }</script>"
    session = session_of(f"{page}<iframe src='{OTHER}/'></iframe>", files={f"{OTHER}/": canvas})
    (drawn,) = session.observe().inventory.canvases
    assert (drawn.selector, drawn.blank, drawn.box.width) == ("body > iframe >>> #c", False, 100)
    assert session.act(Click(x=drawn.box.x + 30, y=drawn.box.y + 20)).done
    session.settle()
    assert "30,20" in session.observe().inventory.text


def test_a_frame_that_something_lies_over_is_not_pressed_through(session_of):
    veil = "<div id=veil style='position:fixed;inset:0;background:#fff'>Wait</div>"
    session = session_of(f"<iframe src='{OTHER}/'></iframe>{veil}", files={f"{OTHER}/": inner("Other")})
    outcome = session.act(Click(selector=controls(session.observe())["Other"].selector))
    assert outcome.problem == "covered by #veil"


def test_controls_in_closed_shadow_roots_can_be_used(session_of):
    session = session_of(
        "<p id=out></p><x-card></x-card><script>customElements.define('x-card', class extends HTMLElement {"
        "constructor() { super(); const root = this.attachShadow({mode: 'closed'}); root.innerHTML ="
        "'<button>Shady</button>'; root.firstChild.onclick = () => { out.textContent = 'pressed' } } })</script>"
    )
    found = controls(session.observe())["Shady"]
    assert not found.covered
    assert session.act(Click(selector=found.selector)).done
    assert "pressed" in session.observe().inventory.text
    assert session.evaluate("() => document.querySelector('x-card').shadowRoot === null")


def test_refs_stay_with_their_element_and_survive_a_new_rendering(session_of):
    session = session_of(
        "<div id=box></div><script>draw = () => { box.innerHTML = '<a href=#a>A</a><a href=#b>B</a>' }; draw()</script>"
    )
    first = {name: control.ref for name, control in controls(session.observe()).items()}
    session.evaluate("() => { box.prepend(document.createElement('hr')); box.lastChild.textContent = 'Bee' }")
    assert controls(session.observe())["Bee"].ref == first["B"]
    session.evaluate("() => draw()")
    assert {name: control.ref for name, control in controls(session.observe()).items()} == first
    session.act(Reload())
    assert {name: control.ref for name, control in controls(session.observe()).items()} == first


def test_a_styled_switch_stays_a_control_when_it_was_pressed(session_of):
    session = session_of("<label>Dark<input type=checkbox style='opacity:0;width:0;height:0'></label>")
    before = controls(session.observe())["Dark"]
    assert session.act(Click(ref=before.ref, selector=before.selector)).done
    after = controls(session.observe())["Dark"]
    assert (before.checked, after.checked, after.ref) == (False, True, before.ref)


def test_the_hidden_copy_of_a_value_is_no_control(show):
    hidden = "aria-hidden=true tabindex=-1 style='position:absolute;width:16px;opacity:0;pointer-events:none'"
    session = show(
        f"<button role=checkbox aria-label=Glazed></button><input type=checkbox {hidden}>"
        f"<button role=combobox aria-label=Kiln>Raku</button><select {hidden}><option>Raku</select>"
        "<input aria-label=Pot tabindex=-1>"
    )
    assert set(controls(session.observe())) == {"Glazed", "Kiln", "Pot"}


def test_kinds_group_controls_of_one_make(show):
    session = show(
        "<ul><li class=row><button class='del active'>A</button><li class=row><button class=del>B</button></ul>"
        "<button class=add>C</button>"
    )
    found = controls(session.observe())
    assert found["A"].kind == found["B"].kind
    assert found["A"].kind != found["C"].kind


def test_element_states_show_what_changed(session_of):
    session = session_of(
        "<ul id=l><li>One</ul><input id=i type=checkbox style='opacity:0'><p id=p>Zero</p>"
        "<button id=b onclick=\"p.textContent='Done';p.className='ok';i.checked=true;"
        "l.prepend(document.createElement('hr'))\">"
    )
    before = session.observe().elements
    session.act(Click(selector="#b"))
    after = session.observe().elements
    changed = {
        path for path in before if (before[path].text, before[path].state) != (after[path].text, after[path].state)
    }
    assert changed == {"#p", "#i"}
    assert (after["#p"].text, after["#p"].state) == ("Done", "class=ok")
    assert after["#i"].state == "value=on checked style=opacity:0"
    assert set(after) - set(before) == {"#l>hr"}


def test_canvases_tell_whether_anything_is_drawn(session_of):
    session = session_of(
        "<canvas id=empty></canvas><canvas id=drawn></canvas><script>"
        "drawn.getContext('2d').fillRect(5, 5, 60, 60)</script>"
    )
    assert [(c.selector, c.blank) for c in session.observe().inventory.canvases] == [
        ("#empty", True),
        ("#drawn", False),
    ]
    assert session.evaluate("() => empty.getContext('webgl') !== null || empty.getContext('2d') !== null")


WRITTEN = """<!doctype html><body style="margin:0"><canvas width=400 height=200 style="width:800px"></canvas><script>
const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d");
let count = 0;
const draw = () => {
  pen.clearRect(0, 0, 400, 200);
  pen.font = "20px sans-serif"; pen.fillStyle = "#c00";
  pen.save(); pen.translate(10, 40); pen.fillText("Score " + count++, 0, 0); pen.restore();
  pen.fillText("Hidden", 30, 120); pen.fillStyle = "rgb(0, 0, 80)"; pen.fillRect(0, 90, 400, 60);
  pen.globalAlpha = 0.01; pen.fillText("Faint", 200, 40); pen.globalAlpha = 1;
  pen.font = "1px sans-serif"; pen.fillText("Tiny", 300, 40);
  pen.font = "12px sans-serif"; pen.strokeText("Level 2", 10, 190);
};
draw(); draw();
</script>"""


def test_texts_on_canvases_are_told_until_they_are_painted_over(session_of):
    session = session_of(WRITTEN)
    inventory = session.observe().inventory
    texts = [(text.text, text.x, text.y, text.size) for text in inventory.canvases[0].texts]
    assert texts == [("Score 1", 20, 80, 40), ("Level 2", 20, 380, 24)]
    assert inventory.canvases[0].texts[0].colour == "#cc0000"
    assert inventory.whole_text.splitlines()[-2:] == ["Score 1", "Level 2"]
    session.evaluate("() => { canvas.width = 300; return canvas.width; }")
    assert session.observe().inventory.canvases[0].texts == ()


PAINTED = (Path(__file__).parent / "painted_page.html").read_text("utf-8")


def test_what_is_painted_over_by_whatever_means_is_gone(session_of):
    session = session_of(PAINTED)
    calls = [
        ("fade", 10), ("fade", 60), ("erase",), ("path", 400), ("path", 100), ("other",), ("vignette",), ("sky",),
        ("show", "Level 2", "Lives 3"), ("sprite",),
    ]  # fmt: skip
    left = [session.evaluate("(call) => left(...call)", [name, *given]) for name, *given in calls]
    assert left == ["Kept", "", "", "", "Kept", "Kept", "Kept", "", "Level 2,Lives 3", "Kept"]
    session.evaluate("() => { run.glyphs(pens[0]); return null; }")
    shown = [text.text for text in session.observe().inventory.canvases[0].texts]
    assert "Game over" in shown
    session.evaluate("() => { run.fade(pens[0], 60); write(pens[0], 'Again'); return null; }")
    assert [text.text for text in session.observe().inventory.canvases[0].texts] == ["Again"]


def test_a_label_that_belongs_to_no_field_and_shows_a_hand_is_a_control(show):
    page = (
        "<style>label { cursor: pointer }</style><input id=a type=radio><label for=a>One</label>"
        "<label for=none>Two</label><label for=none style='cursor:auto'>Three</label>"
    )
    found = controls(show(page).observe())
    assert "Two" in found
    assert found["Two"].tag == "label"
    assert "Three" not in found


DRAGGED = """<!doctype html><style>.lane { width:200px; height:300px; float:left; border:1px solid }
.card { cursor:grab; height:40px; border:1px solid }</style>
<div class=lane id=a><div class=card>First</div><div class=card>Second</div></div><div class=lane id=b></div>"""


def test_a_thing_to_drag_has_its_likely_places_in_order(show):
    session = show(DRAGGED)
    facts = read_page_facts(session, session.observe().inventory.controls)
    first = facts.draggables[0]
    assert first.text == "First"
    lane, beyond, aside = first.places
    assert 200 < lane.x < 410
    assert beyond.x == first.x
    assert beyond.y > first.y + 40
    assert (aside.x, aside.y) == (first.x + 80, first.y + 40)


def test_focus_scroll_animations_and_dialogs(show):
    session = show(
        "<style>@keyframes turn { to { rotate: 1turn } } b { display: block; animation: turn 1s infinite }</style>"
        "<b>o</b><input id=i><p style='height:2000px'></p><dialog id=d>Sure?</dialog>"
    )
    session.evaluate("() => { i.focus(); scrollTo(0, 50) }")
    observation = session.observe()
    assert (observation.focus, observation.scroll_y, observation.running_animations) == ("#i", 50, 1)
    assert not observation.dialog_open
    session.evaluate("() => d.showModal()")
    assert session.observe().dialog_open


def test_an_overlay_without_a_role_is_a_dialog_too(show):
    session = show(
        "<p>Page</p><div style='position:fixed;inset:0;background:rgba(0,0,0,.5)'>"
        "<div style='margin:200px auto;width:300px;background:#fff'>Really?</div></div>"
    )
    assert session.observe().dialog_open


def test_settling_waits_for_what_ends_and_not_for_what_does_not(session_of):
    session = session_of("<p id=p>0</p>")
    session.evaluate(
        "() => { let n = 0; const timer = setInterval(() => {"
        " p.textContent = ++n; if (n === 10) clearInterval(timer) }, 60) }"
    )
    session.settle(5000)
    assert session.evaluate("() => p.textContent") == "10"
    session.evaluate(
        "() => { p.animate({ opacity: [0, 1] }, 500);"
        " p.animate({ top: [0, 1] }, { duration: 9, iterations: Infinity }) }"
    )
    session.settle(5000)
    assert session.observe().running_animations == 1
    session.evaluate("() => { setInterval(() => { p.textContent = Math.random() }, 20) }")
    before = session.page_ms
    session.settle(400)
    assert session.page_ms - before >= 380  # whole frames
