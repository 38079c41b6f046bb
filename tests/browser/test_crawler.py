"""Each tactic of the crawler on one real page: its plan reaches the page, and the page's answer reaches the trace.

The decisions themselves are tested without a browser, in `tests/unit/exploration`.
"""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_cookie.checks.keys_in_fields.fact import FieldKeys
from pytest_cookie.checks.layout_jumps.fact import JumpFact, LayoutJump
from pytest_cookie.checks.registry import make_crawler
from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.checks.row_order.fact import Ordering
from pytest_cookie.core.action import Click
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.step_text import describe_states
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.exploration.loop import Budget
from tests.change_lines import dialogs
from tests.scripted_agent import ScriptedAgent


@pytest.fixture
def crawl(walk: Callable[..., Trace]) -> Callable[..., Trace]:
    """Lets the crawler explore a page and returns the trace."""

    def run(html: str, *, max_steps: int = 22, **rest) -> Trace:
        return walk(html, make_crawler(), budget=Budget(max_steps=max_steps, max_seconds=60), **rest)

    return run


def step_on(trace: Trace, target: str, kind: str = "click") -> Step:
    return next(step for step in trace.steps if step.action.target == target and step.action.kind == kind)


def check_record(folder: Path, trace: Trace) -> None:
    """The files hold the steps of the trace, each with a thought and a picture."""
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
    document.querySelectorAll('.t').forEach((other) => other.setAttribute('aria-selected', other === tab));
    panel.textContent = tab.textContent === 'Cost' ? 'It costs 5' : 'The plan';
  };
  f.onsubmit = (event) => {
    event.preventDefault();
    const answer = m.value.includes('@') ? 'Thank you, ' + n.value : 'No e-mail address';
    e.textContent = n.value ? answer : 'Name is missing';
  };
</script>"""


def test_tabs_and_a_form_with_validation(crawl, tmp_path: Path):
    trace = crawl(TABS)
    tab = step_on(trace, "Cost")
    assert "It costs 5" in tab.change.appeared_text
    assert "Cost: selected no → yes" in describe_states(tab.change)
    answers = [text for step in trace.steps if step.action.target == "Send" for text in step.change.appeared_text]
    assert answers == ["Name is missing", "No e-mail address", "Thank you, Anna Miller"]
    assert step_on(trace, "E-mail", "type").action.intent == "invalid"
    assert [step.action.kind for step in trace.steps[-2:]] == ["reload", "finish"]
    assert trace.stopped == "finished"
    check_record(tmp_path / "walk", trace)


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


def test_a_game_on_a_canvas_gets_its_keys(crawl):
    trace = crawl(GAME, domain="games", max_steps=9)
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


WIRED = """<!doctype html><html lang=en><title>t</title><nav><button id=palette>Palette</button></nav>
<main><h1 id=h>Slide 1</h1><button id=o>Details</button>
<dialog id=d><p>All about it</p><button id=x>Close</button></dialog><p><a href="/about">About</a></p>
<p><a href="#h">Top</a> <b><button onclick="location.href = 'https://elsewhere.example/'">Away</button></b></p></main>
<script>
  let at = 1;
  o.onclick = () => d.showModal();
  x.onclick = () => d.close();
  addEventListener('keydown', (event) => {
    at += { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    h.textContent = 'Slide ' + at;
  });
</script>"""


def test_keys_are_given_a_dialog_is_closed_other_pages_are_left_and_what_a_page_is_for_comes_first(crawl):
    trace = crawl(WIRED, files={"/about": "<!doctype html><html lang=en><title>a</title><h1>About us</h1>"})
    keys = [(step.action.value, step.change.appeared_text) for step in trace.steps if step.action.kind == "press"]
    assert keys[:2] == [("ArrowRight", ("Slide 2",)), ("ArrowLeft", ("Slide 1",))]
    assert step_on(trace, "Details").index < step_on(trace, "Palette").index
    assert "All about it" in step_on(trace, "Details").change.appeared_text
    assert "All about it" in step_on(trace, "Close").change.vanished_text
    visit = step_on(trace, "About")
    assert visit.change.url == f"{ORIGIN}/about"
    assert trace.steps[visit.index + 1].action.kind == "back"
    assert trace.steps[visit.index + 1].change.url == f"{ORIGIN}/#h"
    assert "left the page" in step_on(trace, "Away").problem
    assert trace.stopped == "finished"
    coverage = trace.coverage
    assert (coverage.controls_found, coverage.controls_exercised, coverage.kinds_found) == (6, 6, 5)


ASKS = """<!doctype html><html lang=en><title>t</title>
<style>div { height: 170px; position: relative } div p { height: 30px; width: 300px; margin: 0 }</style>
<h1>Report</h1>
<button onclick="print()">Print</button>
<button onclick="navigator.clipboard.writeText('a').then(() => copied.textContent = 'Copied')">Copy</button>
<output id=copied></output>
<script>navigator.clipboard.writeText('a').catch((e) => { copied.textContent = e.name })</script>
<button onclick="void 0">Nothing</button><canvas id=c width=40 height=20></canvas>
<button onclick="c.toBlob((b) => { noted.textContent = b.type + ' ' + (b.size > 60) })">Save</button>
<button onclick="window.open('/bill.html')">Print the bill</button>
<input type=file accept=.csv aria-label=Table onchange="noted.textContent = this.files[0].name">
<label><input type=radio name=c onclick="return false"> Grey</label><label><input type=radio name=c> Green</label>
<p id=noted></p><input id=sum value=3 aria-label=Sum><button onclick="sum.value += '÷'">Divide</button>
<button onclick="card.style.cssText = 'position: relative; left: 40px; top: 65px'">Sort</button>
<div><section id=card><p>Soup</p><p>Four portions</p></section><section><p>Bread</p><p>Sour dough</p></section></div>
<button onclick="note.style.cssText = 'position: absolute; left: 40px; top: 65px'">Lift</button>
<div><section id=note><p>Tea</p><p>Two cups</p></section><section><p>Cake</p><p>One slice</p></section></div>"""


REFUSES = """<!doctype html><html lang=en><title>t</title><style>form{margin:20px}</style>
<form onsubmit="return false"><label>Town <input required autofocus></label><button>Empty</button></form>
<form onsubmit="return false"><label>Mail <input type=email value=none></label><button>Wrong</button></form>
<form onsubmit="return false"><label>Own <input required oninvalid="event.preventDefault()"></label>
<button>Own message</button></form>
<form novalidate onsubmit="this.checkValidity(); return false"><label>Plain <input required></label>
<button>Only asked</button></form>
<label>Loose <input id=loose required></label><button onclick="loose.reportValidity()">Ask</button>"""


def test_the_browsers_own_message_beside_a_field_is_an_effect(walk):
    """Only the browser itself tells which field it refuses."""
    names = ("Empty", "Wrong", "Own message", "Only asked", "Ask")
    trace = walk(REFUSES, ScriptedAgent([Click(target=name) for name in names]))
    changes = {name: step_on(trace, name).change for name in names}
    assert [name for name in names if changes[name].is_refused] == ["Empty", "Wrong", "Ask"]
    assert changes["Empty"].effects == ("validation message: Please fill out this field.",)
    assert "@" in changes["Wrong"].effects[0]
    assert changes["Empty"].seen


def test_each_kind_of_effect_of_a_step_is_recorded(walk, tmp_path: Path):
    names = ("Print", "Copy", "Nothing", "Save", "Print the bill", "Table", "Grey", "Green", "Divide", "Sort", "Lift")
    files = {"/bill.html": "<title>Bill 7</title><h1>42 euros</h1>"}
    trace = walk(ASKS, ScriptedAgent([Click(target=name) for name in names]), files=files)
    changes = {name: step_on(trace, name).change for name in names}
    assert [changes[name].effects for name in ("Print", "Copy", "Nothing")] == [("print",), ("copy",), ()]
    assert (changes["Copy"].vanished_text, changes["Copy"].appeared_text) == (("NotAllowedError",), ("Copied",))
    assert changes["Print"].seen
    assert changes["Save"].appeared_text == ("image/png true",)
    (popup,) = step_on(trace, "Print the bill").popups
    assert (popup.title, popup.text) == ("Bill 7", "42 euros")
    assert changes["Print the bill"].popups == (popup.url,)
    assert (tmp_path / "walk" / popup.screenshot).read_bytes().startswith(b"\x89PNG")
    assert changes["Table"].dialogs == dialogs("file: sales.csv")
    assert "sales.csv" in changes["Table"].appeared_text
    assert [changes[name].stays_off for name in ("Grey", "Green")] == [True, False]
    assert "Sum: value “3” → “3÷”" in describe_states(changes["Divide"])
    assert JumpFact.of(changes["Sort"]).astray == (LayoutJump(text="Soup", over="Bread"),)
    assert JumpFact.of(changes["Lift"]) is None, "what leaves the flow of the page covers others on purpose"


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
    trace = crawl(WORKBENCH, max_steps=26)
    acted = [(step.action.kind, step.action.target or step.action.value) for step in trace.steps]
    wait = trace.steps[acted.index(("wait", "5000"))]
    assert (wait.change.vanished_text, wait.change.appeared_text) == (("00:02",), ("00:05",))
    pressed = [step.change.seen for step in trace.steps if step.action.target == "+"]
    assert pressed[:3] == [True, True, False]  # stuck at three
    there, back = [step.change for step in trace.steps if step.action.target == "Dark"][:2]
    assert there.pixels > 0.5 > back.pixels  # it does not get light again
    assert acted.index(("reload", "")) < acted.index(("click", "Clear all"))


ROWS = """<!doctype html><html lang=en><meta charset=utf-8><title>Stock</title><h1>Stock</h1>
<table><thead><tr><th><button>Item</button></th><th><button id=kg>kg</button></th></tr></thead>
<tbody id=b></tbody></table>
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
      this.shadowRoot.querySelectorAll(".d").forEach((remove) => {
        remove.onclick = () => { this.items.pop(); this.show(); };
      });
    }
  });
</script>"""


def test_rows_are_followed_in_tables_and_shadow_roots(crawl):
    trace = crawl(ROWS, max_steps=8)
    assert step_on(trace, "kg").index < step_on(trace, "Item").index, "heads of numbers come first"
    order = Ordering.of(step_on(trace, "kg").change)
    assert order is not None
    assert [order.columns[number] for number in order.pressed] == [("110", "12", "20", "3", "4")]
    removal = next(step for step in trace.steps if step.action.target.startswith("Delete"))
    row = RowChange.of(removal.change)
    assert row is not None
    assert removal.action.purpose == "destroy"
    assert (row.own in (("Bread", "✕"), ("Milk", "✕")), row.gone, row.stays) == (True, (("Salt", "✕"),), True)


DRUMS = """<!doctype html><html lang=en><title>t</title><h1>Drums</h1>
<label>Volume <input id=volume type=range min=0 max=100 value=70></label>
<label>Kit <select id=kit><option>Studio<option>Silent<option>None</select></label>
<div class=pads><button class=pad>Kick</button><button class=pad>Snare</button><button class=pad>Tom</button></div>
<p id=level>-</p>
<script>
  for (const pad of document.querySelectorAll('.pad'))
    pad.onclick = () => { if (+volume.value && kit.value === 'Studio') level.append(' ' + pad.textContent); };
</script>"""


def test_settings_are_put_back_before_the_next_control_is_tried(crawl, tmp_path):
    """Needs a browser: the inputs have to bring real controls back to their values."""
    trace = crawl(DRUMS, max_steps=24)
    pads = [
        step for step in trace.steps if step.action.kind == "click" and step.action.target in ("Kick", "Snare", "Tom")
    ]
    assert {step.action.target for step in pads} == {"Kick", "Snare", "Tom"}
    assert all(step.change.seen for step in pads)
    put_back = [(action.target, action.value) for step in trace.steps for action in step.put_back]
    assert sorted(put_back) == [("Kit", "Studio"), ("Volume", "70")]
    check_record(tmp_path / "walk", trace)


STUDIO = """<!doctype html><html lang=en><title>t</title><h1>Studio</h1><p>Press <kbd>M</kbd> to mute.</p>
<div class=pads><div class=pad role=button tabindex=0>Kick</div><div class=pad role=button tabindex=0>Snare</div></div>
<p id=level>0 beats</p><p id=sound>Sound on</p><label>Name of the take <input id=take></label>
<script>
  let beats = 0, on = true;
  for (const pad of document.querySelectorAll('.pad')) pad.onclick = () => { level.textContent = ++beats + ' beats'; };
  addEventListener('keydown', (event) => {
    if (event.key !== 'm') return;
    event.preventDefault(); on = !on; sound.textContent = on ? 'Sound on' : 'Sound off';
  });
</script>"""


def test_keys_are_tried_in_fields_and_on_controls_of_the_pages_own(crawl):
    """Needs a browser: what a key does depends on the focus, and on who handles it first."""
    trace = crawl(STUDIO, max_steps=26)
    facts = [fact for step in trace.steps if (fact := FieldKeys.of(step.change))]
    assert any(fact.acts == "m" and not fact.lost for fact in facts), "pressed outside of fields"
    assert any("m" in fact.lost and fact.acts == "m" for fact in facts), "typed into the field"
    enter, click = (step for step in trace.steps if step.check == "deaf-to-keys")
    assert (enter.action.value, enter.change.seen) == ("Enter", False)
    assert (click.action.kind, click.action.target, click.change.seen) == ("click", enter.action.target, True)
