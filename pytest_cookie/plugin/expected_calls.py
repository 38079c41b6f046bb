"""Prints, before the first call, what the calls of a run are expected to take."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from _pytest.terminal import TerminalReporter

from pytest_cookie.plugin.terminal_output import say
from pytest_cookie.protocols.contract.protocol import COOKIE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from pytest_cookie.plugin.session_state import SessionState


def announce_expected(state: SessionState, folders: Collection[str]) -> None:
    """Print the lines once, if models are called for the selected items in `folders`."""
    reporter = state.config.pluginmanager.getplugin("terminalreporter")
    if state.has_announced or not state.asks_models or not isinstance(reporter, TerminalReporter):
        return
    state.has_announced = True
    for line in _expected_lines(state, folders):
        say(reporter, f"cookie: {line}")


def _expected_lines(state: SessionState, folders: Collection[str]) -> Iterator[str]:
    from pytest_cookie.protocols.run.expected_cost import describe_expected, expect_calls

    option, suite = state.config.option, state.suite
    if option.collectonly or option.cookie_replay == "only" or suite is None:
        return
    left = set(folders) - _done(state)
    selected = [item for item in suite.items if item.folder in left]
    is_default = state.protocol.name == COOKIE
    expected = expect_calls(
        state.roles,
        state.settings,
        state.models.prices,
        items=len(selected) if is_default else 0,
        authored=Counter(item.key.model for item in selected if item.key.model in suite.asked),
        mode=option.cookie_mode,
    )
    yield from describe_expected(expected)
    if not is_default and state.roles.ask_models:
        yield f"expected: calls of agent and judge are not estimated for the protocol {state.protocol.name}"


def _done(state: SessionState) -> set[str]:
    """The folders of the items that a resumed run has finished."""
    if not state.is_continued or state.run is None:
        return set()
    return {record.folder for record in state.run.gather()[0] if record.outcome != "unscored"}
