"""Which page an answer has, by the rules of each mode: one table, worked out by hand.

`published` are the texts that ArtifactsBench's code renders: kind and page, or None if it renders no page. `staged`
is a text that our page must contain, or None without a page; `whole` whether ours is complete.
"""

from typing import NamedTuple

import pytest

from pytest_cookie.generation.extraction import extract
from pytest_cookie.protocols.artifactsbench.published_extraction import PublishedPage, extract_published

F = "```"
A = "<html><body>A</body></html>"
B = "<html><body>B</body></html>"
LONGER = "<html><body><p>Hi</p></body></html>"
SVG = '<svg viewBox="0 0 9 9"><circle r="4"/></svg>'
DRAWING_INSIDE = f"<html><body>A{SVG}"


def fence(language: str, text: str) -> str:
    return f"{F}{language}\n{text}\n{F}"


class Row(NamedTuple):
    answer: str
    published: tuple[str, str] | None
    staged: str | None
    whole: bool = True


LINKED = '<html><head><link rel="stylesheet" href="a.css"></head><body><script src="b.js"></script></body></html>'
PLAIN = "<html><head></head><body></body></html>"
REMOTE = '<html><head><link rel="stylesheet" href="https://x.test/a.css"></head><body>A</body></html>'

ROWS: dict[str, Row] = {
    "one-fence": Row(fence("html", A), ("html", f"{A}\n"), "A"),
    "prose-around": Row(f"Here:\n{fence('html', A)}\nEnjoy!", ("html", f"{A}\n"), "A"),
    "no-fence": Row(f"Here: {LONGER} Enjoy!", ("html", LONGER), "Hi"),
    "prose-mentions-tags": Row(f"It is like {A} here.", ("html", A), None),
    "no-fence-two-pages": Row(f"{A}\n\n{B}", ("html", B), "B"),
    "two-fences": Row(f"{fence('html', A)}\nBetter:\n{fence('html', B)}", ("html", f"{A}\n"), "B"),
    "svg-only": Row(fence("svg", SVG), ("svg", SVG), "<circle"),
    "svg-as-xml": Row(fence("xml", SVG), ("svg", SVG), "<circle"),
    "svg-in-prose": Row(f"Here: {SVG}", ("svg", SVG), None),
    "two-svg": Row(f"{SVG}\n<svg><rect/></svg>", ("svg", "<svg><rect/></svg>"), "<rect/>"),
    "page-then-svg": Row(f"{fence('html', A)}\n{fence('svg', SVG)}", ("html", f"{A}\n"), "A"),
    "svg-then-page": Row(f"{fence('svg', SVG)}\n{fence('html', A)}", ("html", f"{A}\n"), "A"),
    "svg-in-an-html-fence": Row(fence("html", SVG), ("svg", SVG), "<circle"),
    "fragment": Row(fence("html", "<div><p>Hi</p></div>"), None, "<p>Hi</p>"),
    "fragment-then-page-in-prose": Row(f"{fence('html', '<div>part</div>')}\n{A}", ("html", "<div>part</div>\n"), "A"),
    "cut-off-fence": Row(f"{F}html\n<html><body>A", None, "A", whole=False),
    "cut-off-with-a-drawing": Row(f"{F}html\n{DRAWING_INSIDE}", ("svg", SVG), "A", whole=False),
    "complete-page-open-fence": Row(f"{F}html\n{A}", ("html", A), "A"),
    "cut-off-after-a-whole-one": Row(
        f"{fence('html', A)}\nBetter:\n{F}html\n<html><body>B", ("html", f"{A}\n"), "A", whole=False
    ),
    "no-code": Row("I cannot do that.", None, None),
    "empty": Row("", None, None),
    "only-script": Row(fence("javascript", "let a = 1;"), None, None),
    "python": Row(fence("python", "print('<b>')"), None, None),
    "page-in-a-python-string": Row(fence("python", f"page = '''{A}'''"), ("html", A), None),
    "thinking-has-a-draft": Row(f"<think>\n{fence('html', A)}\n</think>\n{fence('html', B)}", ("html", f"{B}\n"), "B"),
    "only-a-draft": Row(f"<think>\n{fence('html', A)}\n</think>\nDone.", None, None),
    "uppercase-tags": Row(fence("html", "<HTML><BODY>A</BODY></HTML>"), None, "A"),
    "uppercase-word": Row(fence("HTML", A), ("html", f"{A}\n"), "A"),
    "word-and-name": Row(f"{F}html index.html\n{A}\n{F}", ("html", A), "A"),
    "three-files": Row(
        "\n".join((fence("html", LINKED), "a.css", fence("css", "p {}"), "b.js", fence("javascript", "go()"))),
        ("html", "<html><head><style>p {}\n</style></head><body><script>go()\n</script></script></body></html>\n"),
        'href="a.css"',
    ),
    "files-without-names": Row(
        "\n".join((fence("html", LINKED), "Styles:", fence("css", "p {}"), "Code:", fence("javascript", "go()"))),
        ("html", "<html><head><style>p {}\n</style></head><body><script>go()\n</script></script></body></html>\n"),
        'href="a.css"',
    ),
    "style-nobody-links": Row(
        "\n".join((fence("html", PLAIN), fence("css", "p { top: 0 }"))),
        ("html", PLAIN.replace("</head>", "<style>/* styles.css not found in result */</style>\n</head>") + "\n"),
        "p { top: 0 }",
    ),
    "script-nobody-loads": Row(
        "\n".join((fence("html", PLAIN), fence("javascript", "let a = 1;"))),
        ("html", PLAIN.replace("</body>", "<script>/* script.js not found in result */</script>\n</body>") + "\n"),
        "let a = 1;",
    ),
    "js-is-no-javascript": Row(
        "\n".join((fence("html", PLAIN), fence("js", "let a = 1;"))), ("html", f"{PLAIN}\n"), "let a = 1;"
    ),
    "remote-style-stays": Row(
        "\n".join((fence("html", REMOTE), fence("css", "p { top: 0 }"))),
        ("html", REMOTE.replace("</head>", "<style>/* styles.css not found in result */</style>\n</head>") + "\n"),
        "https://x.test/a.css",
    ),
    "cut-off-style": Row(f"{fence('html', LINKED)}\n{F}css\np {{", ("html", LINKED), 'href="a.css"', whole=False),
    "linked-twice": Row(
        "\n".join((fence("html", LINKED.replace("<body>", '<body><link rel="x" href="a.css">')), fence("css", "p {}"))),
        ("html", LINKED.replace("<body>", '<body><link rel="x" href="a.css">')),
        'href="a.css"',
    ),
    "carriage-returns": Row(f"{F}html\r\n{A}\r\n{F}", ("html", A), "A"),
}


def test_published_takes_what_their_code_takes(subtests):
    for name in ROWS:
        with subtests.test(repr(name)):
            row = ROWS[name]
            expected = PublishedPage(*row.published) if row.published else None  # type: ignore[arg-type]
            assert extract_published(row.answer) == expected


def test_staged_takes_the_last_complete_document(subtests):
    for name in ROWS:
        with subtests.test(repr(name)):
            row = ROWS[name]
            found = extract(row.answer)
            if row.staged is None:
                assert not found.files
            else:
                assert any(row.staged in text for text in found.files.values()), found
                assert found.whole == row.whole


@pytest.mark.parametrize("text", ["<svg" * 200_000, "<html>" * 200_000, f"{F}html\n" * 100_000, "<link " * 100_000])
def test_hostile_answers_take_no_endless_time(text: str):
    assert extract_published(text) is None
    page = extract_published(f"{text}\n{fence('html', A)}")
    assert page is None or page.kind == "html"


@pytest.mark.parametrize("before", ["a" * 300_000, "-/" * 150_000, f"{F}css\np {{}}\n{F}\n" * 20_000])
def test_names_of_styles_are_found_in_linear_time(before: str):
    head = f"<head><link rel='stylesheet' href='a.css'>{' ' * 500_000}</head>"
    page = fence("html", f"<html>{head}</html>")
    found = extract_published(f"{page}\n{before}\n{fence('css', 'p {}')}")
    assert found is not None
    assert found.kind == "html"
