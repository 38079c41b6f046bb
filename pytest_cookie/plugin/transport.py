"""Between controller and workers: where the run is, how many items there are. Only plain JSON crosses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from pytest_cookie.plugin.bench import Bench


class _WorkerNode(Protocol):
    """The part of xdist's `WorkerController` that we use."""

    workerinput: dict[str, str]


class Transport:
    """Hooks of xdist; without it they are never called."""

    def __init__(self, bench: Bench) -> None:
        self._bench = bench

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: _WorkerNode) -> None:
        if self._bench.run is not None:
            node.workerinput["cookie_run"] = str(self._bench.run.path.resolve())

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, node: _WorkerNode, ids: Sequence[str]) -> None:
        self._bench.select(sum("::test_artifact[" in node_id for node_id in ids))
