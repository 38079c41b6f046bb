"""Pure numbers over records: means, rates and their 95 % intervals."""

from pytest_cookie.stats.aggregate import Aggregate, Scores, aggregate, aggregates
from pytest_cookie.stats.interval import Interval, mean_interval, wilson_interval

__all__ = ["Aggregate", "Interval", "Scores", "aggregate", "aggregates", "mean_interval", "wilson_interval"]
