"""A whole exploration in a real Chromium: its budget, its clock, and the evidence that it leaves."""

from pathlib import Path

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.action import Press
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.exploration.agent_protocol import Agent, Decision
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.recorder import Recorder
from tests.change_lines import accepted
from tests.unit.exploration.pages import case


class Stubborn(Agent):
    """Presses the same key in every step."""

    name = "stubborn"

    def decide(self, case, view) -> Decision:
        return Decision(Press(value="F8"), "Again.")


class Dawdler(Agent):
    """Thinks until the session's time is up."""

    name = "dawdler"

    def __init__(self, session) -> None:
        self._session = session

    def decide(self, case, view) -> Decision:
        self._session._calls._ends = 0
        return Decision(Press(value="F8"), "Too late.")


@pytest.mark.parametrize(("max_steps", "patience", "stopped"), [(3, 8, "steps"), (30, 4, "no_progress")])
def test_budget_and_patience_end_it(walk, max_steps, patience, stopped):
    agent = Stubborn()
    agent.patience = patience
    trace = walk("<!doctype html><title>t</title><h1>Still</h1>", agent, budget=Budget(max_steps=max_steps))
    assert (len(trace.steps), trace.stopped) == (min(max_steps, patience), stopped)


def test_when_time_is_up_the_steps_until_then_are_kept(session_of, tmp_path: Path):
    session = session_of("<!doctype html><title>t</title><h1>Still</h1>")
    with Recorder(tmp_path) as recorder:
        agent, budget = Dawdler(session), Budget(max_steps=22, max_seconds=60)
        trace = Exploration(session=session, agent=agent, case=case(), budget=budget, recorder=recorder).run()
    assert (trace.stopped, [step.action.kind for step in trace.steps]) == ("time", ["look"])


def test_there_is_one_clock_for_all_sessions_of_an_item(browser_host, gateway_of, tmp_path: Path):
    explorer = BrowserExplorer(browser_host, make_crawler, watches=make_watches, budget=Budget(max_item_seconds=0.5))
    deployment = Deployment(url=f"{ORIGIN}/", gateway=gateway_of("<h1>Hi</h1>").address, artifact_digest="0")
    with pytest.raises(ExplorationError, match="could not be examined within the"):
        explorer.explore(case(), deployment, tmp_path)


def explore(browser_host: BrowserHost, gateway_of, tmp_path: Path, html: str) -> Evidence:
    explorer = BrowserExplorer(
        browser_host, make_crawler, watches=make_watches, budget=Budget(max_steps=6, max_seconds=60)
    )
    deployment = Deployment(url=f"{ORIGIN}/", gateway=gateway_of(html).address, artifact_digest="0")
    return explorer.explore(case(language="de"), deployment, tmp_path)


def test_evidence_is_complete(browser_host, gateway_of, tmp_path: Path):
    page = (
        "<!doctype html><html lang=de><title>t</title><h1 id=h></h1><script>h.textContent = navigator.language;"
        "alert('Welcome'); confirm('Cookies?')</script>"
    )
    evidence = explore(browser_host, gateway_of, tmp_path, page)
    assert evidence.explorer == "crawler"
    assert (evidence.clock, evidence.clock_note) == (browser_host.clock, "")
    assert evidence.browser.startswith("Chrom")
    assert [session.name for session in evidence.sessions] == ["static", "crawler"]
    for session in evidence.sessions:
        assert all((tmp_path / session.name / file).is_file() for file in session.files)
    assert {"desktop.png", "tablet.png", "mobile.png", "viewport.png", "perception.json"} <= set(
        evidence.sessions[0].files
    )
    assert "trace.jsonl" in evidence.sessions[1].files
    assert evidence.perception.inventory is not None
    assert evidence.perception.inventory.text == "de-DE"
    assert Evidence.model_validate_json(evidence.model_dump_json()) == evidence
    first = evidence.trace.steps[0]
    assert (first.action.kind, first.change.dialogs) == ("look", accepted("alert: Welcome", "confirm: Cookies?"))


def test_a_page_that_is_not_there_is_told_not_raised(browser_host, gateway_of, tmp_path: Path):
    explorer = BrowserExplorer(browser_host, make_crawler, watches=make_watches)
    deployment = Deployment(url=f"{ORIGIN}/missing", gateway=gateway_of("").address, artifact_digest="0")
    evidence = explorer.explore(case(), deployment, tmp_path)
    assert not evidence.perception.loaded
    assert evidence.trace.steps == ()


@pytest.mark.long
def test_a_page_that_kills_its_renderer_twice_is_at_fault(browser_host, gateway_of, tmp_path: Path, monkeypatch):
    seen = StaticPerception(loaded=True)
    monkeypatch.setattr("pytest_cookie.exploration.explorer.perceive", lambda *_args, **_more: seen)
    page = """<!doctype html><html lang=en><title>t</title><h1>Hungry</h1>
    <button onclick="for (const all = [];;) all.push(new Array(1e6).fill(all.length))">Eat</button>"""
    evidence = explore(browser_host, gateway_of, tmp_path, page)
    assert evidence.perception.loaded
    assert evidence.perception.crashed
    assert evidence.trace.stopped == "crashed"
    assert evidence.trace.steps[-1].action.target == "Eat"
