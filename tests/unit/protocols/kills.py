"""Kills a process at a chosen moment."""

import os
import signal
import sys
from collections.abc import Callable

_TOUCHES = frozenset({"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.chmod"})


def killed_at(touch: int, work: Callable[[], object]) -> bool:
    """Whether `work`, in a process of its own, was killed before the file system was touched for that time."""
    child = os.fork()
    if child == 0:
        left = iter(range(touch))

        def hook(event: str, arguments: tuple[object, ...]) -> None:
            if event in _TOUCHES and next(left, None) is None:
                os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(hook)
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)
