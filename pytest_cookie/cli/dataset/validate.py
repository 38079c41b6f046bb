"""`pytest-cookie dataset validate`: compares a model's leaves with people's, and shows what is confused."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from pytest_cookie.cli.dataset.classify import add_definitions, definitions_of
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.leaf_validation import (
    LeafValidation,
    compare_validations,
    validate_leaves,
)
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, read_queries
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided
from pytest_cookie.records.files import read_model, write_model

_PAIRS = 3
_EXAMPLES = 3
_CHARACTERS = 110


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("validate", help="compare a model's leaves with people's", epilog=EXIT_CODES)
    add_pool(step)
    add_model(step, purpose="classifies the queries")
    add_definitions(step)
    step.add_argument("--runs", type=int, default=3, help="runs with separate responses (default: 3)")
    step.add_argument("--compare", type=Path, metavar="JSON", help="earlier validation to compare with (default: none)")
    add_output(step, "validation.json")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    queries, definitions = read_queries(options), definitions_of(options)
    before = read_model(options.compare, LeafValidation) if options.compare else None
    with open_clerks(options, options.model, what="classified") as (clerk,):
        found = validate_leaves(queries, clerk, definitions, runs=options.runs)
        write_model(options.out / "validation.json", found)
        print("\n".join([*_summary(found, len(queries)), *_confused(found, queries)]))
        if before:
            print("\n".join(_comparison(before, found)))
    print(f"written: {options.out / 'validation.json'}")
    return report_undecided(["no usable reply in a run"] * len(found.unanswered))


def _summary(found: LeafValidation, whole: int) -> Iterator[str]:
    yield f"{count(whole, 'query', 'queries')}, {count(len(found.runs), 'run')} of {found.model}"
    for number, run in enumerate(found.runs, start=1):
        repaired = f", {count(run.repaired, 'reply', 'replies')} repaired" if run.repaired else ""
        yield f"  run {number}   {run.right:,} of {run.decided:,} right ({_percent(run.precision)}){repaired}"
    low, high = found.interval.low, found.interval.high
    if low is not None and high is not None:
        yield f"  precision {_percent(found.precision)}, 95 % interval {low:.1%} to {high:.1%}"
    deviation = "" if found.deviation is None else f"standard deviation between runs {found.deviation:.2%}; "
    yield f"  {deviation}{len(found.unstable)} unstable"


def _percent(share: float | None) -> str:
    return "unknown" if share is None else f"{share:.1%}"


def _confused(found: LeafValidation, queries: Sequence[Query]) -> Iterator[str]:
    """The most confused pairs with both definitions and examples: what somebody needs to sharpen them."""
    texts = {query.id: query.text for query in queries}
    errors = sum(pair.errors for pair in found.pairs)
    for pair in found.pairs[:_PAIRS]:
        yield f"\n{pair.gold} taken for {pair.predicted}: {pair.errors} of {errors} errors"
        for leaf in (pair.gold, pair.predicted):
            yield f"  {leaf}: {found.definitions[leaf]}"
        for name in pair.queries[:_EXAMPLES]:
            yield f"  · {' '.join(texts[name].split())[:_CHARACTERS]}  ({name})"
    if found.pairs:
        yield "\nsharpen these definitions in a YAML file, and run again with --definitions and --compare"


def _comparison(before: LeafValidation, after: LeafValidation) -> Iterator[str]:
    changed = sorted(leaf for leaf in after.definitions if before.definitions.get(leaf) != after.definitions[leaf])
    yield f"\nprecision {_percent(before.precision)} → {_percent(after.precision)}"
    yield f"changed definitions: {', '.join(changed) or 'none'}"
    yield "errors a run:"
    for gold, leaf, earlier, later in compare_validations(before, after):
        yield f"  {earlier:>6.1f} → {later:<6.1f} {gold} taken for {leaf}"
