"""`JudgeMatch`: how often a judge prefers the same artifact as people, overall and by group such as domain.

The measure of Cookie-Bench, section 5.2, with ties (`preferences.py`).
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.stats.bootstrap import bootstrap_interval
from pytest_cookie.stats.interval import Interval, clustered_rate
from pytest_cookie.stats.kappa import cohen_kappa
from pytest_cookie.stats.preferences import Preference, Query, judge_against_people, matches, people_among_themselves
from pytest_cookie.stats.ranks import footrule_agreement

RESAMPLES = 300
_Pairs = Sequence[tuple[Preference, Preference]]


class Match(FrozenModel):
    """Agreement of preferences: `pairs` counts each two artifacts once per rater; intervals are over cases."""

    pairs: int
    match: Interval
    kappa: Interval


class JudgeMatch(Match):
    """A judge against people in one score. `footrule` compares the order of the models by their means."""

    footrule: Interval
    groups: dict[str, Interval]
    """The match rate by group."""


class PeopleMatch(Match):
    """A judge against the people who annotated a run, in one score; `people` is rater against rater."""

    run: str
    score: str
    raters: int
    people: Interval


def judge_match(queries: Sequence[Query], groups: Sequence[str], *, tie: float, seed: int) -> JudgeMatch:
    """Judge against people. `groups` has the group of each case; `tie` is as in `judge_against_people`."""
    pairs = [judge_against_people(query, tie) for query in queries]
    by_group: dict[str, list[_Pairs]] = defaultdict(list)
    for group, of_query in zip(groups, pairs, strict=True):
        by_group[group].append(of_query)
    found = _match(pairs, seed)
    footrule = bootstrap_interval(queries, _footrule, seed=seed, resamples=RESAMPLES)
    rates = {group: _rate(of_group) for group, of_group in sorted(by_group.items())}
    return JudgeMatch(pairs=found.pairs, match=found.match, kappa=found.kappa, footrule=footrule, groups=rates)


def people_match(queries: Sequence[Query], *, seed: int) -> Match:
    """Rater against rater: the upper limit for a judge."""
    return _match([people_among_themselves(query) for query in queries], seed)


def _match(pairs: Sequence[_Pairs], seed: int) -> Match:
    told = [of_query for of_query in pairs if of_query]

    def kappa(clusters: Sequence[_Pairs]) -> float | None:
        return cohen_kappa(chain.from_iterable(clusters))

    return Match(
        pairs=sum(map(len, pairs)) // 2,
        match=_rate(pairs),
        kappa=bootstrap_interval(told, kappa, seed=seed, resamples=RESAMPLES),
    )


def _rate(pairs: Sequence[_Pairs]) -> Interval:
    """The share of matches. Each pair occurs in both orders, which does not change it."""
    counts = [matches(of_query) for of_query in pairs]
    return clustered_rate([(match / 2, count // 2) for match, count in counts])


def _footrule(queries: Sequence[Query]) -> float | None:
    judged: Mapping[str, list[float]] = defaultdict(list)
    rated: Mapping[str, list[float]] = defaultdict(list)
    for artifact in chain.from_iterable(queries):
        judged[artifact.model].append(artifact.judge)
        rated[artifact.model].append(fmean(artifact.people.values()))
    models = sorted(judged)
    return footrule_agreement([fmean(judged[model]) for model in models], [fmean(rated[model]) for model in models])
