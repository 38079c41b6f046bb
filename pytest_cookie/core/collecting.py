"""`pause_garbage_collection`: pauses garbage collection for work that keeps all its objects."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pause_garbage_collection() -> Iterator[None]:
    """Pause garbage collection: while every object stays alive, collecting only costs time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
