"""Pairs the cases of two sides and computes their differences, the basis of a comparison."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import Literal, TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import MODES, Difficulty, Language, Mode, PageType
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.verdict import Finding
from pytest_cookie.stats.finding_changes import finding_changes

QueryScores: TypeAlias = dict[str, float | None]
"""The means over a case's judged repeats by score; a failed item has the worst value, a missing score is None."""


class QueryDifference(FrozenModel):
    """One case. `new_findings` are those that came from A to B, as `finding_changes` matches them."""

    case: str
    page_type: PageType
    domain: str
    difficulty: Difficulty
    language: Language
    a: QueryScores
    b: QueryScores
    new_findings: tuple[Finding, ...]


Why = Literal["unscored", "unscored on the other side", "missing on the other side"]


class LeftOut(FrozenModel):
    """An item that is not counted, its run and the reason; `cause` is that of an unscored item."""

    case: str
    repeat: int
    run: Literal["A", "B"]
    why: Why
    cause: str = ""


def modes_of(records: Iterable[Record]) -> tuple[Mode, ...]:
    """The modes of the records."""
    there = {record.mode for record in records}
    return tuple(mode for mode in MODES if mode in there)


def only_mode(records: Iterable[Record]) -> Mode:
    """The mode of all records. Raises `ValueError` for several: a mean over modes is meaningless."""
    modes = modes_of(records)
    if len(modes) != 1:
        raise ValueError(f"only items of one mode can be compared, not of {list(modes)}")
    return modes[0]


def paired_queries(a: Iterable[Record], b: Iterable[Record], scores: ScoreSet) -> list[QueryDifference]:
    """One entry per case with a judged item on both sides. Its repeats are averaged, because they are correlated.

    Raises `ValueError` if a side has items of several modes.
    """
    judged_a, judged_b = _judged_by_case(a), _judged_by_case(b)
    return [_query(judged_a[case], judged_b[case], scores) for case in judged_a if case in judged_b]


def _judged_by_case(records: Iterable[Record]) -> dict[str, list[Record]]:
    by_case: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        if record.outcome != "unscored":
            by_case[record.case].append(record)
    if by_case:
        only_mode(record for of_case in by_case.values() for record in of_case)
    return by_case


def _query(a: Sequence[Record], b: Sequence[Record], scores: ScoreSet) -> QueryDifference:
    one = b[0]
    return QueryDifference(
        case=one.case,
        page_type=one.page_type,
        domain=one.domain,
        difficulty=one.difficulty,
        language=one.language,
        a=mean_scores(a, scores),
        b=mean_scores(b, scores),
        new_findings=finding_changes(*([one for record in side for one in record.findings] for side in (a, b))).came,
    )


def mean_scores(records: Sequence[Record], scores: ScoreSet) -> QueryScores:
    """The means of a case's judged items by score."""
    means: QueryScores = {}
    for spec in scores:
        values = [value for record in records if (value := score_of(record, spec)) is not None]
        means[spec.id] = fmean(values) if values else None
    return means


def difference_of(query: QueryDifference, name: str) -> float | None:
    """B − A of one score; None if a side has no score."""
    a, b = query.a.get(name), query.b.get(name)
    return None if a is None or b is None else b - a


def query_differences(queries: Iterable[QueryDifference], name: str) -> list[float]:
    """B − A of one score, one value per case with this score on both sides."""
    return [value for query in queries if (value := difference_of(query, name)) is not None]


def queries_of(queries: Iterable[QueryDifference], records: Iterable[Record]) -> list[QueryDifference]:
    """The entries whose cases are those of `records`, such as those with one label."""
    cases = {record.case for record in records}
    return [query for query in queries if query.case in cases]


def left_out(a: Iterable[Record], b: Iterable[Record]) -> Iterator[LeftOut]:
    """The items of both sides that `paired_queries` does not count."""
    listed_a, listed_b = list(a), list(b)
    yield from _left_out_of("A", listed_a, listed_b)
    yield from _left_out_of("B", listed_b, listed_a)


def _left_out_of(run: Literal["A", "B"], records: Sequence[Record], others: Sequence[Record]) -> Iterator[LeftOut]:
    there, judged = {other.case for other in others}, _judged_by_case(others)
    for record in records:
        why: Why | None = None
        if record.outcome == "unscored":
            why = "unscored"
        elif record.case not in there:
            why = "missing on the other side"
        elif record.case not in judged:
            why = "unscored on the other side"
        if why is not None:
            cause = record.cause
            details = "" if cause is None else f"{cause.stage}: {cause.kind}: {cause.message}"
            yield LeftOut(case=record.case, repeat=record.repeat, run=run, why=why, cause=details)
