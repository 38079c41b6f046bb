"""Data from controller to workers and back: run folder, number of items. Only plain JSON is passed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.plugin.expected_calls import announce_expected
from pytest_cookie.plugin.resume import pass_to_worker
from pytest_cookie.plugin.run_snapshot import HANDED_ON

if TYPE_CHECKING:
    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.plugin.worker_node import WorkerNode


class Transport:
    """Hooks of xdist; not called without it."""

    def __init__(self, state: SessionState) -> None:
        self._state = state

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: WorkerNode) -> None:
        if self._state.run is not None:
            assert self._state.frozen is not None
            node.workerinput[HANDED_ON] = self._state.frozen.model_dump_json()
            node.workerinput["cookie_run"] = str(self._state.run.path.resolve())
            pass_to_worker(self._state, node.workerinput)
            node.workerinput["cookie_max_browsers"] = str(self._state.max_browsers)
            node.workerinput["cookie_max_working"] = str(self._state.max_working)
            if self._state.asks_models and self._state.config.option.cookie_replay != "only":
                node.workerinput["cookie_switchboard"] = str(self._state.switchboard.path or "")

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: WorkerNode, ids: Sequence[str]) -> None:
        named = (node_id.partition("::test_artifact[")[2].removesuffix("]") for node_id in ids)
        folders = {self._state.items[name].folder for name in named if name in self._state.items}
        self._state.select(folders)
        announce_expected(self._state, folders)
