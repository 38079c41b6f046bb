"""`Agreement`: how well a judge's scores agree with human ratings, with intervals by case."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import floor
from statistics import fmean
from typing import TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.records.human_rating import GivenAs, HumanRating, Scale
from pytest_cookie.stats.alpha import Level, krippendorff_alpha
from pytest_cookie.stats.bootstrap import DEFAULT_RESAMPLING, Resampling, bootstrap_interval
from pytest_cookie.stats.controls import ALL_CONTROL_NAMES, OWN_AVERAGE, PageSize
from pytest_cookie.stats.interval import Interval, clustered_rate
from pytest_cookie.stats.kappa import cohen_kappa, differs, squared
from pytest_cookie.stats.preferences import Preference, Query, Rated, judge_against_people, matches
from pytest_cookie.stats.preferences import people_among_themselves as among_themselves
from pytest_cookie.stats.ranks import footrule_agreement, spearman
from pytest_cookie.stats.score_levels import LevelComparison, compare_on_scale

MAX_POINTS = 20
"""A scale with more whole points has no κ, because two scores would hardly ever coincide."""

_Pairs = Sequence[tuple[Preference, Preference]]
_Statistic = Callable[[Sequence[Query]], float | None]


class ScoreAgreement(FrozenModel):
    """The agreement on one score. Each `mean` is the coefficient, each `n` its number of cases.

    `ratings` counts people's ratings, `pairs` pairs of artifacts compared by one rater. `pairwise` and `pairwise_kappa`
    compare preferences, with each rater; `kappa`, `squared_kappa` (both on whole points), `alpha_ordinal`,
    `alpha_interval` and `spearman` compare scores, with the mean of the raters, and are absent for ranks; `footrule`
    compares the order of the models by their means. `levels` compares the distributions of points, each artifact as
    often as people rated it, and is absent for ranks. `people` is None if no artifact has two raters. `controls` are
    absent where the sizes of the pages are unknown.
    """

    name: str
    given_as: GivenAs
    artifacts: int
    ratings: int
    pairs: int
    pairwise: Interval
    pairwise_kappa: Interval
    kappa: Interval | None
    squared_kappa: Interval | None
    alpha_ordinal: Interval | None
    alpha_interval: Interval | None
    spearman: Interval | None
    footrule: Interval
    levels: LevelComparison | None = None
    people: "PeopleAgreement | None"
    controls: tuple["ControlAgreement", ...] = ()


class ControlAgreement(FrozenModel):
    """How well a control agrees with people: a rule that looks at no page, such as that the longer file is better.

    `ahead` is the share of equal preferences of the judge minus that of the control, on the artifacts that both score.
    """

    control: str
    pairwise: Interval
    pairwise_kappa: Interval
    spearman: Interval | None
    footrule: Interval
    ahead: Interval

    @property
    def is_beaten(self) -> bool:
        """Whether the judge is certainly better: the whole interval of the difference is above 0."""
        return self.ahead.low is not None and self.ahead.low > 0


class PeopleAgreement(FrozenModel):
    """Agreement among the raters, the benchmark for a judge. `alpha_ordinal` is absent for ranks."""

    pairwise: Interval
    pairwise_kappa: Interval
    alpha_ordinal: Interval | None


class Agreement(FrozenModel):
    """Judge compared with people. `unmatched` opinions are about artifacts that the run lacks, `unscored` lists items.

    `tie` is the largest difference of two scores of the judge, in points of 0 to 100, that counts as a tie.
    """

    raters: tuple[str, ...]
    opinions: int
    unmatched: tuple[str, ...]
    unscored: tuple[str, ...]
    scale: tuple[float, float]
    tie: float
    seed: int
    scores: tuple[ScoreAgreement, ...]


Place: TypeAlias = tuple[str, str, str, int]
"""Case, model, mode and repeat: what identifies an item in its run."""
_Judged = Callable[[Record], float | None]


def place_of(record: Record) -> Place:
    """The place of an item in its run."""
    return record.case, record.model, record.mode, record.repeat


@dataclass(frozen=True)
class _Terms:
    scale: Scale
    tie: float
    seed: int
    resamples: int
    sizes: Mapping[Place, PageSize] = field(default_factory=dict)
    records: Sequence[Record] = ()


@dataclass(frozen=True)
class RatedItem:
    """An artifact with its opinions."""

    record: Record
    opinions: tuple[HumanRating, ...]

    def values(self, score: str) -> dict[str, float]:
        """What each rater gave for a score, so that more is better."""
        return {one.rater: value for one in self.opinions if (value := one.value(score)) is not None}


def agreement(
    records: Iterable[Record],
    opinions: Sequence[HumanRating],
    scores: ScoreSet,
    *,
    scale: Scale,
    tie: float = 0.0,
    resampling: Resampling = DEFAULT_RESAMPLING,
    sizes: Mapping[Place, PageSize] | None = None,
) -> Agreement:
    """The agreement of one judge's records with people's opinions on the same artifacts.

    A failed item has the worst score. Scores are compared as percent of their range, more is better. With the `sizes`
    of the pages, the same is computed for controls.
    """
    listed = list(records)
    seen, unmatched = join_opinions(listed, opinions)
    unscored = [item for item in seen if item.record.outcome == "unscored"]
    terms = _Terms(scale, tie, resampling.seed, resampling.resamples, sizes or {}, listed)
    return Agreement(
        raters=tuple(sorted({opinion.rater for opinion in opinions})),
        opinions=len(opinions),
        unmatched=tuple(_named(opinion) for opinion in unmatched),
        unscored=tuple(f"{item.record.case} · {item.record.model}" for item in unscored),
        scale=(scale.low, scale.high),
        tie=tie,
        seed=resampling.seed,
        scores=tuple(chain.from_iterable(_of_score(seen, spec, terms) for spec in scores)),
    )


def _named(opinion: HumanRating) -> str:
    parts = [opinion.case, opinion.model, opinion.mode or "", f"r{opinion.repeat}" if opinion.repeat else ""]
    return " · ".join(part for part in parts if part)


def join_opinions(records: list[Record], opinions: Sequence[HumanRating]) -> tuple[list[RatedItem], list[HumanRating]]:
    """Each artifact with its opinions, and the opinions that match no artifact or several."""
    artifacts: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        artifacts[record.case, record.model].append(number)
    on: dict[int, list[HumanRating]] = defaultdict(list)
    unmatched = []
    for opinion in opinions:
        meant = [number for number in artifacts[opinion.case, opinion.model] if _matches(records[number], opinion)]
        if len(meant) == 1:
            on[meant[0]].append(opinion)
        else:
            unmatched.append(opinion)
    return [RatedItem(records[number], tuple(found)) for number, found in sorted(on.items())], unmatched


def _matches(record: Record, opinion: HumanRating) -> bool:
    return opinion.mode in (None, record.mode) and opinion.repeat in (None, record.repeat)


def _of_score(seen: Sequence[RatedItem], spec: ScoreSpec, terms: _Terms) -> Iterator[ScoreAgreement]:
    name, judged = spec.id, _percents(spec)

    def points(opinion: HumanRating) -> float | None:
        return opinion.points.get(name)

    def ranks(opinion: HumanRating) -> float | None:
        return None if name not in opinion.ranks else -opinion.ranks[name]

    for value, are_points in ((points, True), (ranks, False)):
        if queries := _queries(seen, judged, value):
            found = _agreement_of(queries, name, terms, are_points=are_points)
            controls = tuple(_controls(seen, spec, value, terms, are_points=are_points)) if terms.sizes else ()
            yield found.model_copy(update={"controls": controls})


def _percents(spec: ScoreSpec) -> _Judged:
    def percent(record: Record) -> float | None:
        score = score_of(record, spec)
        return None if score is None else spec.percent(score)

    return percent


def _queries(seen: Sequence[RatedItem], judged: _Judged, value: Callable[[HumanRating], float | None]) -> list[Query]:
    queries: dict[tuple[str, str], list[Rated]] = defaultdict(list)
    for item in seen:
        people = {opinion.rater: given for opinion in item.opinions if (given := value(opinion)) is not None}
        score = judged(item.record)
        if people and score is not None:
            queries[item.record.case, item.record.mode].append(Rated(item.record.model, score, people))
    return list(queries.values())


def _controls(
    seen: Sequence[RatedItem],
    spec: ScoreSpec,
    value: Callable[[HumanRating], float | None],
    terms: _Terms,
    *,
    are_points: bool,
) -> Iterator[ControlAgreement]:
    judged = _percents(spec)
    for name in ALL_CONTROL_NAMES:
        given = _own_average(terms.records, judged) if name == OWN_AVERAGE else _size(terms.sizes, name)
        both = [item for item in seen if judged(item.record) is not None and given(item.record) is not None]
        queries, of_judge = _queries(both, given, value), _queries(both, judged, value)
        if queries:
            pairs = [judge_against_people(query, 0.0) for query in queries]
            own = [judge_against_people(query, terms.tie) for query in of_judge]
            limits = {"seed": terms.seed, "resamples": terms.resamples}
            yield ControlAgreement(
                control=name,
                pairwise=_share(pairs),
                pairwise_kappa=_kappa_of_preferences(pairs, terms),
                spearman=bootstrap_interval(queries, _spearman, **limits) if are_points else None,
                footrule=bootstrap_interval(queries, _footrule, **limits),
                ahead=bootstrap_interval(list(zip(own, pairs, strict=True)), _lead, **limits),
            )


def _size(sizes: Mapping[Place, PageSize], name: str) -> _Judged:
    def size(record: Record) -> float | None:
        found = sizes.get(place_of(record))
        return None if found is None else float(getattr(found, name))

    return size


def _own_average(records: Sequence[Record], judged: _Judged) -> _Judged:
    """The mean score of the model on all other cases, so that a page's own score does not count."""
    scores: dict[tuple[str, str], list[tuple[str, float]]] = defaultdict(list)
    for record in records:
        if (score := judged(record)) is not None:
            scores[record.model, record.mode].append((record.case, score))

    def average(record: Record) -> float | None:
        others = [score for case, score in scores[record.model, record.mode] if case != record.case]
        return fmean(others) if others else None

    return average


def _lead(clusters: Sequence[tuple[_Pairs, _Pairs]]) -> float | None:
    """The share of matches of the first side minus that of the second one."""
    first, second = (
        [matches(pairs) for pairs in side] for side in ([own for own, _ in clusters], [other for _, other in clusters])
    )
    trials = sum(count for _, count in first)
    return (sum(match for match, _ in first) - sum(match for match, _ in second)) / trials if trials else None


def _agreement_of(queries: list[Query], name: str, terms: _Terms, *, are_points: bool) -> ScoreAgreement:
    pairs = [judge_against_people(query, terms.tie) for query in queries]

    def of_points(statistic: _Statistic) -> Interval | None:
        return (
            bootstrap_interval(queries, statistic, seed=terms.seed, resamples=terms.resamples) if are_points else None
        )

    has_points_enough = terms.scale.high - terms.scale.low <= MAX_POINTS
    return ScoreAgreement(
        name=name,
        given_as="points" if are_points else "ranks",
        artifacts=sum(map(len, queries)),
        ratings=sum(len(rated.people) for query in queries for rated in query),
        pairs=sum(map(len, pairs)) // 2,
        pairwise=_share(pairs),
        pairwise_kappa=_kappa_of_preferences(pairs, terms),
        kappa=of_points(_kappa(terms.scale, differs)) if has_points_enough else None,
        squared_kappa=of_points(_kappa(terms.scale, squared)) if has_points_enough else None,
        alpha_ordinal=of_points(_alpha(terms.scale, "ordinal")),
        alpha_interval=of_points(_alpha(terms.scale, "interval")),
        spearman=of_points(_spearman),
        footrule=bootstrap_interval(queries, _footrule, seed=terms.seed, resamples=terms.resamples),
        levels=_levels(queries, terms.scale) if are_points else None,
        people=_people(queries, terms, are_points=are_points),
    )


def _levels(queries: Sequence[Query], scale: Scale) -> LevelComparison | None:
    """Both distributions over the same ratings, so that an artifact has the same weight on both sides."""
    pairs = [(rated.judge, points) for query in queries for rated in query for points in rated.people.values()]
    judge, people = [score for score, _ in pairs], [points for _, points in pairs]
    return compare_on_scale(judge, people, low=scale.low, high=scale.high)


def _people(queries: list[Query], terms: _Terms, *, are_points: bool) -> PeopleAgreement | None:
    if not any(len(rated.people) > 1 for query in queries for rated in query):
        return None
    pairs = [among_themselves(query) for query in queries]
    alpha: Interval | None = None
    if are_points:
        alpha = bootstrap_interval(queries, _alpha_of_people, seed=terms.seed, resamples=terms.resamples)
    return PeopleAgreement(
        pairwise=_share(pairs), pairwise_kappa=_kappa_of_preferences(pairs, terms), alpha_ordinal=alpha
    )


def _share(pairs: Sequence[_Pairs]) -> Interval:
    """The share of matches. Each pair occurs in both orders, which does not change it."""
    counts = [matches(of_query) for of_query in pairs]
    return clustered_rate([(match / 2, count // 2) for match, count in counts])


def _kappa_of_preferences(pairs: Sequence[_Pairs], terms: _Terms) -> Interval:
    def kappa(clusters: Sequence[_Pairs]) -> float | None:
        return cohen_kappa(chain.from_iterable(clusters))

    told = [of_query for of_query in pairs if of_query]
    return bootstrap_interval(told, kappa, seed=terms.seed, resamples=terms.resamples)


def _both(queries: Sequence[Query]) -> Iterator[tuple[float, float]]:
    """For each artifact, the judge's score and the mean of the people's."""
    return ((rated.judge, fmean(rated.people.values())) for query in queries for rated in query)


def _kappa(scale: Scale, disagreement: Callable[[float, float], float]) -> _Statistic:
    def whole(points: float) -> int:
        return floor(points + 0.5)

    def kappa(queries: Sequence[Query]) -> float | None:
        points = ((whole(scale.from_percent(judge)), whole(people)) for judge, people in _both(queries))
        return cohen_kappa(points, disagreement)

    return kappa


def _alpha(scale: Scale, level: Level) -> _Statistic:
    def alpha(queries: Sequence[Query]) -> float | None:
        return krippendorff_alpha([(scale.from_percent(judge), people) for judge, people in _both(queries)], level)

    return alpha


def _alpha_of_people(queries: Sequence[Query]) -> float | None:
    return krippendorff_alpha([list(rated.people.values()) for query in queries for rated in query], "ordinal")


def _spearman(queries: Sequence[Query]) -> float | None:
    both = list(_both(queries))
    return spearman([judge for judge, _ in both], [people for _, people in both])


def _footrule(queries: Sequence[Query]) -> float | None:
    judged: dict[str, list[float]] = defaultdict(list)
    rated_by_people: dict[str, list[float]] = defaultdict(list)
    for rated in chain.from_iterable(queries):
        judged[rated.model].append(rated.judge)
        rated_by_people[rated.model].append(fmean(rated.people.values()))
    models = sorted(judged)
    return footrule_agreement(
        [fmean(judged[model]) for model in models], [fmean(rated_by_people[model]) for model in models]
    )
