"""Processors and free memory of this machine, within the limits of cgroups (a container, a batch job)."""

import math
import os
from collections.abc import Iterator
from pathlib import Path

import psutil

from pytest_cookie.records.plain_tree import read_bounded_text

_ROOT = Path("/sys/fs/cgroup")
_OWN = Path("/proc/self/cgroup")
_NO_LIMIT = 1 << 60
"""cgroups version 1 expresses "no limit" by a number near 2⁶³."""


def count_processors(root: Path = _ROOT, own: Path = _OWN) -> int:
    """Number of processors this process may use at once; a quota of 1.5 counts as 2."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on macOS
    count = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min([count, *(math.ceil(quota) for quota in _quotas(root, own))]))


def measure_free_memory(root: Path = _ROOT, own: Path = _OWN) -> int:
    """Bytes that can be allocated without harm to other processes; reclaimable caches count as free."""
    return max(0, min([psutil.virtual_memory().available, *_memory_left(root, own)]))


def _quotas(root: Path, own: Path) -> Iterator[float]:
    for folder in _folders(root, own, "cpu"):
        words = _words(folder / "cpu.max") or [
            *_words(folder / "cpu.cfs_quota_us"),
            *_words(folder / "cpu.cfs_period_us"),
        ]
        if len(words) == 2 and words[0].isdecimal() and words[1].isdecimal() and int(words[1]):
            yield int(words[0]) / int(words[1])


def _memory_left(root: Path, own: Path) -> Iterator[int]:
    for folder in _folders(root, own, "memory"):
        for most, used in (("memory.max", "memory.current"), ("memory.limit_in_bytes", "memory.usage_in_bytes")):
            limit, taken = _words(folder / most), _words(folder / used)
            if limit and taken and limit[0].isdecimal() and int(limit[0]) < _NO_LIMIT:
                yield int(limit[0]) - int(taken[0]) + _inactive_cache(folder)


def _inactive_cache(folder: Path) -> int:
    """Bytes of inactive file cache."""
    words = _words(folder / "memory.stat")
    found = dict(zip(words[::2], words[1::2], strict=False))
    return int(found.get("total_inactive_file") or found.get("inactive_file") or 0)


def _folders(root: Path, own: Path, controller: str) -> Iterator[Path]:
    """Folders of this process's cgroup and its parents; in a container the paths start at its own root."""
    for line in _lines(own):
        _, controllers, path = [*line.split(":", 2), "", ""][:3]
        if controllers and controller not in controllers.split(","):
            continue
        top = root / controller if controllers else root
        folder = top / path.strip("/")
        while folder != top and top in folder.parents:
            yield folder
            folder = folder.parent
        yield top


def _lines(path: Path) -> list[str]:
    try:
        return read_bounded_text(path).splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _words(path: Path) -> list[str]:
    return " ".join(_lines(path)).split()
