"""Actions with trusted input, and a plain reason for each that cannot be carried out."""

from pytest_cookie.core.action import Click, Upload, new_action
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.perception import MOBILE
from tests.change_lines import dialogs

OUT = "<p id=out></p>"


def out(session) -> str:
    return session.evaluate("() => document.getElementById('out').textContent")


def act(session, kind, **fields):
    return session.act(new_action(kind, **fields))


def test_clicks_are_trusted_and_double_clicks_are_double(session_of):
    session = session_of(
        "<button id=b>B</button>" + OUT + "<script>for (const type of ['pointerdown', 'click', 'dblclick'])"
        "b.addEventListener(type, e => { out.textContent += type + e.isTrusted + e.detail + ' ' })</script>"
    )
    assert act(session, "click", selector="#b").done
    assert out(session) == "pointerdowntrue0 clicktrue1 "
    session.wait(600)
    session.evaluate("() => { document.getElementById('out').textContent = '' }")
    assert act(session, "double_click", selector="#b").done
    assert "dblclicktrue2" in out(session)


def test_places_are_pressed_where_there_is_no_element(session_of):
    session = session_of(OUT + "<script>addEventListener('click', e => { out.textContent = e.x + ',' + e.y })</script>")
    assert act(session, "click", x=300, y=200).done
    assert out(session) == "300,200"
    assert act(session, "click", x=5000, y=2).problem == "(5000, 2) lies outside the window"
    assert act(session, "click").problem == "the action names neither an element nor a point"


def test_hovering_shows_what_hovering_shows(session_of):
    session = session_of("<style>b{display:none} p:hover b{display:inline}</style><p>Menu <b>Item</b></p>")
    assert act(session, "hover", selector="p").done
    assert "Item" in session.observe().inventory.text


def test_typing_replaces_clearing_empties_keys_append(session_of):
    session = session_of("<input id=i value=old oninput='n=(window.n||0)+1'><textarea id=t>some</textarea>")
    value = "(id) => document.getElementById(id).value"
    assert act(session, "type", selector="#i", value="Ärger 5€").done
    assert session.evaluate(value, "i") == "Ärger 5€"
    assert act(session, "type", value="!").done
    assert session.evaluate(value, "i") == "Ärger 5€!"
    assert act(session, "clear", selector="#t").done
    assert session.evaluate(value, "t") == ""
    assert session.evaluate("() => window.n") > 5


TYPED = [
    ("date", "2026-03-01", "2026-03-01"), ("time", "10:30", "10:30"), ("color", "#ff0000", "#ff0000"),
    ("number", "42", "42"), ("range", "70", "70"), ("range", "3", "3"), ("range", "500", "100"),
]  # fmt: skip


def test_inputs_of_every_kind_take_their_value(show):
    session = show("".join(f"<p><input id=i{nth} type={kind}>" for nth, (kind, _, _) in enumerate(TYPED)))
    for nth, (kind, typed, value) in enumerate(TYPED):
        assert act(session, "type", selector=f"#i{nth}", value=typed).done
        assert session.evaluate("(id) => document.getElementById(id).value", f"i{nth}") == value, (kind, typed)


NOT_TYPED = [
    ("<input id=i type=date>", "tomorrow", "does not take 'tomorrow'"),
    ("<input id=i type=file>", "x", "choose a file"),
    ("<input id=i type=checkbox>", "x", "a checkbox cannot be typed into"),
    ("<input id=i type=range>", "much", "a slider takes a number"),
    ("<input id=i type=range style='display:none'>", "1", "not visible"),
    ("<p>nothing</p>", "1", "gone"),
]


def test_what_cannot_be_typed_is_said(show):
    for html, value, problem in NOT_TYPED:
        outcome = act(show(html), "type", selector="#i", value=value)
        assert not outcome.done, html
        assert problem in outcome.problem


def test_options_are_chosen_by_label(session_of):
    session = session_of(
        OUT + "<select id=s onchange='out.textContent=value'><option value=a>Ant<option value=b>Bee</select>"
    )
    assert act(session, "select", selector="#s", value="Bee").done
    assert out(session) == "b"
    assert act(session, "select", selector="#s", value="Cat").problem == "no option 'Cat'; there are: Ant, Bee"


def test_keys_go_to_the_focus_alone_and_together(session_of):
    session = session_of(
        OUT + "<input id=i><script>addEventListener('keydown', e => { if (!e.repeat)"
        "out.textContent += (e.ctrlKey ? 'C-' : '') + e.key + ' ' })</script>"
    )
    assert act(session, "press", value="ArrowRight").done
    assert act(session, "press", selector="#i", value="Control+b").done
    assert act(session, "press", value="+").done
    assert out(session) == "ArrowRight C-Control C-b + "
    assert session.observe().focus == "#i"
    assert "Unknown key" in act(session, "press", value="Banana").problem
    assert "Unknown key" in act(session, "press", selector="#i", value="Control+Banana").problem
    assert act(session, "press", value="b").done
    assert out(session).endswith("C-Control b "), "an unknown key leaves no other one down"


def test_a_held_key_stays_down_and_repeats(session_of):
    session = session_of(
        OUT + "<script>let down, n = 0; onkeydown = () => { n++; down ??= performance.now() };"
        "onkeyup = () => { out.textContent = [n, Math.round(performance.now() - down)] }</script>"
    )
    assert act(session, "hold", value="ArrowUp+ArrowRight:800").done
    repeats, held_ms = map(int, out(session).split(","))
    assert repeats > 5
    assert held_ms >= 750
    assert "hold takes key:milliseconds" in act(session, "hold", value="ArrowRight").problem


def test_dragging_moves_pointer_and_native_draggables(session_of):
    session = session_of(
        OUT + "<style>div{position:absolute;width:80px;height:80px;background:teal;top:100px}</style>"
        "<div id=a draggable=true style='left:100px'></div><div id=z style='left:400px'></div>"
        "<script>z.ondragover = e => e.preventDefault(); "
        "z.ondrop = e => { e.preventDefault(); out.textContent = 'dropped' }</script>"
    )
    assert act(session, "drag", selector="#a", to_x=440, to_y=140).done
    session.settle()
    assert out(session) == "dropped"
    assert act(session, "drag", selector="#a").problem == "a drag needs to_x and to_y, or drop_outside"


def test_the_wheel_scrolls_what_lies_under_the_pointer(session_of):
    session = session_of(
        "<div id=box style='height:200px;overflow:auto'><p style='height:900px'>in</p></div><p style='height:3000px'>"
    )
    assert act(session, "scroll", selector="#box", value="300").done
    session.settle()
    assert session.evaluate("() => [document.getElementById('box').scrollTop, scrollY]") == [300, 0]
    assert act(session, "scroll", x=600, y=600, value="down").done
    session.settle()
    assert session.observe().scroll_y == 900
    assert "scroll takes px" in act(session, "scroll", value="sideways").problem


def test_what_lies_below_the_fold_or_under_a_bar_is_scrolled_into_view(session_of):
    session = session_of(
        "<div style='height:650px'></div><button id=b onclick=\"out.textContent = 'pressed'\">B</button>"
        f"{OUT}<div style='height:3000px'></div><button id=low onclick=\"out.textContent = 'low'\">Low</button>"
        "<div style='height:200px'></div>"
        "<div id=bar style='position:fixed;bottom:0;left:0;right:0;height:120px;background:#ddd'>Sum</div>"
    )
    for selector, pressed in (("#b", "pressed"), ("#low", "low")):
        assert act(session, "click", selector=selector).done
        assert out(session) == pressed


def test_a_covered_element_is_not_pressed_and_the_page_stays_where_it_is(session_of):
    session = session_of(
        "<div style='height:300px'></div><button id=b>B</button><div style='height:2000px'></div>"
        "<div id=veil style='position:fixed;inset:0;background:#0008'></div>"
    )
    assert act(session, "click", selector="#b").cover == "#veil"
    assert session.evaluate("() => scrollY") == 0


def test_a_ref_finds_its_element_though_the_page_moved_it(session_of):
    session = session_of(OUT + "<ul id=l><li onclick='out.textContent=1'>One<li onclick='out.textContent=2'>Two</ul>")
    second = session.observe().inventory.controls[1]
    session.evaluate("() => { l.prepend(l.lastElementChild) }")
    assert act(session, "click", ref=second.ref, selector=second.selector).done
    assert out(session) == "2"


def test_windows_are_resized_reloaded_and_waited_for(session_of):
    session = session_of("<h1>Hi</h1><script>document.title = innerWidth</script>")
    assert act(session, "resize", value="375x812").done
    assert act(session, "reload").done
    assert session.observe().inventory.title == "375"
    assert "WIDTHxHEIGHT" in act(session, "resize", value="small").problem
    before = session.page_ms
    assert act(session, "wait", value="300").done
    assert session.page_ms - before > 300 - 17  # whole frames
    session.resize(MOBILE)
    assert session.evaluate("() => innerHeight") == MOBILE.height


def test_links_inside_the_site_lead_there_and_back(session_of):
    session = session_of("<a href='/two.html'>Two</a>", files={"/two.html": "<h1>Second</h1>"})
    assert act(session, "click", selector="a").done
    session.settle()
    assert session.observe().inventory.headings[0].text == "Second"
    assert act(session, "back").done
    assert act(session, "forward").done
    assert session.drain().navigations == (f"{ORIGIN}/two.html", f"{ORIGIN}/", f"{ORIGIN}/two.html")


PICKED = "<p id=out></p><script>const note = async (input) => { for (const file of input.files)"
PICKED += " out.textContent = [file.name, file.type, file.size, new Date(file.lastModified).getUTCFullYear(),"
PICKED += " (await file.text()).slice(0, 12)].join('|') }</script>"


ASKING = [
    ("<input id=asks-0 type=file accept='.xlsx,.csv' onchange='note(this)'>", "click", "", "sales.csv|text/csv|"),
    ("<label id=asks-1>Photo<input type=file accept='image/*' hidden onchange='note(this)'></label>", "click", "",
     "landscape.png|image/png|"),
    ("<input id=f type=file style='display:none' onchange='note(this)'><button id=asks-2 onclick='f.click()'>Load"
     "</button>", "upload", "json", "sales.json|application/json|"),
    ("<button id=asks-3 onclick=\"setTimeout(() => { const f = document.createElement('input'); f.type = 'file';"
     " f.onchange = () => note(f); f.click() }, 50)\">Later</button>", "click", "", "landscape.png|image/png|"),
]  # fmt: skip


def test_what_asks_for_a_file_gets_one(session_of):
    session = session_of(PICKED + "".join(f"<p>{html}</p>" for html, *_ in ASKING))
    for nth, (html, kind, value, noted) in enumerate(ASKING):
        outcome = session.act(new_action(kind, selector=f"#asks-{nth}", value=value))
        assert outcome.done, (html, outcome.problem)
        session.settle()
        session.settle()
        text = session.observe().inventory.text
        assert noted in text
        assert "|2026|" in text
        assert session.drain().dialogs == dialogs(f"file: {noted.split('|')[0]}")
        session.evaluate("() => { document.getElementById('out').textContent = ''; return null; }")


def test_a_file_that_there_is_not_or_that_nobody_asked_for_is_told(session_of):
    session = session_of("<button id=go>Go</button><input id=in type=file accept='.xcf'>")
    assert "no file 'exe'" in session.act(Upload(selector="#go", value="exe")).problem
    assert session.act(Upload(selector="#go")).problem == "it asked for no file"
    assert session.act(Click(selector="#in")).done
    assert session.drain().dialogs == dialogs("file: none chosen, for want of one that is .xcf")
