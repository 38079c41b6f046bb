"""`Bench`: how a page is scored, explored by the crawler and judged by measurement, in one browser."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_crawler, make_measured_judge, make_watches
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.record import Record
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.generation.ready_files import READY, ReadyFiles
from pytest_cookie.protocols.contract.stages import Inputs, Stages
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline
from pytest_cookie.records.item import ItemFolder
from tests.browser.inflation.bases import Base
from tests.unit.exploration.pages import case

BUDGET = Budget(max_steps=22, max_seconds=40, max_wall_seconds=150, max_item_seconds=300)
ALLOWED = 3.0
"""Points that an attempt may bring by chance, of 100."""


@dataclass(frozen=True)
class Scores:
    """Of 100 each; a page that cannot be run has none of them but 0."""

    functionality: float
    aesthetics: float
    total: float
    titles: tuple[str, ...]

    @classmethod
    def of(cls, record: Record) -> "Scores":
        """The record's; one that was not scored ends the trial."""
        if record.outcome == "unscored":
            raise AssertionError(f"not scored: {record.cause}")
        titles = tuple(finding.title for finding in record.findings)
        return cls(*(record.scores[name] or 0.0 for name in COOKIE_SCORES.ids), titles)

    def gain_over(self, other: "Scores") -> tuple[float, float, float]:
        """Of functionality, aesthetics and total."""
        pairs = (
            (self.functionality, other.functionality),
            (self.aesthetics, other.aesthetics),
            (self.total, other.total),
        )
        return tuple(round(mine - its, 2) for mine, its in pairs)


@dataclass
class Bench:
    """Tries pages in the browser of `host`; evidence goes below `folder`."""

    host: BrowserHost
    folder: Path

    def scores(self, base: Base, name: str = "as-it-is", snippet: str = "") -> Scores:
        """What the page gets with `snippet` in it."""
        item = self._pipeline(base, name, base.with_added(snippet))
        item.start()
        try:
            artifact = item.generate()
            with item.deploy(artifact) as deployment:
                evidence = item.explore(artifact, deployment)
            item.judge(artifact, evidence)
        except CookieError as error:
            raise AssertionError(f"{base.name}, {name}: {error}") from error
        return Scores.of(item.record)

    def _pipeline(self, base: Base, name: str, html: str) -> ItemPipeline:
        source = self.folder / "pages" / base.name / name
        source.mkdir(parents=True)
        (source / "index.html").write_text(html, encoding="utf-8")
        stages = Stages(
            generator_of=lambda _: ReadyFiles(),
            deployer=StaticDeployer(),
            explorer=BrowserExplorer(self.host, make_crawler, watches=make_watches, budget=BUDGET),
            judge=make_measured_judge(),
            inputs=Inputs(lambda case, key: {}, {}, {}),
            scores=COOKIE_SCORES,
        )
        key = ItemKey(case=f"{base.name}-{name}", model=READY, mode="html")
        made = case(id=key.case, artifact=source, brief=base.brief, leaf=base.leaf)
        place = ItemLocation(ItemFolder(self.folder / "items" / base.name / name), f"items/{base.name}/{name}")
        return ItemPipeline(made, key, place, stages)
