"""A small page that can have every defect, one that can have hardly any, and odd ones."""

from pytest_cookie.calibration.artifact_page import ArtifactPage

RICH = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Übersicht</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>button { transition: background .2s } button:hover { background: #eee }</style></head>
<body>
<header><h1>Übersicht über die Küche</h1><p>Drei Töpfe stehen seit 1998 auf dem Herd.</p></header>
<main>
<section id="pots"><h2>Töpfe und Pfannen</h2>
<p>Der erste ist groß, der zweite ist klein, der dritte fehlt.</p>
<button id="add">Topf hinzufügen</button> <button class="minus">Topf wegnehmen</button>
<button id="undo">Zurück</button>
<button onclick="count(0)">Alle Töpfe zählen</button>
<p role="status">Töpfe: <output id="total">0</output></p></section>
<section><h2>Suche im Schrank</h2>
<form id="find"><label for="size">Größe in cm</label><input id="size" type="number" min="1" max="60" required>
<input type="range" id="heat" aria-label="Hitze"> <button>Suchen</button></form></section>
<figure><img src="topf.png" alt="Ein Topf"><figcaption>Ein Topf aus dem Jahr 1998</figcaption></figure>
<canvas id="flame" width="90" height="40"></canvas>
</main>
<script>
let pots = Number(localStorage.getItem('pots') || 0);
const $ = id => document.getElementById(id);
function show(pot) { $('total').textContent = pots; document.title = `${pot.name} Töpfe`; }
function area(width, height) { return width * height; }
$('add').addEventListener('click', () => { pots += 1; localStorage.setItem('pots', pots); show({ name: pots }); });
document.addEventListener('keydown', event => { if (event.key === 'a') show({ name: 'a' }); });
setInterval(() => { $('flame').hidden = !$('flame').hidden; }, 1000);
</script></body></html>
"""

TEXT_ALONE = (
    "<!doctype html><html lang='en'><head><title>x</title></head>"
    "<body><p>Nothing but some plain words.</p></body></html>"
)

ODD = {
    "nothing": "",
    "spaces": "  \n ",
    "no markup": "just words < and > signs & more",
    "broken": "<html><body><button id='a' onclick=\"go('<b>')\"<p>x</button><div <input type=range><script>if (a<",
    "unclosed": "<button " * 300 + '"' * 301 + "<p title='" * 200,
    "comments": "<!-- <button>not one</button>" + "<!--" * 500,
    "deep": "<div>" * 3_000 + "<button>x</button>",
    "surrogates": "<p>\ud800 half a letter</p><button>\udfff</button>",
    "nul": "<p>\0</p><button>\0\0\0</button>",
    "no head": "<button>Go</button><script>document.body.textContent = `${a.b}`</script>",
    "two heads": "<head></head><head></head><body></body><body></body></html></html><button>x</button>",
}


def page_of(html: str, **others: str) -> ArtifactPage:
    """A page of one file, and others beside it."""
    files = {"index.html": html, **{name.replace("_", "."): text for name, text in others.items()}}
    return ArtifactPage({name: text.encode("utf-8", errors="replace") for name, text in files.items()}, "index.html")
