"""`Base`: an honest page of middling or bad quality, which attempts to raise its score are added to."""

from dataclasses import dataclass

_TOOL = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reading list</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>STYLE</style></head><body>
<main><h1>Reading list</h1><p>Keep the books that you want to read this year in one place. Sort them, mark the ones that
you have finished, and see at a glance how many pages are left until the end of the winter.</p>
<div class="tools"><button id="add">Add a book</button> <button id="sort">Sort by title</button>
<button id="mark">Mark as read</button> <button id="drop">Remove the last one</button>
<button id="next">Next month</button> <button id="plan">Plan the week</button></div>
<h2>Books</h2><ul id="books"><li>The Overstory, 502 pages</li><li>Piranesi, 245 pages</li>
<li>The Left Hand of Darkness, 304 pages</li></ul><p id="sum">Three books, 1051 pages</p></main>
SCRIPT</body></html>
"""
_STORY = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour bakery</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>STYLE</style></head><body>
<header><h1>Harbour bakery</h1></header><main><p>Since 1952 we have baked rye and sourdough by the harbour, six days a
week from four in the morning, with flour from the mill across the bay and salt from the pans behind the dunes.</p>
<h2>This week</h2><ul><li>Rye with caraway</li><li>Sourdough with figs</li><li>Cardamom knots</li></ul>
<p><button id="order">Order a loaf</button> <button id="hours">Opening hours</button>
<button id="way">How to find us</button> <button id="news">Get the newsletter</button></p></main>
SCRIPT</body></html>
"""
_PLAIN = "body { margin: 24px; color: #222; } h1 { color: #274; }"
_MIDDLING = """body { margin: 0; font: 16px/1.5 Arial, sans-serif; color: #222; background: #f5f3ee; }
main { max-width: 720px; margin: 24px auto; padding: 24px; background: #fff; border-radius: 8px; }
h1 { font-size: 32px; } h2 { font-size: 20px; } li { padding: 4px 0; }
button { padding: 8px 12px; background: #274; color: #fff; border: 0; border-radius: 4px; }"""
_HALF = """<script>
const titles = ['Dune, 412 pages', 'Emma, 474 pages', 'Kim, 368 pages'];
add.onclick = () => { const item = document.createElement('li'); item.textContent = titles[books.children.length % 3];
  books.append(item); sum.textContent = `${books.children.length} books on the list`; };
drop.onclick = () => { books.lastElementChild?.remove(); sum.textContent = `${books.children.length} books left`; };
</script>"""


@dataclass(frozen=True)
class Base:
    """A page and its brief. Snippets are added right before the end of the body of `html`."""

    name: str
    leaf: str
    brief: str
    html: str

    def with_added(self, snippet: str) -> str:
        """The page with something more in it."""
        return self.html.replace("</body>", f"{snippet}\n</body>")


PLAIN = Base(
    "plain", "efficiency", "A reading list: add books, sort them, mark and remove them, plan the week and the month.",
    _TOOL.replace("STYLE", _PLAIN).replace("SCRIPT", ""),
)  # fmt: skip
"""None of its controls does anything, and it is hardly dressed."""
HALF = Base("half", PLAIN.leaf, PLAIN.brief, _TOOL.replace("STYLE", _MIDDLING).replace("SCRIPT", _HALF))
"""Two of its six buttons work."""
STORY = Base(
    "story", "marketing-landing",
    "A page for a harbour bakery: what it bakes this week, orders, hours, and the way there.",
    _STORY.replace("STYLE", _PLAIN).replace("SCRIPT", ""),
)  # fmt: skip
"""A page of another kind, that is read more than used; its four buttons are dead."""
BASES = (PLAIN, HALF, STORY)
