"""What the steps of `dataset` share: the pool that a step reads, and the folder that it writes to."""

import argparse
from pathlib import Path

from pytest_cookie.dataset.builtin import builtin_set_folders
from pytest_cookie.dataset.construction.pool import Query, read_pool
from pytest_cookie.dataset.load import load_cases


def add_pool(parser: argparse.ArgumentParser) -> None:
    """Add the pool and its column."""
    parser.add_argument("pool", type=Path, help="queries: a CSV file, or JSON lines")
    parser.add_argument("--column", metavar="NAME", help="column with the query (default: query, brief, prompt, …)")


def add_output(parser: argparse.ArgumentParser, files: str) -> None:
    """Add the output folder."""
    parser.add_argument(
        "--out", type=Path, default=Path("dataset"), metavar="FOLDER", help=f"folder for {files} (default: dataset)"
    )


def add_briefs(parser: argparse.ArgumentParser) -> None:
    """Add the briefs of a pool, of cases, or of the benchmark (`read_briefs`)."""
    parser.add_argument(
        "pool",
        type=Path,
        nargs="?",
        help="queries (CSV, JSON lines) or cases (YAML) (default: the benchmark's cases)",
    )
    parser.add_argument("--column", metavar="NAME", help="column with the query (default: query, brief, prompt, …)")


def read_queries(options: argparse.Namespace) -> list[Query]:
    """The queries of the pool."""
    return read_pool(options.pool, column=options.column)


def read_briefs(options: argparse.Namespace) -> list[Query]:
    """The queries of a pool, or the briefs of YAML cases; without a pool those of the whole benchmark."""
    if not holds_cases(options.pool):
        return read_pool(options.pool, column=options.column)
    cases = load_cases(*case_paths(options.pool))
    return [Query(case.id, case.brief, {"language": case.language, "leaf": case.leaf}) for case in cases]


def holds_cases(pool: Path | None) -> bool:
    """Whether a pool is a folder or YAML file of cases; without one it is the benchmark."""
    return pool is None or pool.is_dir() or pool.suffix in (".yaml", ".yml")


def case_paths(pool: Path | None) -> tuple[Path, ...]:
    """The paths of the cases of such a pool."""
    return (pool,) if pool else builtin_set_folders("full")


def describe_bar(label: str, number: int, whole: int, *, width: int = 24) -> str:
    """A line with a bar, such as `  kept        964  ███████  96 %`."""
    share = number / whole if whole else 0.0
    return f"  {label:<22}{number:>8,}  {'█' * round(width * share):<{width}} {share:>4.0%}"
