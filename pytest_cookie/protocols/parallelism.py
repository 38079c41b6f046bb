"""How many workers a run is given, and how many browsers they may have together: by what bounds it.

An item waits for models most of its time, and a worker that waits takes next to nothing; so models bound a run by the
calls that may be under way, a run without models is bound by its processors, and either by memory.
"""

from dataclasses import dataclass

from pytest_cookie.browser.process.machine_resources import free_memory, processors

WORKER_BYTES = 200_000_000
"""A process that runs items, with what it keeps of pictures and films (measured: 70 to 200 MB)."""
BROWSER_BYTES = 700_000_000
"""A browser with its driver and one page (measured: 190 MB with a plain one, 400 with many)."""
ITEMS_A_PROCESSOR = 8
"""An item whose pages a model uses computes for about a minute and waits for answers for many."""


@dataclass(frozen=True)
class Machine:
    """What there is to share."""

    processors: int
    free_bytes: int

    @classmethod
    def here(cls) -> "Machine":
        """This one, at this moment."""
        return cls(processors(), free_memory())


@dataclass(frozen=True)
class Demand:
    """What a run asks for.

    `calls` of models may be under way at once, 0 where none is asked; `agent`: a model uses the pages, so that browsers
    stand and wait for it. `items` is None where it is not known how many there are.
    """

    items: int | None
    calls: int = 0
    agent: bool = False


@dataclass(frozen=True)
class Bound:
    """The most that something allows, and what that is."""

    most: int
    why: str


def workers(demand: Demand, machine: Machine) -> Bound:
    """How many workers to start, at least one."""
    bounds = [Bound(demand.items, "one an item")] if demand.items is not None else []
    if demand.calls:
        bounds.append(Bound(demand.calls, f"models are asked, and {demand.calls} calls may be under way at once"))
        most = ITEMS_A_PROCESSOR * machine.processors
        bounds.append(Bound(most, f"models are asked, {ITEMS_A_PROCESSOR} items a processor"))
    else:
        bounds.append(Bound(machine.processors, "one a processor"))
    bounds.append(Bound(_in_memory(demand, machine), f"{machine.free_bytes / 1e9:.1f} GB of memory are free"))
    least = min(bounds, key=lambda bound: bound.most)
    return least if least.most >= 1 else Bound(1, least.why)


def browsers(machine: Machine) -> int:
    """How many browsers may be alive at once: as many items as memory holds."""
    return max(1, machine.free_bytes // (WORKER_BYTES + BROWSER_BYTES))


def working(machine: Machine) -> int:
    """How many of them may be at work at once: no processor shall be idle while one of them waits for its driver."""
    return machine.processors + 1


def _in_memory(demand: Demand, machine: Machine) -> int:
    """Where no model uses the pages, only those at work have a browser."""
    if demand.agent or not demand.calls:
        return browsers(machine)
    return (machine.free_bytes - working(machine) * BROWSER_BYTES) // WORKER_BYTES
