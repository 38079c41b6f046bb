"""Compares a model's leaves with people's: precision, variance over runs, and which leaves are confused.

The confused definitions are sharpened by hand and validated again, and two validations are compared (Cookie-Bench,
appendix A.7.3 and A.7.4).
"""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, pstdev

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.dataset.construction.ask_each import Clerk
from pytest_cookie.dataset.construction.classify import Definitions, ask_leaves
from pytest_cookie.dataset.construction.pool import Query, find_leaf
from pytest_cookie.stats.interval import Interval, clustered_rate


class ConfusedPair(FrozenModel):
    """Leaves that are taken for one another. `errors` is the sum over all runs; `queries` are their ids."""

    gold: str
    predicted: str
    errors: int
    queries: tuple[str, ...]


class RunPrecision(FrozenModel):
    """One run: `right` of `decided` queries; `undecided` got no usable reply, `repaired` more than one reply."""

    right: int
    decided: int
    undecided: int
    repaired: int

    @property
    def precision(self) -> float | None:
        """Of the decided queries; None without any."""
        return self.right / self.decided if self.decided else None


class LeafValidation(FrozenModel):
    """A validation on a slice that people labelled. `definitions` are those in use, so that they can be compared."""

    model: str
    runs: tuple[RunPrecision, ...]
    interval: Interval
    """Of the precision; the runs of a query count as a cluster."""
    deviation: float | None
    """Standard deviation of the precision over the runs with a decision. Null for fewer than two."""
    unstable: tuple[str, ...]
    """Queries that got different leaves in different runs."""
    pairs: tuple[ConfusedPair, ...]
    """The most frequent first."""
    definitions: dict[str, str]
    unanswered: tuple[str, ...] = ()
    """Queries without a usable reply in a run."""

    @property
    def precision(self) -> float | None:
        """The mean over the runs with a decision; None without any."""
        known = _known_precisions(self.runs)
        return fmean(known) if known else None


def _known_precisions(runs: Sequence[RunPrecision]) -> list[float]:
    return [run.precision for run in runs if run.precision is not None]


def gold_leaf(query: Query) -> str:
    """People's leaf: `leaf`, or where two differ in `leaf_1` and `leaf_2`, the third one's `leaf_3`."""
    labels = query.labels
    first, second, third = (labels.get(f"leaf_{number}", "").strip() for number in (1, 2, 3))
    found = labels.get("leaf", "").strip() or third or (first if first == second else "")
    if not found:
        raise UsageError(f"query {query.id}: people gave no leaf, or two that differ without a third (`leaf_3`)")
    return find_leaf(query, found).slug


def validate_leaves(
    queries: Sequence[Query], clerk: Clerk, definitions: Definitions, *, runs: int = 3
) -> LeafValidation:
    """Classify the slice `runs` times, each with separate responses, and compare with people's leaves."""
    gold = [gold_leaf(query) for query in queries]
    predicted: list[list[str]] = []
    scores: list[RunPrecision] = []
    for run in range(1, runs + 1):
        outcomes = ask_leaves(queries, clerk, definitions, sample=run)
        leaves = [outcome.value.task_scenario if outcome.value else "" for outcome in outcomes]
        predicted.append(leaves)
        scores.append(
            RunPrecision(
                right=sum(one == other for one, other in zip(leaves, gold, strict=True)),
                decided=sum(map(bool, leaves)),
                undecided=leaves.count(""),
                repaired=sum(outcome.replies > 1 for outcome in outcomes),
            )
        )
    return LeafValidation(
        model=clerk.model,
        runs=tuple(scores),
        interval=clustered_rate(_decided(gold, predicted)),
        deviation=pstdev(known) if len(known := _known_precisions(scores)) > 1 else None,
        unstable=tuple(
            query.id for place, query in enumerate(queries) if len({leaves[place] for leaves in predicted} - {""}) > 1
        ),
        pairs=_pairs(queries, gold, predicted),
        definitions=dict(definitions),
        unanswered=tuple(
            query.id for place, query in enumerate(queries) if any(not leaves[place] for leaves in predicted)
        ),
    )


def _decided(gold: Sequence[str], predicted: Sequence[Sequence[str]]) -> list[tuple[float, int]]:
    """For each query with a decision, in how many runs it is right, and in how many it was decided."""
    rows = ([leaves[place] for leaves in predicted if leaves[place]] for place in range(len(gold)))
    return [(float(row.count(leaf)), len(row)) for leaf, row in zip(gold, rows, strict=True) if row]


def _pairs(
    queries: Sequence[Query], gold: Sequence[str], predicted: Sequence[Sequence[str]]
) -> tuple[ConfusedPair, ...]:
    errors: Counter[tuple[str, str]] = Counter()
    ids: dict[tuple[str, str], dict[str, None]] = {}
    for leaves in predicted:
        for query, right, leaf in zip(queries, gold, leaves, strict=True):
            if leaf and leaf != right:
                errors[right, leaf] += 1
                ids.setdefault((right, leaf), {})[query.id] = None
    return tuple(
        ConfusedPair(gold=right, predicted=leaf, errors=number, queries=tuple(ids[right, leaf]))
        for (right, leaf), number in sorted(errors.items(), key=lambda item: (-item[1], item[0]))
    )


def compare_validations(before: LeafValidation, after: LeafValidation) -> tuple[tuple[str, str, float, float], ...]:
    """For every pair that was or is confused: gold, predicted, errors a run before and after; largest change first."""
    tables = [
        {(pair.gold, pair.predicted): pair.errors / len(found.runs) for pair in found.pairs}
        for found in (before, after)
    ]
    pairs = {*tables[0], *tables[1]}
    rows = [(gold, leaf, tables[0].get((gold, leaf), 0.0), tables[1].get((gold, leaf), 0.0)) for gold, leaf in pairs]
    return tuple(sorted(rows, key=lambda row: (row[3] - row[2], row[0], row[1])))
