"""Queues of queries for people, and their decisions read back (Cookie-Bench, appendix A.3).

People decide five things about a query, and of a checklist item only whether it is admitted. Part of the queries, the
validation slice, goes to two people; where these differ, a third one arbitrates.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import DIFFICULTIES
from pytest_cookie.dataset.construction.checklist_table import is_item
from pytest_cookie.dataset.construction.pool import Query, find_leaf, read_pool, write_pool
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.stats.reviewers import ENOUGH, ReviewerAgreement, reviewer_agreement

DECISIONS = ("difficulty_right", "leaf_right", "judge_right", "executable", "admit")
"""The five decisions on a query, each yes or no."""
ITEM_DECISIONS = ("admit",)
"""The decision on a checklist item, which has no difficulty, leaf or admission by a model."""
CORRECTIONS = ("right_difficulty", "right_leaf", "revised_query", "comment")
"""What people may add: a corrected label, a text without names of people or products, a remark."""
ITEM_CORRECTIONS = ("revised_query", "comment")
_YES, _NO = {"yes", "y", "1", "true", "ja", "oui", "是"}, {"no", "n", "0", "false", "nein", "non", "否"}

_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


@dataclass(frozen=True)
class Review:
    """One person's decisions on a query; a decision is None if the cell is empty."""

    query: Query
    reviewer: str
    decisions: dict[str, bool | None]
    corrections: dict[str, str]

    @property
    def is_complete(self) -> bool:
        """Whether all its decisions are made."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """The decisions whose cells are empty."""
        return tuple(name for name, decision in self.decisions.items() if decision is None)


class ReviewAgreement(FrozenModel):
    """How far reviewers agree: the file `agreement.json`."""

    required_kappa: float = ENOUGH
    """The κ that ArtifactsBench requires of reviewers."""
    decisions: dict[str, ReviewerAgreement]
    """By decision. Empty if no query was reviewed by two people."""

    @property
    def below(self) -> tuple[str, ...]:
        """The decisions whose κ is below the required one. An undefined κ is not."""
        return tuple(name for name, one in self.decisions.items() if one.kappa is not None and not one.is_enough)


@dataclass(frozen=True)
class Reviewed:
    """All decisions put together.

    `admitted` have their corrected labels. `open` are reviews without all decisions, also of the third person;
    `arbitrate` are the queries on which two people differ and no third one decided. `agreement` has every decision that
    two people made on a query, before arbitration.
    """

    admitted: tuple[Query, ...]
    removed: tuple[Query, ...]
    open: tuple[Review, ...]
    arbitrate: tuple[tuple[Review, Review], ...]
    agreement: ReviewAgreement


def choose_slice(queries: Sequence[Query], size: int, *, seed: int, label: str = "domain") -> list[Query]:
    """A validation slice that is as even over the values of `label` as their numbers allow."""
    groups: dict[str, list[Query]] = defaultdict(list)
    for query in queries:
        groups[query.labels.get(label, "")].append(query)
    chance = random.Random(seed)
    for name in sorted(groups):
        chance.shuffle(groups[name])
    chosen: list[Query] = []
    while len(chosen) < min(size, len(queries)):
        for name in sorted(groups, key=lambda name: (-len(groups[name]), name)):
            if groups[name] and len(chosen) < size:
                chosen.append(groups[name].pop())
    return chosen


def plan_queues(
    queries: Sequence[Query], reviewers: Sequence[str], *, slice_size: int, seed: int
) -> dict[str, list[Query]]:
    """Each reviewer's queries, in the pool's order: equally many, those of the slice with two reviewers.

    Raises `UsageError` for a slice with fewer than two reviewers, for repeated names, and for those that no file can
    have.
    """
    if len({name.casefold() for name in reviewers}) < len(reviewers) or not reviewers:
        raise UsageError("--reviewers: give each reviewer once")
    if wrong := next((name for name in reviewers if not name.isprintable() or set(name) & _NOT_IN_NAMES), None):
        raise UsageError(f"--reviewers: {wrong!r} cannot be part of a file's name; use letters, digits and spaces")
    if slice_size and len(reviewers) < 2:
        raise UsageError("--slice: needs two reviewers at least, who decide independently")
    twice = {query.id for query in choose_slice(queries, slice_size, seed=seed)}
    order = list(queries)
    random.Random(seed).shuffle(order)
    place = {query.id: number for number, query in enumerate(queries)}
    queues: dict[str, list[Query]] = {reviewer: [] for reviewer in reviewers}
    for query in order:
        by_load = sorted(reviewers, key=lambda name: (len(queues[name]), reviewers.index(name)))
        for reviewer in by_load[: 2 if query.id in twice else 1]:
            queues[reviewer].append(query)
    return {name: sorted(queue, key=lambda query: place[query.id]) for name, queue in queues.items()}


def write_queues(queues: dict[str, list[Query]], folder: Path) -> list[Path]:
    """Write `review-<reviewer>.csv`, with empty cells to fill in. Existing files are not overwritten: `UsageError`."""
    paths = [folder / f"review-{reviewer}.csv" for reviewer in queues]
    if there := [path for path in paths if path.exists()]:
        raise UsageError(f"{there[0]} exists and may hold decisions; move it, or choose another --out")
    for path, (reviewer, queue) in zip(paths, queues.items(), strict=True):
        write_pool([_blank(query, reviewer) for query in queue], path)
    return paths


def _blank(query: Query, reviewer: str) -> Query:
    columns = (*ITEM_DECISIONS, *ITEM_CORRECTIONS) if is_item(query) else (*DECISIONS, *CORRECTIONS)
    empty = dict.fromkeys(columns, "")
    return Query(query.id, query.text, {**query.labels, **empty, "reviewer": reviewer})


def read_reviews(paths: Sequence[Path]) -> list[Review]:
    """The reviews in these files.

    Raises `UsageError` for a cell that is neither yes nor no, a wrong label, or a query that a reviewer has twice.
    """
    reviews: list[Review] = []
    first: dict[tuple[str, str], Path] = {}
    for path in paths:
        for query in read_pool(path, column="query"):
            review = _review(query, path)
            before = first.setdefault((review.query.id, review.reviewer), path)
            if before is not path:
                raise UsageError(f"{path}: {review.reviewer} has query {query.id} in {before}, too; give one of them")
            reviews.append(review)
    return reviews


def _review(query: Query, path: Path) -> Review:
    names = ITEM_DECISIONS if is_item(query) else DECISIONS
    if missing := [name for name in (*names, "reviewer") if name not in query.labels]:
        raise UsageError(f"{path}: has no column {missing[0]}; is it a queue of `dataset review`?")
    decisions = {name: _decision(query, name, path) for name in names}
    corrections = {name: query.labels.get(name, "").strip() for name in CORRECTIONS}
    if (level := corrections["right_difficulty"]) and level not in DIFFICULTIES:
        raise UsageError(f"{path}: query {query.id}: right_difficulty must be one of {', '.join(DIFFICULTIES)}")
    if corrections["right_leaf"]:
        find_leaf(query, corrections["right_leaf"])
    for decision, correction in (("difficulty_right", "right_difficulty"), ("leaf_right", "right_leaf")):
        if decisions.get(decision) is False and decisions["admit"] and not corrections[correction]:
            raise UsageError(f"{path}: query {query.id}: {decision} is no, so {correction} must say which is right")
    own = {"reviewer", *DECISIONS, *CORRECTIONS}
    labels = {name: value for name, value in query.labels.items() if name not in own}
    return Review(Query(query.id, query.text, labels), query.labels["reviewer"], decisions, corrections)


def _decision(query: Query, name: str, path: Path) -> bool | None:
    word = query.labels[name].strip().lower()
    if word and word not in _YES | _NO:
        raise UsageError(f"{path}: query {query.id}: {name} must be yes or no, not {word[:20]!r}")
    return word in _YES if word else None


def put_together(reviews: Sequence[Review], arbitrations: Sequence[Review] = ()) -> Reviewed:
    """Decide each query: by its one reviewer, by two who agree, or by the third one's arbitration.

    Where two agree, the first text that one of them revised counts.
    """
    by_query: dict[str, list[Review]] = defaultdict(list)
    for review in reviews:
        by_query[review.query.id].append(review)
    third = {review.query.id: review for review in arbitrations}
    final: list[Review] = []
    unfinished: list[Review] = []
    differ: list[tuple[Review, Review]] = []
    for name, group in by_query.items():
        if missing := [review for review in group if not review.is_complete]:
            unfinished += missing
        elif name in third and third[name].is_complete:
            final.append(third[name])
        elif len(group) > 1 and _outcome(group[0]) != _outcome(group[1]):
            differ.append((group[0], group[1]))
            unfinished += [third[name]] if name in third else []
        else:
            final.append(next((review for review in group if review.corrections["revised_query"]), group[0]))
    return Reviewed(
        admitted=tuple(_corrected(review) for review in final if review.decisions["admit"]),
        removed=tuple(review.query for review in final if not review.decisions["admit"]),
        open=tuple(unfinished),
        arbitrate=tuple(differ),
        agreement=ReviewAgreement(decisions=dict(_agreement([each for each in reviews if each.is_complete]))),
    )


def _outcome(review: Review) -> tuple[object, ...]:
    """What must be equal for two reviews to agree: the decisions and the corrected labels."""
    return (*review.decisions.values(), review.corrections["right_difficulty"], review.corrections["right_leaf"])


def _agreement(reviews: Sequence[Review]) -> Iterator[tuple[str, ReviewerAgreement]]:
    for name in DECISIONS:
        labels: dict[str, dict[str, str]] = defaultdict(dict)
        for review in reviews:
            if name in review.decisions:
                labels[review.reviewer][review.query.id] = "yes" if review.decisions[name] else "no"
        found = reviewer_agreement(labels)
        if found.subjects:
            yield name, found


def _corrected(review: Review) -> Query:
    labels = dict(review.query.labels)
    if level := review.corrections["right_difficulty"]:
        labels["difficulty"] = level
    if slug := review.corrections["right_leaf"]:
        leaf = taxonomy().leaf(slug)
        labels |= {"leaf": leaf.slug, "domain": leaf.domain, "page_type": leaf.page_type}
    return Query(review.query.id, review.corrections["revised_query"] or review.query.text, labels)


def write_arbitration(pairs: Sequence[tuple[Review, Review]], path: Path) -> None:
    """Write the queries on which two people differ, with both their decisions, for a third one.

    Raises `UsageError` if the file is there with decisions of the third person.
    """
    if path.exists() and any(set(review.decisions.values()) != {None} for review in read_reviews([path])):
        raise UsageError(f"{path} holds decisions of the third person; move it, and name it with --arbitration")
    rows = []
    for first, second in pairs:
        both = {
            f"{name}_{review.reviewer}": "yes" if review.decisions[name] else "no"
            for name in first.decisions
            for review in (first, second)
        }
        rows.append(_blank(Query(first.query.id, first.query.text, first.query.labels | both), "arbitration"))
    write_pool(rows, path)
