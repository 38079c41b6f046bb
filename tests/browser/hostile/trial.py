"""`Bench`: tries hostile pages one after the other in one browser, each as an item of a run, a control after each."""

import hashlib
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

import psutil

from pytest_cookie.browser import session
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.page import page_reader as eye
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.checks.registry import make_crawler, make_measured_judge, make_watches
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.record import Record
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.site import StaticSite
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget, Exploration
from pytest_cookie.exploration.recorder import Recorder
from pytest_cookie.generation.ready_files import READY, ReadyFiles
from pytest_cookie.protocols.contract.stages import Inputs, Stages
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline
from pytest_cookie.records.item import ItemFolder
from tests.browser.hostile.canary import Canary
from tests.browser.hostile.page import HostilePage
from tests.unit.exploration.pages import case

BUDGET = Budget(max_steps=7, max_seconds=8, max_wall_seconds=120, max_item_seconds=240)
_CONTROL_BUDGET = Budget(max_steps=5, max_seconds=8)
_HURRIED_SESSION = {"_LOAD_SECONDS": 6.0, "_ACTION_SECONDS": 3.0}
_HURRIED_EYE = {"_OBSERVE_SECONDS": 8.0, "_EVALUATE_SECONDS": 10.0, "_PICTURE_SECONDS": 15.0}
"""Deadlines shorter than a run's: a suite of pages that hang has to end."""
_MAX_TRACE_BYTES = 3_000_000
_GONE_SECONDS = 10.0

CONTROL = """<!doctype html><html lang="en"><title>Control</title><h1>Control</h1>
<button id="go">Count</button><p id="out">0</p><canvas id="c" width="300" height="60"></canvas><script>
  let n = 0, frames = 0;
  const at = new Date().getTime();
  go.onclick = () => { out.textContent = `${++n}, ${performance.now()}, frame ${frames}, ${Math.random()}, ${at}`; };
  const draw = () => { c.getContext('2d').fillRect(0, 0, ++frames % 300, 9); requestAnimationFrame(draw); }; draw();
</script>"""
_LEFT = """async () => {
  const permission = async (name) => (await navigator.permissions.query({ name })).state;
  const asked = ['notifications', 'geolocation', 'camera', 'microphone', 'clipboard-read', 'midi'];
  const files = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name);
  return [document.cookie, localStorage.length, sessionStorage.length, window.name, (await caches.keys()).length,
    (await indexedDB.databases()).length, files, (await navigator.serviceWorker.getRegistrations()).length,
    Boolean(navigator.serviceWorker.controller), await Promise.all(asked.map(permission)), history.length,
    innerWidth, innerHeight, document.hasFocus(), Boolean(document.fullscreenElement),
    Boolean(document.pointerLockElement), (await navigator.locks.query()).held.length, window.opener];
}"""
"""What another item could have left to this one."""


@dataclass(frozen=True)
class Trial:
    """How the item of a page ended. `texts` are those of `texts_of`; `harm` lists the damage that was done."""

    page: HostilePage
    record: Record
    texts: str
    seconds: float
    harm: tuple[str, ...]
    restarted: bool = False

    @property
    def survived(self) -> bool:
        return not self.problems

    @property
    def problems(self) -> tuple[str, ...]:
        """The differences from the page's entry, and the harm."""
        cause = self.record.cause
        wrong = []
        if self.record.outcome not in self.page.outcomes:
            why = f" ({cause.kind}: {cause.message})" if cause else ""
            wrong.append(f"it is {self.record.outcome}, not {self.page.outcome}{why}: {self.titles}")
        if not re.search(self.page.cause, self.texts):
            wrong.append(f"no text has {self.page.cause!r}: {self.titles}")
        if self.page.never and (found := re.search(self.page.never, self.texts)):
            wrong.append(f"a text has {found.group()!r}")
        return (*wrong, *self.harm)

    @property
    def titles(self) -> str:
        return "; ".join(finding.title for finding in self.record.findings[:4])


@dataclass
class Bench:
    """One browser for all trials; files below `folder`. A context manager by `opened`."""

    folder: Path
    canary: Canary
    host: BrowserHost
    hurried: bool = True
    _control: str = ""
    _first_pids: set[int] = field(default_factory=set)

    def try_out(self, page: HostilePage) -> Trial:
        """One item, then the control."""
        pipeline = self._pipeline(page)
        browser, began = self.host._process, time.monotonic()
        with _hurried() if self.hurried else nullcontext():
            _run(pipeline)
        seconds = time.monotonic() - began
        item = pipeline.place.item
        harm = [*self.canary.heard(), *_too_large(item), *self._left_over()]
        control = self.control()
        harm += [] if control == self._control else [f"the next item was another: {control} instead of {self._control}"]
        texts = texts_of(pipeline.record, item)
        return Trial(page, pipeline.record, texts, seconds, tuple(harm), self.host._process is not browser)

    def control(self) -> str:
        """What a well-behaved page shows and does, every picture of it included."""
        folder = self.folder / "control"
        site = folder / "site"
        site.mkdir(parents=True, exist_ok=True)
        (site / "index.html").write_text(CONTROL, encoding="utf-8")
        gateway = Gateway(StaticSite(site, "index.html"))
        try:
            with (
                self.host.open_session(SessionSettings(gateway.address)) as one,
                Recorder(folder / "crawler") as recorder,
            ):
                one.load("http://artifact.localhost/")
                trace = Exploration(
                    session=one, agent=make_crawler(), case=case(), budget=_CONTROL_BUDGET, recorder=recorder
                ).run()
                text, left = one.observe().inventory.text, one.evaluate(_LEFT)
        except CookieError as error:
            return f"{type(error).__name__}: {error}"
        finally:
            gateway.close()
        pictures = b"".join(path.read_bytes() for path in sorted((folder / "crawler" / "screenshots").iterdir()))
        seen = hashlib.sha256(trace.model_dump_json().encode() + pictures).hexdigest()[:12]
        return f"{seen}, {trace.stopped}: {' | '.join(text.split(chr(10)))} {left}"

    def begin(self) -> None:
        """Note how the control is before anything hostile was there."""
        self._control = self.control()

    def _pipeline(self, page: HostilePage) -> ItemPipeline:
        source = self.folder / "pages" / page.name
        source.mkdir(parents=True, exist_ok=True)
        for name, text in page.files.items():
            (source / name).write_text(self.canary.named_in(text), encoding="utf-8")
        item = ItemFolder(self.folder / "items" / page.name)
        stages = Stages(
            generator_of=lambda _: ReadyFiles(),
            deployer=StaticDeployer(),
            explorer=BrowserExplorer(self.host, make_crawler, watches=make_watches, budget=BUDGET),
            judge=make_measured_judge(),
            inputs=Inputs(lambda case, key: {}, {}, {}),
            scores=COOKIE_SCORES,
        )
        key = ItemKey(case=page.name, model=READY, mode="html")
        brief = "A tea timer that counts cups."
        return ItemPipeline(
            case(id=page.name, artifact=source, brief=brief), key, ItemLocation(item, f"items/{page.name}"), stages
        )

    def _left_over(self) -> list[str]:
        """Renderers that outlive their item, and files of a browser beside its own folder."""
        ends = time.monotonic() + _GONE_SECONDS
        while (busy := _renderers()) and time.monotonic() < ends:
            time.sleep(0.2)
        harm = [f"a renderer outlives the item: {pid}" for pid in busy]
        own = self.host._process.folder if self.host._process else None
        return harm + [f"left behind: {path}" for path in Path(tempfile.gettempdir()).iterdir() if path != own]


@contextmanager
def opened(folder: Path, canary: Canary, *, hurried: bool = True) -> Iterator[Bench]:
    """A bench whose browser has temporary files of its own; at the end all of them must be gone."""
    temporary = folder / "temporary"
    temporary.mkdir(parents=True)
    with patch.object(tempfile, "tempdir", str(temporary)):
        host = BrowserHost()
        try:
            bench = Bench(folder, canary, host, hurried)
            bench.begin()
            yield bench
        finally:
            host.close()


@contextmanager
def _hurried() -> Iterator[None]:
    with patch.multiple(session, **_HURRIED_SESSION), patch.multiple(eye, **_HURRIED_EYE):
        yield


def _run(pipeline: ItemPipeline) -> None:
    """As the fixtures do: what breaks is in the record."""
    pipeline.start()
    try:
        artifact = pipeline.generate()
        with pipeline.deploy(artifact) as deployment:
            evidence = pipeline.explore(artifact, deployment)
        pipeline.judge(artifact, evidence)
    except CookieError:
        return


def texts_of(record: Record, item: ItemFolder) -> str:
    """The findings' words; of a scored item also those of the evidence and of the deployment's log."""
    findings = " ".join(f"{finding.title} {finding.why}" for finding in record.findings)
    if record.outcome == "failed":
        return findings
    evidence = item.evidence / "evidence.json"
    texts = [path.read_text(encoding="utf-8") for path in (evidence, item.log) if path.is_file()]
    return "\n".join([findings, *texts])


def _too_large(item: ItemFolder) -> list[str]:
    """Text that a page can make as long as it likes."""
    files = [path for path in item.path.rglob("*") if path.suffix in (".json", ".jsonl", ".log")]
    return [f"{path.name} has {size} bytes" for path in files if (size := path.stat().st_size) > _MAX_TRACE_BYTES]


def _renderers() -> list[int]:
    """Of pages; the browser keeps one in reserve, which uses no time to speak of."""
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if "--type=renderer" in child.cmdline() and child.cpu_percent(0.1) > 20:
                found.append(child.pid)
        except psutil.Error:
            continue
    return found
