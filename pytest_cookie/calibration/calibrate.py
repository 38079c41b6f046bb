"""`calibrate`: runs baseline artifacts and mutants, and writes the judge's `Calibration`."""

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
from pytest_cookie.calibration.baseline_artifacts import (
    BASELINE,
    assign_half,
    compute_digest,
    load_baseline_cases,
    read_page,
)
from pytest_cookie.calibration.collect_results import (
    Archive,
    collect_baseline_results,
    collect_pair_results,
    median_seconds,
)
from pytest_cookie.calibration.mutant import MUTANT_PREFIX
from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS, OPERATORS_VERSION
from pytest_cookie.calibration.plan import Pair, Task, draw_pairs, find_pairs, limit_artifacts, list_tasks
from pytest_cookie.calibration.process_pool import run_all
from pytest_cookie.calibration.worker_context import WorkerContext
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, RecordingError, UsageError
from pytest_cookie.core.labels import slug
from pytest_cookie.core.record import Manifest
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.generation.file_intake import IntakeLimits
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.judging.rubric.table import RUBRIC_VERSION
from pytest_cookie.protocols.contract.roles import Roles, check_models
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.cookie.composition import judge_of, prompts_of
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.existing_files import stock_of
from pytest_cookie.protocols.run.model_access import ModelAccess, describe_missing_keys
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
    halves_of,
    numbers_of,
    select_counted,
    the_number,
)

Notify = Callable[[str], None]


@dataclass(frozen=True)
class CalibrationRequest:
    """The user's choices. `output` contains the calibrations by judge and, in `evidence/`, all items that were run.

    `pairs` is the number of pairs to draw (None: all) from so many `artifacts` (None: all); `operators` the mutation
    operators to use (empty: all); `half` the only half to run (None: both). `fresh` reruns completed items.
    """

    roles: Roles
    output: Path
    cases: Path | None = None
    samples: bool = True
    pairs: int | None = None
    artifacts: int | None = None
    operators: tuple[str, ...] = ()
    repeats: int = 1
    seed: int = 0
    half: Half | None = None
    workers: int = 1
    fresh: bool = False

    @property
    def is_part(self) -> bool:
        """Whether only some operators or one half are chosen, so that the result does not describe the whole judge."""
        return bool(self.operators or self.half)

    @property
    def part(self) -> str:
        """The chosen part, as text; empty for a complete calibration."""
        chosen = [", ".join(self.operators) or "all operators", f"the {self.half} half" if self.half else ""]
        return " of ".join(part for part in chosen if part) if self.is_part else ""


def calibrate(
    request: CalibrationRequest, settings: Settings, access: ModelAccess, notify: Notify
) -> tuple[Calibration, Path | None]:
    """Run missing items and write the judge's `calibration.json`; returns the calibration and its path.

    `notify` receives progress lines. If the user interrupts or the budget is spent, the calibration of the completed
    items is returned but not written, and the path is None. Raises `UsageError` before anything runs.
    """
    _check(request, settings, access)
    for line in describe_missing_keys((model for model, _ in request.roles.calls(settings)), access.replay):
        notify(line)
    settings = _adapt_settings(request.roles, settings)
    cases, pairs, digest = _plan(request, stock_of(settings).limits, notify)
    context = WorkerContext(settings, request.roles, access, evidence_folder(request, settings), request.seed)
    models = access.models(settings)
    try:
        judge = judge_of(request.roles, settings, models)
    finally:
        models.close()
    check_plain_tree(request.output)
    context.evidence.mkdir(parents=True, exist_ok=True)
    with RunLock(context.evidence).held():
        _write_manifest(request, context, judge, cases, pairs)
        tasks = list(list_tasks(pairs, seed=request.seed, repeats=request.repeats))
        is_whole = _run(tasks, context, request, notify)
        RunFolder(context.evidence).collect()
        archive = Archive(context.evidence, judge, request.seed, request.repeats)
        calibration = make_calibration(cases, pairs, archive, _make_terms(request, judge, digest, _browser(context)))
        calibration = calibration.model_copy(update={"part": request.part})
    if not is_whole:
        return calibration, None
    path = calibration_path(request.output, judge.id, part=request.is_part)
    write_model(path, calibration)
    return calibration, path


def _run(tasks: Sequence[Task], context: WorkerContext, request: CalibrationRequest, notify: Notify) -> bool:
    """Run the items; False if the user interrupted or the budget was spent."""
    if request.fresh:
        for task in tasks:
            shutil.rmtree(context.evidence / task.folder, ignore_errors=True)
    try:
        progress = _Progress(len(tasks), context.evidence, notify)
        within_budget = run_all(tasks, context, workers=request.workers, done=progress.done)
    except KeyboardInterrupt:
        return False
    if not within_budget:
        notify("the budget is spent; the remaining items are unscored")
    return within_budget


def _check(request: CalibrationRequest, settings: Settings, access: ModelAccess) -> None:
    request.roles.check(settings)
    models = access.models(settings)
    try:
        check_models(models, request.roles.calls(settings))
    finally:
        models.close()
    check_operators(request.operators)
    for option, value in (("--repeats", request.repeats), ("--pairs", request.pairs), ("--workers", request.workers)):
        if value is not None and value < 1:
            raise UsageError(f"{option}={value}: must be at least 1")


def check_operators(names: Sequence[str]) -> None:
    """Raises `UsageError` for the first unknown mutation operator."""
    known = [operator.id for operator in MUTATION_OPERATORS]
    for name in names:
        if name not in known:
            raise UsageError(f"unknown mutation operator {name}; --list shows all{did_you_mean(name, known)}")


def _adapt_settings(roles: Roles, settings: Settings) -> Settings:
    """The settings without films if only the measured judge judges: it does not use them, and they take time."""
    return settings if any(name != MEASURED for name in roles.judges) else settings.model_copy(update={"film": False})


def _plan(
    request: CalibrationRequest, limits: IntakeLimits, notify: Notify
) -> tuple[list[Case], tuple[Pair, ...], str]:
    """The baseline artifacts to run, the pairs, and the digest of the artifacts."""
    ready = ReadyFiles(limits)
    chosen = [
        one
        for one in load_baseline_cases(request.cases, samples=request.samples)
        if request.half in (None, assign_half(one))
    ]
    read = []
    for case in chosen:
        try:
            read.append((case, read_page(case, ready)))
        except GenerationError as error:
            notify(f"left out: {error}")
    operators = [
        operator for operator in MUTATION_OPERATORS if not request.operators or operator.id in request.operators
    ]
    cases, pages = [case for case, _ in read], [page for _, page in read]
    possible = find_pairs(cases, pages, seed=request.seed, operators=operators)
    if request.artifacts is not None:
        possible = limit_artifacts(possible, request.artifacts, seed=request.seed)
    pairs = possible if request.pairs is None else draw_pairs(possible, request.pairs, seed=request.seed)
    if not pairs:
        raise UsageError(_explain_missing_pairs(request))
    used = {pair.case.id for pair in pairs}
    return [case for case in cases if case.id in used], pairs, compute_digest(cases, pages)


def _explain_missing_pairs(request: CalibrationRequest) -> str:
    """The error message if no pair remains after the user's choices."""
    if request.half is None:
        return "no pairs to run: none of the mutation operators applies to these baseline artifacts"
    others = [
        case.id
        for case in load_baseline_cases(request.cases, samples=request.samples)
        if assign_half(case) != request.half
    ]
    hint = f"; the other half contains {', '.join(others)}" if others else ""
    return f"no pairs to run in the {request.half} half{hint}"


def evidence_folder(request: CalibrationRequest, settings: Settings) -> Path:
    """The folder of all items. Evidence made with the same version, agent and settings is reused for every judge."""
    how = _adapt_settings(request.roles, settings).model_dump(
        mode="json", exclude={"reports", "judging", "generation", "prices", "pass_total", "call_seconds"}
    )
    key = json.dumps([version("pytest-cookie"), request.roles.agent, how], sort_keys=True)
    return request.output / "evidence" / f"{slug(request.roles.agent)}-{sha256(key.encode()).hexdigest()[:8]}"


def _write_manifest(
    request: CalibrationRequest, context: WorkerContext, judge: Judge, cases: Sequence[Case], pairs: Sequence[Pair]
) -> None:
    """Turn the evidence folder into a run folder, so that `pytest-cookie report` can show its items and findings."""
    operators = dict.fromkeys(pair.operator.id for pair in pairs)
    RunFolder(context.evidence).write_manifest(
        Manifest(
            version=version("pytest-cookie"),
            started=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            scores=COOKIE_SCORES,
            models=(BASELINE, *(f"{MUTANT_PREFIX}{operator}" for operator in operators)),
            mode="html",
            agent=request.roles.agent,
            judge=judge.id,
            repeats=request.repeats,
            seed=context.settings.seed,
            browser=_browser(context),
            python=platform.python_version(),
            platform=platform.platform(),
            cases={case.id: case.digest for case in cases},
            prompts=prompts_of(request.roles),
        )
    )


def _browser(context: WorkerContext) -> str:
    return BrowserHost(chromium=context.settings.chromium).version


def _make_terms(request: CalibrationRequest, judge: Judge, digest: str, browser: str) -> Terms:
    return Terms(
        judge=judge.id,
        judge_version=judge.version,
        prompt=prompts_of(request.roles).get("judge", ""),
        rubric_version=RUBRIC_VERSION if MEASURED in request.roles.judges else "",
        families_version=OPERATORS_VERSION,
        agent=request.roles.agent,
        version=version("pytest-cookie"),
        browser=browser,
        seed=request.seed,
        repeats=request.repeats,
        cases=digest,
    )


def make_calibration(cases: Sequence[Case], pairs: Sequence[Pair], archive: Archive, terms: Terms) -> Calibration:
    """The calibration computed from the archive."""
    results, goods = collect_pair_results(pairs, archive), collect_baseline_results(cases, archive)
    numbers = numbers_of(results, goods, seed=terms.seed)
    halves = halves_of(results, goods, seed=terms.seed)
    return Calibration(
        terms=terms,
        made=datetime.datetime.now(datetime.UTC).date().isoformat(),
        number=the_number(numbers, halves),
        pairs=len(select_counted(results)),
        artifacts=len(goods),
        not_observable=_count_left_out(results, "not observable"),
        unscored=_count_left_out(results, "unscored"),
        other_clock=_count_left_out(results, "other clock"),
        numbers=numbers,
        halves=halves,
        median_seconds=median_seconds(pairs, archive),
        results=results,
        goods=goods,
    )


def _count_left_out(results: Sequence[PairResult], why: LeftOut) -> int:
    return sum(result.left_out == why for result in results)


class _Progress:
    """A progress line per item, with the cause if it has no score."""

    def __init__(self, items: int, evidence: Path, notify: Notify) -> None:
        self._items, self._evidence, self._notify, self._run = items, evidence, notify, 0

    def done(self, task: Task) -> None:
        self._run += 1
        repeat = f" r{task.repeat}" if task.repeat > 1 else ""
        self._notify(
            f"{self._run}/{self._items} {task.case.id}: {task.operator or BASELINE}{repeat}{self._unscored(task)}"
        )

    def _unscored(self, task: Task) -> str:
        try:
            record = ItemFolder(self._evidence / task.folder).read_record()
        except RecordingError:
            return ", no record"
        return f", unscored: {record.cause.message}" if record.cause else ""
