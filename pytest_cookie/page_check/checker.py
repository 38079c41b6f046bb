"""`Checker`: checks pages one by one with one browser, each as a run folder with a single item."""

import asyncio
import datetime
import platform
import re
import shutil
import threading
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Self

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import DEVICES, LANGUAGES, Device, Language, slug
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.verdict import SEVERITIES, Finding, Verdict
from pytest_cookie.dataset.case_file import digest
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.deployment.served_page import ADDRESS, ServedPage
from pytest_cookie.generation.ready_files import READY
from pytest_cookie.language.recognise import recognize_language
from pytest_cookie.page_check.effort import QUICK_STEPS, Effort
from pytest_cookie.page_check.guess import guess_leaf
from pytest_cookie.page_check.served_page import ServedPageStages, read_state
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.contract.stages import Stages
from pytest_cookie.protocols.cookie.composition import compose, prompts_of
from pytest_cookie.protocols.run.browser_limits import browser_limits
from pytest_cookie.protocols.run.library import library_of
from pytest_cookie.protocols.run.model_access import ModelAccess
from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.plain_tree import read_bounded_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.temp_dir import TempDir

_NO_BRIEF = "A page."
"""Stands for a missing brief: it asks for nothing, so nothing is missing."""
_USUAL_LEAF = "corporate-site"
"""Without a brief: the task type that expects the fewest controls."""
_MOST_NAME = 40
_MEDIUM = 2
_PAGES = (".html", ".htm")
_MOST_MARKUP = 200_000
_CODE = re.compile(r"<(script|style|svg)\b(?:(?!</\1\b).)*", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]{0,2000}>?")


@dataclass(frozen=True)
class PageCheck:
    """The result of one check."""

    case: Case
    """The brief and its labels."""
    record: Record
    """The line of `records.jsonl`: outcome, scores, time, cost."""
    verdict: Verdict
    """Scores, findings and criteria."""
    run: Path
    """The run folder, with evidence and, after `write_report`, the report."""
    guessed: frozenset[str]
    """The labels of `case` that were guessed: `leaf`, `language`."""
    device: Device = "desktop"
    """What the page was used on."""

    @property
    def scores(self) -> dict[str, float | None]:
        """The scores by id, 0 to 100. None for one that was not measured."""
        return dict(self.verdict.scores)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, the most severe first."""
        return tuple(sorted(self.verdict.findings, key=lambda finding: SEVERITIES.index(finding.severity)))

    @property
    def has_brief(self) -> bool:
        """Whether the page was checked against a brief."""
        return self.case.brief != _NO_BRIEF

    @property
    def evidence(self) -> Path:
        """The folder that the `evidence` of findings is relative to."""
        return ItemFolder(self.run / self.record.folder).evidence

    def write_report(self) -> Path:
        """Write the report with film, pictures and every criterion; return the path of its first page."""
        from pytest_cookie.reporting.site import write_site  # late: it loads the templates

        return write_site(RunFolder.open(self.run))


class Checker:
    """Checks pages, one after the other, with one browser. A context manager; may be shared by threads.

    `judge` and `agent` are as `--cookie-judge` and `--cookie-agent`. `effort`: "quick" takes 12 steps and no film.
    `output` gets a folder for each checked page; without it the folders are removed with the checker. `budget_usd`
    limits what models may cost. `allowed_hosts` are other machines whose pages may be checked. Raises `UsageError` for
    an unknown judge or agent.

    >>> with Checker(effort="quick") as checker:
    ...     found = checker.check("<title>Hi</title><h1>Hello</h1>", brief="A page that says hello.")
    >>> found.scores["total"] > 0
    True
    """

    def __init__(
        self,
        *,
        judge: str = "measured",
        agent: str = "crawler",
        effort: Effort = "full",
        output: Path | str | None = None,
        settings: Settings | None = None,
        budget_usd: float | None = None,
        allowed_hosts: tuple[str, ...] = (),
    ) -> None:
        self._allowed_hosts = allowed_hosts
        chosen = settings or Settings()
        self._settings = (
            chosen if effort == "full" else chosen.model_copy(update={"max_steps": QUICK_STEPS, "film": False})
        )
        self._roles = Roles(judge=judge, agent=agent)
        self._roles.check(self._settings)
        self._lock = threading.Lock()
        with ExitStack() as stack:
            work = stack.enter_context(TempDir("check"))
            self._inputs = work
            self._output = Path(output) if output else work / "checks"
            access = ModelAccess(Path.cwd(), work / "account", budget_usd=budget_usd)
            models = stack.enter_context(closing(access.models(self._settings)))
            clock = None if self._settings.clock == "auto" else self._settings.clock
            self._host = stack.enter_context(
                closing(
                    BrowserHost(chromium=self._settings.chromium, clock=clock, limits=browser_limits(self._settings))
                )
            )
            self._models = models
            self._stages = compose(self._settings, self._host, models, self._roles)
            self._open = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the browser and remove temporary folders. Safe to call twice."""
        self._open.close()

    def check(
        self,
        page: str | Path,
        *,
        brief: str | Path = "",
        leaf: str = "",
        language: Language | None = None,
        device: Device = "desktop",
        storage: Path | str | None = None,
    ) -> PageCheck:
        """Use a page as a visitor would, and judge it.

        `page` is a file, a folder with an `index.html` or a project, a text of HTML, or an address such as
        `http://localhost:5173`, whose server alone the page can reach. `brief` is a text or a `Path`; without it, it is
        not judged whether the page does what was asked. `leaf` is a task type (`pytest-cookie cases --list`) and
        `language` that of the brief; both are guessed if they are missing. `device` is what the page is used on, a
        "desktop" or a "phone". `storage` is a file by Playwright's `storage_state` with a login for an address.
        Raises `UsageError` for a page that does not exist, and `StageError` if the page could not be checked for a
        reason that is not the page's.
        """
        if storage and not is_address(page):
            raise UsageError(f"a stored login needs an address, and {page} is none")
        with self._lock:
            stages, source = self._stages_on(device), self._source(page)
            if is_address(page):
                served = ServedPageStages(
                    ServedPage.parse(str(page), allowed=self._allowed_hosts),
                    library_of(self._settings),
                    read_state(Path(storage)) if storage else None,
                )
                stages = replace(stages, generator_of=lambda model: served, deployer=served)
            case, guessed = make_case(source, brief=brief, leaf=leaf, language=language)
            run = self._output / (case.id if device == "desktop" else f"{case.id}-{device}")
            if run.exists() and not RunFolder.is_run(run):
                raise UsageError(f"{run} exists and is not the result of a check; choose another output folder")
            shutil.rmtree(run, ignore_errors=True)
            return self._run(case, guessed, RunFolder.create(run), stages, device)

    async def acheck(
        self,
        page: str | Path,
        *,
        brief: str | Path = "",
        leaf: str = "",
        language: Language | None = None,
        device: Device = "desktop",
        storage: Path | str | None = None,
    ) -> PageCheck:
        """`check` for a running event loop, which it does not block."""
        return await asyncio.to_thread(
            self.check, page, brief=brief, leaf=leaf, language=language, device=device, storage=storage
        )

    def _stages_on(self, device: Device) -> Stages:
        if device not in DEVICES:
            raise UsageError(f"unknown device {device!r}; one of {', '.join(DEVICES)}")
        if device == self._settings.device:
            return self._stages
        settings = self._settings.model_copy(update={"device": device})
        return compose(settings, self._host, self._models, self._roles)

    def _source(self, page: str | Path) -> Path:
        if isinstance(page, str) and "<" in page:
            folder = self._inputs / f"page-{sha256(page.encode()).hexdigest()[:8]}"
            folder.mkdir(exist_ok=True)
            (folder / "index.html").write_text(page, encoding="utf-8")
            return folder
        path = Path(page)
        if is_address(page):
            return path
        if not path.exists():
            raise UsageError(f"{path}: no such page; give an HTML file, a folder with an index.html, or a project")
        if path.is_file() and path.suffix.lower() not in _PAGES:
            raise UsageError(f"{path} is not an HTML file")
        return path.resolve()

    def _run(self, case: Case, guessed: frozenset[str], run: RunFolder, stages: Stages, device: Device) -> PageCheck:
        key = ItemKey(case=case.id, model=READY, mode="html")
        folder = f"items/{case.id}/{READY}/{key.mode}/{key.repeat}"
        item = ItemFolder(run.path / folder)
        with RunLock(run.path).held():
            run.write_manifest(self._manifest(case, device))
            run.plan([folder])
            pipeline = ItemPipeline(case, key, ItemLocation(item, folder), stages)
            pipeline.start()
            artifact = pipeline.generate()
            with pipeline.deploy(artifact) as deployment:
                evidence = pipeline.explore(artifact, deployment)
            verdict = pipeline.judge(artifact, evidence)
            run.collect()
        return PageCheck(case, pipeline.record, verdict, run.path, guessed, device)

    def _manifest(self, case: Case, device: Device) -> Manifest:
        stages = self._stages
        return Manifest(
            version=version("pytest-cookie"),
            started=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            scores=stages.scores,
            models=(READY,),
            mode="html",
            agent=self._roles.agent,
            judge=stages.judge.id,
            judge_version=stages.judge.version,
            repeats=1,
            seed=self._settings.seed,
            browser=self._host.version,
            python=platform.python_version(),
            platform=platform.platform(),
            cases={case.id: case.digest},
            prompts=prompts_of(self._roles),
            options={"device": device, "max_steps": self._settings.max_steps, "film": self._settings.film},
        )


def is_address(page: str | Path) -> bool:
    """Whether a page is given by its address."""
    return isinstance(page, str) and page.startswith(ADDRESS)


_LONGEST_NAME = 200  # bytes; file systems refuse names of more than 255


def _read_brief(brief: str | Path) -> str:
    """The text of a brief. Raises `UsageError` for a file that cannot be read, and for a text that is a file's name."""
    if isinstance(brief, Path):
        try:
            return read_bounded_text(brief).strip()
        except (OSError, UnicodeError) as error:
            raise UsageError(f"the brief {brief} cannot be read: {error}") from error
    may_be_name = len(brief.split()) == 1 and len(brief.encode()) <= _LONGEST_NAME
    if may_be_name and Path(brief).is_file():
        raise UsageError(f"the brief {brief!r} is the name of a file; give Path({brief!r}) to read it")
    return brief.strip()


def make_case(
    source: Path, *, brief: str | Path = "", leaf: str = "", language: Language | None = None
) -> tuple[Case, frozenset[str]]:
    """The case of a page, and which of its labels were guessed. Raises `UsageError` for an unknown leaf or language."""
    if language is not None and language not in LANGUAGES:
        raise UsageError(f"unknown language {language!r}; one of {', '.join(LANGUAGES)}")
    text = _read_brief(brief)
    guessed = frozenset(name for name, given in (("leaf", leaf), ("language", language)) if not given)
    chosen = taxonomy().leaf(leaf or (guess_leaf(text) if text else "") or _USUAL_LEAF)
    name = slug(source.stem if source.suffix in _PAGES else source.name)[:_MOST_NAME].strip("-._") or "page"
    case = Case(
        id=f"{name}-{sha256(str(source).encode()).hexdigest()[:6]}",
        brief=text or _NO_BRIEF,
        page_type=chosen.page_type,
        domain=chosen.domain,
        leaf=chosen.slug,
        language=language or recognize_language(text or _words(source)) or "en",
        complexity=Complexity.model_validate(dict.fromkeys(Complexity.model_fields, _MEDIUM)),
        source="",
        version=1,
        artifact=source,
        origin=str(source),
        digest="",
    )
    return case.model_copy(update={"digest": digest(case)}), guessed


def _words(source: Path) -> str:
    """The words in the markup of a page, to tell its language."""
    page = source / "index.html" if source.is_dir() else source
    try:
        with page.open("rb") as file:
            markup = file.read(_MOST_MARKUP).decode("utf-8", "replace")
    except OSError:
        return ""
    return " ".join(_TAG.sub(" ", _CODE.sub(" ", markup)).split())
