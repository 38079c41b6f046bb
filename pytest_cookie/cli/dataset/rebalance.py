"""`pytest-cookie dataset rebalance`: brings the languages of a pool to their targets."""

import argparse
from collections import Counter
from collections.abc import Mapping

from pytest_cookie.cli.command import Commands
from pytest_cookie.cli.dataset.pool_options import add_output, add_pool, read_queries
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.rebalance import (
    TARGETS,
    Assignment,
    fill_labels,
    rebalance,
    scale_targets,
    write_tables,
)


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("rebalance", help="bring the languages of a pool to their targets")
    add_pool(step)
    step.add_argument(
        "--targets",
        type=_targets,
        metavar="LANGUAGE=N,…",
        help="number of queries of each language (default: the shares of Cookie-Bench, 30 % Chinese, 30 % English, "
        "40 % over fr, es, ja, de, ko, pt)",
    )
    step.add_argument("--seed", type=int, default=0, help="seed of every choice (default: 0)")
    add_output(step, "rebalanced.csv and rebalancing.csv")
    step.set_defaults(command=_run)


def _targets(text: str) -> dict[str, int]:
    try:
        return {name.strip(): int(number) for name, number in (part.split("=") for part in text.split(","))}
    except ValueError as error:
        raise argparse.ArgumentTypeError("write it as zh=300,en=300,fr=67") from error


def _run(options: argparse.Namespace) -> None:
    queries = fill_labels(read_queries(options))
    targets = options.targets or scale_targets(TARGETS, len(queries))
    if min(targets.values()) < 0:
        raise UsageError("--targets: a number of queries must be 0 or more")
    found = rebalance(queries, targets, seed=options.seed)
    write_tables(found, options.out)
    print(count(len(queries), "query", "queries"))
    print("\n".join(_summary(found, targets)))
    print(f"written: rebalanced.csv, rebalancing.csv in {options.out}")


def _summary(found: tuple[Assignment, ...], targets: Mapping[str, int]) -> list[str]:
    before = Counter(each.original for each in found)
    kept = Counter(each.final for each in found if each.action == "kept")
    into = Counter(each.final for each in found if each.action == "translated")
    lines = [f"  {'language':<10}{'before':>8}{'kept':>8}{'translated':>12}{'after':>8}"]
    for name in dict.fromkeys([*targets, *before]):
        after = kept[name] + into[name]
        lines.append(f"  {name:<10}{before[name]:>8,}{kept[name]:>8,}{into[name]:>12,}{after:>8,}")
    return lines
