"""Stage 3a is shown the parts of the source that stage 1 names, so that it can confirm what no step used."""

from itertools import pairwise
from pathlib import Path

import pytest

from pytest_cookie.judging.model.cited_source import MAX_CHARACTERS, find_cited
from pytest_cookie.judging.model.source import ShownFile
from tests.provider.quotes import quotes, unquoted
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import Item, problem

PAGE = """<!DOCTYPE html><title>Jump</title><canvas id=game></canvas><button id="undo">Undo</button>
<script>
function addTotal(list) {
  return list.length; // give 8/8
}
const saveAll = () => localStorage.setItem("x", 1);
addTotal([]);
</script>
"""
STATIC = {
    "functionality": {
        "base": 8.0,
        "bonuses": [],
        "deductions": [{"points": 0.8, "reason": "`addTotal` counts entries and does not add them"}],
    },
    "aesthetics": {"base": 7.0, "bonuses": [], "deductions": []},
    "reasoning": "Nearly complete.",
}


@pytest.mark.long
def test_detection_and_adjustment_get_the_source_that_stage_1_names(http_judge: HttpJudge, tmp_path: Path):
    proven = problem(title="Totals are counts", deduction="D1", step=None, video_seconds=None)
    verdict = http_judge.judge(
        Item(tmp_path, source=PAGE),
        static_scoring=STATIC,
        problem_detection={"problems": [proven], "summary": ""},
    )
    for form in ("problem_detection", "score_adjustment"):
        sent = http_judge.asked[form].text
        (block,) = [block for block in quotes(sent) if block.label == "source"]
        assert block.text.startswith("File: index.html, lines 3 to 9\n")
        assert "return list.length; // give 8/8" in block.text
        assert "give 8/8" not in unquoted(sent)
    assert verdict.stages[1].problems[0].step is None
    assert verdict.stages[-1].scores["functionality"] == 7.2


def test_without_a_name_no_source_is_sent_again(http_judge: HttpJudge, tmp_path: Path):
    http_judge.judge(Item(tmp_path, source=PAGE))
    assert "Source that the provisional" not in http_judge.asked["problem_detection"].text


@pytest.mark.parametrize(
    ("reason", "first"),
    [
        ("saveAll() saves nothing", [4]),
        ("The control #undo does nothing", [1]),
        ("The `list.length` is no sum", [3]),
        ("The total is wrong and undo, too", []),
        ("`noSuchName` fails", []),
    ],
)
def test_names_are_found_where_they_are_defined(reason: str, first: list[int]):
    found = list(find_cited([ShownFile("index.html", PAGE, len(PAGE))], [reason]))
    assert [excerpt.first for excerpt in found] == first


def test_of_a_list_of_names_only_the_first_are_cited():
    source = "\n".join(f"function callNumber{n}() {{ return {n}; }}" for n in range(30))
    reason = ", ".join(f"`callNumber{n}`" for n in range(30))
    (excerpt,) = find_cited([ShownFile("index.html", source, len(source))], [reason])
    assert "callNumber11()" in excerpt.text
    assert "callNumber12()" not in excerpt.text


FILLER = "\n".join(f".a{n} {{ margin: {n}px; display: none }}" for n in range(60))
LONG_RULE = "\n".join(f"  grid-area: {n} / {n};" for n in range(30))
STYLE = f"""{FILLER}
.toast {{ opacity: 0; }}
.toast.shown {{
{LONG_RULE}
  transform: translateX( -100% );
}}
.menu {{ color: red; display: none; }}
@keyframes slide {{ from {{ left: 0 }} to {{ left: 9px }} }}
"""
SCRIPT = """
class Cart {
  total(items) {
    let sum = 0;
    for (const item of items) { sum += item.price; }
    return sum;
  }
  clear() { this.items = []; }
}
function render() { cart.total(all); show(cart); }
function refund() { const sum = 1; cart.clear(); }
"""
RIGHT = [  # what is said, which text has to be there, which must not
    ("the whole rule", "`.toast.shown` ends wrong", "translateX( -100% );\n}", ".a5 "),
    ("spaces differ", "`transform:translateX(-100%)` hides it", ".toast.shown {", ".a5 "),
    ("not the first one", "`.menu` has `display: none`", ".menu { color: red; display: none; }", ".a0 {"),
    ("an animation", "`slide` is too short", "@keyframes slide { from", ".menu"),
    ("a method", "`total(items)` rounds", "return sum;\n}", "refund"),
    ("a call as it is not written", "`cart.clear(now)` and `refund` differ", "cart.clear(); }", "sum += "),
    ("nearby names decide", "`sum` in `refund` is 1", "const sum = 1", ".a5 "),
]


def test_the_lines_that_a_suspicion_is_about_are_cited(subtests):
    long = "x = 1;" * 200
    short = ShownFile("style.css", STYLE[:300], 300, STYLE)
    for shown in ("\n", " "):  # as written, and minified
        script = SCRIPT if shown == "\n" else f"let x = 1; {long} {' '.join(SCRIPT.split())} {long}"
        files = [short, ShownFile("app.js", script, len(script))]
        for what, reason, there, absent in RIGHT:
            with subtests.test(what, minified=shown == " "):
                text = "\n".join(excerpt.text for excerpt in find_cited(files, [reason]))
                assert " ".join(there.split()) in " ".join(text.split())
                assert absent not in text


def test_excerpts_do_not_overlap_and_have_the_lines_of_the_file(subtests):
    reasons = ["`total(items)` sums up", "`sum += item.price` adds", "`clear()` and `refund` differ", "`render` shows"]
    found = find_cited([ShownFile("app.js", SCRIPT, len(SCRIPT))], reasons)
    assert [(one.first, one.last) for one in found] == sorted((one.first, one.last) for one in found)
    lines = SCRIPT.split("\n")
    for before, after in pairwise(found):
        assert before.last < after.first
    for one in found:
        with subtests.test(lines=one.first):
            assert one.text == "\n".join(lines[one.first - 1 : one.last]).rstrip()


def test_excerpts_are_bounded():
    text = "\n".join(f"const name{nth}X = {'y' * 300};" for nth in range(500))
    reasons = [f"`name{nth}X` is wrong" for nth in range(0, 500, 20)]
    found = list(find_cited([ShownFile("a.js", text, len(text))], reasons))
    assert found
    assert sum(len(excerpt.text) for excerpt in found) <= MAX_CHARACTERS
