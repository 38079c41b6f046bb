"""Chooses the number of workers for `-n auto`."""

from __future__ import annotations

import os

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.llm.transport.model_info import provider_of
from pytest_cookie.plugin.install import plan_session
from pytest_cookie.plugin.items import labels_of
from pytest_cookie.plugin.options import BENCHMARK
from pytest_cookie.plugin.selection import count_selected
from pytest_cookie.plugin.session_state import SessionState
from pytest_cookie.plugin.shard import choose_shard
from pytest_cookie.plugin.terminal_output import usage_error
from pytest_cookie.protocols.run.parallelism import Demand, Machine, workers

BY_HAND = "PYTEST_XDIST_AUTO_NUM_WORKERS"
"""xdist's environment variable."""


def choose_workers(config: pytest.Config) -> int | None:
    """The number of workers; None if xdist decides (`-n logical`), or if the user set the variable."""
    if config.option.numprocesses == "logical" or os.environ.get(BY_HAND):
        return None
    try:
        state = plan_session(config)
        state.workers = workers(_demand(state), Machine.here())
    except UsageError as error:
        raise usage_error(error) from error
    return state.workers.most


def _demand(state: SessionState) -> Demand:
    return Demand(items=_items(state), calls=_calls(state), agent=state.roles.asks_agent)


def _items(state: SessionState) -> int | None:
    """The number of items; None if the user named own tests, which may use every item any number of times."""
    option = state.config.option
    if option.file_or_dir and list(option.file_or_dir) != [BENCHMARK]:
        return None
    allotted = choose_shard(option.cookie_shard, os.environ)
    items = [item for item in state.items.values() if allotted is None or allotted.shard.holds(item.key)]
    listed = ((item.name, labels_of(item)) for item in items)
    return count_selected(listed, option.keyword, option.markexpr) if items else 0


def _calls(state: SessionState) -> int:
    """The number of concurrent calls: a fixed number per provider."""
    authors = state.suite.asked if state.suite else ()
    others = [model for model, _ in state.roles.calls(state.settings)]
    return state.settings.calls_at_once * len({provider_of(model) for model in (*authors, *others)})
