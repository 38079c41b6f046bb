"""The folders of the built-in cases and sample artifacts, in the installed wheel or in a checkout."""

from pathlib import Path
from typing import Literal, get_args

BenchmarkSet = Literal["mini", "lite", "full"]
BENCHMARK_SETS: tuple[BenchmarkSet, ...] = get_args(BenchmarkSet)
"""Smallest first; each contains the one before it. `mini` has one case per leaf, `lite` twelve per domain."""
SET_SIZES: dict[BenchmarkSet, int] = {"mini": 54, "lite": 132, "full": 1_000}
"""Number of cases in each set."""

_PACKAGE = Path(__file__).resolve().parent.parent


def builtin_cases_folder() -> Path:
    """The folder of the benchmark's own cases, with one folder for each set."""
    return _folder("cookie")


def builtin_set_folders(name: BenchmarkSet) -> tuple[Path, ...]:
    """The folders that make up a set: each holds the cases that the smaller sets lack."""
    return tuple(builtin_cases_folder() / each for each in BENCHMARK_SETS[: BENCHMARK_SETS.index(name) + 1])


def builtin_samples_folder() -> Path:
    """The folder of the sample artifacts, used by `--model=sample/…`."""
    return _folder("samples")


def describe_set(name: BenchmarkSet) -> str:
    """Such as `the benchmark's set mini (54 of 1,000 cases); for more: --cookie-set=lite or full`."""
    size, larger = SET_SIZES[name], BENCHMARK_SETS[BENCHMARK_SETS.index(name) + 1 :]
    if not larger:
        return f"the whole benchmark ({size:,} cases)"
    share = f"{size:,} of {SET_SIZES['full']:,} cases"
    return f"the benchmark's set {name} ({share}); for more: --cookie-set={' or '.join(larger)}"


def _folder(name: str) -> Path:
    installed = _PACKAGE / "_cases" / name
    return installed if installed.is_dir() else _PACKAGE.parent / "benchmark_cases" / name
