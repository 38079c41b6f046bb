"""`WorkerNode`: the part of xdist's `WorkerController` that the controller's hooks use."""

from __future__ import annotations

from typing import Protocol


class _Gateway(Protocol):
    id: str


class WorkerNode(Protocol):
    """A worker, as the controller sees it. It also has `workeroutput` once the worker has exited normally."""

    gateway: _Gateway
    workerinput: dict[str, str]
