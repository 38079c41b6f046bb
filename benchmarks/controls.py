"""How well a judge orders pages of known levels, beside taking the larger page for the better one.

    python benchmarks/controls.py RUN LEVELS.csv

RUN is a run folder whose models are the pages of one case. LEVELS.csv has the columns `page,level`: the model's name
and its level, a larger number for a better page. Every two pages of different levels are a pair. A tie counts as half.
"""

import argparse
import csv
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from statistics import fmean

from pytest_cookie.calibration.collect_results import read_size
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.controls import CONTROL_NAMES, CONTROLS, larger_wins
from pytest_cookie.stats.interval import clustered_rate
from tools.reference.tables import table

_TIE = 0.005


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("levels", type=Path)
    options = parser.parse_args()
    run = RunFolder.open(options.run)
    with options.levels.open(encoding="utf-8", newline="") as file:
        levels = {row["page"]: float(row["level"]) for row in csv.DictReader(file)}
    totals, sizes = {}, {}
    for record in run.records():
        if record.model in levels:
            totals[record.model] = record.scores.get("total") or 0.0
            sizes[record.model] = read_size(run.item(record.folder))
    pairs = [(a, b) if levels[a] > levels[b] else (b, a) for a, b in combinations(totals, 2) if levels[a] != levels[b]]
    print(f"{len(totals)} pages, {len(pairs)} pairs\n")
    rates = {"the judge's total": [_higher(totals[better], totals[worse]) for better, worse in pairs]}
    for control in CONTROLS:
        rates[CONTROL_NAMES[control]] = [larger_wins(control, sizes[better], sizes[worse]) for better, worse in pairs]
    rows = []
    for name, won in rates.items():
        by_page = [[rate for pair, rate in zip(pairs, won, strict=True) if pair[0] == page] for page in totals]
        interval = clustered_rate([(sum(each), len(each)) for each in by_page if each])
        rows.append((name, f"{fmean(won):.1%}", f"{interval.low or 0:.0%} to {interval.high or 0:.0%}"))
    print(table(("ordered by", "accuracy", "95 % over pages"), rows))
    print()
    by_level: dict[float, list[float]] = defaultdict(list)
    for page, total in totals.items():
        by_level[levels[page]].append(total)
    means = [(f"{level:g}", f"{fmean(found):.1f}") for level, found in sorted(by_level.items())]
    print(table(("level", "mean total"), means))


def _higher(better: float, worse: float) -> float:
    return 0.5 if abs(better - worse) <= _TIE else float(better > worse)


if __name__ == "__main__":
    main()
