"""Rebalances the languages of a pool and keeps the distribution of its other labels (Cookie-Bench, appendix A.6).

Of a language with too many queries a share stays, stratum by stratum; the others are assigned to languages with too
few, for translation. One seed decides, and a table lists the decision on every query.
"""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.pool import Query, find_leaf, write_table

STRATUM = ("page_type", "domain", "difficulty")
"""Labels whose joint distribution is kept."""
LANGUAGE = "language"
TARGETS: Mapping[str, int] = {
    "zh": 300, "en": 300, "fr": 67, "es": 67, "ja": 67, "de": 67, "ko": 66, "pt": 66,
}  # fmt: skip
"""300 Chinese, 300 English, 400 over six more languages."""


def scale_targets(targets: Mapping[str, int], size: int) -> dict[str, int]:
    """The targets in proportion for a pool of another size, by largest remainders; their sum is `size`."""
    whole = sum(targets.values())
    scaled = {language: size * target // whole for language, target in targets.items()}
    by_remainder = sorted(targets, key=lambda language: (-(size * targets[language] % whole), language))
    for language in by_remainder[: size - sum(scaled.values())]:
        scaled[language] += 1
    return scaled


def fill_labels(queries: Sequence[Query]) -> list[Query]:
    """The queries with the page type and domain of their `leaf`, where they have one. Raises `UsageError`."""
    filled = []
    for query in queries:
        derived = {}
        if slug := query.labels.get("leaf"):
            leaf = find_leaf(query, slug)
            derived = {"page_type": leaf.page_type, "domain": leaf.domain}
        filled.append(Query(query.id, query.text, query.labels | derived))
    return filled


Action = Literal["kept", "translated", "dropped"]


@dataclass(frozen=True)
class Assignment:
    """The decision on a query. A dropped one has no final language."""

    query: Query
    action: Action
    final: str
    stratum: tuple[str, ...]

    @property
    def original(self) -> str:
        """The original language."""
        return self.query.labels[LANGUAGE]


def rebalance(
    queries: Sequence[Query], targets: Mapping[str, int], *, seed: int, strata: Sequence[str] = STRATUM
) -> tuple[Assignment, ...]:
    """An assignment for each query, in order; the numbers of kept and translated ones are exactly the targets.

    In each language with more queries than its target, `target / present` of every stratum stays: the whole part at
    least, and one more in the strata with the largest remainders. The others and the places to fill are both shuffled
    and matched. Queries beyond all places, and those of languages without a target, are dropped unless translated.
    Raises `UsageError` for missing labels, and if there are fewer queries than places.
    """
    _check(queries, targets, strata)
    chance = random.Random(seed)
    by_language: dict[str, list[int]] = defaultdict(list)
    for index, query in enumerate(queries):
        by_language[query.labels[LANGUAGE]].append(index)
    kept: set[int] = set()
    for language, target in targets.items():
        kept.update(
            _retain([(index, _stratum(queries[index], strata)) for index in by_language[language]], target, chance)
        )
    residual = [index for index in range(len(queries)) if index not in kept]
    places = [
        language
        for language, target in targets.items()
        for _ in range(target - min(target, len(by_language[language])))
    ]
    chance.shuffle(residual)
    chance.shuffle(places)
    translated = dict(zip(residual, places, strict=False))
    return tuple(
        _assign(query, _stratum(query, strata), is_kept=index in kept, place=translated.get(index))
        for index, query in enumerate(queries)
    )


def _check(queries: Sequence[Query], targets: Mapping[str, int], strata: Sequence[str]) -> None:
    for query in queries:
        if missing := [label for label in (LANGUAGE, *strata) if not query.labels.get(label)]:
            raise UsageError(
                f"query {query.id}: has no {', '.join(missing)}; classify the pool before it is rebalanced"
            )
    if len(queries) < sum(targets.values()):
        raise UsageError(f"the pool has {len(queries):,} queries, fewer than the targets' {sum(targets.values()):,}")


def _stratum(query: Query, strata: Sequence[str]) -> tuple[str, ...]:
    return tuple(query.labels[label] for label in strata)


def _retain(places: list[tuple[int, tuple[str, ...]]], target: int, chance: random.Random) -> list[int]:
    """The indices that stay of one language."""
    if len(places) <= target:
        return [index for index, _ in places]
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, stratum in places:
        groups[stratum].append(index)
    shares = {stratum: len(group) * target / len(places) for stratum, group in groups.items()}
    quotas = {stratum: math.floor(share) for stratum, share in shares.items()}
    by_remainder = sorted(groups, key=lambda stratum: (quotas[stratum] - shares[stratum], stratum))
    for stratum in by_remainder[: target - sum(quotas.values())]:
        quotas[stratum] += 1
    return [index for stratum in sorted(groups) for index in chance.sample(groups[stratum], quotas[stratum])]


def _assign(query: Query, stratum: tuple[str, ...], *, is_kept: bool, place: str | None) -> Assignment:
    if is_kept:
        return Assignment(query, "kept", query.labels[LANGUAGE], stratum)
    return Assignment(query, "translated", place, stratum) if place else Assignment(query, "dropped", "", stratum)


def balanced_query(assignment: Assignment, text: str) -> Query:
    """The query in its final language, with a trail to the original."""
    trail = {LANGUAGE: assignment.final, "original_language": assignment.original, "action": assignment.action}
    return Query(assignment.query.id, text, assignment.query.labels | trail)


def write_tables(assignments: Sequence[Assignment], folder: Path) -> None:
    """Write `rebalanced.csv`, the trail of every query, and `rebalancing.csv`, the numbers before and after."""
    trail = ([each.query.id, each.original, each.final, each.action, *each.stratum] for each in assignments)
    header = ["id", "original_language", "final_language", "action", *STRATUM[: len(assignments[0].stratum)]]
    write_table(folder / "rebalanced.csv", header, trail)
    write_table(folder / "rebalancing.csv", ["label", "value", "before", "after"], _sheet(assignments))


def _sheet(assignments: Sequence[Assignment]) -> list[list[object]]:
    after = [each for each in assignments if each.action != "dropped"]
    tables: list[tuple[str, Counter[str], Counter[str]]] = [
        (LANGUAGE, Counter(each.original for each in assignments), Counter(each.final for each in after))
    ]
    for place, label in enumerate(STRATUM[: len(assignments[0].stratum)]):
        before, later = (Counter(each.stratum[place] for each in group) for group in (assignments, after))
        tables.append((label, before, later))
    return [
        [label, value, before[value], later[value]]
        for label, before, later in tables
        for value in sorted({*before, *later})
    ]
