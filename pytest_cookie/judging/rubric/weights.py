"""`read_weights`: how much each rubric item counts in its dimension."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.records.plain_tree import read_bounded_text

WEIGHTS_FILE = Path(str(resources.files("pytest_cookie.judging.rubric") / "weights.yaml"))


@cache
def read_weights() -> Mapping[str, float]:
    """The weights of items by id, not negative. An item without a weight counts 1, as in Cookie-Bench.

    `tools/learn_weights.py` learns them from a calibration.
    """
    weights: dict[str, float] = parse_data(read_bounded_text(WEIGHTS_FILE))
    return weights
