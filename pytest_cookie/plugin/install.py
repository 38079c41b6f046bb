"""Sets up a session: reads and checks the user's options, plans the items and registers the hooks."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.ready_files import SAMPLE_PREFIX
from pytest_cookie.plugin.beside_playwright import check_options
from pytest_cookie.plugin.options import check_values
from pytest_cookie.plugin.phase_files import Phases
from pytest_cookie.plugin.progress import Progress
from pytest_cookie.plugin.resume import Continuing, previous_models, restore_options
from pytest_cookie.plugin.run_snapshot import RunSnapshot
from pytest_cookie.plugin.selection import check_selection
from pytest_cookie.plugin.session import RunSession
from pytest_cookie.plugin.session_state import SessionState
from pytest_cookie.plugin.shard import OFF, ShardChoice, Sharding, choose_shard
from pytest_cookie.plugin.terminal_output import InertReports, usage_error
from pytest_cookie.plugin.transport import Transport
from pytest_cookie.protocols.contract.roles import check_models
from pytest_cookie.protocols.run.existing_files import stock_of
from pytest_cookie.protocols.run.suite import Suite, plan_suite

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytest_cookie.core.case import Case
    from pytest_cookie.core.labels import Mode
    from pytest_cookie.plugin.release_gate import ReleaseGate


def install(config: pytest.Config) -> None:
    """Plan the items and register the hooks. Raises pytest's `UsageError` before anything runs."""
    try:
        state = plan_session(config)
        allotted = choose_shard(config.option.cookie_shard, os.environ)
        check_selection(config.option.markexpr)
        check_options(state)
        hooks = [*_sharding(state, allotted), *_hooks(state)]
    except (UsageError, GenerationError) as error:
        raise usage_error(error) from error
    for plugin in hooks:
        config.pluginmanager.register(plugin, f"cookie-{type(plugin).__name__.lower()}")


def plan_session(config: pytest.Config) -> SessionState:
    """The state of this session, with planned items. Raises `UsageError`."""
    state = SessionState.of(config)
    if state is None:
        restore_options(config)
        check_values(config.option)
        frozen = RunSnapshot.of(config)
        state = SessionState(config, frozen.settings, frozen.project, frozen=frozen)
        state.suite = _plan(state, frozen.cases)
        if state.settings.coding_services or state.settings.coding_docs:
            _ = state.services  # reports invalid services now
        state.keep()
    return state


def _sharding(state: SessionState, allotted: ShardChoice | None) -> list[object]:
    """The hooks of a shard. Its number is passed to workers, which may have another environment."""
    state.config.option.cookie_shard = str(allotted.shard) if allotted else OFF
    return [Sharding(state, allotted)] if allotted else []


def _hooks(state: SessionState) -> list[object]:
    hooks: list[object] = [RunSession(state), InertReports(), Transport(state), Phases(state), Continuing(state)]
    if not state.is_worker:
        hooks.append(Progress(state))
    option = state.config.option
    gate = _gate(state)
    hooks += [gate] if gate else []
    if state.settings.exports and not state.is_worker and state.shard is None and not option.collectonly:
        from pytest_cookie.plugin.exports import RunExports

        hooks.append(RunExports(state))
    if (junit := getattr(option, "xmlpath", None)) and not state.is_worker:
        from pytest_cookie.plugin.junit import GatedJunit

        hooks.append(GatedJunit(state, Path(os.path.expandvars(junit)).expanduser(), gate))
    if html := getattr(option, "htmlpath", None):
        from pytest_cookie.plugin.html_report import HtmlAttachments

        hooks.append(HtmlAttachments(state, state.config.invocation_params.dir / html))
    if getattr(option, "allure_report_dir", None):
        from pytest_cookie.plugin.allure_report import AllureAttachments  # allure-pytest is an extra

        hooks.append(AllureAttachments(state))
    return hooks


def _check_artifacts(state: SessionState, suite: Suite) -> None:
    if check := state.protocol.check_artifacts:
        stock = stock_of(state.settings, state.handed_in, samples=state.protocol.samples)
        items = {(item.case.id, item.key.model): item for item in suite.items}.values()
        with ExitStack() as opened:
            found = [opened.enter_context(stock.open(item.case, item.key.model)) for item in items]
            sources = dict.fromkeys(source for source, _ in filter(None, found))
            check([*sources], state.protocol.read_options(state.settings.protocol))


def _gate(state: SessionState) -> ReleaseGate | None:
    """The gate, if the user asked for one. In a shard, the `policy` waits for the merge: `pytest-cookie gate`."""
    option = state.config.option
    policy = state.settings.policy if state.shard is None else None
    asked = option.cookie_baseline or option.cookie_fail_under is not None or policy
    if not asked or state.is_worker or option.collectonly:
        return None
    from pytest_cookie.plugin.release_gate import ReleaseGate

    return ReleaseGate(state)


def _plan(state: SessionState, cases: Sequence[Case]) -> Suite:
    option = state.config.option
    state.roles.check(state.settings)
    state.protocol.check_roles(state.roles)
    if option.cookie_revisions and not state.protocol.revises:
        raise UsageError(f"--cookie-revisions: the protocol {state.protocol.name} does not revise artifacts")
    samples = [model for model in option.cookie_model if model.startswith(SAMPLE_PREFIX)]
    if option.cookie_mode == "react" and samples:
        raise UsageError(f"--cookie-mode=react: {samples[0]} has only single-file pages; name a model that generates")
    suite = plan_suite(
        cases,
        option.cookie_model,
        mode=cast("Mode", option.cookie_mode),
        repeats=option.cookie_repeats,
        stock=stock_of(state.settings, state.handed_in, samples=state.protocol.samples),
        before=previous_models(state),
    )
    if not state.is_worker:
        if state.protocol.check_agent:
            state.protocol.check_agent(cases, state.roles, suite.models)
        _check_artifacts(state, suite)
        asked = tuple((model, state.settings.generation) for model in suite.asked)
        more = tuple((model, state.settings.agent) for model in state.option_models)
        check_models(state.models, (*asked, *state.roles.calls(state.settings), *more))
    return suite
