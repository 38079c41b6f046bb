"""How often does a 95 % interval contain the true value? `python benchmarks/coverage.py --help`

Samples are drawn from populations whose truth is known, as many queries as a run might have, and counted is how often
the interval that reports show has the truth in it. 95 of 100 is the promise; 93 to 97 is kept from the sample on from
which reports are not "preliminary", except marked rows.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import inf
from time import process_time

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.stats import PRELIMINARY_BELOW, Interval, clustered_rate, mean_interval
from pytest_cookie.stats.alpha import krippendorff_alpha
from pytest_cookie.stats.bootstrap import bootstrap_interval, bootstrap_mean_interval
from pytest_cookie.stats.kappa import cohen_kappa
from pytest_cookie.stats.ranks import spearman

SIZES = (10, 20, PRELIMINARY_BELOW, 50, 100)
KEPT = (0.93, 0.97)
_SCALE = (0.0, 100.0)
_LARGE = 2_000_000
_RESAMPLES = 400

Values = NDArray[np.float64]
Source = np.random.Generator
Population = Callable[[Source, int], Values]
Trial = Callable[[Source, int], Interval]


@dataclass(frozen=True)
class Scenario:
    """An interval of so many queries drawn by `trial`, and the true value of all of them.

    `holds_from` is the sample size that keeps the promise, None if that is beyond the table. `cost` is about how
    many times as long as a plain mean it takes.
    """

    what: str
    population: str
    trial: Trial
    truth: Callable[[], float]
    holds_from: int | None = PRELIMINARY_BELOW
    cost: int = 1


@dataclass(frozen=True)
class Held:
    """How many of so many samples have the truth in their interval."""

    samples: int
    held: int

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.held / self.samples


def coverage(scenario: Scenario, n: int, *, trials: int, seed: int, seconds: float = inf) -> Held:
    """Of `trials` samples of `n` queries, or of as many as `seconds` of processor time allow, at least one."""
    source, truth = np.random.default_rng([seed, n]), scenario.truth()
    samples = held = 0
    began = process_time()
    while samples < trials and (not samples or process_time() - began < seconds):
        one = scenario.trial(source, n)
        samples += 1
        held += one.low is not None and one.high is not None and one.low <= truth <= one.high
    return Held(samples, held)


def _around(mean: float, deviation: float, *, fails: float = 0.0) -> Population:
    def draw(source: Source, n: int) -> Values:
        scores = np.clip(source.normal(mean, deviation, n), *_SCALE)
        return np.where(source.random(n) < fails, 0.0, scores)

    return draw


def _near_100(source: Source, n: int) -> Values:
    return np.clip(100 - source.exponential(6, n), *_SCALE)


def _often_100(source: Source, n: int) -> Values:
    return np.where(source.random(n) < 0.3, 100.0, np.clip(100 - source.exponential(12, n), *_SCALE))


def _good_or_bad(source: Source, n: int) -> Values:
    return np.where(source.random(n) < 0.4, source.normal(35, 8, n), source.normal(85, 6, n))


def _steps(source: Source, n: int) -> Values:
    return 12.5 * source.binomial(8, 0.7, n)


SCORES: dict[str, tuple[Population, int | None]] = {
    "around 70 ± 12": (_around(70, 12), PRELIMINARY_BELOW),
    "near 100": (_near_100, PRELIMINARY_BELOW),
    "three in ten are 100": (_often_100, PRELIMINARY_BELOW),
    "good or bad": (_good_or_bad, PRELIMINARY_BELOW),
    "points of 0 to 8": (_steps, PRELIMINARY_BELOW),
    "one in four fails": (_around(75, 12, fails=0.25), PRELIMINARY_BELOW),
    "one in ten fails": (_around(80, 10, fails=0.1), PRELIMINARY_BELOW),
    "one in twenty fails": (_around(80, 10, fails=0.05), 100),
    "one in fifty fails": (_around(85, 8, fails=0.02), None),
}
DIFFERENCES: dict[str, tuple[Population, int | None]] = {
    "normal": (lambda source, n: source.normal(3, 10, n), PRELIMINARY_BELOW),
    "half are equal": (
        lambda source, n: np.where(source.random(n) < 0.5, 0, source.normal(6, 12, n)),
        PRELIMINARY_BELOW,
    ),
    "long tails": (lambda source, n: 2 + 5 * source.standard_t(4, n), PRELIMINARY_BELOW),
    "means of three repeats": (
        lambda source, n: source.normal(3, 8, n) + source.normal(0, 12, (3, n)).mean(axis=0),
        PRELIMINARY_BELOW,
    ),
    "one in ten collapses": (
        lambda source, n: np.where(source.random(n) < 0.1, -80, source.normal(1, 6, n)),
        50,
    ),
}  # fmt: skip


def _scenarios() -> Iterator[Scenario]:
    for name, (population, holds_from) in SCORES.items():
        yield Scenario("mean score", name, partial(_mean, population), partial(_mean_of, population), holds_from)
    for repeats in (2, 5):
        yield Scenario("mean score", f"around 70, {repeats} repeats", partial(_repeated, repeats), lambda: 70.0)
    yield Scenario("mean score", "around 70, 1 to 4 repeats", partial(_repeated, None), lambda: 70.0)
    for rate, alike, repeats in ((0.8, 0.0, 1), (0.9, 0.0, 1), (0.8, 0.4, 3), (0.9, 0.4, 3), (0.9, 0.9, 3)):
        kind = f"{rate:.0%}" + (f", {repeats} repeats, {alike:.0%} alike" if repeats > 1 else "")
        yield Scenario("runnable rate", kind, partial(_rate, rate, alike, repeats), partial(float, rate))
    for name, (population, holds_from) in DIFFERENCES.items():
        truth = partial(_mean_of, population)
        yield Scenario("paired difference", name, partial(_difference, population), truth, holds_from, cost=10)
    yield Scenario("calibration: accuracy", "90 %, 6 pairs an artifact", partial(_rate, 0.9, 0.15, 6), lambda: 0.9)
    yield Scenario("calibration: recall", "60 %, 6 pairs an artifact", partial(_rate, 0.6, 0.15, 6), lambda: 0.6)
    yield Scenario("calibration: false alarms", "0.5 an artifact", _alarms, lambda: 0.5, cost=10)
    yield Scenario("agreement: preferences", "3 models a query", _preferences, partial(_agreement_of, _share), cost=2)
    for name, statistic in (("κ", _kappa), ("ρ", _spearman), ("α", _alpha)):
        truth = partial(_agreement_of, statistic)
        yield Scenario(f"agreement: {name}", "3 models a query", partial(_agree, statistic), truth, cost=160)


@cache
def _mean_of(population: Population) -> float:
    return float(population(np.random.default_rng(0), _LARGE).mean())


def _mean(population: Population, source: Source, n: int) -> Interval:
    return mean_interval(population(source, n).tolist(), bounds=_SCALE)


def _repeated(repeats: int | None, source: Source, n: int) -> Interval:
    """Query means, as leaderboards take them: queries differ by 9 points, their repeats by 10."""
    queries = source.normal(70, 9, n)
    means = [query + source.normal(0, 10, repeats or int(source.integers(1, 5))).mean() for query in queries]
    return mean_interval(means)


def _rate(rate: float, alike: float, trials: int, source: Source, n: int) -> Interval:
    """`alike` is the correlation of the trials of one query, or of one artifact."""
    weight = 1 / alike - 1 if alike else 0.0
    rates = source.beta(rate * weight, (1 - rate) * weight, n) if alike else np.full(n, rate)
    return clustered_rate([(float(each), trials) for each in source.binomial(trials, rates)])


def _difference(population: Population, source: Source, n: int) -> Interval:
    return bootstrap_mean_interval(
        population(source, n).tolist(), seed=int(source.integers(2**31)), resamples=_RESAMPLES
    )


def _alarms(source: Source, n: int) -> Interval:
    return bootstrap_mean_interval(
        source.poisson(0.5, n).astype(float).tolist(), seed=int(source.integers(2**31)), resamples=_RESAMPLES
    )


_Query = tuple[tuple[float, float], ...]
_Statistic = Callable[[Sequence[_Query]], float | None]


def _queries(source: Source, n: int) -> list[_Query]:
    """Judge and people on whole points of 0 to 8, of three models a query."""
    truth = source.normal(5, 1, (n, 1)) + source.normal(0, 1.5, (n, 3))
    both = (np.clip(np.round(truth + source.normal(0, 1, (n, 3))), 0, 8) for _ in range(2))
    judge, people = (side.tolist() for side in both)
    return [tuple(zip(a, b, strict=True)) for a, b in zip(judge, people, strict=True)]


def _pairs(query: _Query) -> list[tuple[int, int]]:
    """Preferences of both sides between each two models."""
    return [
        ((one[0] > other[0]) - (one[0] < other[0]), (one[1] > other[1]) - (one[1] < other[1]))
        for place, one in enumerate(query)
        for other in query[place + 1 :]
    ]


def _share(queries: Sequence[_Query]) -> float:
    matches = [a == b for query in queries for a, b in _pairs(query)]
    return sum(matches) / len(matches)


def _kappa(queries: Sequence[_Query]) -> float | None:
    return cohen_kappa([pair for query in queries for pair in query], lambda a, b: (a - b) ** 2)


def _spearman(queries: Sequence[_Query]) -> float | None:
    both = [pair for query in queries for pair in query]
    return spearman([judge for judge, _ in both], [people for _, people in both])


def _alpha(queries: Sequence[_Query]) -> float | None:
    return krippendorff_alpha([pair for query in queries for pair in query], "interval")


@cache
def _agreement_of(statistic: _Statistic) -> float:
    value = statistic(_queries(np.random.default_rng(0), 60_000))
    assert value is not None
    return value


def _preferences(source: Source, n: int) -> Interval:
    counted = [_pairs(query) for query in _queries(source, n)]
    return clustered_rate([(float(sum(a == b for a, b in pairs)), len(pairs)) for pairs in counted])


def _agree(statistic: _Statistic, source: Source, n: int) -> Interval:
    return bootstrap_interval(_queries(source, n), statistic, seed=int(source.integers(2**31)), resamples=_RESAMPLES)


SCENARIOS = tuple(_scenarios())
"""Every kind of interval that reports show."""


def main() -> None:
    """Print a table in Markdown: the promise is broken where a number has a star."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--trials", type=int, default=4000, help="samples a number; those that resample have fewer")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="what its first two columns must contain")
    parser.add_argument("--seconds", type=float, default=600.0, help="of processor time a number; then fewer samples")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="how many queries")
    options = parser.parse_args()
    print("| interval | population |" + "".join(f" n = {n} |" for n in options.sizes))
    print("|---|---|" + "---|" * len(options.sizes))
    for scenario in SCENARIOS:
        if options.only not in f"{scenario.what} {scenario.population}":
            continue
        trials = options.trials // (1 if scenario.cost < 20 else 10)
        print(f"| {scenario.what} | {scenario.population} |", end="", flush=True)
        for n in options.sizes:
            found = coverage(scenario, n, trials=trials, seed=options.seed, seconds=options.seconds)
            star = "" if KEPT[0] <= found.share <= KEPT[1] else "*"
            fewer = f" (of {found.samples:,})" if found.samples < trials else ""
            print(f" {100 * found.share:.1f}{star}{fewer} |", end="", flush=True)
        print(flush=True)


if __name__ == "__main__":
    main()
