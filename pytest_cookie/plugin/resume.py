"""Resumes a run: restores its options, checks that it can continue, and prints how to complete it afterwards."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.wording import count
from pytest_cookie.plugin.items import ITEM_RUN, find_planned_item, is_benchmark
from pytest_cookie.plugin.options import apply_defaults
from pytest_cookie.plugin.terminal_output import say
from pytest_cookie.protocols.run.cached_phases import find_record
from pytest_cookie.records.continuity import OptionChange, compare_manifests, update_manifest
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.run import RunFolder

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from pytest_cookie.core.record import Manifest, Record
    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.protocols.run.suite import PlannedItem

_RUN_OPTIONS = ("--cookie-resume", "--cookie-run")
_FLAGS = ("--cookie-resume-anyway", "--cookie-retry-errors")
_NEVER = frozenset({"schema version", "protocol", "shard"})
"""A run that differs in one of these can never be resumed."""
_FROM_OPTIONS: Mapping[str, type | tuple[type, ...]] = {
    "cookie_cases": str,
    "cookie_set": str,
    "cookie_artifacts": str,
    "cookie_judge": str,
    "cookie_ablation": str,
    "cookie_revisions": int,
    "cookie_budget_usd": (int, float),
    "cookie_replay": str,
}
"""Options stored in a manifest under their own name; a merged manifest may hold another type."""
_RESUMED = (*_FROM_OPTIONS, "cookie_protocol", "cookie_mode", "cookie_agent", "cookie_repeats", "cookie_shard")
_OPTIONS, _LEFT_OUT = "cookie_options", "cookie_left_out"


def restore_options(config: pytest.Config) -> None:
    """With `--cookie-resume`, give omitted options the run's original values. Raises `UsageError`."""
    option = config.option
    if hasattr(config, "workerinput"):  # a worker parses the command line again, and gets the controller's result
        vars(option).update(load_json(config.workerinput.get(_OPTIONS, "{}")))
    elif option.cookie_resume:
        if option.cookie_run:
            raise UsageError("--cookie-resume already names the run; remove --cookie-run")
        run = RunFolder.open(config.invocation_params.dir / option.cookie_resume)
        option.cookie_run = option.cookie_resume
        _restore(config, _manifest_of(run))
    apply_defaults(config.option)


def _restore(config: pytest.Config, manifest: Manifest) -> None:
    option = config.option
    option.cookie_model = option.cookie_model or list(manifest.models)
    stored = {name: manifest.options.get(name) for name in _FROM_OPTIONS}
    original: dict[str, object] = {
        name: stored[name] for name, kind in _FROM_OPTIONS.items() if isinstance(stored[name], kind)
    }
    original |= {"cookie_mode": manifest.mode, "cookie_agent": manifest.agent, "cookie_repeats": manifest.repeats}
    original["cookie_protocol"] = manifest.protocol
    if manifest.shard and "," not in manifest.shard:  # several merged shards cannot be run as one
        original["cookie_shard"] = manifest.shard
    for name, value in original.items():
        if getattr(option, name) is None:
            setattr(option, name, value)
    for name, what in {"cookie_cases": "cases", "cookie_artifacts": "artifacts"}.items():
        place = original.get(name)
        if place and getattr(option, name) == place and not (config.invocation_params.dir / str(place)).exists():
            raise UsageError(
                f"--cookie-resume: the run read its {what} from {place}, which does not exist here; run pytest in the "
                f"folder where the run began, or pass --cookie-{what}"
            )


def pass_to_worker(state: SessionState, workerinput: dict[str, str]) -> None:
    """Pass a worker the values that only the controller knows, as plain JSON."""
    option = state.config.option
    workerinput[_OPTIONS] = json.dumps({name: getattr(option, name) for name in ("cookie_model", *_RESUMED)})
    workerinput[_LEFT_OUT] = json.dumps(sorted(state.left_out))


def previous_models(state: SessionState) -> tuple[str, ...]:
    """The models of the resumed run; empty for a new run. Raises `UsageError`."""
    if state.is_worker or not (state.has_named_run and RunFolder.is_run(state.run_path)):
        return ()
    return _manifest_of(RunFolder.open(state.run_path)).models


def open_run(state: SessionState, now: Manifest) -> RunFolder:
    """The run of this session, locked: a new one, or an existing one if it can be resumed.

    Raises `UsageError` if it cannot, and `RecordingError`.
    """
    from pytest_cookie.protocols.run.model_access import count_calls  # loads the client for models

    option = state.config.option
    if not RunFolder.is_run(state.run_path):
        for flag in _FLAGS:
            if getattr(option, flag.strip("-").replace("-", "_")):
                raise UsageError(f"{flag} needs a run to resume; name one with --cookie-resume")
        state.claim_run_path()
        run = RunFolder.create(state.run_path)
        _lock(state)
        state.config.add_cleanup(partial(_discard_unbegun, state, run))  # runs before the lock is released
        run.write_manifest(now)
        return run
    run = RunFolder.open(state.run_path)
    _lock(state)
    before = _manifest_of(run)
    found = compare_manifests(before, now)
    _check(run, found, anyway=option.cookie_resume_anyway)
    run.tidy()
    state.begin_spending()
    state.calls_before = count_calls(state.run_path)
    state.left_out = _left_out(state, before, run.planned())
    state.is_continued, state.keeps_plan, state.whole = True, not _selects(state), before.whole
    run.write_manifest(update_manifest(before, now, found))
    return run


def _discard_unbegun(state: SessionState, run: RunFolder) -> None:
    """Delete the empty folder of a session that was stopped before its first item."""
    if not state.is_finished:
        run.discard_if_empty()


def join_run(state: SessionState) -> None:
    """Let a worker share the controller's lock and plan."""
    lock = RunLock(state.run_path)
    lock.join()
    state.config.add_cleanup(lock.release)
    given = getattr(state.config, "workerinput", {})
    state.left_out = frozenset(load_json(given.get(_LEFT_OUT, "[]")))


def _lock(state: SessionState) -> None:
    lock = RunLock(state.run_path)
    state.config.add_cleanup(lock.release)
    reporter = state.config.pluginmanager.getplugin("terminalreporter")
    lock.take(say=partial(say, reporter) if isinstance(reporter, TerminalReporter) else None)


def _manifest_of(run: RunFolder) -> Manifest:
    try:
        return run.manifest
    except CookieError as error:
        raise UsageError(f"{run.path} cannot be resumed: {error}") from error


def _check(run: RunFolder, found: Sequence[OptionChange], *, anyway: bool) -> None:
    never = [change for change in found if change.what in _NEVER]
    if not found or (anyway and not never):
        return
    listed = "".join(f"\n  {change}" for change in found)
    advice = (
        "use another folder with --cookie-run"
        if never
        else "use the original options (or only --cookie-resume), use another folder with --cookie-run, or pass "
        "--cookie-resume-anyway to repeat the affected phases and keep the rest"
    )
    raise UsageError(f"{run.path} holds a run with different options or inputs; {advice}{listed}")


def _selects(state: SessionState) -> bool:
    """Whether the user selects items; otherwise the planned ones run."""
    option = state.config.option
    return bool(option.keyword or option.markexpr or any("::" in str(argument) for argument in option.file_or_dir))


def _left_out(state: SessionState, before: Manifest, plan: frozenset[str] | None) -> frozenset[str]:
    """Names of items that the run knows but did not plan. Items that are new to the run are planned now."""
    if not plan or _selects(state):
        return frozenset()
    return frozenset(name for name, item in state.items.items() if _is_known(item, before) and item.folder not in plan)


def _is_known(item: PlannedItem, manifest: Manifest) -> bool:
    key = item.key
    return key.case in manifest.cases and key.model in manifest.models and key.repeat <= manifest.repeats


class Continuing:
    """Hooks of every run: deselect items that were not planned, and mark items completed in earlier sessions."""

    def __init__(self, state: SessionState) -> None:
        self._state = state

    def pytest_report_header(self) -> list[str]:
        state = self._state
        if not state.is_continued or state.run is None:
            return []
        records = [_settled(state, state.run, item) for name, item in state.items.items() if name not in state.left_out]
        done = [record for record in records if record is not None]
        state.done_before = len(done)
        line = f"cookie: resumes {state.run_path}: {len(done)} of {count(len(records), 'item')} completed before"
        unscored = sum(record.outcome == "unscored" for record in done)
        line += f", {unscored} of them unscored" if unscored else ""
        if others := len(state.left_out):
            line += f"; {count(others, 'item')} outside the original plan skipped (add with -k or -m)"
        return [line]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """After sharding has counted the items."""
        if out := [item for item in items if self._is_left_out(item)]:
            config.hook.pytest_deselected(items=out)
            items[:] = [item for item in items if not self._is_left_out(item)]

    def _is_left_out(self, node: pytest.Item) -> bool:
        item = find_planned_item(node, self._state) if self._state.left_out and is_benchmark(node) else None
        return item is not None and item.name in self._state.left_out

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        run = item.stash.get(ITEM_RUN, None)
        if run is not None and run.is_settled:
            vars(report)[_DONE_BEFORE] = True
        return report


_DONE_BEFORE = "cookie_done_before"
"""Attribute of a report whose item was completed in an earlier session."""


def was_done_before(report: pytest.TestReport) -> bool:
    """Whether the item was completed in an earlier session, so that the test only reported it."""
    return bool(getattr(report, _DONE_BEFORE, False))


def _settled(state: SessionState, run: RunFolder, item: PlannedItem) -> Record | None:
    kept = find_record(run.item(item.folder), item.case, item.key, state.stages.inputs)
    return kept.record if kept.is_settled(retry_errors=state.config.option.cookie_retry_errors) else None


def describe_next_steps(state: SessionState, run: RunFolder, records: Sequence[Record]) -> list[str]:
    """Unfinished work and the commands that complete it; empty if everything is done."""
    open_now = {record.folder for record in records if record.cause and record.cause.is_of_the_run}
    planned = run.planned() or frozenset()
    left = len(open_now | (planned - {record.folder for record in records}))
    broken = sum(bool(record.cause) for record in records) - len(open_now)
    lines = []
    if left:
        lines.append(f"{left} of {count(len(planned), 'item')} not done; continue with: {_command(state)}")
    if broken:
        unscored = count(broken, "unscored item")
        lines.append(f"{unscored}; retry with: {_command(state)} --cookie-retry-errors")
    return lines


def _command(state: SessionState) -> str:
    """The user's command, changed to resume this run."""
    here, run = state.config.invocation_params.dir, state.run_path
    shown = run.relative_to(here) if run.is_relative_to(here) else run
    arguments = strip_run_options([str(argument) for argument in state.config.invocation_params.args])
    return shlex.join(["pytest", *arguments, f"--cookie-resume={shown}"])


def strip_run_options(arguments: Sequence[str]) -> list[str]:
    """A command line without the options that name a run and control its resumption."""
    others: list[str] = []
    names_run = False
    for argument in arguments:
        if not names_run and argument.partition("=")[0] not in (*_RUN_OPTIONS, *_FLAGS):
            others.append(argument)
        names_run = not names_run and argument in _RUN_OPTIONS
    return others
