"""One item on its whole way, without pytest around it: real files, a real browser, the measured judge."""

from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.action import Click, Finish
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import StageError
from pytest_cookie.core.record import Record
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.agent_protocol import AgentAccount, Briefing, Decision, View
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.protocols.contract.stages import Inputs, Stages
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline
from pytest_cookie.records.item import ItemFolder

GOOD = """<!doctype html><html lang=en><meta charset=utf-8><title>Cups</title><body><main><h1>Cups of tea</h1>
<p>How many cups of tea have you had today? Count every one of them.</p>
<button id=add>Count a cup</button> <p role=status>Cups so far: <output>0</output></p></main>
<script>let cups = 0; add.onclick = () => { document.querySelector('output').textContent = ++cups }</script>"""

NOTHING_KNOWN = Inputs(generate=lambda case, key: None, explore={}, judge={})
"""No earlier result is used."""


@dataclass
class Clicks:
    """A policy that presses the page's button so many times."""

    times: int = 2
    name: str = "clicks"
    id: str = "clicks"
    patience: int | None = None
    reads_window: bool = False
    look_is_a_step: bool = True
    is_told_hidden_effects: bool = False

    def receive_briefing(self, briefing: Briefing) -> None:
        """Proposes no action."""

    def find_play(self) -> None:
        """Plays no game."""

    def decide(self, case: Case, view: View) -> Decision:
        """Repeat the action, or end."""
        self.times -= 1
        action = Finish() if self.times < 0 else Click(selector="button")
        return Decision(action, "once more")

    def conclude(self, trace: object) -> str:
        """No summary."""
        return ""

    def account(self) -> AgentAccount:
        """No spend."""
        return AgentAccount()


@dataclass
class OneItem:
    """`html` as a ready file; `run` is what a worker does with an item. `error` is what ended it, if anything."""

    host: BrowserHost
    folder: Path
    html: str = GOOD
    budget: Budget = field(default_factory=Budget)
    film: FilmSettings | None = None
    clicks: int = 2
    brief: str = "A counter of cups."
    error: StageError | None = None

    def run(self) -> Record:
        """The record on disk."""
        item = self.begin()
        try:
            artifact = item.generate()
            with item.deploy(artifact) as deployment:
                evidence = item.explore(artifact, deployment)
            item.judge(artifact, evidence)
        except StageError as error:
            self.error = error
        return item.place.item.read_record()

    def begin(self) -> ItemPipeline:
        """The item's first trace on disk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "page.html").write_text(self.html, encoding="utf-8")
        cases = self.folder / "cases.yaml"
        told = f"brief: {self.brief}, artifact: page.html"
        cases.write_text(f"- {{id: cups, leaf: efficiency, language: en, {told}}}")
        (case,) = load_cases(cases)
        explorer = BrowserExplorer(self.host, lambda: Clicks(self.clicks), budget=self.budget, film=self.film)
        stages = Stages(
            lambda model: ReadyFiles(), StaticDeployer(), explorer, make_measured_judge(), NOTHING_KNOWN, COOKIE_SCORES
        )
        place = ItemLocation(item=ItemFolder(self.folder / "item"), folder="item")
        pipeline = ItemPipeline(case, ItemKey(case=case.id, model="ready", mode="html", repeat=1), place, stages)
        pipeline.start()
        return pipeline
