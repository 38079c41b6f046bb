"""Learns the weights of rubric items from a calibration of the measured judge.

    python tools/learn_weights.py reports/calibrations/measured/calibration.json reports/calibrations/evidence/crawler-…

Each pair of a good artifact and its mutant is one observation. Its features are the differences of the item scores, as
they enter the total. A logistic model without a constant (Bradley and Terry, 1952, with features) is fitted by maximum
likelihood with non-negative weights, which a ridge draws to equal weights. It prints the accuracy with equal weights,
with the learnt ones on the pairs that they were learnt from, and, as the honest numbers, on pairs of a family of
defects, or of a page, that the fit has not seen. `--write` replaces `pytest_cookie/judging/rubric/weights.yaml`; raise
`RUBRIC_VERSION` then. Needs scipy (`pip install 'pytest-cookie[dataset]'`).
"""

import argparse
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray
from scipy.optimize import minimize

from pytest_cookie.core.verdict import MEASURED, RubricItem
from pytest_cookie.judging.rubric.dimensions import DIMENSIONS
from pytest_cookie.judging.rubric.weights import WEIGHTS_FILE
from pytest_cookie.records.item import ItemFolder

Vector = NDArray[np.float64]
RIDGE = 0.02
"""Strength of the pull to equal weights, per pair."""
STEEPNESS = 20.0
"""How sure a difference of a whole item is: a total that differs by 6 of 100 points is right in three of four pairs."""
TIE = 5e-5
"""Of 0 to 1, as in `stats/calibration.py`."""


@dataclass(frozen=True)
class WeighedPair:
    """The item scores of a good artifact and of its mutant, by id and dimension. Items without a score are missing."""

    page: str
    family: str
    good: dict[tuple[str, str], float]
    mutant: dict[tuple[str, str], float]


def learn(pairs: Sequence[WeighedPair], ids: Sequence[str]) -> dict[str, float]:
    """Non-negative weights of the items `ids` with mean 1."""
    features = np.array([_features(pair, ids) for pair in pairs])

    def cost(weights: Vector) -> tuple[float, Vector]:
        sure = STEEPNESS * features @ weights
        wrong = 1 / (1 + np.exp(np.clip(sure, -500, 500)))
        pull = weights - 1
        value = np.logaddexp(0, -sure).mean() + RIDGE * (pull**2).sum()
        return float(value), -STEEPNESS * (features.T @ wrong) / len(features) + 2 * RIDGE * pull

    found = minimize(cost, np.ones(len(ids)), jac=True, method="L-BFGS-B", bounds=[(0, None)] * len(ids)).x
    return dict(zip(ids, (found / found.mean()).tolist(), strict=True))


def accuracy(pairs: Sequence[WeighedPair], weights: dict[str, float]) -> float:
    """The share of pairs whose good artifact has the higher total; a tie counts half."""
    far = [_total(pair.good, weights) - _total(pair.mutant, weights) for pair in pairs]
    return float(np.mean([0.5 if abs(difference) < TIE else float(difference > 0) for difference in far]))


def leave_one_out(pairs: Sequence[WeighedPair], ids: Sequence[str], group: Callable[[WeighedPair], str]) -> float:
    """The accuracy on each group with weights that were learnt from all others, over all pairs."""
    right = 0.0
    for name in sorted({group(pair) for pair in pairs}):
        inside = [pair for pair in pairs if group(pair) == name]
        outside = [pair for pair in pairs if group(pair) != name]
        right += len(inside) * accuracy(inside, learn(outside, ids) if outside else dict.fromkeys(ids, 1.0))
    return right / len(pairs)


def _features(pair: WeighedPair, ids: Sequence[str]) -> list[float]:
    """What a weight adds to the difference of the totals, near equal weights."""
    both = pair.good.keys() & pair.mutant.keys()
    size = {dimension: sum(one == dimension for _, one in both) for dimension in DIMENSIONS}
    differences = {key[0]: (pair.good[key] - pair.mutant[key]) / (2 * size[key[1]]) for key in both}  # type: ignore[index]
    return [differences.get(item, 0.0) for item in ids]


def _total(scores: dict[tuple[str, str], float], weights: dict[str, float]) -> float:
    means = []
    for dimension in DIMENSIONS:
        own = [(weights[item], score) for (item, one), score in scores.items() if one == dimension]
        whole = sum(weight for weight, _ in own)
        if whole:
            means.append(sum(weight * score for weight, score in own) / whole)
    return float(np.mean(means)) if means else 0.0


def read_pairs(calibration: Path, evidence: Path) -> list[WeighedPair]:
    """The counted pairs of a calibration, with the verdicts beside the evidence. Raises `RecordingError`."""
    results = json.loads(calibration.read_text("utf-8"))["results"]
    return [
        WeighedPair(
            page=result["artifact"],
            family=result["family"],
            good=_scores(evidence / "items" / result["artifact"] / "good" / "html" / "1"),
            mutant=_scores(evidence / result["folder"]),
        )
        for result in results
        if not result.get("left_out")
    ]


def _scores(folder: Path) -> dict[tuple[str, str], float]:
    items: tuple[RubricItem, ...] = ItemFolder(folder).read_verdict(MEASURED).items
    return {(item.id, item.dimension): item.score for item in items if item.score is not None}


def replace_table(file: Path, table: str) -> None:
    """Replace the weights in `file`; the comment above them stays."""
    comment = itertools.takewhile(lambda line: line.startswith("#"), file.read_text("utf-8").splitlines(keepends=True))
    file.write_text("".join(comment) + table, encoding="utf-8")


def main() -> None:
    """Learn, report, and write the weights if asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calibration", type=Path, help="calibration.json of the measured judge")
    parser.add_argument("evidence", type=Path, help="folder of the evidence of its items")
    parser.add_argument("--write", action="store_true", help=f"write {WEIGHTS_FILE.name}")
    options = parser.parse_args()
    pairs = read_pairs(options.calibration, options.evidence)
    ids = sorted({item for pair in pairs for item, _ in (*pair.good, *pair.mutant)})
    weights = learn(pairs, ids)
    table = yaml.safe_dump({item: round(weight, 3) for item, weight in weights.items()}, sort_keys=False)
    lines = (
        f"{len(pairs)} pairs of {len({pair.page for pair in pairs})} pages",
        f"equal weights: {accuracy(pairs, dict.fromkeys(ids, 1.0)):.1%}",
        f"learnt, in sample: {accuracy(pairs, weights):.1%}",
        f"learnt, leave one family out: {leave_one_out(pairs, ids, lambda pair: pair.family):.1%}",
        f"learnt, leave one page out: {leave_one_out(pairs, ids, lambda pair: pair.page):.1%}",
        table,
    )
    sys.stdout.write("\n".join(lines))
    if options.write:
        replace_table(WEIGHTS_FILE, table)


if __name__ == "__main__":
    main()
