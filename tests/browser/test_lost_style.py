"""Signs of unclosed braces, quotes and tags. Only a browser's parser decides what they do to the page."""

from pytest_cookie.core.perception import LostStyle
from pytest_cookie.exploration.page_scripts import run_script

NAMES = ("top", "hero", "card", "price", "note", "foot")
RULES = "".join(f".{name}{{padding:8px}}" for name in NAMES)
BODY = "".join(f"<p class={name}>{name} one</p><p class={name}>{name} two</p>" for name in NAMES)
HEAD = "<!doctype html><title>t</title>"
ORIGINAL = f"{HEAD}<style>{RULES}</style>{BODY}"
NESTED = f"{HEAD}<style>.box{{margin:0;{RULES}}}</style><main class=box>{BODY}</main>"
AT_WIDTHS = f"{HEAD}<style>.top{{margin:0}}@media (max-width:600px){{{RULES}}}{RULES}</style>{BODY}"
STATES = f"{HEAD}<style>{RULES.replace('{', ':hover{')}</style>{BODY}"
UNSTYLED = f"{HEAD}<style>p{{margin:0}}</style>{BODY}"
SCOPES = f"{HEAD}<style>{RULES.replace('{', ' b{')}</style>{BODY.replace(' one', ' <b>one</b>')}"
WHOLE = (SCOPES, ORIGINAL, NESTED, AT_WIDTHS, STATES, UNSTYLED)
LOST = {
    "an open brace": ORIGINAL.replace(".hero{padding:8px}", ".hero{padding:8px"),
    "an open comment": ORIGINAL.replace(".card", "/* cards .card"),
    "an open query": ORIGINAL.replace(".hero", "@media (max-width:600px){.hero"),
}
CSS = ".fees { color: red; margin: 0 } .boat { padding: 4px }"
SCRIPT = "const a = 1; document.querySelector('p').addEventListener('click', () => { a; });"
CODE = [(f"<p>{CSS}</p>", "style"), (f"<p>{SCRIPT}</p>", "script")]
NO_CODE = [
    f"<pre>{CSS}</pre>",
    f"<p>See <code>{CSS}</code></p>",
    f"<div style='font-family:monospace'>{CSS}</div>",
    "<p>Sets {a: 1, b: 2} and {c: 3} of the theory of numbers</p>",
    "<p>The function of the document is to let a = b, and to be kept for a long time by all</p>",
]
SWALLOWED = "<div class='hero><h1>Boats</h1><p>Every day</p><a href='x'>Go</a></div>"
NOT_SWALLOWED = "<a href='data:text/html,<h1>Boats</h1>' title='<b>bold</b>' class='a<b'>x</a>"


def measured(session) -> LostStyle:
    return LostStyle.model_validate(run_script(session, "lost_style", 10))


def test_styles_that_reach_nothing_are_counted(session_of, subtests):
    for name, page in LOST.items():
        with subtests.test(name):
            found = measured(session_of(page))
            assert (found.named, found.names) in ((12, 5), (12, 4))
            assert found.lost == 2 * found.names


def test_styles_that_wait_or_are_nested_are_not_lost(session_of, subtests):
    for page in WHOLE:
        with subtests.test(page):
            assert measured(session_of(page)).lost == 0


def test_code_on_the_page_and_swallowed_markup_are_found_unless_they_are_quoted(show, subtests):
    for body, kind in CODE:
        with subtests.test(body):
            assert [found.detail for found in measured(show(f"<body>{body}")).code] == [kind]
    for body in NO_CODE:
        with subtests.test(body):
            assert measured(show(f"<body>{body}")).code == ()
    assert [found.detail for found in measured(show(f"<body>{SWALLOWED}")).swallowed] == ["class"]
    assert measured(show(f"<body>{NOT_SWALLOWED}")).swallowed == ()
