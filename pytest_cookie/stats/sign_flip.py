"""A test of paired differences: could their mean be as large if A and B had been swapped at random in each pair?

Fisher's randomization test. It tests the reported mean itself, uses the sizes of the differences and assumes no
distribution; Wilcoxon's signed-rank test would drop the many cases without a difference and test something else.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

EXACT_UP_TO = 16
DRAWN = 9_999
_CHUNK = 2_000_000
_TOLERANCE = 1e-9


def sign_flip_test(differences: Sequence[float], *, seed: int, drawn: int = DRAWN) -> float | None:
    """The two-sided p-value of a mean difference of zero; None without differences.

    Exact over all 2^n swaps for up to `EXACT_UP_TO` nonzero differences, with a minimum of 2/2^n; otherwise over
    `drawn` random swaps plus the observed arrangement (Phipson and Smyth 2010).
    """
    if not differences:
        return None
    values = np.asarray([value for value in differences if value != 0], dtype=np.float64)
    n = len(values)
    if n == 0:
        return 1.0
    reached = abs(values.sum()) - _TOLERANCE * np.abs(values).sum()
    if n <= EXACT_UP_TO:
        return float(np.mean(np.abs(_all_signs(n) @ values) >= reached))
    extreme = sum(int(np.sum(np.abs(signs @ values) >= reached)) for signs in _drawn_signs(n, seed, drawn))
    return (extreme + 1) / (drawn + 1)


def _all_signs(n: int) -> NDArray[np.float64]:
    bits = np.arange(2**n)[:, None] >> np.arange(n) & 1
    return (1.0 - 2.0 * bits).astype(np.float64)


def _drawn_signs(n: int, seed: int, drawn: int) -> Iterator[NDArray[np.float64]]:
    source = np.random.default_rng(seed)
    rows = max(1, _CHUNK // n)
    for start in range(0, drawn, rows):
        yield source.choice([-1.0, 1.0], size=(min(rows, drawn - start), n))
