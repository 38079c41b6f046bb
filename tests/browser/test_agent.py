"""The agent in a real Chromium with a scripted model: it acts by references, places and keys, and is recorded."""

import json
import re
import time
from pathlib import Path

import pytest

from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.verdict import StageOpinion
from pytest_cookie.exploration.agent.model_agent import ModelAgent
from pytest_cookie.exploration.agent.settings import AgentSettings
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request
from tests.unit.exploration.agent.scripted import PROMPTS, SPEND, Scripted, calls, text_of, texts
from tests.unit.exploration.pages import case

BUDGET = Budget(max_steps=14, max_seconds=60)

PAGE = """<!doctype html><html lang=en><title>Orders</title>
<style>body { margin: 0; height: 2400px; font: 16px sans-serif } form, canvas, #low { position: absolute; left: 40px }
canvas { top: 300px } #low { top: 1800px } #spot { position: absolute; left: 600px; top: 200px;
width: 90px; height: 60px }</style>
<form style="top: 40px" onsubmit="event.preventDefault(); out.textContent = `Ordered by ${mail.value}, ${size.value}`">
<input id=mail type=email required placeholder="Your address" aria-label="Address">
<select id=size aria-label="Size"><option>small</option><option>large</option></select>
<button>Send the order</button></form>
<p id=out></p><div id=spot></div><canvas id=c width=400 height=200 style="background: #eee"></canvas>
<button id=low onclick="out.textContent = 'Pressed below'">Far below</button>
<script>
  let x = 0; const down = new Set();
  spot.onpointerdown = (event) => { out.textContent = `Spot ${event.clientX},${event.clientY}` };
  addEventListener("keydown", (event) => down.add(event.code));
  addEventListener("keyup", (event) => down.delete(event.code));
  setInterval(() => {
    if (down.has("ArrowRight")) { x += down.has("Space") ? 2 : 1; document.title = `x ${x}` }
  }, 10);
</script>"""


def explore(browser_host, gateway_of, folder: Path, model, *, html: str = PAGE, budget: Budget = BUDGET, **more):
    settings = more.pop("settings", AgentSettings(max_picture_px=1_280))  # places are CSS pixels of the window
    explorer = BrowserExplorer(
        browser_host, lambda: ModelAgent("openai/any", model, PROMPTS, settings), budget=budget, **more
    )
    deployment = Deployment(url=f"{ORIGIN}/", gateway=gateway_of(html).address, artifact_digest="0")
    return explorer.explore(case(brief="A page for orders."), deployment, folder)


def ref(request: Request, name: str) -> str:
    """As a model reads it in the newest observation that lists it."""
    return re.findall(rf'\[(e\d+)\] \S+ "{name}"', texts(request))[-1]


@pytest.mark.slow
def test_it_fills_a_form_presses_a_place_plays_with_keys_and_finishes(browser_host, gateway_of, tmp_path: Path):
    def fill(request: Request) -> Completion:
        return calls(
            (
                "type",
                {"ref": ref(request, "Address"), "text": "ann@post.example", "input": "valid", "thought": "Fill it."},
            ),
            ("type", {"ref": ref(request, "Size"), "text": "large"}),
            ("click", {"ref": ref(request, "Send the order"), "thought": "Send it."}),
        )

    model = Scripted(
        fill,
        calls(("click", {"x": 640, "y": 230})),
        calls(("hold", {"keys": "Right+Space", "ms": 500})),
        lambda request: calls(("click", {"ref": ref(request, "Far below")})),
        calls(("resize", {"width": 375, "height": 812})),
        calls(("finish", {"summary": "The form works (step 3)."})),
    )
    evidence = explore(browser_host, gateway_of, tmp_path, model)
    steps = evidence.trace.steps
    kinds = ["look", "type", "select", "click", "click", "hold", "click", "resize", "finish"]
    assert [step.action.kind for step in steps] == kinds
    assert all(step.outcome == "done" for step in steps), [step.problem for step in steps]
    assert steps[1].thought == "Fill it."
    assert (steps[1].action.target, steps[1].action.intent) == ("Address", "valid")
    assert steps[3].change.appeared_text == ("Ordered by ann@post.example, large",)
    assert steps[4].change.appeared_text == ("Spot 640,230",)
    assert steps[6].change.appeared_text == ("Pressed below",)
    assert steps[6].change.scrolled_px == 0  # it was scrolled to before it was pressed
    after_the_hold = texts(model.requests[3])
    ran = int(re.findall(r"title: x (\d+)", after_the_hold)[-1])
    assert ran >= 60  # both were down: with one key it would be 50 at most
    assert (evidence.trace.report, evidence.trace.stopped) == ("The form works (step 3).", "finished")
    assert (evidence.explorer, evidence.trace.policy, evidence.sessions[1].name) == ("openai/any", "agent", "agent")
    assert evidence.trace.coverage.controls_exercised == 4
    assert evidence.spend.calls == len(model.requests) == 6
    assert evidence.prompt == PROMPTS.identity
    assert Evidence.model_validate_json(evidence.model_dump_json()) == evidence
    check_transcript(tmp_path / "agent")


def check_transcript(folder: Path) -> None:
    lines = [json.loads(line) for line in (folder / "transcript.jsonl").read_text().splitlines()]
    assert [line["role"] for line in lines[:4]] == ["system", "user", "user", "assistant"]
    shown = [name for line in lines for name in line.get("pictures", ())]
    assert 1 <= len(shown) <= 6
    assert all((folder / name).is_file() for name in shown)


CLOCK = """<!doctype html><html lang=en><title>t</title><h1 id=out>0</h1><button>Nothing</button>
<p style="height: 2000px"></p><script>let n = 0; setInterval(() => { out.textContent = ++n }, 50)</script>"""


@pytest.mark.long
def test_the_same_page_and_answers_give_the_same_requests_however_long_it_thinks(walk):
    """A second of thought is 20 ticks of the page's clock, and none of them passes."""

    def ask(seconds_of_thought: float) -> list[Request]:
        def press(request: Request) -> Completion:
            time.sleep(seconds_of_thought)
            return calls(("click", {"ref": ref(request, "Nothing")}))

        model = Scripted(press, calls(("scroll", {"direction": "bottom"})), calls(("finish", {"summary": "Seen."})))
        walk(CLOCK, ModelAgent("openai/any", model, PROMPTS, AgentSettings()), brief="A clock.")
        return model.requests

    slow = ask(1.0)
    assert len(slow) == 3
    assert slow == ask(0.0)
    assert "first impression" not in texts(slow[0]), "it does not know the judge"


@pytest.mark.long
def test_an_agent_that_cannot_act_is_the_machinerys_fault(browser_host, gateway_of, tmp_path: Path):
    model = Scripted(calls(("fly", {})), calls(("click", {"ref": "e99"})), calls(("wait", {"ms": "long"})))
    with pytest.raises(ExplorationError, match="made no valid call") as caught:
        explore(browser_host, gateway_of, tmp_path, model)
    assert caught.value.spend == SPEND + SPEND + SPEND
    assert "no such tool" in (tmp_path / "agent" / "transcript.jsonl").read_text()


@pytest.mark.long
def test_it_is_told_what_stage_1_said_and_a_model_that_is_gone_at_the_end_costs_its_report_alone(
    browser_host, gateway_of, tmp_path: Path
):
    asked = []

    def impression(case, perception, folder: Path, source: Path | None) -> StageOpinion:
        asked.append((folder / "viewport.png").is_file())
        return StageOpinion(
            stage="static", judge="j", scores={"functionality": 5.5, "aesthetics": 6}, reasoning="Whole.", spend=SPEND
        )

    model = Scripted(calls(("click", {"x": 640, "y": 230})), ProviderError("no answer", spend=SPEND))
    budget = Budget(max_steps=1, max_seconds=60)
    evidence = explore(browser_host, gateway_of, tmp_path, model, budget=budget, impression=impression)
    assert asked == [True]
    assert evidence.impression is not None
    assert evidence.impression.scores["functionality"] == 5.5
    opening = text_of(model.requests[0].messages[1])
    assert "functionality: 5.5 of 8" in opening
    assert "Whole." in opening
    assert [step.action.kind for step in evidence.trace.steps] == ["look", "click"]
    assert (evidence.trace.stopped, evidence.trace.report) == ("steps", "")
    assert [tool.name for tool in model.requests[-1].tools] == ["finish"], "the last request is for its summary"
    (note,) = evidence.sessions[-1].notes
    assert note == "the explorer's own report is missing: the agent openai/any did not answer: no answer"
    assert evidence.spend == SPEND + SPEND + SPEND


LISTED = """<!doctype html><html lang=en><title>Order</title><h1>Order</h1><form id=form>
<label>Name <input name=name></label><label><input type=checkbox name=gift> Gift</label>
<button type=button id=size role=combobox aria-expanded=false aria-label=Size>Size</button><button>Order</button></form>
<p id=said></p><script>
const options = '<li role=option>Small</li><li role=option>Large</li>';
size.onclick = () => size.insertAdjacentHTML('afterend', `<ul role=listbox>${options}</ul>`);
document.onclick = event => { if (event.target.role === 'option') event.target.parentElement.remove(); };
form.onsubmit = event => { event.preventDefault(); said.textContent = 'Ordered'; };
</script></html>"""


def test_a_form_with_a_list_of_its_own_is_filled_in_in_one_step(browser_host, gateway_of, tmp_path: Path):
    # a real page: its list exists only after the press that opens it
    fields = [{"ref": "e1", "text": "Ann"}, {"ref": "e2", "text": "on"}, {"ref": "e3", "text": "Large"}]
    model = Scripted(
        calls(("click", {"ref": "e4"})), calls(("fill", {"fields": fields})), calls(("finish", {"summary": "Done."}))
    )
    budget = Budget(max_steps=2, max_seconds=60)
    evidence = explore(browser_host, gateway_of, tmp_path, model, html=LISTED, budget=budget)
    done = [(step.action.kind, step.action.target) for step in evidence.trace.steps[2:6]]
    assert done == [("type", "Name"), ("click", "Gift"), ("click", "Size"), ("click", "Large")]
    assert evidence.trace.stopped == "steps"
