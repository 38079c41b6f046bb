"""The number of cases needed to decide whether a mean or rate, assumed to stay the same, is beyond a threshold.

One side of a 95 % interval is a test at 2.5 %; power is the probability that such an interval excludes the threshold.
Means: Chow, Shao and Wang, "Sample Size Calculations in Clinical Research", 2nd edition (2008), section 3.1, one sample
against a margin, which applies to paired differences. Rates: Fleiss, Levin and Paik, "Statistical Methods for Rates and
Proportions", 3rd edition (2003), chapter 2, one proportion.
"""

from math import ceil, sqrt
from statistics import NormalDist

ALPHA = 0.025
POWER = 0.8
LARGEST = 1_000_000


def queries_for_mean(deviation: float, distance: float, *, alpha: float = ALPHA, power: float = POWER) -> int | None:
    """n = ((z₁₋α + z_power) · σ / |distance|)², rounded up; σ is the standard deviation between cases.

    None beyond `LARGEST`: no sample distinguishes a mean from a threshold equal to it.
    """
    return _rounded_up(_z(1 - alpha) * deviation + _z(power) * deviation, distance)


def queries_for_rate(rate: float, threshold: float, *, alpha: float = ALPHA, power: float = POWER) -> int | None:
    """n = ((z₁₋α √(p₀(1 − p₀)) + z_power √(p(1 − p))) / |p − p₀|)², rounded up, for a rate p and a threshold p₀."""
    spread = _z(1 - alpha) * sqrt(threshold * (1 - threshold)) + _z(power) * sqrt(rate * (1 - rate))
    return _rounded_up(spread, rate - threshold)


def _z(probability: float) -> float:
    return NormalDist().inv_cdf(probability)


def _rounded_up(spread: float, distance: float) -> int | None:
    if distance == 0:
        return None
    if spread == 0:
        return 1
    if spread / abs(distance) > sqrt(LARGEST):
        return None
    return ceil((spread / distance) ** 2)
