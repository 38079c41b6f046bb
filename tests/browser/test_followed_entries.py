"""What is entered is followed through small pages in a real Chromium: totals, reviews, the way back."""

from pathlib import Path

import pytest

from pytest_cookie.core.trace import Trace
from pytest_cookie.exploration.crawler.crawler import Crawler
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.recorder import Recorder
from tests.unit.exploration.pages import case

LEDGER = """<!doctype html><html lang=en><title>t</title><h1>Shared costs</h1>
<form id=f><label>What was it for? <input id=what required></label>
<label>Amount <input id=sum type=number min=1 required></label><button>Add cost</button></form>
<h2>Spent</h2><p id=total></p><h2>Each of four owes</h2><p id=share></p><ul id=list></ul>
<script>
  let all = JSON.parse(localStorage.getItem("costs") || '[{"what":"Petrol","sum":60}]');
  const save = () => localStorage.setItem("costs", JSON.stringify(all));
  const spent = () => all.reduce((sum, one) => sum + one.sum, 0);
  const showShare = () => { share.textContent = "€" + (spent() / 4).toFixed(2); };
  const show = () => {
    total.textContent = "€" + spent().toFixed(2);
    list.replaceChildren(...all.map((one, i) => {
      const row = document.createElement("li"), b = document.createElement("button");
      row.innerHTML = `<span>${one.what}</span> <span>€${one.sum}.00</span> `;
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
    () => `<h1>Where do you sit?</h1>` + ["Window", "Aisle"].map((one) =>
      `<label><input type=radio name=seat value=${one} ${given.seat === one ? CHECKED : ""}>${one}</label>`).join(""),
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


@pytest.fixture
def crawl(session_of, tmp_path: Path):
    """Explores a page and returns the trace."""

    def run(html: str, *, steps: int = 34, **words: str) -> Trace:
        for name, word in words.items():
            html = html.replace(name, word)
        with Recorder(tmp_path / "crawler") as recorder:
            explored = Exploration(
                session=session_of(html),
                agent=Crawler(),
                case=case(),
                budget=Budget(max_steps=steps, max_seconds=80),
                recorder=recorder,
            )
            return explored.run()

    return run


def figures(trace: Trace, kind: str) -> list[str]:
    facts = [getattr(step.change.figures, kind) for step in trace.steps if step.change.figures]
    return [one.line for fact in facts for one in fact]


def entries(trace: Trace, kind: str) -> list[object]:
    return [one for step in trace.steps if step.change.entries for one in getattr(step.change.entries, kind)]


@pytest.mark.long
def test_a_share_that_stays_when_a_cost_is_deleted_and_a_deletion_that_is_not_stored(crawl):
    trace = crawl(LEDGER, SAVE="", SHARE="", steps=16)
    assert figures(trace, "left")
    assert entries(trace, "returned")


@pytest.mark.long
def test_a_share_that_only_a_reload_brings_up_to_date(crawl):
    trace = crawl(LEDGER, SAVE="save();", SHARE="")
    assert figures(trace, "left")
    assert figures(trace, "stale")


@pytest.mark.long
def test_a_ledger_that_adds_up(crawl):
    trace = crawl(LEDGER, SAVE="save();", SHARE="showShare();")
    assert [step.action.purpose for step in trace.steps if step.action.target == "Delete"]
    assert not figures(trace, "left")
    assert not figures(trace, "stale")
    assert not entries(trace, "returned")


@pytest.mark.long
def test_a_choice_that_is_gone_on_the_way_back_and_a_review_of_the_first_answers(crawl):
    trace = crawl(WIZARD, CHECKED='""', REVIEW="reviewed || given.name")
    assert [one.control for one in entries(trace, "forgotten")]
    assert [one.control for one in entries(trace, "outdated")]


@pytest.mark.long
def test_a_wizard_that_keeps_and_shows_what_was_answered(crawl):
    trace = crawl(WIZARD, CHECKED='"checked"', REVIEW="given.name")
    assert [step for step in trace.steps if step.action.target == "Back"]
    assert [step for step in trace.steps if step.action.target == "Edit your name"]
    assert not entries(trace, "forgotten")
    assert not entries(trace, "outdated")
