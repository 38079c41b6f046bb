"""`pytest-cookie dataset review` and `decide`: queues for people, and their decisions."""

import argparse
from pathlib import Path

from pytest_cookie.cli.command import write_outputs
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool import write_pool
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, read_queries
from pytest_cookie.dataset.construction.review import (
    ReviewAgreement,
    plan_queues,
    put_together,
    read_reviews,
    write_arbitration,
    write_queues,
)
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.stats.reviewers import ReviewerAgreement

_TWO = 2


def add(commands: Commands) -> None:
    """Add both steps to the parser."""
    review = commands.add_parser("review", help="write a queue of queries for each reviewer")
    add_pool(review)
    review.add_argument("--reviewers", required=True, metavar="NAME,…", help="people who decide, separated by commas")
    review.add_argument(
        "--slice",
        type=int,
        default=0,
        metavar="N",
        help="queries that two of them decide, even over domains (default: 0)",
    )
    review.add_argument("--seed", type=int, default=0, help="seed of the distribution (default: 0)")
    add_output(review, "review-NAME.csv")
    review.set_defaults(command=_review)
    decide = commands.add_parser("decide", help="read the decisions of the reviewers")
    decide.add_argument("files", type=Path, nargs="+", metavar="CSV", help="queues that were filled in")
    decide.add_argument("--arbitration", type=Path, metavar="CSV", help="decisions of the third person (default: none)")
    add_output(decide, "admitted.csv, removed.csv, agreement.json and arbitration.csv")
    decide.set_defaults(command=_decide)


def _review(options: argparse.Namespace) -> None:
    queries = read_queries(options)
    reviewers = [name.strip() for name in options.reviewers.split(",") if name.strip()]
    queues = plan_queues(queries, reviewers, slice_size=options.slice, seed=options.seed)
    for path, queue in zip(write_queues(queues, options.out), queues.values(), strict=True):
        print(f"written: {path} ({count(len(queue), 'query', 'queries')})")


def _decide(options: argparse.Namespace) -> int | None:
    found = put_together(
        read_reviews(options.files), read_reviews([options.arbitration] if options.arbitration else [])
    )
    write_pool(found.admitted, options.out / "admitted.csv")
    write_pool(found.removed, options.out / "removed.csv")
    print(f"admitted {len(found.admitted):,}, removed {len(found.removed):,}")
    print("\n".join(_agreement_lines(found.agreement)))
    write_outputs([(options.out / "agreement.json", found.agreement)])
    if found.open:
        print(f"{count(len(found.open), 'review')} without all five decisions")
    if found.arbitrate:
        write_arbitration(found.arbitrate, options.out / "arbitration.csv")
        print(
            f"{count(len(found.arbitrate), 'query', 'queries')} for a third person: {options.out / 'arbitration.csv'}"
        )
    return 1 if found.open or found.arbitrate else None


def _agreement_lines(found: ReviewAgreement) -> list[str]:
    if not found.decisions:
        return ["no query has the decisions of two people, so there is no κ; use `dataset review --slice`"]
    lines = [f"  {name:<18} {_agreement_of(one)}" for name, one in found.decisions.items()]
    if found.below:
        below = f"κ is below {found.required_kappa:g} for {', '.join(found.below)}"
        lines.append(f"{below}: sharpen the definitions, and review again")
    return lines


def _agreement_of(found: ReviewerAgreement) -> str:
    kappa = "κ not defined, all decisions are the same" if found.kappa is None else f"κ {found.kappa:.2f}"
    several = found.reviewers > _TWO and found.lowest_kappa is not None
    lowest = f" (lowest of two people: {found.lowest_kappa:.2f})" if several else ""
    return f"same by {found.same or 0:.0%} on {count(found.subjects, 'query', 'queries')}, {kappa}{lowest}"
