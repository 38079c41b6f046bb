"""Deduplicates a pool: equal queries, small edits, paraphrases (Cookie-Bench, appendix A.1).

Every decision is visible: two tables name the representatives, and two name the group of every query with the
likeness that put it there, so that a merge can be inspected and taken back.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from pathlib import Path

from pytest_cookie.dataset.construction.fingerprint import normalize, simhashes, strip_templates
from pytest_cookie.dataset.construction.near_pairs import find_close_fingerprints, find_similar_texts
from pytest_cookie.dataset.construction.pool import Query, write_pool, write_table

HAMMING = 3
GRAM = 2
COSINE = 0.85
_PASSAGE = 8
"""Characters of a passage that edited copies share and other texts hardly do."""
_IN_COMMON = 0.5


@dataclass(frozen=True)
class Thresholds:
    """When two queries are one: bits by which their SimHashes may differ, n-grams of it, and the least cosine."""

    hamming: int = HAMMING
    gram: int = GRAM
    cosine: float = COSINE


@dataclass(frozen=True)
class Member:
    """A query in a group. `why` it joined: `representative`, `equal`, `simhash` or `tfidf`; `likeness` 0 to 1."""

    query: Query
    representative: Query
    group: int
    why: str
    likeness: float


@dataclass(frozen=True)
class Deduplicated:
    """Groups of equal and nearly equal texts, and groups of their representatives with the same meaning."""

    lexical: tuple[Member, ...]
    semantic: tuple[Member, ...]

    @property
    def kept(self) -> list[Query]:
        """The representatives of both passes."""
        return [member.query for member in self.semantic if member.why == "representative"]


def deduplicate(queries: Sequence[Query], thresholds: Thresholds = Thresholds()) -> Deduplicated:
    """Group the queries. The representative of a group is its longest text, the first of equally long ones.

    What a template adds to many queries is not compared. Raises `UsageError` without the extra `dataset`.
    """
    texts = strip_templates([normalize(query.text) for query in queries])
    links = [*_equal(texts), *_close(texts, thresholds)]
    lexical = _to_groups(queries, links)
    kept = [member.query for member in lexical if member.why == "representative"]
    body = {query.id: text for query, text in zip(queries, texts, strict=True)}
    similar = find_similar_texts([body[query.id] for query in kept], thresholds.cosine)
    semantic = _to_groups(kept, [(first, second, "tfidf", cosine) for first, second, cosine in similar])
    return Deduplicated(lexical, semantic)


_Link = tuple[int, int, str, float]


def _equal(texts: Sequence[str]) -> Iterable[_Link]:
    first: dict[str, int] = {}
    for index, text in enumerate(texts):
        if text in first:
            yield first[text], index, "equal", 1.0
        first.setdefault(text, index)


def _close(texts: Sequence[str], thresholds: Thresholds) -> Iterable[_Link]:
    """Pairs with close fingerprints that also share passages: fingerprints of long texts of one language converge,
    since these consist of the same n-grams."""
    places = list({text: index for index, text in reversed(list(enumerate(texts)))}.values())
    places.sort()
    prints = simhashes([texts[place] for place in places], size=thresholds.gram)
    for first, second in find_close_fingerprints(prints, thresholds.hamming):
        if _share_passages(texts[places[first]], texts[places[second]]):
            likeness = 1 - (prints[first] ^ prints[second]).bit_count() / 64
            yield places[first], places[second], "simhash", likeness


def _share_passages(text: str, other: str) -> bool:
    """Whether the shorter text has at least half of its passages in common with the other."""
    first, second = (
        {each[start : start + _PASSAGE] for start in range(max(1, len(each) - _PASSAGE + 1))} for each in (text, other)
    )
    return len(first & second) >= _IN_COMMON * min(len(first), len(second))


def _to_groups(queries: Sequence[Query], links: Iterable[_Link]) -> tuple[Member, ...]:
    """Connected components, in the order of their first query."""
    parent = list(range(len(queries)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    neighbours: dict[int, list[tuple[float, str, int]]] = defaultdict(list)
    for first, second, why, likeness in links:
        neighbours[first].append((likeness, why, second))
        neighbours[second].append((likeness, why, first))
        low, high = sorted((root(first), root(second)))
        parent[high] = low
    groups: dict[int, list[int]] = defaultdict(list)
    for index in range(len(queries)):
        groups[root(index)].append(index)
    return tuple(
        member
        for number, group in enumerate(groups.values(), start=1)
        for member in _members(queries, group, number, neighbours)
    )


def _members(
    queries: Sequence[Query], group: list[int], number: int, neighbours: dict[int, list[tuple[float, str, int]]]
) -> Iterable[Member]:
    """The members, each with the strongest link that leads it to the representative, if need be through others."""
    chosen = min(group, key=lambda index: (-len(queries[index].text), index))
    joined: dict[int, tuple[float, str]] = {}
    waiting = [(-2.0, "representative", chosen)]
    while waiting:
        likeness, why, index = heappop(waiting)
        if index not in joined:
            joined[index] = min(-likeness, 1.0), why
            for strength, link, other in neighbours[index]:
                heappush(waiting, (-strength, link, other))
    for index in sorted(group, key=lambda index: (index != chosen, index)):
        likeness, why = joined[index]
        yield Member(queries[index], queries[chosen], number, why, likeness)


def write_tables(found: Deduplicated, folder: Path) -> None:
    """Write the four tables: representatives and groups of each pass."""
    for members, names in (
        (found.lexical, ("deduped_queries.csv", "query_groups.csv")),
        (found.semantic, ("semantic_deduped_queries.csv", "semantic_query_groups.csv")),
    ):
        kept = [member.query for member in members if member.why == "representative"]
        write_pool(kept, folder / names[0])
        groups = (
            [each.group, each.query.id, each.representative.id, each.why, f"{each.likeness:.3f}", each.query.text]
            for each in members
        )
        header = ["group", "id", "representative", "why", "likeness", "query"]
        write_table(folder / names[1], header, groups)
