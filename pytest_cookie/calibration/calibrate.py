"""`calibrate`: from good artifacts and a judge to its `Calibration`, and the files that hold it."""

import datetime
import json
import platform
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.calibration.baseline_artifacts import GOOD, digest_of, good_cases, half_of, read_page
from pytest_cookie.calibration.collect_results import Archive, good_results, median_seconds, pair_results
from pytest_cookie.calibration.mutant import TWIN_PREFIX
from pytest_cookie.calibration.mutation_operators import FAMILIES, FAMILIES_VERSION
from pytest_cookie.calibration.plan import Pair, Task, drawn, of_some_artifacts, possible_pairs, tasks_of
from pytest_cookie.calibration.process_pool import run_all
from pytest_cookie.calibration.worker_context import WorkerContext
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, RecordingError, UsageError
from pytest_cookie.core.labels import slug
from pytest_cookie.core.record import Manifest
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.dataset.taxonomy import did_you_mean
from pytest_cookie.generation.file_intake import IntakeLimits
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.judging.rubric.table import RUBRIC_VERSION
from pytest_cookie.protocols.cookie.composition import judge_of, prompts_of, stock_of
from pytest_cookie.protocols.cookie.roles import Roles, check_models
from pytest_cookie.protocols.model_access import ModelAccess, keyless
from pytest_cookie.protocols.settings import Settings
from pytest_cookie.records.calibrations import calibration_path
from pytest_cookie.records.files import write_model
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.plain_tree import check_plain_tree
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.calibration import (
    Calibration,
    Half,
    LeftOut,
    PairResult,
    Terms,
    counted,
    halves_of,
    numbers_of,
    the_number,
)

Say = Callable[[str], None]


@dataclass(frozen=True)
class Request:
    """What the user asks for. `output` holds the calibrations by judge and, in `evidence/`, everything that was run.

    `pairs` is how many are drawn, None for all, and of how many `artifacts`; `families` those that are seeded, all
    where none is named; `half` the only one that is run. `fresh` runs again what was run before.
    """

    roles: Roles
    output: Path
    cases: Path | None = None
    samples: bool = True
    pairs: int | None = None
    artifacts: int | None = None
    families: tuple[str, ...] = ()
    repeats: int = 1
    seed: int = 0
    half: Half | None = None
    workers: int = 1
    fresh: bool = False

    @property
    def is_part(self) -> bool:
        """Whether some kinds of defects or one half are chosen: then it is no figure of the judge as a whole."""
        return bool(self.families or self.half)

    @property
    def part(self) -> str:
        """Which part, in words; empty where nothing is left out on purpose."""
        chosen = [", ".join(self.families) or "all kinds of defects", f"the {self.half} half" if self.half else ""]
        return " of ".join(part for part in chosen if part) if self.is_part else ""


def calibrate(request: Request, settings: Settings, access: ModelAccess, say: Say) -> tuple[Calibration, Path | None]:
    """Run what is not run yet, and write `calibration.json` of the judge; what stands there, and where.

    Raises `UsageError` before anything runs. What `say` is given is progress, a line at a time. Where the user stops
    it or the budget is spent, the calibration of what was run until then is given back and not written: None for its
    path.
    """
    _check(request, settings, access)
    for line in keyless((model for model, _ in request.roles.calls(settings)), access.replay):
        say(line)
    settings = _for(request.roles, settings)
    cases, pairs, digest = _planned(request, stock_of(settings).limits, say)
    station = WorkerContext(settings, request.roles, access, evidence_folder(request, settings), request.seed)
    models = access.models(settings)
    try:
        judge = judge_of(request.roles, settings, models)
    finally:
        models.close()
    check_plain_tree(request.output)
    station.evidence.mkdir(parents=True, exist_ok=True)
    with RunLock(station.evidence).held():
        _write_manifest(request, station, judge, cases, pairs)
        is_whole = _run(list(tasks_of(pairs, seed=request.seed, repeats=request.repeats)), station, request, say)
        RunFolder(station.evidence).collect()
        archive = Archive(station.evidence, judge, request.seed, request.repeats)
        calibration = calibration_of(cases, pairs, archive, _terms(request, judge, digest, _browser(station)))
        calibration = calibration.model_copy(update={"part": request.part})
    if not is_whole:
        return calibration, None
    path = calibration_path(request.output, judge.id, part=request.is_part)
    write_model(path, calibration)
    return calibration, path


def _run(tasks: Sequence[Task], station: WorkerContext, request: Request, say: Say) -> bool:
    """Run the items; False where the user stopped it or the budget was spent before."""
    if request.fresh:
        for task in tasks:
            shutil.rmtree(station.evidence / task.folder, ignore_errors=True)
    try:
        progress = _Progress(len(tasks), station.evidence, say)
        within_budget = run_all(tasks, station, workers=request.workers, done=progress.done)
    except KeyboardInterrupt:
        return False
    if not within_budget:
        say("the budget is spent: what was not run is unscored")
    return within_budget


def _check(request: Request, settings: Settings, access: ModelAccess) -> None:
    request.roles.check(settings)
    models = access.models(settings)
    try:
        check_models(models, request.roles.calls(settings))
    finally:
        models.close()
    check_families(request.families)
    for option, value in (("--repeats", request.repeats), ("--pairs", request.pairs), ("--workers", request.workers)):
        if value is not None and value < 1:
            raise UsageError(f"{option}={value}: at least 1")


def check_families(names: Sequence[str]) -> None:
    """Raises `UsageError` for the first that there is not."""
    known = [family.id for family in FAMILIES]
    for name in names:
        if name not in known:
            raise UsageError(f"there is no kind of defect {name}, see --list{did_you_mean(name, known)}")


def _for(roles: Roles, settings: Settings) -> Settings:
    """Nobody looks at the films where only the measured judge judges, and they take time."""
    return settings if any(name != MEASURED for name in roles.judges) else settings.model_copy(update={"film": False})


def _planned(request: Request, limits: IntakeLimits, say: Say) -> tuple[list[Case], tuple[Pair, ...], str]:
    """The good artifacts that are run, the pairs, and what identifies those artifacts."""
    ready = ReadyFiles(limits)
    chosen = [one for one in good_cases(request.cases, samples=request.samples) if request.half in (None, half_of(one))]
    read = []
    for case in chosen:
        try:
            read.append((case, read_page(case, ready)))
        except GenerationError as error:
            say(f"left out: {error}")
    families = [one for one in FAMILIES if not request.families or one.id in request.families]
    cases, pages = [case for case, _ in read], [page for _, page in read]
    possible = possible_pairs(cases, pages, seed=request.seed, families=families)
    if request.artifacts is not None:
        possible = of_some_artifacts(possible, request.artifacts, seed=request.seed)
    pairs = possible if request.pairs is None else drawn(possible, request.pairs, seed=request.seed)
    if not pairs:
        raise UsageError(_without_pairs(request))
    used = {pair.case.id for pair in pairs}
    return [case for case in cases if case.id in used], pairs, digest_of(cases, pages)


def _without_pairs(request: Request) -> str:
    """Why there is none, as far as it is the user's choice."""
    if request.half is None:
        return "there is no pair to run: no good artifact of these can have a defect of these kinds"
    others = [one.id for one in good_cases(request.cases, samples=request.samples) if half_of(one) != request.half]
    lie = f"; in the other half lie {', '.join(others)}" if others else ""
    return f"there is no pair to run in the {request.half} half{lie}"


def evidence_folder(request: Request, settings: Settings) -> Path:
    """Where everything is that was run. Evidence that was made alike is used again, whoever judges it."""
    how = _for(request.roles, settings).model_dump(
        mode="json", exclude={"reports", "judging", "generation", "prices", "pass_total", "call_seconds"}
    )
    told = json.dumps([version("pytest-cookie"), request.roles.agent, how], sort_keys=True)
    return request.output / "evidence" / f"{slug(request.roles.agent)}-{sha256(told.encode()).hexdigest()[:8]}"


def _write_manifest(
    request: Request, station: WorkerContext, judge: Judge, cases: Sequence[Case], pairs: Sequence[Pair]
) -> None:
    """The folder of the evidence is a run: `pytest-cookie report` shows its pages and what was found on them."""
    families = dict.fromkeys(pair.family.id for pair in pairs)
    RunFolder(station.evidence).write_manifest(
        Manifest(
            version=version("pytest-cookie"),
            started=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            models=(GOOD, *(f"{TWIN_PREFIX}{family}" for family in families)),
            mode="html",
            agent=request.roles.agent,
            judge=judge.id,
            repeats=request.repeats,
            seed=station.settings.seed,
            browser=_browser(station),
            python=platform.python_version(),
            platform=platform.platform(),
            cases={case.id: case.digest for case in cases},
            prompts=prompts_of(request.roles),
        )
    )


def _browser(station: WorkerContext) -> str:
    return BrowserHost(chromium=station.settings.chromium).version


def _terms(request: Request, judge: Judge, digest: str, browser: str) -> Terms:
    return Terms(
        judge=judge.id,
        judge_version=judge.version,
        prompt=prompts_of(request.roles).get("judge", ""),
        rubric_version=RUBRIC_VERSION if MEASURED in request.roles.judges else "",
        families_version=FAMILIES_VERSION,
        agent=request.roles.agent,
        version=version("pytest-cookie"),
        browser=browser,
        seed=request.seed,
        repeats=request.repeats,
        cases=digest,
    )


def calibration_of(cases: Sequence[Case], pairs: Sequence[Pair], archive: Archive, terms: Terms) -> Calibration:
    """The calibration from what stands in the archive."""
    results, goods = pair_results(pairs, archive), good_results(cases, archive)
    numbers = numbers_of(results, goods, seed=terms.seed)
    halves = halves_of(results, goods, seed=terms.seed)
    return Calibration(
        terms=terms,
        made=datetime.datetime.now(datetime.UTC).date().isoformat(),
        number=the_number(numbers, halves),
        pairs=len(counted(results)),
        artifacts=len(goods),
        not_observable=_left_out(results, "not observable"),
        unscored=_left_out(results, "unscored"),
        other_clock=_left_out(results, "other clock"),
        numbers=numbers,
        halves=halves,
        median_seconds=median_seconds(pairs, archive),
        results=results,
        goods=goods,
    )


def _left_out(results: Sequence[PairResult], why: LeftOut) -> int:
    return sum(one.left_out == why for one in results)


class _Progress:
    """A line an item, with the cause where there is no score."""

    def __init__(self, items: int, evidence: Path, say: Say) -> None:
        self._items, self._evidence, self._say, self._run = items, evidence, say, 0

    def done(self, task: Task) -> None:
        self._run += 1
        repeat = f" r{task.repeat}" if task.repeat > 1 else ""
        self._say(f"{self._run}/{self._items} {task.case.id}: {task.family or GOOD}{repeat}{self._unscored(task)}")

    def _unscored(self, task: Task) -> str:
        try:
            record = ItemFolder(self._evidence / task.folder).read_record()
        except RecordingError:
            return ", no record"
        return f", unscored: {record.cause.message}" if record.cause else ""
