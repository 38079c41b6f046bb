"""Chooses the number of workers and of browsers for a run.

An item that uses models spends most of its time waiting, and a waiting worker needs almost no processor. So runs with
models are bounded by concurrent calls, runs without models by processors, and both by memory.
"""

from dataclasses import dataclass

from pytest_cookie.browser.process.machine_resources import count_processors, measure_free_memory

WORKER_BYTES = 200_000_000
"""A worker process with its pictures and films (measured: 70 to 200 MB)."""
BROWSER_BYTES = 700_000_000
"""A browser with its driver and one page (measured: 190 MB with a plain page, 400 MB with a heavy one)."""
ITEMS_A_PROCESSOR = 8
"""An item with a model as agent computes for about a minute and waits for responses for many."""


@dataclass(frozen=True)
class Machine:
    """The available resources."""

    processors: int
    free_bytes: int

    @classmethod
    def here(cls) -> "Machine":
        """The resources of this machine now."""
        return cls(count_processors(), measure_free_memory())


@dataclass(frozen=True)
class Demand:
    """The needs of a run.

    `calls` is the number of concurrent model calls, 0 without models. With `agent`, a model uses the pages, so browsers
    idle while it thinks. `items` is None if their number is unknown.
    """

    items: int | None
    calls: int = 0
    agent: bool = False


@dataclass(frozen=True)
class Bound:
    """A limit and its reason."""

    most: int
    why: str


def workers(demand: Demand, machine: Machine) -> Bound:
    """The number of workers to start, at least one."""
    bounds = [Bound(demand.items, "one per item")] if demand.items is not None else []
    if demand.calls:
        bounds.append(Bound(demand.calls, f"models are called, at most {demand.calls} calls at a time"))
        most = ITEMS_A_PROCESSOR * machine.processors
        bounds.append(Bound(most, f"models are called, {ITEMS_A_PROCESSOR} items per processor"))
    else:
        bounds.append(Bound(machine.processors, "one per processor"))
    bounds.append(Bound(_in_memory(demand, machine), f"{machine.free_bytes / 1e9:.1f} GB of memory is free"))
    least = min(bounds, key=lambda bound: bound.most)
    return least if least.most >= 1 else Bound(1, least.why)


def browsers(machine: Machine) -> int:
    """The number of browsers that fit into memory together with their workers."""
    return max(1, machine.free_bytes // (WORKER_BYTES + BROWSER_BYTES))


def working(machine: Machine) -> int:
    """The number of busy browsers: one more than processors, so none idles while a browser waits for its driver."""
    return machine.processors + 1


def _in_memory(demand: Demand, machine: Machine) -> int:
    """Without a model as agent, only busy items have a browser."""
    if demand.agent or not demand.calls:
        return browsers(machine)
    return (machine.free_bytes - working(machine) * BROWSER_BYTES) // WORKER_BYTES
