"""`pytest-cookie dataset review` and `decide`: queues for people, and their decisions."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.cli.command import write_outputs
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.checklist_table import is_item
from pytest_cookie.dataset.construction.pool import Query, write_pool
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, read_queries
from pytest_cookie.dataset.construction.review import (
    Review,
    ReviewAgreement,
    Reviewed,
    plan_queues,
    put_together,
    read_reviews,
    write_arbitration,
    write_queues,
)
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.stats.reviewers import ENOUGH, ReviewerAgreement

_TWO = 2
_MOST_NAMED = 10
"""Open reviews that are named; a queue that nobody filled in has hundreds."""

_EXIT_CODES = (
    "exit codes: 0 all queries decided, 1 a decision is missing or a third person has to decide, 2 usage error"
)


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
    decide = commands.add_parser("decide", help="read the decisions of the reviewers", epilog=_EXIT_CODES)
    decide.add_argument("files", type=Path, nargs="+", metavar="CSV", help="queues that were filled in")
    decide.add_argument("--arbitration", type=Path, metavar="CSV", help="decisions of the third person (default: none)")
    add_output(decide, "admitted.csv, removed.csv, agreement.json and arbitration.csv")
    decide.set_defaults(command=_decide)


def _review(options: argparse.Namespace) -> None:
    queries = read_queries(options)
    reviewers = [name.strip() for name in options.reviewers.split(",") if name.strip()]
    queues = plan_queues(queries, reviewers, slice_size=options.slice, seed=options.seed)
    for path, queue in zip(write_queues(queues, options.out), queues.values(), strict=True):
        print(f"written: {path} ({_count(len(queue), queue)})")


def _decide(options: argparse.Namespace) -> int | None:
    reviews = read_reviews(options.files)
    found = put_together(reviews, read_reviews([options.arbitration] if options.arbitration else []))
    queries = [review.query for review in reviews]
    open_lines = [*_open_lines(found.open), *_absent_lines(found.absent)]
    print("\n".join(open_lines), end="\n" if open_lines else "")
    write_pool(found.admitted, options.out / "admitted.csv")
    write_pool(found.removed, options.out / "removed.csv")
    print(f"admitted {len(found.admitted):,}, removed {len(found.removed):,}")
    is_shared = len({query.id for query in queries}) < len(queries)
    print("\n".join(_agreement_lines(found.agreement, queries, is_shared=is_shared)))
    write_outputs([(options.out / "agreement.json", found.agreement)])
    if found.arbitrate:
        path = _arbitration(found, options)
        print(f"{_count(len(found.arbitrate), queries)} for a third person: {path}")
    return 1 if found.open or found.absent or found.arbitrate else None


def _arbitration(found: Reviewed, options: argparse.Namespace) -> Path:
    """The file for the third person; the given one stays as it is while it has rows to fill in."""
    listed: Path | None = options.arbitration
    if listed and all(any(each.query.id == one.query.id for each in found.open) for one, _ in found.arbitrate):
        return listed
    path: Path = options.out / "arbitration.csv"
    write_arbitration(found.arbitrate, path)
    return path


def _count(number: int, queries: Sequence[Query]) -> str:
    """`60 queries`, or `60 items` of checklists."""
    return count(number, "item") if all(map(is_item, queries)) else count(number, "query", "queries")


def _open_lines(reviews: Sequence[Review]) -> list[str]:
    """The reviews with empty cells, which do not count."""
    if not reviews:
        return []
    named = [f"{each.query.id} ({each.reviewer}): fill in {', '.join(each.missing)}" for each in reviews]
    return [f"{count(len(reviews), 'review')} with empty cells, not counted:", *_listed(named)]


def _absent_lines(absent: Sequence[tuple[Query, str]]) -> list[str]:
    """The queries of two people that one of them has in no file; they do not count."""
    if not absent:
        return []
    named = [f"{query.id}: the row of {reviewer} is missing" for query, reviewer in absent]
    number = _count(len(absent), [query for query, _ in absent])
    return [f"{number} of two people with one review, not counted:", *_listed(named)]


def _listed(named: Sequence[str]) -> list[str]:
    more = [f"  and {len(named) - _MOST_NAMED:,} more"] if len(named) > _MOST_NAMED else []
    return [*(f"  {line}" for line in named[:_MOST_NAMED]), *more]


def _agreement_lines(found: ReviewAgreement, queries: Sequence[Query], *, is_shared: bool) -> list[str]:
    """The agreement on each decision. `is_shared`: a query is in the queues of two people."""
    if not found.decisions and is_shared:
        return ["no query has all decisions of two people yet, so there is no κ"]
    if not found.decisions:
        return ["no query is in the queues of two people, so there is no κ; use `dataset review --slice`"]
    lines = [f"  {name:<18} {_agreement_of(one, queries)}" for name, one in found.decisions.items()]
    rare = {name for name in found.below if found.decisions[name].is_low_by_prevalence}
    if below := [name for name in found.below if name not in rare]:
        lines.append(
            f"κ is below {found.required_kappa:g} for {', '.join(below)}: sharpen the definitions, and review again"
        )
    lines += [_rare_line(name, found.decisions[name]) for name in found.below if name in rare]
    return lines


def _rare_line(name: str, found: ReviewerAgreement) -> str:
    """Why a κ is low although nearly all decisions are equal."""
    label, number = min(found.labels.items(), key=lambda pair: pair[1])
    return (
        f"κ of {name} is below {ENOUGH:g} although {found.same or 0:.0%} are the same, since one answer is rare: "
        f"{label} in {number} of {sum(found.labels.values())} decisions. Were both as frequent, κ would be "
        f"{found.prevalence_adjusted:.2f}; look at the decisions that differ"
    )


def _agreement_of(found: ReviewerAgreement, queries: Sequence[Query]) -> str:
    kappa = "κ not defined, all decisions are the same" if found.kappa is None else f"κ {found.kappa:.2f}"
    several = found.reviewers > _TWO and found.lowest_kappa is not None
    lowest = f" (lowest of two people: {found.lowest_kappa:.2f})" if several else ""
    return f"same by {found.same or 0:.0%} on {_count(found.subjects, queries)}, {kappa}{lowest}"
