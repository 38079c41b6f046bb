"""The facts that `surroundings.js` reads around a page's controls: frame, drop places, marked entry, keys, links."""

import pytest

from pytest_cookie.exploration.page_facts import read_page_facts

FRAMED = """<!doctype html><html lang=en><title>t</title><body BODY>
<main hidden><button>Old view</button></main>
<div class=sidebar><button id=palette>Palette</button></div><MAIN><h1>Board</h1>
<a href="other.html">Elsewhere</a><a href="index.html#here">Here</a> <a href="https://partner.example/">Partner</a>
<form role=none><input name=contains><input name=closest></form><button id=add>New card</button></MAIN>"""


@pytest.mark.parametrize(("main", "body"), [("main", ""), ("div", "class=has-sidebar")])
def test_the_frame_of_a_page_is_what_lies_around_it_and_leads_away_from_it(show, main, body):
    session = show(FRAMED.replace("MAIN", main).replace("BODY", body))
    controls = session.observe().inventory.controls
    around = read_page_facts(session, controls)
    shown = [control for control in controls if control.role in ("button", "link")]
    assert {control.name: around.of(control).frame for control in shown} == {
        "Palette": True, "Elsewhere": True, "Here": False, "New card": False, "Partner": False,
    }  # fmt: skip
    assert [control.name for control in shown if around.of(control).foreign] == ["Partner"]


HINTED = """<!doctype html><title>t</title><label>Tax <input id=a aria-describedby="x y"></label><p id=x>Nine digits</p>
<p hidden id=y>Not shown</p><label>Code <input></label><small>Six digits</small>
<label for=c>Town</label><input id=c><span>As in your passport</span>
<label>Plain <input></label><div><label>Next <input title="Only letters" minlength=3></label></div>"""


def test_the_hint_of_a_field_is_what_stands_beside_it(show):
    session = show(HINTED)
    controls = [one for one in session.observe().inventory.controls if one.role == "textbox"]
    around = read_page_facts(session, controls)
    assert {control.name: around.of(control).hint for control in controls} == {
        "Tax": "Nine digits", "Code": "Six digits", "Town": "As in your passport", "Plain": "", "Next": "Only letters",
    }  # fmt: skip
    assert [around.of(control).minlength for control in controls] == ["", "", "", "", "3"]


KEYS = """<!doctype html><title>t</title><button id=palette>Palette</button><script>
const hear = () => {};
const listen = {
  part: () => palette.addEventListener("keydown", hear), attribute: () => { document.onkeydown = hear; },
  window: () => { document.onkeydown = null; addEventListener("keydown", hear); },
};
</script>"""


def test_a_page_hears_keys_if_the_whole_page_listens_for_them(session_of):
    session = session_of(KEYS)
    heard = {}
    for way in ("part", "attribute", "window"):
        session.evaluate("(way) => { listen[way](); return null; }", way)
        heard[way] = read_page_facts(session, session.observe().inventory.controls).hears_keys
    assert heard == {"part": False, "attribute": True, "window": True}


HELD = """<!doctype html><style>.card { cursor: grab; width: 90px; height: 40px } .half { width: 300px; height: 60px }
.bin { position: absolute; left: 400px; top: 300px; width: 80px; height: 80px } i { cursor: inherit }</style>
<div><div class=card tabindex=0>Card<span role=button tabindex=0 id=remove>Remove</span></div></div>
<div class=half>Plain</div><div class="half drop-shadow-md backdrop-blur">Shade</div>
<nav class=nav-drop-down>Menu</nav><svg class=card width=30 height=30 tabindex=0><circle r=9 cx=15 cy=15 /></svg>
<div class="bin board__dropZone">Bin</div>
<div class=card style="overflow: auto; width: 200px; white-space: nowrap">
Row with many more words than fit into its width of 200 px</div>"""


def test_what_lies_on_a_thing_to_drag_is_not_held_and_only_drop_zones_take_it(show):
    session = show(HELD)
    controls = session.observe().inventory.controls
    around = read_page_facts(session, controls)
    held = {control.tag: around.of(control).movable for control in controls}
    assert held == {"div": True, "span": False, "svg": True}
    first = next(thing for thing in around.draggables if thing.text.startswith("Card"))
    assert [(place.x, place.y) for place in first.places] == [(440, 340), (first.x + 80, first.y + 40)]
    row = next(thing for thing in around.draggables if thing.text.startswith("Row"))
    assert (row.places[0].x, row.places[0].y) == (row.x - 80, row.y - 40)  # it can only be pulled back


PLANNER = """<!doctype html><style>body { margin: 0 }
ul { position: absolute; left: 0; top: 0; width: 200px; margin: 0 }
li { cursor: grab; height: 50px } .day { position: absolute; top: 20px; width: 120px; height: 400px }</style>
<aside><ul><li class=meal tabindex=0>Soup<li class=meal tabindex=0>Rice</ul></aside>
<main><div class=day style="left: 300px">Monday</div>
<div class=day style="left: 440px">Tuesday</div></main>"""


def test_a_thing_is_dragged_to_a_row_of_places_that_lies_elsewhere(show):
    session = show(PLANNER)
    facts = read_page_facts(session, session.observe().inventory.controls)
    assert {thing.text: (thing.places[0].x, thing.places[0].y) for thing in facts.draggables} == {
        "Soup": (360, 220),
        "Rice": (360, 220),
    }


FRAMES = """<!doctype html><title>t</title><script>
let live = 0;
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, listener, options) {
  if (this === window && type === "touchend") {
    live++;
    options?.signal?.addEventListener("abort", () => { live--; });
  }
  return add.call(this, type, listener, options);
};
</script><iframe id=preview srcdoc="<p>Preview"></iframe>"""


def test_a_frame_leaves_no_listeners_behind_and_is_no_reason_to_think_that_a_page_hears_keys(session_of):
    session = session_of(FRAMES)
    for number in range(4):
        session.evaluate(
            "(text) => { document.querySelector('iframe').srcdoc = text; return null; }", f"<p>Preview {number}"
        )
        session.settle()
    assert not read_page_facts(session, session.observe().inventory.controls).hears_keys
    assert session.evaluate("() => live") <= 2


PAGES = """<!doctype html><html lang=en><title>t</title>
<ul><li class="page active"><a href="#">1</a></li><li class=page><a href="#">2</a></li></ul>
<div><button class="range is-active">7 days</button><button class=range>30 days</button></div>
<p><button class=active>Alone</button></p>
<ol><li class=active><a href="#">a</a></li><li class=active><a href="#">b</a></li></ol>"""


def test_the_entry_that_is_marked_among_its_like_is_the_current_one(show):
    session = show(PAGES)
    controls = session.observe().inventory.controls
    around = read_page_facts(session, controls)
    assert [control.name for control in controls if around.of(control).current] == ["1", "7 days"]
