"""Statistics of records, without I/O: means, rates and their 95 % intervals."""

from pytest_cookie.stats.aggregate import Aggregate, aggregate, aggregates
from pytest_cookie.stats.interval import PRELIMINARY_BELOW, Interval, clustered_rate, mean_interval, wilson_interval

__all__ = [
    "PRELIMINARY_BELOW",
    "Aggregate",
    "Interval",
    "aggregate",
    "aggregates",
    "clustered_rate",
    "mean_interval",
    "wilson_interval",
]
