"""Replies as models send them, each with the file that a user would take from it."""

import json
from dataclasses import dataclass, field

PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Timer</title><style>body { margin: 0; }</style></head>
<body>
<h1>Timer</h1>
<button id="go">Start</button>
<script>
document.getElementById('go').onclick = () => console.log('started');
</script>
</body>
</html>"""
LATER = PAGE.replace("Timer", "Stopwatch")
SKELETON = """<!DOCTYPE html>
<html>
<head><title>Board</title><link rel="stylesheet" href="style.css"></head>
<body><div id="app"></div><script src="./js/app.js"></script></body>
</html>"""
STYLE = "body {\n  background: #222;\n}"
SCRIPT = "const app = document.getElementById('app');\napp.textContent = 'ready';"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>'
TINY = "<!DOCTYPE html><html><b>x</b></html>"
ELIDED = PAGE.replace("<h1>Timer</h1>", "<!-- ... rest unchanged -->")
WITH_STRINGS = PAGE.replace("console.log('started')", "open().document.write('<!DOCTYPE html><html>x</html>')")
WITH_MARKDOWN = """<!DOCTYPE html>
<html>
<body>
<textarea id="in"></textarea>
<script>
const sample = `# Title
```js
let a = 1;
```
Text
`;
</script>
</body>
</html>"""


@dataclass(frozen=True)
class Good:
    """A reply with a page in it: its files, and texts that they must not contain."""

    name: str
    reply: str
    files: dict[str, str]
    entry: str = "index.html"


@dataclass(frozen=True)
class Wrapped:
    """A reply to assemble a page from: its texts in this order."""

    name: str
    reply: str
    holds: tuple[str, ...]
    lacks: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Bad:
    """A reply without a page, and words of the message."""

    name: str
    reply: str
    says: str


def fenced(code: str, info: str = "html", ticks: str = "```") -> str:
    return f"{ticks}{info}\n{code}\n{ticks}\n"


def one(name: str, reply: str, page: str = PAGE) -> Good:
    return Good(name, reply, {"index.html": page})


GOOD = (
    one("a fence alone", fenced(PAGE)),
    one("prose around", f"Sure! Here is your timer:\n\n{fenced(PAGE)}\nOpen it in a browser. Enjoy!"),
    one("no language", fenced(PAGE, "")),
    one("language in capitals", fenced(PAGE, "HTML")),
    one("called text", fenced(PAGE, "text")),
    one("four backticks", fenced(PAGE, ticks="````")),
    one("tildes", fenced(PAGE, ticks="~~~")),
    one("windows line ends", fenced(PAGE).replace("\n", "\r\n")),
    one("a byte order mark", "\ufeff" + PAGE),
    one("never closed", f"Here you go:\n```html\n{PAGE}"),
    one("never closed, prose behind", f"```html\n{PAGE}\n\nThis page has a timer with a button."),
    one("opened twice", f"```html\n```html\n{PAGE}\n```\n```"),
    one("opened in the line of the prose", f"Here it is: ```html\n{PAGE}\n```"),
    one("closed in the last line of the page", f"```html\n{PAGE}```\nDone."),
    one("begun beside the fence", f"```html {PAGE}\n```"),
    one("in a list, indented", "1. The page:\n\n" + "\n".join("   " + line for line in fenced(PAGE).splitlines())),
    one("bare", PAGE),
    one("bare, prose around", f"Here is the page.\n\n{PAGE}\n\nIt closes with `</html>` as it should."),
    one("bare, begun within a line", f"<answer>{PAGE}</answer>"),
    one("thought before", f"<think>\nThe user wants a timer.\n</think>\n\n{fenced(PAGE)}"),
    one("a draft in the thinking", f"<think>\nMaybe:\n{fenced(LATER)}\nNo, simpler.\n</think>\n{fenced(PAGE)}"),
    one("an unclosed draft in the thinking", f"<think>\n```html\n{LATER}\nno…</think>\n{fenced(PAGE)}"),
    one("the beginning of the thinking not sent", f"First {fenced(LATER)}\nbut no.\n</think>\n\n{fenced(PAGE)}"),
    one("thinking that never ends, the page in it", f"<think>\nA timer.\n{fenced(PAGE)}\nThat should do."),
    one("two thoughts", f"<thinking>a</thinking>\nWell.\n<thinking>b {LATER}</thinking>\n{fenced(PAGE)}"),
    one("the page among snippets", f"Add `x`:\n{fenced('<b>x</b>')}\n{fenced(PAGE)}\n{fenced('<i>y</i>')}"),
    one("corrects itself", f"{fenced(LATER)}\nWait, there is a bug. Fixed:\n{fenced(PAGE)}"),
    one("corrects itself without fences", f"{LATER}\n\nOops, once more:\n\n{PAGE}"),
    one("corrects itself in an excerpt", f"{fenced(PAGE)}\nOr shorter:\n{fenced(TINY)}"),
    one("second version left out", f"{fenced(PAGE)}\n{fenced(ELIDED)}"),
    one("the second version cut off", f"{fenced(PAGE)}\nBetter:\n```html\n{LATER[:200]}"),
    one("an install line first", f"{fenced('open index.html', 'bash')}\n{fenced(PAGE)}"),
    one("styles explained after a whole page", f"{fenced(PAGE)}\nThe style is:\n{fenced(STYLE, 'css')}"),
    one("fences in the page's own script", fenced(WITH_MARKDOWN), WITH_MARKDOWN),
    one("a page within the page's script", fenced(WITH_STRINGS), WITH_STRINGS),
    one("a page within a bare page's script", WITH_STRINGS, WITH_STRINGS),
    one("fences in a bare page's script", f"{WITH_MARKDOWN}\n\nEnjoy.", WITH_MARKDOWN),
    one("Markdown in Markdown", f"```markdown\n# Timer\n{fenced(PAGE)}```\n"),
    one("entities in a fence", fenced(PAGE.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))),
    one("entities in pre", f"<pre><code>{PAGE.replace('<', '&lt;').replace('>', '&gt;')}</code></pre>"),
    one("JSON", json.dumps({"title": "Timer", "html": PAGE})),
    Good("a name beside the fence", fenced(PAGE, "html timer.html"), {"timer.html": PAGE}, "timer.html"),
    Good("a name as title", fenced(PAGE, 'html title="timer.html"'), {"timer.html": PAGE}, "timer.html"),
    Good(
        "three named files",
        f"**index.html**\n{fenced(SKELETON)}\n**style.css**\n{fenced(STYLE, 'css')}\n"
        f"`js/app.js`:\n{fenced(SCRIPT, 'js')}",
        {"index.html": SKELETON, "style.css": STYLE, "js/app.js": SCRIPT},
    ),
    Good(
        "three files that only the page names",
        f"{fenced(SKELETON)}\n{fenced(STYLE, 'css')}\n{fenced(SCRIPT, 'javascript')}",
        {"index.html": SKELETON, "style.css": STYLE, "js/app.js": SCRIPT},
    ),
    Good(
        "names in comments",
        f"{fenced(SKELETON)}\n{fenced('/* style.css */' + chr(10) + STYLE, 'css')}"
        f"\n{fenced('// js/app.js' + chr(10) + SCRIPT, 'js')}",
        {"index.html": SKELETON, "style.css": f"/* style.css */\n{STYLE}", "js/app.js": f"// js/app.js\n{SCRIPT}"},
    ),
    Good(
        "a named file given twice",
        f"{fenced(SKELETON, 'html index.html')}\n{fenced('a { top: 0 }', 'css style.css')}\n"
        f"{fenced(STYLE, 'css style.css')}",
        {"index.html": SKELETON, "style.css": STYLE},
    ),
    Good(
        "files in JSON",
        json.dumps(
            {"files": [{"path": "index.html", "content": SKELETON}, {"path": "style.css", "content": STYLE}]}
        ),
        {"index.html": SKELETON, "style.css": STYLE},
    ),
    Good(
        "files by name in a JSON fence",
        fenced(json.dumps({"index.html": SKELETON, "js/app.js": SCRIPT}), "json"),
        {"index.html": SKELETON, "js/app.js": SCRIPT},
    ),
)  # fmt: skip
"""What a user would save, to the letter."""

WRAPPED = (
    Wrapped("a fragment", fenced("<div>Hello</div>"), ("<!DOCTYPE html>", "<body>", "<div>Hello</div>", "</html>")),
    Wrapped("a bare fragment", "So:\n\n<main>\n<p>Hello</p>\n</main>\n\nBye.", ("<main>", "</main>"), ("So", "Bye")),
    Wrapped(
        "a fragment with its style and script",
        f"{fenced('<div id=app></div>')}\n{fenced(STYLE, 'css')}\n{fenced(SCRIPT, 'js')}",
        ("<style>", "#222", "</head>", "<div id=app>", "<script>", "ready", "</script>", "</body>"),
    ),
    Wrapped("a drawing", f"A circle:\n{fenced(SVG, 'svg')}", ("<!DOCTYPE html>", SVG, "</html>")),
    Wrapped("a drawing called XML", fenced(f'<?xml version="1.0"?>\n{SVG}', "xml"), ("<!DOCTYPE html>", SVG)),
    Wrapped("a bare drawing", f"Here is a circle.\n{SVG}", ("<!DOCTYPE html>", SVG), ("Here is",)),
    Wrapped("a body alone", fenced("<body>\n<p>Hi</p>\n</body>"), ("<body>", "Hi"), ("<body>\n<body>",)),
    Wrapped("a page that was cut off", f"```html\n{PAGE[:150]}", (PAGE[:150],)),
    Wrapped(
        "a page after a small example",
        f"Instead of\n{fenced(TINY)}\nthis:\n```html\n{PAGE[:-30]}",
        (PAGE[:150],),
    ),
    Wrapped(
        "a script that would end itself",
        f"{fenced('<p>x</p>')}\n{fenced('const a = `</script>`;', 'js')}",
        ("const a = `<\\/script>`;", "</script>"),
    ),
)  # fmt: skip

BAD = (
    Bad("nothing", "", "is empty"),
    Bad("blanks", " \n\t\n", "is empty"),
    Bad("a refusal", "I'm sorry, I can't help with that.", "no HTML page: “I'm sorry, I can't help with that.”"),
    Bad("a question", "Which colours do you want?\nAnd which font?", "“Which colours do you want? And which font?”"),
    Bad("a plan", "# Plan\n\n1. Use `<html>` and `</html>`.\n2. Add a button.", "no HTML page"),
    Bad("an empty fence", "```html\n```", "no HTML page"),
    Bad("thinking alone", "<think>\nThe user wants a timer. I could", "never got beyond thinking"),
    Bad("thinking with half a draft", f"<think>\n```html\n{PAGE[:150]}", "never got beyond thinking"),
    Bad("the draft was thought, the answer has none", f"<think>{fenced(PAGE)}</think>\nSee above.", "“See above.”"),
    Bad(
        "React",
        "```jsx\nimport React, { useState } from 'react';\nexport default function App() {\n"
        "  return <div className=\"app\">Hi</div>;\n}\n```",
        "a component that must be built",
    ),
    Bad("bare React", "import React from 'react';\n\nexport default () => (\n<div>Hi</div>\n);", "a component"),
    Bad("Vue", "```vue\n<template><p>{{ a }}</p></template>\n<script setup>const a = 1</script>\n```", "a component"),
    Bad(
        "a project's shell",
        fenced('<!DOCTYPE html><html><body><div id="root"></div>'
               '<script type="module" src="/src/main.jsx"></script></body></html>'),
        "must be built",
    ),
    Bad("a script alone", fenced(SCRIPT, "js"), "code, but no HTML page"),
    Bad("Python", fenced("print('<html>hello</html>')", "python"), "no HTML page"),
    Bad("PHP", fenced("<?php echo '<html><body>x</body></html>'; ?>", "php"), "no HTML page"),
    Bad("JSON without a page", '{"error": "model overloaded"}', "no HTML page"),
)  # fmt: skip
