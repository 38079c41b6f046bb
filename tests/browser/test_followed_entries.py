"""Entries are followed through real pages: totals, reviews, the way back.

`test_figure_watch.py` and `test_entry_watch.py` in `tests/unit/checks` hold which differences count. Here the crawler
reaches them on a faulty page, and a fixed script finds none on a correct one.
"""

import pytest

from pytest_cookie.checks.entries.fact import EntryFact
from pytest_cookie.checks.figures.fact import FigureFact
from pytest_cookie.checks.persistence.judge import find_losses
from pytest_cookie.checks.registry import make_crawler
from pytest_cookie.core.action import Click, Reload, Type
from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.loop import Budget
from tests.scripted_agent import ScriptedAgent
from tests.unit.judging.evidence_builders import page_in_use

LEDGER = """<!doctype html><html lang=en><title>t</title><h1>Shared costs</h1>
<form id=f><label>What was it for? <input id=what required></label>
<label>Amount <input id=sum type=number min=1 required></label><button>Add cost</button></form>
<h2>Spent</h2><p id=total></p><h2>Each of four owes</h2><p id=share></p><ul id=list></ul>
<script>
  let all = JSON.parse(localStorage.getItem("costs") || '[{"what":"Petrol","sum":60}]');
  const save = () => localStorage.setItem("costs", JSON.stringify(all));
  const spent = () => all.reduce((sum, cost) => sum + cost.sum, 0);
  const showShare = () => { share.textContent = "€" + (spent() / 4).toFixed(2); };
  const show = () => {
    total.textContent = "€" + spent().toFixed(2);
    list.replaceChildren(...all.map((cost, i) => {
      const row = document.createElement("li"), b = document.createElement("button");
      row.innerHTML = `<span>${cost.what}</span> <span>€${cost.sum}.00</span> `;
      b.textContent = "Delete";
      b.onclick = () => { all.splice(i, 1); SAVE show(); SHARE };
      row.append(b);
      return row;
    }));
  };
  f.onsubmit = (event) => {
    event.preventDefault();
    all.push({ what: what.value, sum: Number(document.getElementById("sum").value) });
    f.reset(); save(); show(); showShare();
  };
  show(); showShare();
</script>"""

WIZARD = """<!doctype html><html lang=en><title>t</title><style>section { padding: 20px }</style><main id=m></main>
<script>
  const given = { name: "", seat: "" };
  let at = 0, reviewed = "";
  const steps = [
    () => `<h1>About you</h1><label>Full name <input id=name required value="${given.name}"></label>`,
    () => `<h1>Where do you sit?</h1>` + ["Window", "Aisle"].map((seat) =>
      `<label><input type=radio name=seat value=${seat} ${given.seat === seat ? CHECKED : ""}>` +
      `${seat}</label>`).join(""),
    () => { reviewed = REVIEW; return `<h1>Is this right?</h1><p>${reviewed}</p><p>${given.seat}</p>`; },
  ];
  const keep = () => {
    const name = document.getElementById("name"), seat = document.querySelector("[name=seat]:checked");
    if (name) given.name = name.value;
    if (seat) given.seat = seat.value;
  };
  const go = (to) => { if (to > at && m.querySelector(":invalid")) return; keep(); at = to; show(); };
  const show = () => {
    m.innerHTML = `<section>${steps[at]()}</section>` + (at ? "<button id=back>Back</button>" : "") +
      (at < 2 ? "<button id=on>Next</button>" : "<button id=edit>Edit your name</button>");
    if (at) back.onclick = () => go(at - 1);
    if (at < 2) on.onclick = () => go(at + 1);
    else edit.onclick = () => go(0);
  };
  show();
</script>"""


def filled(html: str, **words: str) -> str:
    for name, word in words.items():
        html = html.replace(name, word)
    return html


def figures(trace: Trace, kind: str) -> list[str]:
    facts = [getattr(fact, kind) for step in trace.steps if (fact := FigureFact.of(step.change))]
    return [figure.line for fact in facts for figure in fact]


def entries(trace: Trace, kind: str) -> list[object]:
    facts = [getattr(fact, kind) for step in trace.steps if (fact := EntryFact.of(step.change))]
    return [entry for fact in facts for entry in fact]


def returned(trace: Trace) -> list[str]:
    """Titles of findings about entries that a reload brings back."""
    titles = [defect.title for defect in find_losses(page_in_use(*trace.steps))]
    return [title for title in titles if "is back after a reload" in title]


@pytest.mark.long
def test_a_share_that_stays_when_a_cost_is_deleted_and_a_deletion_that_is_not_stored(walk):
    trace = walk(filled(LEDGER, SAVE="", SHARE=""), make_crawler(), budget=Budget(max_steps=16, max_seconds=80))
    assert figures(trace, "left")
    assert returned(trace)


ADD = [
    Type(target="What was it for?", value="Boat trip"), Type(target="Amount", value="24"),
    Click(target="Add cost", intent="valid"),
]  # fmt: skip
DELETE = [Click(selector="#list li:last-child button", purpose="destroy"), Reload(), Reload()]


@pytest.mark.parametrize(("share", "stale"), [("", True), ("showShare();", False)])
def test_a_share_that_only_a_reload_brings_up_to_date(walk, share, stale):
    trace = walk(filled(LEDGER, SAVE="save();", SHARE=share), ScriptedAgent([*ADD, *DELETE, Click(x=700, y=500)]))
    assert "Boat trip" in trace.steps[4].change.vanished_text
    assert bool(figures(trace, "left")) is bool(figures(trace, "stale")) is stale
    assert not returned(trace)


@pytest.mark.long
def test_a_choice_that_is_gone_on_the_way_back_and_a_review_of_the_first_answers(walk):
    page = filled(WIZARD, CHECKED='""', REVIEW="reviewed || given.name")
    trace = walk(page, make_crawler(), budget=Budget(max_steps=34, max_seconds=80))
    assert [entry.control for entry in entries(trace, "forgotten")]
    assert [entry.control for entry in entries(trace, "outdated")]


def test_a_wizard_that_keeps_and_shows_what_was_answered(walk):
    name, on = Type(target="Full name", value="Ann Lee"), Click(target="Next")
    steps = [name, on, Click(target="Aisle"), on, Click(target="Back"), on, Click(target="Edit your name")]
    page = filled(WIZARD, CHECKED='"checked"', REVIEW="given.name")
    trace = walk(page, ScriptedAgent([*steps, Type(target="Full name", value="Tom Ray"), on, on]))
    assert "Tom Ray" in trace.steps[-2].change.appeared_text
    assert not entries(trace, "forgotten")
    assert not entries(trace, "outdated")
