"""Queues of queries for people, and their decisions read back (Cookie-Bench, appendix A.3).

People decide five things about a query, and of a checklist item only whether it is admitted. Part of the queries, the
validation slice, goes to two people; where these differ, a third one arbitrates.
"""

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import DIFFICULTIES
from pytest_cookie.dataset.construction.checklist_table import is_item, to_item
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
_OTHER = "other_reviewer"
"""The column with the second person who has the query."""
_YES, _NO = {"yes", "y", "1", "true", "ja", "oui", "是"}, {"no", "n", "0", "false", "nein", "non", "否"}

_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


@dataclass(frozen=True)
class Review:
    """One person's decisions on a query; a decision is None if the cell is empty.

    `other` is the second person who has the query, or ""; with `needs_text`, it can be admitted with a revised text
    only.
    """

    query: Query
    reviewer: str
    decisions: dict[str, bool | None]
    corrections: dict[str, str]
    other: str = ""
    needs_text: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    @property
    def missing(self) -> tuple[str, ...]:
        """The columns with empty cells that have to be filled in."""
        empty = [name for name, decision in self.decisions.items() if decision is None]
        lacks_text = self.needs_text and self.decisions["admit"] is not False and not self.revised
        return (*empty, "revised_query") if lacks_text else tuple(empty)

    @property
    def revised(self) -> str:
        """The revised text, or ""."""
        return self.corrections["revised_query"]


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

    `admitted` have their corrected labels, `removed` the comments on them. `open` are reviews without all decisions,
    also of the third person; `absent` are queries with the person whose review is not in the files; `arbitrate` are the
    queries on which two people differ and no third one decided. `agreement` has every decision that two people made on
    a query, before arbitration.
    """

    admitted: tuple[Query, ...]
    removed: tuple[Query, ...]
    open: tuple[Review, ...]
    absent: tuple[tuple[Query, str], ...]
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
    people: dict[str, list[str]] = defaultdict(list)
    for reviewer, queue in queues.items():
        for query in queue:
            people[query.id].append(reviewer)
    for path, (reviewer, queue) in zip(paths, queues.items(), strict=True):
        others = [next((name for name in people[query.id] if name != reviewer), "") for query in queue]
        write_pool([_blank(query, reviewer, other) for query, other in zip(queue, others, strict=True)], path)
    return paths


def _blank(query: Query, reviewer: str, other: str) -> Query:
    columns = (*ITEM_DECISIONS, *ITEM_CORRECTIONS) if is_item(query) else (*DECISIONS, *CORRECTIONS)
    empty = dict.fromkeys(columns, "")
    return Query(query.id, query.text, {**query.labels, **empty, "reviewer": reviewer, _OTHER: other})


def read_reviews(paths: Sequence[Path]) -> list[Review]:
    """The reviews in these files.

    Raises `UsageError` for a cell that is neither yes nor no, a wrong label, a revised item without a description, or a
    query that a reviewer has twice.
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
    if is_item(query) and corrections["revised_query"] and decisions["admit"] is not False:
        to_item(Query(query.id, corrections["revised_query"], query.labels), path)
    own = {"reviewer", _OTHER, *DECISIONS, *CORRECTIONS}
    labels = {name: value for name, value in query.labels.items() if name not in own}
    reviewer, other = query.labels["reviewer"], query.labels.get(_OTHER, "")
    return Review(Query(query.id, query.text, labels), reviewer, decisions, corrections, other)


def _decision(query: Query, name: str, path: Path) -> bool | None:
    word = query.labels[name].strip().lower()
    if word and word not in _YES | _NO:
        raise UsageError(f"{path}: query {query.id}: {name} must be yes or no, not {word[:20]!r}")
    return word in _YES if word else None


def put_together(reviews: Sequence[Review], arbitrations: Sequence[Review] = ()) -> Reviewed:
    """Decide each query: by its one reviewer, by two who agree, or by the third one's arbitration.

    The text that one of two revised counts, also where a third person who admits the query wrote none; of two texts,
    the third person has to choose. Raises `UsageError` for a query whose own text was changed in a file.
    """
    by_query: dict[str, list[Review]] = defaultdict(list)
    for review in reviews:
        by_query[review.query.id].append(review)
    third = {review.query.id: review for review in arbitrations}
    final: list[Review] = []
    unfinished: list[Review] = []
    absent: list[tuple[Query, str]] = []
    differ: list[tuple[Review, Review]] = []
    for name, group in by_query.items():
        revisions = _revisions(group)
        last = replace(third[name], needs_text=len(revisions) > 1) if name in third else None
        _check_equal_texts([*group, *([last] if last else [])])
        if missing := [review for review in group if not review.is_complete]:
            unfinished += missing
        elif others := {review.other for review in group if review.other} - {review.reviewer for review in group}:
            absent += [(group[0].query, other) for other in sorted(others)]
        elif last and last.is_complete:
            final.append(_settle(last, [*group, last], last.revised or next(iter(revisions), "")))
        elif pair := next((pair for pair in combinations(group, 2) if _differ(*pair)), None):
            differ.append(pair)
            unfinished += [last] if last else []
        else:
            final.append(_settle(group[0], group, next(iter(revisions), "")))
    return Reviewed(
        admitted=tuple(_corrected(review) for review in final if review.decisions["admit"]),
        removed=tuple(_commented(review) for review in final if not review.decisions["admit"]),
        open=tuple(unfinished),
        absent=tuple(absent),
        arbitrate=tuple(differ),
        agreement=ReviewAgreement(decisions=dict(_agreement([each for each in reviews if each.is_complete]))),
    )


def _revisions(group: Sequence[Review]) -> list[str]:
    """The different texts that people wrote; spreadsheets change white space."""
    return list({" ".join(review.revised.split()): review.revised for review in group if review.revised}.values())


def _check_equal_texts(group: Sequence[Review]) -> None:
    if len({" ".join(review.query.text.split()) for review in group}) > 1:
        raise UsageError(
            f"query {group[0].query.id}: its text differs in the files of "
            f"{' and '.join(review.reviewer for review in group)}; restore it, and write the change as revised_query"
        )


def _settle(review: Review, group: Sequence[Review], text: str) -> Review:
    """The decision with the text that counts, the labels of the pool, and the comments of all."""
    said = [f"{each.reviewer}: {each.corrections['comment']}" for each in group if each.corrections["comment"]]
    corrections = review.corrections | {"revised_query": text, "comment": "; ".join(said)}
    return replace(review, query=group[0].query, corrections=corrections)


def _differ(one: Review, other: Review) -> bool:
    """Whether a third person has to decide: other decisions, or an admitted query with two revised texts."""
    return _outcome(one) != _outcome(other) or (one.decisions["admit"] is True and len(_revisions((one, other))) > 1)


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
    return Query(review.query.id, review.revised or review.query.text, labels)


def _commented(review: Review) -> Query:
    comment = review.corrections["comment"]
    return Query(review.query.id, review.query.text, review.query.labels | ({"comment": comment} if comment else {}))


def write_arbitration(pairs: Sequence[tuple[Review, Review]], path: Path) -> None:
    """Write the queries on which two people differ, with what both decided and wrote, for a third one.

    Raises `UsageError` if the file is there with decisions of the third person.
    """
    if path.exists() and any(set(review.decisions.values()) != {None} for review in read_reviews([path])):
        raise UsageError(f"{path} holds decisions of the third person; move it, and name it with --arbitration")
    written = [name for name in CORRECTIONS if any(each.corrections[name] for pair in pairs for each in pair)]
    rows = []
    for first, second in pairs:
        both = {
            f"{name}_{review.reviewer}": "yes" if review.decisions[name] else "no"
            for name in first.decisions
            for review in (first, second)
        } | {f"{name}_{review.reviewer}": review.corrections[name] for name in written for review in (first, second)}
        rows.append(_blank(Query(first.query.id, first.query.text, first.query.labels | both), "arbitration", ""))
    write_pool(rows, path)
