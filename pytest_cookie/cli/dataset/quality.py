"""`pytest-cookie dataset quality`: a model rates queries on five dimensions; weak ones are dropped."""

import argparse
from collections import Counter

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, describe_bar, read_queries
from pytest_cookie.dataset.construction.rate_quality import FLOOR, MINIMUM, rate_quality, write_ratings
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("quality", help="rate queries on five dimensions by a model", epilog=EXIT_CODES)
    add_pool(step)
    add_model(step, purpose="rates the queries")
    step.add_argument(
        "--minimum", type=float, default=MINIMUM, help=f"least mean of the five ratings, 1 to 10 (default: {MINIMUM:g})"
    )
    step.add_argument("--floor", type=int, default=FLOOR, help=f"least rating of any dimension (default: {FLOOR})")
    add_output(step, "quality.csv")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    queries = read_queries(options)
    with open_clerks(options, options.model, what="rated") as (clerk,):
        found = rate_quality(queries, clerk)
        write_ratings(found, options.out / "quality.csv", minimum=options.minimum, floor=options.floor)
        decisions = Counter(rating.decide(options.minimum, options.floor) for rating in found)
        print(count(len(found), "query", "queries"))
        print("\n".join(describe_bar(name, number, len(found)) for name, number in decisions.most_common()))
    print(f"written: {options.out / 'quality.csv'}")
    return report_undecided([rating.cause for rating in found if rating.cause])
