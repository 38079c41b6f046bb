"""How many workers, and what decides it."""

from pytest_cookie.protocols.run.parallelism import Bound, Demand, Machine, browsers, workers, working

LARGE = Machine(processors=4, free_bytes=64_000_000_000)


def test_without_models_there_is_a_worker_per_processor():
    assert workers(Demand(items=100), LARGE) == Bound(4, "one per processor")


def test_workers_never_exceed_items():
    assert workers(Demand(items=3), LARGE) == Bound(3, "one per item")
    assert workers(Demand(items=3, calls=16, agent=True), LARGE).most == 3
    assert workers(Demand(items=None), LARGE).most == 4


def test_runs_with_models_have_more_workers_than_processors():
    demand = Demand(items=1000, calls=100, agent=True)
    assert workers(demand, LARGE) == Bound(32, "models are called, 8 items per processor")


def test_workers_never_exceed_concurrent_calls():
    found = workers(Demand(items=1000, calls=16), LARGE)
    assert found == Bound(16, "models are called, at most 16 calls at a time")


def test_memory_bounds_items_with_their_browsers():
    small = Machine(processors=4, free_bytes=3_000_000_000)
    assert workers(Demand(items=100), small) == Bound(3, "3.0 GB of memory is free")
    assert workers(Demand(items=100, calls=16, agent=True), small).most == 3
    # a model that only makes or judges pages needs no browser while it is waited for
    six = Machine(processors=2, free_bytes=4_100_000_000)
    assert workers(Demand(items=100, calls=16), six) == Bound(10, "4.1 GB of memory is free")


def test_a_tiny_machine_still_runs():
    tiny = Machine(processors=1, free_bytes=100_000_000)
    assert workers(Demand(items=9, calls=16), tiny).most == 1
    assert (browsers(tiny), working(tiny)) == (1, 2)


def test_memory_limits_live_browsers_and_processors_limit_busy_ones():
    assert (browsers(LARGE), working(LARGE)) == (71, 5)
