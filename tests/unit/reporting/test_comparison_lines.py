"""Comparisons in a terminal and in Markdown: widths, order, cuts, hostile text."""

import pytest

from pytest_cookie.core.record import Cause, Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import SliceSpec
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.comparability import Mismatch
from pytest_cookie.reporting.comparison_report.comparison_inputs import Comparisons, UncomparedMode
from pytest_cookie.reporting.comparison_report.comparison_lines import comparison_lines
from pytest_cookie.reporting.comparison_report.comparison_markdown import comparison_markdown
from pytest_cookie.reporting.text.markdown import escaped, table
from pytest_cookie.reporting.text.quantities import p_value, signed
from pytest_cookie.reporting.text.terminal_cells import width_of
from pytest_cookie.stats.comparison import Contender
from tests.cookie_scores import COOKIE_SCORES, compare, rescored
from tests.synthetic_run import HOSTILE, make_record


def records(shift: float, *, n: int = 24, title: str = "The button does nothing", case: str = "case") -> list[Record]:
    finding = Finding(dimension="functionality", severity="major", title=title, why="w", item="3")
    return [
        rescored(
            make_record(),
            {
                "case": f"{case}-{number}",
                "total": 60.0 + shift * (number % 4),
                "difficulty": ("easy", "medium", "hard")[number % 3],
                "findings": (finding,) if shift < 0 else (),
            },
        )
        for number in range(n)
    ]


def compared(shift: float = -4, **options: object) -> Comparisons:
    return alone(records(0), records(shift), **options)


def alone(a: list[Record], b: list[Record], *, name: str = "runs/a", **options: object) -> Comparisons:
    return Comparisons(comparisons=(compare(Contender(name, a), Contender("runs/b", b), **options),))


def test_the_totals_the_slices_and_the_losses_in_this_order() -> None:
    lines = comparison_lines(compared(), 100)
    assert lines[2] == "judge measured · agent crawler · 24 cases compared, 0 cases left out"
    total = next(line for line in lines if line.startswith("total"))
    assert total.split()[:4] == ["total", "60.0", "54.0", "−6.0"]
    assert total.split()[-3:] == ["0", "6", "18"]
    below = lines.index("by difficulty") + 1
    assert [line.split()[:2] for line in lines[below : below + 3]] == [["easy", "8*"], ["medium", "8*"], ["hard", "8*"]]
    start = lines.index("18 cases became worse, largest loss first")
    assert lines[start + 1].split()[:4] == ["−12.0", "60.0", "→", "48.0"]
    assert lines[start + 2].strip() == "new finding, major: The button does nothing"
    assert lines[start + 17] == "  … and 10 more; use --markdown or --json to get all"
    assert all(width_of(line) <= 100 for line in lines)


def test_a_label_of_artifacts_is_that_of_b() -> None:
    a, b = ([one.model_copy(update={"slices": {"size": size}}) for one in records(0)] for size in ("small", "large"))
    spec = SliceSpec(id="size", label="size of the page", of_artifact=True)
    found = Comparisons(comparisons=(compare(Contender("a", a), Contender("b", b), specs=(spec,)),))
    lines = comparison_lines(found, 100)
    assert lines[lines.index("by size of the page of B") + 1].split()[:2] == ["large", "24*"]
    assert "size of the page of B: large" in comparison_markdown(found)


def test_what_the_interval_comes_to_is_a_sentence() -> None:
    def said(found: Comparisons) -> str:
        lines = comparison_lines(found, 100)
        (line,) = [one for one in lines if one.startswith(("B is", "No significant difference", "Too few cases"))]
        assert line in comparison_markdown(found)
        return line

    assert said(compared(-4)) == "B is worse: the whole interval of the total is below 0."
    assert said(compared(4)) == "B is better: the whole interval of the total is above 0."
    assert said(compared(0)).startswith("No significant difference of the total: the interval, ")
    few = alone(records(0, n=1), records(-4, n=1))
    assert said(few) == "Too few cases to decide whether B is better or worse."


def test_gains_are_told_after_losses() -> None:
    lines = comparison_lines(compared(4), 100)
    assert "18 cases became better, largest gain first" in lines
    assert not any("became worse" in line for line in lines)


def test_what_was_not_made_alike_stands_at_the_top() -> None:
    mismatch = Mismatch(what="seed", a="0", b="7")
    lines = comparison_lines(compared(differing=[mismatch]), 100, remarks=["browser: one in A, two in B"])
    assert lines[3:6] == [
        "Compared despite different settings:",
        "  seed: 0 in A, 7 in B",
        "also different: browser: one in A, two in B",
    ]
    text = comparison_markdown(compared(differing=[mismatch]), remarks=["browser: one in A, two in B"])
    assert "- **different settings:** seed: 0 in A, 7 in B" in text.splitlines()


def test_what_was_left_out_is_told_once_with_its_cause() -> None:
    a, b = records(0), records(-4)
    cause = Cause(stage="explore", kind="BrowserError", message="no answer")
    a[0] = rescored(a[0], {"outcome": "unscored", "total": None, "cause": cause})
    lines = comparison_lines(alone(a, b), 100)
    assert lines[0].endswith("24 items, 0 failed, 1 unscored")
    assert lines[2].endswith("23 cases compared, 1 case left out")
    assert lines[-2:] == [
        "1 item left out, and 1 whose counterpart is unscored",
        "  case-0 in A: unscored: explore: BrowserError: no answer",
    ]
    assert "### 2 items left out" in comparison_markdown(alone(a, b)).splitlines()


def test_modes_have_a_section_each_and_lists_that_tell_theirs() -> None:
    a, b = records(0), records(-4)
    b[0] = rescored(b[0], {"outcome": "unscored", "total": None})
    react_a, react_b = ([one.model_copy(update={"mode": "react"}) for one in side] for side in (a, records(4)))
    html, react = (alone(*sides).comparisons[0] for sides in ((a, b), (react_a, react_b)))
    both = Comparisons(comparisons=(html, react), uncompared=())
    lines = comparison_lines(both, 100)
    assert lines[0] == "Modes are compared separately: html and react."
    assert [line for line in lines if line.startswith("A sample")] == [
        "A sample/polished · runs/a · html · 24 items, 0 failed",
        "A sample/polished · runs/a · react · 24 items, 0 failed",
    ]
    assert "18 cases became worse in html, largest loss first" in lines
    assert "18 cases became better in react, largest gain first" in lines
    assert "1 item left out in html, and 1 whose counterpart is unscored" in lines
    headings = [line for line in comparison_markdown(both).splitlines() if line.startswith("#")]
    assert headings == [
        "## sample/polished against sample/polished in html",
        "### 18 cases became worse in html",
        "### 2 items left out in html",
        "## sample/polished against sample/polished in react",
        "### 0 cases became worse in react",
    ]
    one = Comparisons(comparisons=(html,), uncompared=(UncomparedMode(mode="react", why="only A has items in it: 3"),))
    assert comparison_lines(one, 100)[:2] == ["react is not compared: only A has items in it: 3", ""]
    assert comparison_markdown(one).splitlines()[0] == "react is not compared: only A has items in it: 3"


def test_hostile_text_stays_text() -> None:
    b = records(-4, title=HOSTILE)
    found = alone(records(0), b, name=HOSTILE, differing=[Mismatch(what=HOSTILE, a="", b="")])
    lines = comparison_lines(found, 100)
    assert all(line.isprintable() and width_of(line) <= 100 for line in lines)
    text = comparison_markdown(found)
    assert "<script" not in text.replace("\\<script", "")
    assert "<img" not in text.replace("\\<img", "")
    rows = [line for line in text.splitlines() if line.startswith("| case-")]
    assert len(rows) == 18
    assert {line.replace("\\|", "").count("|") for line in rows} == {7}


def test_markdown_of_text_shows_the_text() -> None:
    assert escaped("case-09 a_b *c* [x](y) `z` a|b") == r"case-09 a\_b \*c\* \[x\]\(y\) \`z\` a\|b"
    assert escaped("# no heading\n- no list") == "\\#\u200b no heading - no list"
    assert escaped("@someone #12 https://x.example") == "@\u200bsomeone #\u200b12 https:\u200b//x.example"
    assert len(escaped("x" * 1000)) == 300
    assert table(["a", "b"], [["x", "1"]]) == ["| a | b |", "| --- | ---: |", "| x | 1 |"]


@pytest.mark.parametrize(
    ("value", "text"), [(-7.06, "−7.1"), (0.44, "+0.4"), (0.04, "0.0"), (-0.04, "0.0"), (None, "–")]
)
def test_signs(value: float | None, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(
    ("p", "text"), [(0.0001, "< 0.001"), (0.0123, "0.012"), (0.5, "0.50"), (1, "1.00"), (None, "–")]
)
def test_p_values(p: float | None, text: str) -> None:
    assert p_value(p) == text


def test_intervals_of_slices_are_shown_whatever_the_names_of_the_scores() -> None:
    names = {"functionality": "success of the supported tasks", "aesthetics": "function completeness of pages"}
    long = [spec.model_copy(update={"label": names.get(spec.id, spec.label)}) for spec in COOKIE_SCORES]
    found = compared().comparisons[0].model_copy(update={"scores": ScoreSet(tuple(long))})
    lines = comparison_lines(Comparisons(comparisons=(found,)), 95)
    (easy,) = [line for line in lines if line.startswith("  easy")]
    assert " to " in easy
    assert "…" not in easy
