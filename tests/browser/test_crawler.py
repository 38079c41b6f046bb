"""The crawler on small pages in a real Chromium: what it does, and what is told of it."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.trace import LayoutJump, Step, Trace
from pytest_cookie.exploration.crawler.crawler import Crawler
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.recorder import Recorder
from pytest_cookie.records.change_text import describe_states
from tests.change_lines import dialogs
from tests.unit.exploration.pages import case

BUDGET = Budget(max_steps=22, max_seconds=60)


@pytest.fixture
def crawl(session_of, tmp_path: Path):
    """Explores a page and returns the trace."""

    def run(html: str, *, budget: Budget = BUDGET, files: dict | None = None, **labels) -> Trace:
        session = session_of(html, files=files)
        with Recorder(tmp_path / "crawler") as recorder:
            return Exploration(
                session=session, agent=Crawler(), case=case(**labels), budget=budget, recorder=recorder
            ).run()

    return run


def step_on(trace: Trace, target: str, kind: str = "click") -> Step:
    return next(step for step in trace.steps if step.action.target == target and step.action.kind == kind)


BUTTONS = """<!doctype html><html lang=en><title>t</title>
<style>button { transition: background .1s } button:hover { background: gold } button:focus { outline: 3px solid red }
  @keyframes spin { to { transform: translateX(500px) } } #ball { width: 30px; height: 30px; background: teal;
  animation: spin 1.5s linear infinite alternate }</style>
<h1>Orders</h1><div id=ball></div>
<button id=live onclick="out.textContent = 'Saved ' + ++n">Save order</button>
<p><button id=dead onclick="this.classList.add('pressed')">Print list</button></p>
<p><b><button onclick="null.boom">Break it</button></b></p>
<p id=out></p><p><a href="https://elsewhere.example/">Our partner</a></p><script>n = 0</script>"""


@pytest.mark.long
def test_live_and_dead_buttons_beside_an_endless_animation(crawl, tmp_path: Path):
    trace = crawl(BUTTONS)
    live, dead, broken = (step_on(trace, name) for name in ("Save order", "Print list", "Break it"))
    assert live.change.appeared_text == ("Saved 1",)
    assert live.change.seen
    assert dead.outcome == "done"
    assert not dead.change.seen, dead.change
    assert not broken.change.seen, broken.change
    assert ["null" in error.message for error in broken.page_errors] == [True]
    assert broken.page_errors[0].step == broken.index
    assert [step.action.kind for step in trace.steps if step.action.target == "Our partner"] == ["hover"]
    assert [step.action.kind for step in trace.steps[-2:]] == ["reload", "finish"]
    assert trace.stopped == "finished"
    check_record(tmp_path / "crawler", trace)


def check_record(folder: Path, trace: Trace) -> None:
    """What was written as it went is what was returned, and a person can read it."""
    lines = (folder / "trace.jsonl").read_text().splitlines()
    assert [Step.model_validate_json(line) for line in lines] == list(trace.steps)
    assert all(json.loads(line)["thought"] for line in lines)
    assert all((folder / step.screenshot).is_file() for step in trace.steps)
    assert [step.index for step in trace.steps] == list(range(len(trace.steps)))


TABS = """<!doctype html><html lang=en><title>t</title><div role=tablist>
<button role=tab aria-selected=true class=t>Plan</button>
<button role=tab aria-selected=false class=t>Cost</button></div>
<p id=panel>The plan</p>
<form id=f novalidate><label>Name <input id=n required></label><label>E-mail <input id=m type=email required></label>
<button>Send</button><p id=e role=alert></p></form>
<script>
  for (const tab of document.querySelectorAll('.t')) tab.onclick = () => {
    document.querySelectorAll('.t').forEach((one) => one.setAttribute('aria-selected', one === tab));
    panel.textContent = tab.textContent === 'Cost' ? 'It costs 5' : 'The plan';
  };
  f.onsubmit = (event) => {
    event.preventDefault();
    const answer = m.value.includes('@') ? 'Thank you, ' + n.value : 'No e-mail address';
    e.textContent = n.value ? answer : 'Name is missing';
  };
</script>"""


@pytest.mark.long
def test_tabs_and_a_form_with_validation(crawl):
    trace = crawl(TABS)
    tab = step_on(trace, "Cost")
    assert "It costs 5" in tab.change.appeared_text
    assert "Cost: selected no → yes" in describe_states(tab.change)
    answers = [text for step in trace.steps if step.action.target == "Send" for text in step.change.appeared_text]
    assert answers == ["Name is missing", "No e-mail address", "Thank you, Anna Miller"]
    assert step_on(trace, "E-mail", "type").action.intent == "invalid"


COUNTER = """<!doctype html><html lang=en><title>t</title><h1 id=h>0</h1>
<button id=plus>Add one</button><button id=reset>Reset</button>
<script>let n = 0;
plus.onclick = () => { h.textContent = ++n };
reset.onclick = () => { h.textContent = n = 0 }</script>"""


def test_a_counter_is_counted_up_and_reset_last(crawl):
    trace = crawl(COUNTER)
    names = [step.action.target for step in trace.steps if step.action.kind == "click"]
    assert names[-1] == "Reset"
    assert step_on(trace, "Add one").change.vanished_text == ("0",)
    assert trace.coverage.controls_found == trace.coverage.controls_exercised == 2
    assert trace.coverage.kinds_found == 1


GAME = """<!doctype html><html lang=en><title>t</title><p>Move with the arrow keys. P: pause</p><p id=s>Score 0</p>
<button id=go>Start</button><canvas id=c width=600 height=400></canvas>
<script>
  const pen = c.getContext('2d'); let x = 300, running = false, last = 0, held = {};
  addEventListener('keydown', (e) => { held[e.key] = true; if (e.key === 'p') running = !running; });
  addEventListener('keyup', (e) => { held[e.key] = false; });
  go.onclick = () => { go.remove(); running = true; };
  function frame(t) {
    if (running) {
      if (held.ArrowRight) { x += 4; s.textContent = 'Score ' + Math.round(x); }
      pen.clearRect(0, 0, 600, 400); pen.fillStyle = 'navy'; pen.fillRect(x, 300, 40, 40);
      pen.fillRect((t / 5) % 600, 100, 60, 60); pen.fillRect(100, (t / 7) % 400, 60, 60);
    }
    requestAnimationFrame(frame);
  }
  requestAnimationFrame(frame);
</script>"""


@pytest.mark.long
def test_a_game_on_a_canvas_gets_its_keys(crawl):
    trace = crawl(GAME, domain="games")
    start, right, left = trace.steps[1:4]
    assert start.action.target == "Start"
    assert start.change.seen
    assert right.action.value == "ArrowRight:600"
    assert right.change.appeared_text
    assert left.action.value == "ArrowLeft:600"
    assert not left.change.seen
    assert "canvas" in left.problem
    pause = next(step for step in trace.steps if step.action.value == "p")
    assert pause.change.motion == "stopped"


DIALOG = """<!doctype html><html lang=en><title>t</title><button id=o>Details</button>
<dialog id=d><p>All about it</p><button id=x>Close</button></dialog><p><a href="/about">About</a></p>
<script>o.onclick = () => d.showModal(); x.onclick = () => d.close()</script>"""


def test_a_dialog_is_opened_and_closed_and_a_page_visited_and_left(crawl):
    about = "<!doctype html><html lang=en><title>a</title><h1>About us</h1>"
    trace = crawl(DIALOG, files={"/about": about})
    assert "All about it" in step_on(trace, "Details").change.appeared_text
    assert "All about it" in step_on(trace, "Close").change.vanished_text
    visit = step_on(trace, "About")
    assert visit.change.url == f"{ORIGIN}/about"
    assert trace.steps[visit.index + 1].action.kind == "back"
    assert trace.steps[visit.index + 1].change.url == f"{ORIGIN}/"


def test_a_page_that_goes_off_the_site_by_itself_is_brought_back(crawl):
    page = """<!doctype html><html lang=en><title>t</title><h1>Here</h1>
    <button onclick="location.href = 'https://elsewhere.example/'">Away</button>"""
    trace = crawl(page)
    away = step_on(trace, "Away")
    assert "left the page" in away.problem
    assert trace.stopped == "finished"
    assert trace.steps[-1].action.kind == "finish"


def test_a_window_that_a_step_opens_is_kept_with_the_step(crawl, tmp_path: Path):
    page = "<h1>Bill</h1><button onclick=\"window.open('/bill.html')\">Print the bill</button>"
    trace = crawl(page, files={"/bill.html": "<title>Bill 7</title><h1>42 euros</h1>"})
    step = step_on(trace, "Print the bill")
    (popup,) = step.popups
    assert (popup.title, popup.text) == ("Bill 7", "42 euros")
    assert step.change.popups == (popup.url,)
    assert (tmp_path / "crawler" / popup.screenshot).read_bytes().startswith(b"\x89PNG")


def test_a_field_for_files_is_given_one(crawl):
    page = (
        '<h1>Import</h1><input type=file accept=.csv aria-label=Table onchange="out.textContent = this.files[0].name">'
    )
    step = step_on(crawl(page + "<p id=out></p>"), "Table")
    assert step.outcome == "done"
    assert step.change.dialogs == dialogs("file: sales.csv")
    assert "sales.csv" in step.change.appeared_text


ASKS = """<!doctype html><html lang=en><title>t</title><h1>Report</h1>
<button onclick="print()">Print</button>
<button onclick="navigator.clipboard.writeText('a').catch(() => {})">Copy</button>
<button onclick="void 0">Nothing</button><canvas id=c width=40 height=20></canvas>
<p><button onclick="c.toBlob((b) => { told.textContent = b.type + ' ' + (b.size > 60) })">Save</button>
<button onclick="Object.assign(document.createElement('canvas'), { width: 0 })
  .toBlob((b) => { told.textContent = String(b) })">Save nothing</button></p><p id=told></p>"""


def test_what_is_asked_of_the_browser_is_an_effect(crawl):
    trace = crawl(ASKS)
    pressed = {name: step_on(trace, name).change for name in ("Print", "Copy", "Nothing")}
    assert {name: change.effects for name, change in pressed.items()} == {
        "Print": ("print",), "Copy": ("copy",), "Nothing": (),
    }  # fmt: skip
    assert pressed["Print"].seen
    assert step_on(trace, "Save").change.appeared_text == ("image/png true",)
    assert step_on(trace, "Save nothing").change.appeared_text == ("null",)


TABLE = """<!doctype html><html lang=en><title>t</title><h1>Plants</h1><div id=rows></div>
<form onsubmit="add(event)"><label>Name <input name=n required></label><label>From <input type=date name=a></label>
<label>Until <input type=date name=b></label><button type=button onclick="add(event)">Add</button></form><script>
let plants = ['Tulip', 'Rose', 'Aster'];
const row = (p, i) => `<div><b>${p}</b> <i>no. ${i + 71}</i> <button onclick="cut(${i})">Delete</button></div>`;
const draw = () => rows.innerHTML = plants.map(row).join('');
const cut = (i) => { plants.splice(i, 1); draw(); };
const add = (event) => {
  const f = document.forms[0];
  if (f.b.value > f.a.value && f.n.value) plants.push(f.n.value);
  draw();
};
draw();
</script>"""


@pytest.mark.long
def test_a_form_with_a_plain_button_is_sent_empty_wrong_and_right_and_a_row_is_removed(crawl):
    trace = crawl(TABLE, budget=Budget(max_steps=40, max_seconds=90))
    sent = [step.action.intent for step in trace.steps if step.action.target == "Add"]
    assert sent[:3] == ["invalid", "invalid", "valid"]
    assert any("Anna Miller" in step.change.appeared_text for step in trace.steps if step.action.intent == "valid")
    removed = step_on(trace, "Delete")
    assert removed.action.purpose == "destroy"
    row = removed.action.within
    assert len(row) == 2
    assert row[0] in removed.change.vanished_text


WORKBENCH = """<!doctype html><html lang=en><meta charset=utf-8><title>Workbench</title><h1>Workbench</h1>
<p><button id=go>Start timer</button> <span id=clock>00:00</span></p>
<p><button id=plus>+</button> <output id=total>1 piece</output></p>
<p><label><input type=checkbox id=dark> Dark</label></p><p><button id=clear>Clear all</button></p>
<script>let n = 1, s = 0; const $ = (id) => document.getElementById(id);
$("go").onclick = () => setInterval(() => { $("clock").textContent = "00:0" + ++s }, 1400);
$("plus").onclick = () => { if (n < 3) $("total").textContent = ++n + " pieces" };
$("dark").onchange = () => { if ($("dark").checked) document.body.style.background = "#222" };
$("clear").onclick = () => { n = 1; $("total").textContent = "1 piece" }</script>"""


@pytest.mark.long
def test_what_shows_only_at_the_second_use_is_seen(crawl):
    trace = crawl(WORKBENCH, budget=Budget(max_steps=26, max_seconds=60))
    acted = [(step.action.kind, step.action.target or step.action.value) for step in trace.steps]
    wait = trace.steps[acted.index(("wait", "5000"))]
    assert (wait.change.vanished_text, wait.change.appeared_text) == (("00:02",), ("00:05",))
    pressed = [step.change.seen for step in trace.steps if step.action.target == "+"]
    assert pressed[:3] == [True, True, False]  # stuck at three
    there, back = [step.change for step in trace.steps if step.action.target == "Dark"][:2]
    assert there.pixels > 0.5 > back.pixels  # it does not get light again
    assert acted.index(("reload", "")) < acted.index(("click", "Clear all"))


SLIDES = """<!doctype html><html lang=en><title>t</title><nav><button id=palette>Palette</button></nav>
<main><h1 id=h>Slide 1</h1><button id=note>Note</button></main>
<script>
  let at = 1;
  const turn = (event) => {
    at += { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    h.textContent = 'Slide ' + at;
  };
  LISTENING
</script>"""


@pytest.mark.parametrize("listening", ["addEventListener('keydown', turn);", "document.onkeydown = turn;"])
def test_a_page_that_hears_keys_is_given_them_and_what_it_is_for_comes_first(crawl, listening):
    trace = crawl(SLIDES.replace("LISTENING", listening))
    keys = [(step.action.value, step.change.appeared_text) for step in trace.steps if step.action.kind == "press"]
    assert keys[:2] == [("ArrowRight", ("Slide 2",)), ("ArrowLeft", ("Slide 1",))]
    clicks = [step.action.target for step in trace.steps if step.action.kind == "click"]
    assert clicks.index("Note") < clicks.index("Palette")


def test_keys_that_a_part_of_the_page_hears_are_not_pressed(crawl):
    trace = crawl(SLIDES.replace("LISTENING", "palette.addEventListener('keydown', turn);"))
    assert not [step for step in trace.steps if step.action.value == "ArrowRight"]


CARDS = """<!doctype html><html lang=en><title>t</title>
<style>BOX .pair { width: 300px } .pair p { height: 30px }</style>
<main><button onclick="card.style.cssText = 'position: POSITION; left: 40px; top: 90px'">Sort</button>
<div class=pair id=card><p>Soup</p><p>Four portions</p></div>
<div class=pair><p>Bread</p><p>Sour dough</p></div></main>"""


@pytest.mark.parametrize(
    ("position", "box", "told"),
    [
        ("relative", "", (LayoutJump(text="Soup", over="Bread"),)),
        ("absolute", "", ()),
        ("relative", "main { overflow: hidden; height: 120px }", ()),
        ("relative", ".pair { overflow: hidden }", (LayoutJump(text="Soup", over="Bread"),)),
    ],
)
def test_what_jumps_in_the_flow_of_the_page_is_told(crawl, position: str, box: str, told: tuple[LayoutJump, ...]):
    trace = crawl(CARDS.replace("POSITION", position).replace("BOX", box))
    assert step_on(trace, "Sort").change.astray == told


def test_a_tick_that_is_not_taken_is_told(crawl):
    trace = crawl("""<!doctype html><html lang=en><title>t</title>
<label><input type=radio name=c onclick="return false"> Grey</label><label><input type=radio name=c> Green</label>""")
    assert step_on(trace, "Grey").change.stays_off
    assert not step_on(trace, "Green").change.stays_off


ROWS = """<!doctype html><html lang=en><meta charset=utf-8><title>Stock</title><h1>Stock</h1>
<table><thead><tr><th><button>Item</button></th><th><button id=kg>kg</button></th></tr></thead>
<tbody id=b></tbody></table>
<input id=sum aria-label=Sum><button onclick="if (sum.value) sum.value += '÷'">Divide</button>
<button onclick="sum.value += '7'">Seven</button>
<my-list></my-list>
<script>
  localStorage.seen = "1";
  let rows = [["Pears", "12"], ["Figs", "3"], ["Nuts", "110"], ["Plums", "20"], ["Dates", "4"]];
  const draw = () => b.innerHTML = rows.map(([a, n]) => `<tr><td>${a}</td><td>${n}</td></tr>`).join("");
  kg.onclick = () => { rows.sort((x, y) => (x[1] < y[1] ? -1 : 1)); draw(); };
  draw();
  customElements.define("my-list", class extends HTMLElement {
    items = ["Bread", "Milk", "Salt"];
    connectedCallback() { this.attachShadow({ mode: "open" }); this.show(); }
    show() {
      this.shadowRoot.innerHTML = "<style>.on { color: green }</style><ul>" + this.items.map((name) =>
        `<li><b>${name}</b> <button class=d aria-label="Delete ${name}">✕</button></li>`).join("") + "</ul>";
      this.shadowRoot.querySelectorAll(".d").forEach((one) => one.onclick = () => { this.items.pop(); this.show(); });
    }
  });
</script>"""


def test_rows_are_followed_in_tables_and_shadow_roots_and_silence_is_tried_again(crawl):
    trace = crawl(ROWS, budget=Budget(max_steps=30, max_seconds=60))
    assert step_on(trace, "kg").index < step_on(trace, "Item").index, "heads of numbers come first"
    order = step_on(trace, "kg").change.ordering
    assert order is not None
    assert [order.columns[number] for number in order.pressed] == [("110", "12", "20", "3", "4")]
    removal = next(step for step in trace.steps if step.action.target.startswith("Delete"))
    row = removal.change.row
    assert row is not None
    assert (row.own in (("Bread", "✕"), ("Milk", "✕")), row.gone, row.stays) == (True, (("Salt", "✕"),), True)
    divide = [step.change.seen for step in trace.steps if step.action.target == "Divide"]
    assert divide[0] is False or len(divide) == 1
    assert divide[-1], "a press that only changes a field's value is seen, or seen when it is tried again"
