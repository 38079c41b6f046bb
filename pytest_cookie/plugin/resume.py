"""A session that continues a run: what it takes over from it, what keeps it from doing so, what is left to do."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.plugin.entry import take_defaults
from pytest_cookie.plugin.items import ITEM_RUN, is_benchmark, planned_of
from pytest_cookie.plugin.terminal_output import say
from pytest_cookie.protocols.cached_phases import find_record
from pytest_cookie.records.continuity import OptionChange, changes, continued
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting import quantities

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from pytest_cookie.core.record import Manifest, Record
    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.protocols.suite import PlannedItem

_FLAGS = ("--cookie-resume-anyway", "--cookie-retry-errors")
_NEVER = frozenset({"schema version", "protocol", "shard"})
"""What differs in these is another run, whatever the user says."""
_FROM_OPTIONS: Mapping[str, type | tuple[type, ...]] = {
    "cookie_cases": str,
    "cookie_artifacts": str,
    "cookie_judge": str,
    "cookie_ablation": str,
    "cookie_budget_usd": (int, float),
    "cookie_replay": str,
}
"""Options that a manifest has as they were said; what was merged of several runs may have another type."""
_RESUMED = (*_FROM_OPTIONS, "cookie_mode", "cookie_agent", "cookie_repeats", "cookie_shard")
_OPTIONS, _LEFT_OUT = "cookie_options", "cookie_left_out"


def take_over(config: pytest.Config) -> None:
    """With `--cookie-resume`, what the command line does not say is as the run was begun. Raises `UsageError`."""
    option = config.option
    if hasattr(config, "workerinput"):  # a worker reads the command line anew, and is told what that has come to
        vars(option).update(json.loads(config.workerinput.get(_OPTIONS, "{}")))
    elif option.cookie_resume:
        if option.cookie_run:
            raise UsageError("--cookie-resume names the run already: leave --cookie-run out")
        run = RunFolder.open(config.invocation_params.dir / option.cookie_resume)
        option.cookie_run = option.cookie_resume
        _take_over(config, _manifest_of(run))
    take_defaults(config)


def _take_over(config: pytest.Config, manifest: Manifest) -> None:
    option = config.option
    option.cookie_model = option.cookie_model or list(manifest.models)
    told = {name: manifest.options.get(name) for name in _FROM_OPTIONS}
    begun: dict[str, object] = {
        name: told[name] for name, kind in _FROM_OPTIONS.items() if isinstance(told[name], kind)
    }
    begun |= {"cookie_mode": manifest.mode, "cookie_agent": manifest.agent, "cookie_repeats": manifest.repeats}
    if manifest.shard and "," not in manifest.shard:  # several that were merged are no shard that could be run
        begun["cookie_shard"] = manifest.shard
    for name, value in begun.items():
        if getattr(option, name) is None:
            setattr(option, name, value)
    for name, what in {"cookie_cases": "cases", "cookie_artifacts": "artifacts"}.items():
        place = begun.get(name)
        if place and getattr(option, name) == place and not (config.invocation_params.dir / str(place)).exists():
            raise UsageError(
                f"--cookie-resume: the run's {what} were read from {place}, which is not here; go to the folder where "
                f"the run was begun, or name them with --cookie-{what}"
            )


def tell_worker(bench: SessionState, workerinput: dict[str, str]) -> None:
    """What a worker cannot find out by itself, as plain JSON."""
    option = bench.config.option
    workerinput[_OPTIONS] = json.dumps({name: getattr(option, name) for name in ("cookie_model", *_RESUMED)})
    workerinput[_LEFT_OUT] = json.dumps(sorted(bench.left_out))


def models_before(bench: SessionState) -> tuple[str, ...]:
    """The models of the run that is continued, none where one is begun. Raises `UsageError`."""
    if bench.is_worker or not (bench.is_told_where and RunFolder.is_run(bench.run_path)):
        return ()
    return _manifest_of(RunFolder.open(bench.run_path)).models


def open_run(bench: SessionState, now: Manifest) -> RunFolder:
    """The run of this session, locked: a new one, or the one that is there, if it can be continued.

    Raises `UsageError` where it cannot, and `RecordingError`.
    """
    option = bench.config.option
    if not RunFolder.is_run(bench.run_path):
        for flag in _FLAGS:
            if getattr(option, flag.strip("-").replace("-", "_")):
                raise UsageError(f"{flag}: there is no run to continue; name one with --cookie-resume")
        bench.claim_run_path()
        run = RunFolder.create(bench.run_path)
        _lock(bench)
        bench.config.add_cleanup(partial(_discard_unbegun, bench, run))  # before the lock is given free
        run.write_manifest(now)
        return run
    run = RunFolder.open(bench.run_path)
    _lock(bench)
    before = _manifest_of(run)
    found = changes(before, now)
    _check(run, found, anyway=option.cookie_resume_anyway)
    run.tidy()
    bench.begin_spending()
    bench.left_out = _left_out(bench, before, run.planned())
    bench.is_continued, bench.keeps_plan, bench.whole = True, not _selects(bench), before.whole
    run.write_manifest(continued(before, now, found))
    return run


def _discard_unbegun(bench: SessionState, run: RunFolder) -> None:
    """A session that was stopped before its first item leaves no folder that holds nothing."""
    if not bench.is_finished:
        run.discard_if_empty()


def join_run(bench: SessionState) -> None:
    """A worker's share of what its controller has found out."""
    lock = RunLock(bench.run_path)
    lock.join()
    bench.config.add_cleanup(lock.release)
    told = getattr(bench.config, "workerinput", {})
    bench.left_out = frozenset(json.loads(told.get(_LEFT_OUT, "[]")))


def _lock(bench: SessionState) -> None:
    lock = RunLock(bench.run_path)
    bench.config.add_cleanup(lock.release)
    reporter = bench.config.pluginmanager.getplugin("terminalreporter")
    lock.take(say=partial(say, reporter) if isinstance(reporter, TerminalReporter) else None)


def _manifest_of(run: RunFolder) -> Manifest:
    try:
        return run.manifest
    except CookieError as error:
        raise UsageError(f"{run.path} cannot be continued: {error}") from error


def _check(run: RunFolder, found: Sequence[OptionChange], *, anyway: bool) -> None:
    never = [change for change in found if change.what in _NEVER]
    if not found or (anyway and not never):
        return
    listed = "".join(f"\n  {change}" for change in found)
    advice = (
        "name another folder for it with --cookie-run"
        if never
        else "give the options of before (or none but --cookie-resume), name another folder with --cookie-run, or, to "
        "make again what that touches and keep the rest: --cookie-resume-anyway"
    )
    raise UsageError(f"{run.path} holds a run that was made with something else; {advice}{listed}")


def _selects(bench: SessionState) -> bool:
    """Whether the user says which items to run; else it is those that were planned."""
    option = bench.config.option
    return bool(option.keyword or option.markexpr or any("::" in str(one) for one in option.file_or_dir))


def _left_out(bench: SessionState, before: Manifest, plan: frozenset[str] | None) -> frozenset[str]:
    """Names of the items that the run knew and did not plan. What is new to it is planned now."""
    if not plan or _selects(bench):
        return frozenset()
    return frozenset(name for name, item in bench.items.items() if _is_known(item, before) and item.folder not in plan)


def _is_known(item: PlannedItem, manifest: Manifest) -> bool:
    key = item.key
    return key.case in manifest.cases and key.model in manifest.models and key.repeat <= manifest.repeats


class Continuing:
    """Hooks of every run: leaves out what was not planned, and says of which items nothing was left to do."""

    def __init__(self, bench: SessionState) -> None:
        self._bench = bench

    def pytest_report_header(self) -> list[str]:
        bench = self._bench
        if not bench.is_continued or bench.run is None:
            return []
        records = [_settled(bench, bench.run, item) for name, item in bench.items.items() if name not in bench.left_out]
        done = [record for record in records if record is not None]
        bench.done_before = len(done)
        line = (
            f"cookie: continues {bench.run_path}: {len(done)} of {quantities.count(len(records), 'item')} done before"
        )
        unscored = sum(record.outcome == "unscored" for record in done)
        line += f", {unscored} of them unscored" if unscored else ""
        if others := len(bench.left_out):
            it = "it" if others == 1 else "them"
            unplanned = quantities.count(others, "item")
            line += f"; {unplanned} not planned before, left out: name {it} with -k or -m to add {it}"
        return [line]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """After the shard has found out how many there are in all."""
        if out := [item for item in items if self._is_left_out(item)]:
            config.hook.pytest_deselected(items=out)
            items[:] = [item for item in items if not self._is_left_out(item)]

    def _is_left_out(self, node: pytest.Item) -> bool:
        item = planned_of(node, self._bench) if self._bench.left_out and is_benchmark(node) else None
        return item is not None and item.name in self._bench.left_out

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        run = item.stash.get(ITEM_RUN, None)
        if run is not None and run.is_settled:
            vars(report)[_DONE_BEFORE] = True
        return report


_DONE_BEFORE = "cookie_done_before"
"""The attribute of a report that says so."""


def was_done_before(report: pytest.TestReport) -> bool:
    """Whether the item was done in a session before, so that the test only told of it."""
    return bool(getattr(report, _DONE_BEFORE, False))


def _settled(bench: SessionState, run: RunFolder, item: PlannedItem) -> Record | None:
    kept = find_record(run.item(item.folder), item.case, item.key, bench.stages.inputs)
    return kept.record if kept.is_settled(retry_errors=bench.config.option.cookie_retry_errors) else None
