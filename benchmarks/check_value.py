"""What each check is worth: pairs it decides, findings it adds, steps it takes, its lines.

    python benchmarks/check_value.py RUN … [--better sample/polished --worse sample/flawed]

RUN are run folders with stored evidence. Every item is judged with all checks and once without each. Of the items of a
case, those of the model `--better` should score above those of `--worse`; other pairs come from `--pairs`, a CSV file
with the columns `case,better,worse` (models). `won` are pairs that are right only with the check, `lost` those that are
right only without it. `points off` are those that the check takes off all worse and all better pages together.
Findings on better pages are to be read: is each true?
"""

import argparse
import csv
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.registry import BUILT_IN, folder_of, make_measured_judge
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from tools.reference.tables import table

_SAME = 0.05
"""Points; scores that differ by less are equal, so the pair is not decided."""


@dataclass(frozen=True)
class Judged:
    """One item with its verdict by all checks and without each, by the id of the check."""

    case: str
    model: str
    verdict: Verdict
    without: dict[str, Verdict]
    steps: Counter[str]


def judge_items(run: Path) -> Iterator[Judged]:
    """Judge every item with evidence, with all checks and without each."""
    folder = RunFolder.open(run)
    for record in folder.records():
        item = folder.item(record.folder)
        if item.has_evidence:
            evidence = item.read_evidence()
            steps = Counter(step.check for step in evidence.trace.steps if step.check)
            verdict = judge(item, evidence, BUILT_IN)
            without = {}
            for check in BUILT_IN:
                rest = [other for other in BUILT_IN if other is not check]
                says = check.grade is not None or any(finding.kind in check.kinds for finding in verdict.findings)
                without[check.id] = judge(item, evidence, rest) if says else verdict
            yield Judged(record.case, record.model, verdict, without, steps)


def judge(item: ItemFolder, evidence: Evidence, checks: Sequence[Check]) -> Verdict:
    """The verdict by these checks."""
    case, artifact = item.read_case(), item.read_artifact()
    return make_measured_judge(checks).judge(case, artifact, evidence, item.evidence, source=item.artifact)


def decided(better: Verdict, worse: Verdict) -> int:
    """1 if the better page has the higher total, -1 if it has the lower one, 0 if both are equal."""
    ahead = total(better) - total(worse)
    return 0 if abs(ahead) < _SAME else 1 if ahead > 0 else -1


def total(verdict: Verdict) -> float:
    """The total of a verdict; 0 without one."""
    return verdict.scores.get("total") or 0.0


def lines_of(check: Check) -> int:
    """Lines of Python in the folder of a check."""
    folder = Path(import_module(folder_of(check)).__file__ or "").parent
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.glob("*.py"))


def compare(judged: Sequence[Judged], pairs: Sequence[tuple[str, str, str]], good: frozenset[str]) -> str:
    """The table of all checks. `pairs` are case, better model and worse model; `good` the models of good pages."""
    known = {(item.case, item.model): item for item in judged}
    rows = []
    for check in BUILT_IN:
        tally: Counter[str] = Counter()
        for case, better, worse in pairs:
            if (case, better) in known and (case, worse) in known:
                best, worst = known[case, better], known[case, worse]
                with_it = decided(best.verdict, worst.verdict)
                without = decided(best.without[check.id], worst.without[check.id])
                tally["won"] += with_it > without
                tally["lost"] += with_it < without
        found: Counter[bool] = Counter()
        points: defaultdict[bool, float] = defaultdict(float)
        for item in judged:
            is_good = item.model in good
            found[is_good] += sum(finding.kind in check.kinds for finding in item.verdict.findings)
            points[is_good] += total(item.without[check.id]) - total(item.verdict)
        steps = sum(item.steps[check.id] for item in judged) / max(1, len(judged))
        taken = (f"{points[False]:.1f}", f"{points[True]:.1f}")
        cells = (tally["won"], tally["lost"], found[False], found[True], *taken, f"{steps:.1f}", lines_of(check))
        rows.append((check.id, *map(str, cells)))
    head = ("check", "pairs won", "lost", "findings, worse pages", "better pages", "points off, worse", "better")
    return table((*head, "steps a page", "lines"), sorted(rows, key=lambda row: (-float(row[5]), row[0])))


def main() -> None:
    """Judge the runs, print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN")
    parser.add_argument("--better", default="sample/polished", help="model whose pages are good (default: %(default)s)")
    parser.add_argument("--worse", default="sample/flawed", help="model whose pages are worse (default: %(default)s)")
    parser.add_argument("--pairs", type=Path, help="CSV file with the columns case,better,worse (models)")
    parser.add_argument("--titles", action="store_true", help="list the findings on the better pages, to be read")
    given = parser.parse_args()
    judged = [item for run in given.runs for item in judge_items(run)]
    pairs = [(case, given.better, given.worse) for case in dict.fromkeys(item.case for item in judged)]
    good = frozenset({given.better})
    if given.pairs:
        with given.pairs.open(encoding="utf-8", newline="") as file:
            pairs = [(row["case"], row["better"], row["worse"]) for row in csv.DictReader(file)]
        good = frozenset(better for _, better, _ in pairs)
    print(compare(judged, pairs, good))
    if given.titles:
        kinds = {kind.value: check.id for check in BUILT_IN for kind in check.kinds}
        for item in judged:
            for finding in item.verdict.findings if item.model in good else ():
                if finding.kind in kinds:
                    print(f"{kinds[finding.kind]}: {item.case}: {finding.severity}: {finding.title}")


if __name__ == "__main__":
    main()
