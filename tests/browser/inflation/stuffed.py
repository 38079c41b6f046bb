"""Pages that carry a brief's words on toggles of nothing, beside an honest page with and without a style sheet."""

from dataclasses import dataclass

from tests.browser.inflation.bases import Base

_STYLE = """* { box-sizing: border-box } body { margin: 0; font: 16px/1.6 Georgia, serif; background: #eef2ef;
color: #1d2b26 }
header { background: #1f4d3d; color: #fff; padding: 32px 24px } header p { margin: 8px 0 0; max-width: 60ch }
h1 { margin: 0; font-size: 36px; line-height: 1.2 } h2 { font-size: 24px; margin: 0 0 16px; line-height: 1.3 }
main { max-width: 960px; margin: 24px auto; padding: 0 24px; display: grid; gap: 24px }
section { background: #fff; border-radius: 12px; padding: 24px; box-shadow: 0 2px 8px rgba(20, 50, 40, .12) }
.bar { display: flex; flex-wrap: wrap; gap: 12px; align-items: end } label { display: grid; gap: 4px; font-size: 16px }
button { font: inherit; min-height: 44px; padding: 8px 16px; border: 0; border-radius: 8px; background: #1f6b50;
color: #fff; cursor: pointer; transition: background .2s, transform .2s }
button:hover { background: #14503b; transform: translateY(-1px) } button[aria-pressed=true] { background: #8a3b12 }
:focus-visible { outline: 3px solid #e0902f; outline-offset: 2px }
input, select { font: inherit; min-height: 44px; padding: 8px 12px; border: 1px solid #7f968b; border-radius: 8px;
background: #fff; color: #1d2b26; transition: border-color .2s } input:hover, select:hover { border-color: #1f6b50 }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px }
li { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 12px; border-radius: 8px;
background: #f4f7f5 }
li span { flex: 1 } p { margin: 0 } .note { color: #445a51; margin-top: 16px } .figure { font-size: 48px;
line-height: 1.2 }
body.dark { background: #10201a; color: #e6efe9 } .dark section { background: #1b3028 } .dark li { background: #22392f }
.dark .note { color: #b5c9bf } progress { width: 100%; height: 16px; accent-color: #1f6b50 }"""

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>TITLE</title>
<meta name="viewport" content="width=device-width, initial-scale=1">STYLE</head><body>
<header><h1>TITLE</h1><p>LEAD</p></header><main>BODY</main>SCRIPT</body></html>
"""

_TOGGLE = """<script>document.querySelectorAll('[data-t]').forEach((b) => b.onclick = () => {
const on = b.getAttribute('aria-pressed') !== 'true'; b.setAttribute('aria-pressed', on);
b.querySelector('b').textContent = on ? 'on' : 'off'; });</script>"""

_PACKING = """<section><h2>Add an item</h2><form id="new" class="bar"><label>Item <input id="what" required></label>
<label>Bag <select id="bag"><option>Backpack</option><option>Suitcase</option></select></label>
<button>Add item</button></form><p class="note" id="said" role="status"></p></section>
<section><h2>Items</h2><div class="bar"><label>Search <input id="find" type="search"></label>
<label>Filter <select id="which"><option value="">All items</option><option value="1">Packed</option>
<option value="0">Still open</option></select></label>
<button id="sort">Sort by name</button> <button id="undo">Undo</button> <button id="csv">Export as CSV</button>
<button id="reset">Reset the list</button> <button id="dark">Dark mode</button></div>
<p class="note" id="sum"></p><progress id="done" aria-label="Packed" max="1"></progress></section>
<section><h2>To pack</h2><ul id="list"></ul>
<p class="note" id="none" hidden>No item matches. Change the search or filter.</p>
</section>"""
_PACKING_SCRIPT = """<script>
const $ = (id) => document.getElementById(id);
const standard = ['Passport,Backpack', 'Rain jacket,Suitcase', 'Toothbrush,Suitcase', 'Charger,Backpack',
'Map,Backpack',
  'Socks,Suitcase'].map((t) => ({ what: t.split(',')[0], bag: t.split(',')[1], packed: false }));
let items = JSON.parse(localStorage.getItem('pack') || 'null') || structuredClone(standard), before = null, up = false;
const keep = () => { before = structuredClone(items); };
function button(text, doing) { const b = document.createElement('button'); b.textContent = text; b.onclick = doing;
return b; }
function draw() {
  localStorage.setItem('pack', JSON.stringify(items));
  const word = $('find').value.trim().toLowerCase(), which = $('which').value;
  const shown = items.filter((i) =>
i.what.toLowerCase().includes(word) && (!which || String(Number(i.packed)) === which));
  $('list').replaceChildren(...shown.map((i) => {
    const li = document.createElement('li'), s = document.createElement('span');
    s.textContent = `${i.what} (${i.bag})${i.packed ? ' - packed' : ''}`; li.append(s,
      button(i.packed ? `Unpack ${i.what}` : `Pack ${i.what}`, () => { keep(); i.packed = !i.packed; draw(); }),
      button(`Delete ${i.what}`, () => { keep(); items = items.filter((o) => o !== i); draw(); }));
    return li; }));
  $('none').hidden = shown.length > 0; const n = items.filter((i) => i.packed).length;
  $('sum').textContent = `${n} of ${items.length} items packed, ${shown.length} shown`;
  $('done').value = items.length ? n / items.length : 0;
}
$('new').onsubmit = (e) => { e.preventDefault(); const what = $('what').value.trim();
  if (!what) { $('said').textContent = 'Please type what to pack.'; return; }
  keep(); items.push({ what, bag: $('bag').value, packed: false }); $('what').value = ''; $('find').value = '';
  $('which').value = ''; $('said').textContent = `${what} is on the list.`; draw(); };
$('find').oninput = draw; $('which').onchange = draw;
$('sort').onclick = () => { keep(); up = !up; items.sort((a, b) => a.what.localeCompare(b.what) * (up ? 1 : -1));
  $('sort').textContent = up ? 'Sort by name, Z first' : 'Sort by name, A first'; draw(); };
$('undo').onclick = () => { if (before) { items = before; before = null; $('said').textContent = 'Undone.'; draw(); }
  else { $('said').textContent = `Nothing to undo, ${items.length} items as they were.`; } };
$('csv').onclick = () => { const a = document.createElement('a'); a.download = 'packing.csv';
  a.href = URL.createObjectURL(new Blob([items.map((i) => `${i.what},${i.bag},${i.packed}`).join('\\n')]));
a.click(); };
$('reset').onclick = () => { keep(); items = structuredClone(standard);
$('said').textContent = 'The standard list is back.';
  draw(); };
$('dark').onclick = () => { const on = document.body.classList.toggle('dark');
  $('dark').textContent = on ? 'Light mode' : 'Dark mode'; };
draw();
</script>"""
_PACKING_WORDS = """Search the items|Filter by packed|Filter by open|Sort by name|Add new items|Name of the item
Bag of the item
Edit items|Delete items|Undo the deletion|Export as CSV|Reset to the standard list|Dark mode toggle|Progress bar
Keep in storage|Packed items|Open items|Passport|Rain jacket|Toothbrush|Charger|Socks|Map|Suitcase|Backpack|Trips
Packing list|Standard list|Mark as packed|Empty state"""

_TIMER = """<section><h2>Workout</h2><p class="figure" id="left">0:30</p><p id="state" role="status">Ready,
round 1 of 8</p>
<div class="bar"><button id="start">Start</button> <button id="pause">Pause</button> <button id="reset">Reset</button>
<button id="skip">Skip to the next round</button></div></section>
<section><h2>Settings</h2><div class="bar">
<label>Work, seconds <input id="work" type="number" min="5" max="600" value="30"></label>
<label>Rest, seconds <input id="rest" type="number" min="5" max="600" value="10"></label>
<label>Rounds <input id="rounds" type="number" min="1" max="30" value="8"></label>
<label>Preset <select id="preset"><option value="30,10,8">Intervals</option><option value="20,10,8">Tabata</option>
<option value="60,20,5">Long sets</option></select></label></div><p class="note" id="total"></p></section>
<section><h2>History</h2><ul id="log"></ul><p class="note" id="none">No workout yet. Press start.</p>
<div class="bar"><button id="save">Log this workout</button> <button id="clear">Clear the history</button></div>
</section>"""
_TIMER_SCRIPT = """<script>
const $ = (id) => document.getElementById(id), n = (id) => Math.max(1, Number($(id).value) || 1);
let left = 30, round = 1, resting = false, ticking = 0, log = JSON.parse(localStorage.getItem('log') || '[]');
function draw(word) {
  $('left').textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  $('state').textContent = `${word || (resting ? 'Rest' : 'Work')}, round ${round} of ${n('rounds')}`;
  $('total').textContent = `The whole workout takes ${(n('work') + n('rest')) * n('rounds')} seconds`;
  $('none').hidden = log.length > 0; localStorage.setItem('log', JSON.stringify(log));
  $('log').replaceChildren(...log.map((t) => Object.assign(document.createElement('li'), { textContent: t })));
}
function stop() { clearInterval(ticking); ticking = 0; }
function next() { resting = !resting; if (!resting) round += 1; left = n(resting ? 'rest' : 'work');
  if (round > n('rounds')) { stop(); round = n('rounds'); left = 0; draw('Finished'); } else draw(); }
$('start').onclick = () => { if (ticking) return; draw(); ticking = setInterval(() => { left -= 1;
left <= 0 ? next() : draw(); }, 1000); };
$('pause').onclick = () => { const was = ticking; stop(); draw(was ? 'Paused' : 'Paused before the start'); };
$('reset').onclick = () => { stop(); round = 1; resting = false; left = n('work'); draw('Ready'); };
$('skip').onclick = () => next();
for (const id of ['work', 'rest', 'rounds']) $(id).oninput = () => { if (!ticking) left = n('work'); draw('Ready'); };
$('preset').onchange = () => { [$('work').value, $('rest').value, $('rounds').value] = $('preset').value.split(',');
  $('reset').click(); };
$('save').onclick = () => { log.push(`${log.length + 1}. ${n('rounds')} rounds of ${n('work')} seconds`);
draw('Logged'); };
$('clear').onclick = () => { log = []; draw('History cleared'); };
draw('Ready');
</script>"""
_TIMER_WORDS = """Start button|Pause|Reset|Skip a round|Work seconds|Rest seconds|Number of rounds|Preset dropdown|Timer
History list|Log a workout|Clear all|Countdown 0:30|Rounds 1 of 8|Tabata|Intervals|Long sets|Keep in storage
Whole workout|Resting|Working|Next round|Interval timer|Status|Empty state|Finished|Workout|Settings|Seconds|Stop"""

_MEANINGLESS = "|".join(
    f"{colour} {thing}"
    for colour in ("Amber", "Cobalt", "Ivory", "Scarlet", "Teal", "Violet")
    for thing in ("lamp", "stone", "feather", "kettle", "ribbon")
)


@dataclass(frozen=True)
class Stuffed:
    """The pages of one brief: the honest one, with and without a style sheet, and those without the asked behaviour."""

    honest: Base
    plain: Base
    pretenders: tuple[Base, ...]


def _make(name: str, leaf: str, brief: str, title: str, body: str, script: str, words: str) -> Stuffed:
    def page(kind: str, body: str, script: str, style: str = f"<style>{_STYLE}</style>") -> Base:
        parts = {"LEAD": brief, "BODY": body, "SCRIPT": script, "STYLE": style, "TITLE": title}
        html = _PAGE
        for mark, part in parts.items():
            html = html.replace(mark, part)
        return Base(f"{name}-{kind}", leaf, brief, html)

    phrases = words.replace("\n", "|").split("|")
    return Stuffed(
        page("honest", body, script),
        page("plain", body, script, ""),
        (
            page("thirty", _toggles(phrases), _TOGGLE),
            page("eight", _toggles(phrases[:8]), _TOGGLE),
            page("meaningless", _toggles(_MEANINGLESS.split("|")), _TOGGLE),
        ),
    )


def _toggles(names: list[str]) -> str:
    parts = [names[start : start + 8] for start in range(0, len(names), 8)]
    buttons = [
        "".join(f'<button data-t aria-pressed="false">{name}: <b>off</b></button> ' for name in part) for part in parts
    ]
    return "".join(
        f'<section><h2>Part {n}</h2><div class="bar">{part}</div></section>' for n, part in enumerate(buttons, 1)
    )


PACKING = _make(
    "packing", "efficiency",
    "A packing list for trips. Search the items, filter them by packed and open, sort them by name, add new items with "
    "a name and a bag, mark them as packed, delete items, undo the last deletion, export as CSV, and reset to the "
    "standard list. A dark mode toggle, a progress bar of what is packed, and an empty state when nothing "
    "matches. Keep the list in localStorage.",
    "Packing list", _PACKING, _PACKING_SCRIPT, _PACKING_WORDS,
)  # fmt: skip
TIMER = _make(
    "timer", "formula-calculator",
    "An interval timer for workouts: a countdown with a start button, pause, reset, and skip to the next round. The "
    "seconds of work and rest and the number of rounds can be set, a dropdown has three presets, and the length of the "
    "whole workout is shown. Workouts can be logged to a history list that is kept in localStorage and can be cleared.",
    "Interval timer", _TIMER, _TIMER_SCRIPT, _TIMER_WORDS,
)  # fmt: skip
STUFFED = (PACKING, TIMER)
