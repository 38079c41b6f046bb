"""What each check is worth: the pairs it decides, what it finds on good pages, the steps it takes, its time and lines.

    python benchmarks/check_value.py PATH … --list > readings.csv
    python benchmarks/check_value.py PATH … --readings readings.csv --write docs/explanation/check-value.md

PATH are folders with stored evidence: runs, and the outputs of calibrations. Every item is judged with all checks, and
once without each check that says anything of it. Of the items of a case, a model named by `--better` should score above
all others; `--pairs` adds pairs of models of a case, as a CSV file with the columns `case,better,worse`. Good pages are
those that are nowhere the worse one. `--list` prints what is found on them, as CSV to be read: is each finding true?
The column `is_true` says so (`yes` or `no`).
"""

import argparse
import csv
import datetime
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from pytest_cookie.checks.check import Check
from pytest_cookie.checks.registry import BUILT_IN, folder_of
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.judging.build_context import build_context
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.measured_judge import MeasuredJudge
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.grade import Grade
from pytest_cookie.judging.rubric.table import RUBRIC_VERSION
from pytest_cookie.records.item import ItemFolder
from tools.reference.tables import table

_SAME = 0.05
"""Points; scores that differ by less are equal, so the pair is not decided."""
_COLUMNS = ("check", "case", "model", "severity", "title")


@dataclass
class Heard:
    """What one check says of one item, and the processor time that it takes, in seconds."""

    check: Check
    defects: Sequence[Defect] = ()
    grades: Sequence[Grade] = ()
    seconds: float = 0.0
    is_muted: bool = False
    """Whether it says nothing from now on."""

    @property
    def listening(self) -> Check:
        """The check, with its answers noted."""
        return replace(self.check, find=self._find, grade=self._grade if self.check.grade else None)

    def _find(self, context: RubricContext) -> Sequence[Defect]:
        if self.is_muted:
            return ()
        start = time.process_time()
        self.defects = self.check.find(context)
        self.seconds += time.process_time() - start
        return self.defects

    def _grade(self, context: RubricContext) -> Sequence[Grade]:
        if self.is_muted or self.check.grade is None:
            return ()
        self.grades = self.check.grade(context)
        return self.grades

    @property
    def is_empty(self) -> bool:
        """Whether the verdict is the same without the check."""
        return not self.defects and all(grade.score >= 1 for grade in self.grades)


@dataclass(frozen=True)
class Judged:
    """One item with its total by all checks and without each that matters, by the id of the check. `place` names its
    run."""

    place: str
    record: Record
    total: float
    heard: dict[str, Heard]
    without: dict[str, float]
    steps: Counter[str]
    occasions: frozenset[str]
    """Checks that noted a fact or took a step."""

    @property
    def key(self) -> tuple[str, str, str]:
        """Its run, case and model."""
        return self.place, self.record.case, self.record.model

    def total_without(self, check: Check) -> float:
        """The total without a check."""
        return self.without.get(check.id, self.total)


def judge_items(path: Path) -> Iterator[Judged]:
    """Judge every item below the path."""
    for file in sorted(path.rglob("record.json")):
        try:
            yield _judge(str(path), ItemFolder(file.parent))
        except RecordingError as error:
            print(f"left out: {file.parent}: {error}", file=sys.stderr)


def _judge(place: str, item: ItemFolder) -> Judged:
    evidence, record = item.read_evidence(), item.read_record()
    steps = Counter(step.check for step in evidence.trace.steps if step.check)
    occasions = frozenset(steps).union(*(step.change.facts for step in evidence.trace.steps))
    heard = {check.id: Heard(check) for check in BUILT_IN}
    if record.outcome != "scored":
        return Judged(place, record, 0.0, heard, {}, steps, occasions)
    checks = tuple(one.listening for one in heard.values())
    pictures, judge = EvidencePictures(item.evidence), MeasuredJudge()
    context = build_context(
        item.read_case(), item.read_artifact(), evidence, pictures, source=item.artifact, checks=checks
    )
    score = total(judge.score(context))
    without = {}
    for one in heard.values():
        if not one.is_empty:
            one.is_muted = True
            without[one.check.id] = total(judge.score(context))
            one.is_muted = False
    return Judged(place, record, score, heard, without, steps, occasions)


def total(verdict: Verdict) -> float:
    """The total of a verdict; 0 without one."""
    return verdict.scores.get("total") or 0.0


def decided(better: float, worse: float) -> int:
    """1 if the better page has the higher total, -1 if it has the lower one, 0 if both are equal."""
    ahead = better - worse
    return 0 if abs(ahead) < _SAME else 1 if ahead > 0 else -1


def find_pairs(
    judged: Sequence[Judged], better: frozenset[str], named: Sequence[tuple[str, str, str]]
) -> list[tuple[Judged, Judged]]:
    """The pairs of pages, the better one first: of one run and case."""
    by_case: defaultdict[tuple[str, str], dict[str, Judged]] = defaultdict(dict)
    for one in judged:
        by_case[one.place, one.record.case][one.record.model] = one
    pairs = []
    for (_, case), pages in by_case.items():
        pairs += [
            (pages[good], pages[other]) for good in pages if good in better for other in pages if other not in better
        ]
        pairs += [(pages[one], pages[two]) for name, one, two in named if name == case and {one, two} <= pages.keys()]
    return pairs


def compare(
    judged: Sequence[Judged], pairs: Sequence[tuple[Judged, Judged]], readings: dict[tuple[str, ...], str]
) -> str:
    """The table of all checks, those that decide most pairs first."""
    rows = [_row(check, judged, pairs, readings) for check in BUILT_IN]
    head = (
        "check", "pairs won", "lost", "findings, worse pages", "good pages, true", "false", "unread",
        "points off, worse", "points off, good", "pages with facts or steps", "steps a page", "ms a verdict", "lines",
    )  # fmt: skip
    return table(head, sorted(rows, key=lambda row: (int(row[2]) - int(row[1]), -float(row[7]), row[0])))


def _row(
    check: Check, judged: Sequence[Judged], pairs: Sequence[tuple[Judged, Judged]], readings: dict[tuple[str, ...], str]
) -> tuple[str, ...]:
    tally: Counter[str] = Counter()
    for better, worse in pairs:
        with_it = decided(better.total, worse.total)
        without = decided(better.total_without(check), worse.total_without(check))
        tally["won"] += with_it > without
        tally["lost"] += with_it < without
    worse_keys = {worse.key for _, worse in pairs}
    points: defaultdict[bool, float] = defaultdict(float)
    for one in judged:
        is_good = one.key not in worse_keys
        points[is_good] += one.total_without(check) - one.total
        for defect in one.heard[check.id].defects if is_good else ():
            reading = readings.get((check.id, one.record.case, one.record.model, defect.severity, defect.title), "")
            tally[f"good {reading}"] += 1
        tally["worse"] += 0 if is_good else len(one.heard[check.id].defects)
    has_occasions = bool(check.watch or check.tactics())
    asked = str(sum(check.id in one.occasions for one in judged)) if has_occasions else "–"
    steps = sum(one.steps[check.id] for one in judged) / max(1, len(judged))
    seconds = sum(one.heard[check.id].seconds for one in judged) / max(1, len(judged))
    numbers = (tally["won"], tally["lost"], tally["worse"], tally["good yes"], tally["good no"], tally["good "] or "")
    taken = (f"{points[False]:.1f}", f"{points[True]:.1f}", asked, f"{steps:.1f}", f"{1000 * seconds:.0f}")
    return (check.id, *map(str, numbers), *taken, str(lines_of(check)))


def lines_of(check: Check) -> int:
    """Lines of Python in the folder of a check."""
    folder = Path(import_module(folder_of(check)).__file__ or "").parent
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in folder.glob("*.py"))


def list_findings(judged: Sequence[Judged], pairs: Sequence[tuple[Judged, Judged]]) -> Iterator[tuple[str, ...]]:
    """What the checks find on good pages: the columns of `_COLUMNS`."""
    worse = {page.key for _, page in pairs}
    for one in judged:
        for check in BUILT_IN if one.key not in worse else ():
            for defect in one.heard[check.id].defects:
                yield check.id, one.record.case, one.record.model, defect.severity, defect.title


def main() -> None:
    """Judge the items; list what is found on good pages, or print or write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--better", default="sample/polished,good", help="models of good pages (default: %(default)s)")
    parser.add_argument("--pairs", type=Path, help="CSV file with the columns case,better,worse (models)")
    parser.add_argument("--readings", type=Path, help=f"CSV file with the columns {','.join(_COLUMNS)},is_true")
    parser.add_argument("--list", action="store_true", help="list the findings on good pages, to be read")
    parser.add_argument("--write", type=Path, help="the page of the documentation whose table to replace")
    given = parser.parse_args()
    judged = [item for path in given.paths for item in judge_items(path)]
    named = [(row["case"], row["better"], row["worse"]) for row in _read_rows(given.pairs)]
    pairs = find_pairs(judged, frozenset(given.better.split(",")), named)
    if given.list:
        csv.writer(sys.stdout).writerows(
            [(*_COLUMNS, "is_true"), *((*row, "") for row in list_findings(judged, pairs))]
        )
        return
    readings = {tuple(row[name] for name in _COLUMNS): row["is_true"] for row in _read_rows(given.readings)}
    good = len({one.key for one in judged} - {worse.key for _, worse in pairs})
    made = (
        f"Made on {datetime.datetime.now(datetime.UTC):%Y-%m-%d} with rubric {RUBRIC_VERSION} from the evidence of "
        f"{len(judged)} pages, {good} of them good, in {len(pairs)} pairs."
    )
    text = f"{made}\n\n{compare(judged, pairs, readings)}"
    if given.write:
        before, _, rest = given.write.read_text(encoding="utf-8").partition(_START)
        _, _, after = rest.partition(_END)
        given.write.write_text(f"{before}{_START}\n{text.strip()}\n{_END}{after}", encoding="utf-8")
    else:
        print(text)


_START, _END = "<!-- table: python benchmarks/check_value.py -->", "<!-- end of the table -->"


def _read_rows(path: Path | None) -> list[dict[str, str]]:
    if path is None:
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


if __name__ == "__main__":
    main()
