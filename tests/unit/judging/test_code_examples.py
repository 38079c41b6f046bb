"""Examples on documentation: their names occur in quoted markup, and their silence is no fault."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.items.logic_correctness import measure_logic_correctness
from pytest_cookie.judging.text.code_examples import quoted_names
from tests.unit.judging.evidence_builders import ANSWER, case, control, inventory, page_in_use, step

PLAIN = """<button>OK</button>
<pre>&lt;button&gt;OK&lt;/button&gt; &lt;button aria-label="Close  it"&gt;&lt;/button&gt;</pre>"""
COLOURED = "<pre><code><i>&lt;<b>input</b> <u>value</u>=<s>&quot;Send&quot;</s>&gt;</i></code></pre><p>Ready</p>"


@pytest.mark.parametrize(
    ("document", "names"),
    [
        (PLAIN, {"ok", "close  it"}),
        (COLOURED, {"send"}),
        ("<button>OK</button><p>Press OK.</p>", set()),
        ("<code>npm install</code>", set()),
        ("</pre></code><pre>", set()),
        ("<![unknown", set()),
        ("<" * 300_000 + "&gt;" + " " * 600_000, set()),
    ],
)
def test_names_are_read_from_quoted_markup_alone(document, names):
    assert quoted_names(document) == {" ".join(name.split()) for name in names}


def on(leaf: str, code_names: set[str]) -> RubricContext:
    buttons = tuple(control(f"b{n}", name) for n, name in enumerate(("OK", "Next", "Menu")))
    used = [step(n, ref=f"b{n}", change=ANSWER if n else Change()) for n in range(3)]
    page = page_in_use(*used, of=case(leaf), inventory=inventory(controls=buttons))
    return RubricContext(page.case, page.evidence, code_names=frozenset(code_names))


def test_an_example_beside_its_code_need_not_answer():
    assert measure_logic_correctness(on("docs", {"ok"})).defects == ()
    assert [defect.title for defect in measure_logic_correctness(on("docs", {"next"})).defects] == [
        "Button “Button 0” does nothing"
    ]
    assert measure_logic_correctness(on("text-formatter", {"ok"})).defects, (
        "on leaves for editing code, no control is an example"
    )
