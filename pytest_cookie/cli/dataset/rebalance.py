"""`pytest-cookie dataset rebalance`: brings the languages of a pool to their targets."""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool import write_pool
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, read_queries
from pytest_cookie.dataset.construction.rebalance import (
    TARGETS,
    Assignment,
    balanced_query,
    fill_labels,
    rebalance,
    scale_targets,
    write_tables,
)
from pytest_cookie.dataset.construction.translate import translate
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import add_model, open_clerks, report_undecided


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("rebalance", help="bring the languages of a pool to their targets")
    add_pool(step)
    step.add_argument(
        "--targets",
        type=_targets,
        metavar="LANGUAGE=N,…",
        help="number of queries of each language (default: the shares of Cookie-Bench, 30 %% Chinese, 30 %% English, "
        "40 %% over fr, es, ja, de, ko, pt)",
    )
    step.add_argument("--seed", type=int, default=0, help="seed of every choice (default: 0)")
    add_output(step, "rebalanced.csv, rebalancing.csv and balanced_queries.csv")
    translating = step.add_argument_group("translation")
    translating.add_argument("--translate", action="store_true", help="translate by --model, in batches of ten")
    add_model(translating, purpose="translates", required=False)
    step.set_defaults(command=_run)


def _targets(text: str) -> dict[str, int]:
    try:
        given = [(name.strip(), int(number)) for name, number in (part.split("=") for part in text.split(","))]
    except ValueError as error:
        raise argparse.ArgumentTypeError("write it as zh=300,en=300,fr=67") from error
    if len(dict(given)) < len(given):
        raise argparse.ArgumentTypeError("name each language once")
    return dict(given)


def _run(options: argparse.Namespace) -> int | None:
    if options.translate and not options.model:
        raise UsageError("--translate: needs --model")
    queries = fill_labels(read_queries(options))
    targets = options.targets or scale_targets(TARGETS, len(queries))
    if min(targets.values()) < 0:
        raise UsageError("--targets: a number of queries must be 0 or more")
    found = rebalance(queries, targets, seed=options.seed)
    write_tables(found, options.out)
    print(count(len(queries), "query", "queries"))
    print("\n".join(_summary(found, targets)))
    print(f"written: rebalanced.csv, rebalancing.csv in {options.out}")
    return _translate(found, options) if options.translate else None


def _translate(found: Sequence[Assignment], options: argparse.Namespace) -> int | None:
    with open_clerks(options, options.model, what="translated") as (clerk,):
        translated = translate(found, clerk)
        path = options.out / "balanced_queries.csv"
        write_pool([balanced_query(each.assignment, each.text) for each in translated if each.text is not None], path)
    print(f"written: {path}")
    return report_undecided(
        [f"{each.assignment.query.id}: {each.problems[0]}" for each in translated if each.text is None]
    )


def _summary(found: tuple[Assignment, ...], targets: Mapping[str, int]) -> list[str]:
    before = Counter(each.original for each in found)
    kept = Counter(each.final for each in found if each.action == "kept")
    into = Counter(each.final for each in found if each.action == "translated")
    lines = [f"  {'language':<10}{'before':>8}{'kept':>8}{'translated':>12}{'after':>8}"]
    for name in dict.fromkeys([*targets, *before]):
        after = kept[name] + into[name]
        lines.append(f"  {name:<10}{before[name]:>8,}{kept[name]:>8,}{into[name]:>12,}{after:>8,}")
    return lines
