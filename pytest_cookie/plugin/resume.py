"""A session that continues a run: what it takes over from it, what keeps it from doing so, what is left to do."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.plugin.items import ITEM_RUN, is_benchmark, planned_of
from pytest_cookie.plugin.options import apply_defaults
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

_RUN_OPTIONS = ("--cookie-resume", "--cookie-run")
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
    apply_defaults(config.option)


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


def tell_worker(state: SessionState, workerinput: dict[str, str]) -> None:
    """What a worker cannot find out by itself, as plain JSON."""
    option = state.config.option
    workerinput[_OPTIONS] = json.dumps({name: getattr(option, name) for name in ("cookie_model", *_RESUMED)})
    workerinput[_LEFT_OUT] = json.dumps(sorted(state.left_out))


def models_before(state: SessionState) -> tuple[str, ...]:
    """The models of the run that is continued, none where one is begun. Raises `UsageError`."""
    if state.is_worker or not (state.is_told_where and RunFolder.is_run(state.run_path)):
        return ()
    return _manifest_of(RunFolder.open(state.run_path)).models


def open_run(state: SessionState, now: Manifest) -> RunFolder:
    """The run of this session, locked: a new one, or the one that is there, if it can be continued.

    Raises `UsageError` where it cannot, and `RecordingError`.
    """
    option = state.config.option
    if not RunFolder.is_run(state.run_path):
        for flag in _FLAGS:
            if getattr(option, flag.strip("-").replace("-", "_")):
                raise UsageError(f"{flag}: there is no run to continue; name one with --cookie-resume")
        state.claim_run_path()
        run = RunFolder.create(state.run_path)
        _lock(state)
        state.config.add_cleanup(partial(_discard_unbegun, state, run))  # before the lock is given free
        run.write_manifest(now)
        return run
    run = RunFolder.open(state.run_path)
    _lock(state)
    before = _manifest_of(run)
    found = changes(before, now)
    _check(run, found, anyway=option.cookie_resume_anyway)
    run.tidy()
    state.begin_spending()
    state.left_out = _left_out(state, before, run.planned())
    state.is_continued, state.keeps_plan, state.whole = True, not _selects(state), before.whole
    run.write_manifest(continued(before, now, found))
    return run


def _discard_unbegun(state: SessionState, run: RunFolder) -> None:
    """A session that was stopped before its first item leaves no folder that holds nothing."""
    if not state.is_finished:
        run.discard_if_empty()


def join_run(state: SessionState) -> None:
    """A worker's share of what its controller has found out."""
    lock = RunLock(state.run_path)
    lock.join()
    state.config.add_cleanup(lock.release)
    told = getattr(state.config, "workerinput", {})
    state.left_out = frozenset(json.loads(told.get(_LEFT_OUT, "[]")))


def _lock(state: SessionState) -> None:
    lock = RunLock(state.run_path)
    state.config.add_cleanup(lock.release)
    reporter = state.config.pluginmanager.getplugin("terminalreporter")
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


def _selects(state: SessionState) -> bool:
    """Whether the user says which items to run; else it is those that were planned."""
    option = state.config.option
    return bool(option.keyword or option.markexpr or any("::" in str(one) for one in option.file_or_dir))


def _left_out(state: SessionState, before: Manifest, plan: frozenset[str] | None) -> frozenset[str]:
    """Names of the items that the run knew and did not plan. What is new to it is planned now."""
    if not plan or _selects(state):
        return frozenset()
    return frozenset(name for name, item in state.items.items() if _is_known(item, before) and item.folder not in plan)


def _is_known(item: PlannedItem, manifest: Manifest) -> bool:
    key = item.key
    return key.case in manifest.cases and key.model in manifest.models and key.repeat <= manifest.repeats


class Continuing:
    """Hooks of every run: leaves out what was not planned, and says of which items nothing was left to do."""

    def __init__(self, state: SessionState) -> None:
        self._state = state

    def pytest_report_header(self) -> list[str]:
        state = self._state
        if not state.is_continued or state.run is None:
            return []
        records = [_settled(state, state.run, item) for name, item in state.items.items() if name not in state.left_out]
        done = [record for record in records if record is not None]
        state.done_before = len(done)
        line = (
            f"cookie: continues {state.run_path}: {len(done)} of {quantities.count(len(records), 'item')} done before"
        )
        unscored = sum(record.outcome == "unscored" for record in done)
        line += f", {unscored} of them unscored" if unscored else ""
        if others := len(state.left_out):
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
        item = planned_of(node, self._state) if self._state.left_out and is_benchmark(node) else None
        return item is not None and item.name in self._state.left_out

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


def _settled(state: SessionState, run: RunFolder, item: PlannedItem) -> Record | None:
    kept = find_record(run.item(item.folder), item.case, item.key, state.stages.inputs)
    return kept.record if kept.is_settled(retry_errors=state.config.option.cookie_retry_errors) else None


def how_to_go_on(state: SessionState, run: RunFolder, records: Sequence[Record]) -> list[str]:
    """What is left to do, and the command that does it; nothing where all is done."""
    open_now = {record.folder for record in records if record.cause and record.cause.is_of_the_run}
    planned = run.planned() or frozenset()
    left = len(open_now | (planned - {record.folder for record in records}))
    broken = sum(bool(record.cause) for record in records) - len(open_now)
    lines = []
    if left:
        items = quantities.count(len(planned), "item")
        lines.append(f"{left} of {items} not done; continue with: {_command(state)}")
    if broken:
        items = quantities.count(broken, "unscored item")
        lines.append(f"{items}; try again with: {_command(state)} --cookie-retry-errors")
    return lines


def _command(state: SessionState) -> str:
    """The user's own command with the run; what it said of one before is dropped."""
    here, run = state.config.invocation_params.dir, state.run_path
    shown = run.relative_to(here) if run.is_relative_to(here) else run
    said = without_run([str(argument) for argument in state.config.invocation_params.args])
    return shlex.join(["pytest", *said, f"--cookie-resume={shown}"])


def without_run(arguments: Sequence[str]) -> list[str]:
    """A command line without what says which run it is, and how to go on with that."""
    said: list[str] = []
    names_run = False
    for argument in arguments:
        if not names_run and argument.partition("=")[0] not in (*_RUN_OPTIONS, *_FLAGS):
            said.append(argument)
        names_run = not names_run and argument in _RUN_OPTIONS
    return said
