"""The lines of a run at the start of pytest's output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pytest_cookie.browser.process.chromium import find_missing_fonts
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.core.wording import count
from pytest_cookie.protocols.contract.entry_points import describe_source, list_added
from pytest_cookie.protocols.contract.protocol import COOKIE
from pytest_cookie.protocols.contract.settings import describe_settings_source
from pytest_cookie.protocols.run.provided_artifacts import describe_coverage
from pytest_cookie.reporting.text.quantities import money

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.protocols.run.suite import Suite


def header_lines(state: SessionState, suite: Suite) -> list[str]:
    """Items, models and roles, the files of the settings, and what may keep the run from its best result."""
    lines = [_describe_run(state, suite), f"settings: {_settings_source(state)}"]
    lines += _describe_cases(state, suite)
    if added := [f"{name} of {describe_source(point)}" for name, point in list_added("checks").items()]:
        lines.append(f"added checks: {', '.join(added)}")
    if handed_in := state.handed_in:
        lines.append(describe_coverage(handed_in, suite))
    if chosen := state.workers:
        lines.append(f"-n auto: {count(chosen.most, 'worker')}: {chosen.why}")
    if state.asks_models:
        lines += _describe_models(state)
    if any(case.cdn for case in suite.cases):
        lines += _describe_library(state)
    if (names := sys.getfilesystemencoding()) != "utf-8":
        lines.append(f"file names are {names}; pages with other names fail. Set PYTHONUTF8=1 for UTF-8")
    if lacking := {item.case.language for item in suite.items} & set(find_missing_fonts()):
        names = ", ".join(sorted(lacking))
        lines.append(f"no fonts for {names}, so pictures show boxes; install fonts-noto-cjk or similar")
    return [f"cookie: {line}" for line in lines]


def _describe_run(state: SessionState, suite: Suite) -> str:
    protocol, judge = state.protocol, state.config.option.cookie_judge
    named = "" if protocol.name == COOKIE else f"protocol {protocol.name} {protocol.version}, "
    judged = f", judge {judge}" if protocol.judge is None or judge != MEASURED else ""
    items = count(len(suite.items), "item")
    return f"{items}, {', '.join(suite.models)}; {named}agent {state.roles.agent}{judged}"


def _settings_source(state: SessionState) -> str:
    frozen = state.frozen
    if frozen is None or frozen.settings_file is None:
        return f"defaults; no [tool.pytest-cookie] found for {state.project}"
    return describe_settings_source(frozen.settings_file, frozen.unread_settings)


def _describe_cases(state: SessionState, suite: Suite) -> Iterator[str]:
    if state.frozen and (left_out := state.frozen.left_out):
        yield f"{count(len(left_out), 'record')} of cases or answers left out: {left_out[0]}"
    if notes := state.protocol.notes:
        yield from notes(suite.cases)


def _describe_models(state: SessionState) -> Iterator[str]:
    from pytest_cookie.protocols.run.model_access import REPLAY, describe_missing_keys

    option, cache = state.config.option, state.settings.reports / REPLAY
    source = {"on": f"cached responses from {cache}", "only": f"only cached responses from {cache}", "off": "no cache"}
    budget = "no budget" if option.cookie_budget_usd is None else f"budget {money(option.cookie_budget_usd)}"
    yield f"models: {source[option.cookie_replay]}; {budget}"
    if blind := ", ".join(state.roles.blind(state.models)):
        yield f"{blind}: litellm lists it without image input; images are sent anyway"
    yield from describe_missing_keys(state.called_models, option.cookie_replay)


def _describe_library(state: SessionState) -> Iterator[str]:
    from pytest_cookie.deployment.library.install import HOW_TO_GET_ONE
    from pytest_cookie.protocols.run.library import library_of

    if library_of(state.settings) is None:
        yield f"requests to CDNs are blocked without a library; get one with {HOW_TO_GET_ONE}"
