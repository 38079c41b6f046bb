"""Does a run survive being killed again and again? `python benchmarks/soak.py --items 200 --workers 4 --seed 7`

A run of good, flawed and hostile pages; workers, browsers and the controller are killed at moments that the
seed chooses; after each kill of the controller it is continued with `--cookie-resume`. At the end there has to be one
right record an item: of a page that is not hostile with what an undisturbed run found item by item of the rubric, but
for the two that machine time enters (which is outside of what a busy machine promises), of a hostile one with the
outcome in `tests/browser/hostile/table.py`. No process, temporary file, half-written file or lock may be left,
no finished work may have been repeated, and no listener of this machine may have been reached. With 100 items
or more memory has to stay flat: in the last third of the time at most a quarter above the first, the median of all
processes (a page that takes all memory makes a peak at any time), the 95th percentile of controller and workers. Exits
with 1 if there are problems, and lists them.
"""

import argparse
import contextlib
import random
import re
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from disturbed_run import DisturbedRun, OverdueError, strikes
from mixed_items import CASES_FILE, REFERENCE_FILE, MixedItem, write_project
from process_tree import MemorySample

from pytest_cookie.core.record import Record
from pytest_cookie.records.lock import LOCK_FILE
from pytest_cookie.records.run import RunFolder
from tests.browser.hostile.canary import Canary
from tests.browser.hostile.page import HostilePage
from tests.browser.hostile.trial import texts_of

_MOST_GROWTH = 0.25
_FEWEST_ITEMS = 100
"""With fewer, thirds of the time are too short to compare memory."""
_FEWEST_SAMPLES = 9
_ORPHAN_SECONDS = 90.0
_OF_MACHINE_TIME = ("11", "14")
_PYTESTS_OWN = "pytest-of-"
"""Folders that pytest keeps between its sessions."""


def main() -> None:
    """Print each kill and the end of each session, then the figures and all problems."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument(
        "--kills", type=int, help="of workers, browsers and controller, so many each (one for 40 items)"
    )
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--minutes", type=float, default=180.0, help="after which it is given up (default 180)")
    parser.add_argument("--keep", type=Path, help="a new folder for the run, which then stays")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True)
    scratch = contextlib.nullcontext(options.keep) if options.keep else tempfile.TemporaryDirectory(prefix="soak-")
    with scratch as folder, Canary() as canary:
        problems = soak(Path(folder).resolve(), canary, options)
    print("\n".join(["", *(f"WRONG: {problem}" for problem in problems)]) if problems else "all is right")
    sys.exit(bool(problems))


def soak(folder: Path, canary: Canary, options: argparse.Namespace) -> list[str]:
    """Run everything; the problems found."""
    dice, began = random.Random(options.seed), time.monotonic()
    items = write_project(folder, options.items, dice, canary)
    kills = options.kills or max(1, options.items // 40)
    runs = DisturbedRun(folder, options.workers, dice, ends=began + 60 * options.minutes)
    try:
        reference = runs.undisturbed(REFERENCE_FILE, "undisturbed")
        whole = time.monotonic() - began
        run = runs.disturbed(CASES_FILE, "run", strikes(options.items, kills, dice))
    except OverdueError:
        runs.problems.append(f"not done after {options.minutes:g} minutes")
        return [*runs.problems, *_left(runs)]
    records = run.records()
    print(_figures(items, records, runs, whole, time.monotonic() - began - whole))
    return [
        *runs.problems,
        *_miscounted(items, run),
        *(f"{name}: {problem}" for name, problem in _misjudged(items, run, reference)),
        *_left(runs),
        *_left_in(run),
        *(f"reached from a page: {heard}" for heard in canary.heard()),
        *(_grown(runs.tree.samples) if len(items) >= _FEWEST_ITEMS else []),
    ]


def _miscounted(items: Sequence[MixedItem], run: RunFolder) -> Iterator[str]:
    yield from run.problems()
    counts = Counter(record.case for record in run.records())
    yield from (f"{item.case} has {counts[item.case]} records" for item in items if counts[item.case] != 1)
    yield from (f"{case} is no item" for case in counts.keys() - {item.case for item in items})
    written = len(list((run.path / "items").rglob("record.json")))
    if written != len(items):
        yield f"{written} records lie below items/, not {len(items)}"


def _misjudged(items: Sequence[MixedItem], run: RunFolder, undisturbed: RunFolder) -> Iterator[tuple[str, str]]:
    """Name and problem."""
    reference = {record.case: _judged(record, undisturbed) for record in undisturbed.records()}
    records = {record.case: record for record in run.records()}
    for item in items:
        record = records.get(item.case)
        if record is None:
            continue
        if item.hostile:
            yield from ((f"{item.case} ({item.page})", problem) for problem in _unexpected(item.hostile, record, run))
        elif odd := _judged(record, run).items() ^ reference[item.page].items():
            yield f"{item.case} ({item.page})", f"not as undisturbed: {sorted(odd)}"


def _unexpected(page: HostilePage, record: Record, run: RunFolder) -> Iterator[str]:
    """Its cause may be another than on an idle machine, such as a deadline before its memory."""
    if record.outcome not in page.outcomes:
        told = record.cause.message if record.cause else "; ".join(finding.title for finding in record.findings[:3])
        yield f"{record.outcome}, not {page.outcome}: {told}"
    if page.never and (found := re.search(page.never, texts_of(record, run.item(record.folder)))):
        yield f"a text has {found.group()!r}"


def _judged(record: Record, run: RunFolder) -> dict[str, object]:
    """The outcome, and what each item of the rubric got."""
    if record.outcome != "scored":
        return {"outcome": record.outcome}
    items = run.item(record.folder).read_verdict(record.judge).items
    return {"outcome": "scored"} | {item.id: item.score for item in items if item.id not in _OF_MACHINE_TIME}


def _left(runs: DisturbedRun) -> Iterator[str]:
    yield from (f"still alive: {told}" for told in runs.tree.left(patience_seconds=_ORPHAN_SECONDS))
    kept = (path for path in runs.temporary.iterdir() if not path.name.startswith(_PYTESTS_OWN))
    yield from (f"temporary file left: {path}" for path in kept)


def _left_in(run: RunFolder) -> Iterator[str]:
    hidden = (path for path in run.path.rglob(".*"))
    yield from (f"left in the run: {path}" for path in (*hidden, run.path / LOCK_FILE) if path.exists())


def _grown(samples: Sequence[MemorySample]) -> Iterator[str]:
    for memory in _MEMORIES:
        first, _, last = memory.by_third(samples)
        if last > first * (1 + _MOST_GROWTH):
            yield f"memory of {memory.name} grew from {first:.0f} to {last:.0f} MB"


@dataclass(frozen=True)
class Memory:
    """`of` takes it from a sample, in MB; `percentile` represents a period."""

    name: str
    of: Callable[[MemorySample], float]
    percentile: int

    def by_third(self, samples: Sequence[MemorySample]) -> list[float]:
        """In each third of the time."""
        size = len(samples) // 3
        parts = (samples[index * size : (index + 1) * size] for index in range(3))
        return [statistics.quantiles(map(self.of, part), n=100)[self.percentile - 1] for part in parts]

    def told(self, samples: Sequence[MemorySample]) -> str:
        """A line."""
        thirds = ", ".join(f"{each:.0f}" for each in self.by_third(samples))
        peak = max(map(self.of, samples))
        return f"memory of {self.name} in MB, {self.percentile}th percentile by third: {thirds}; peak {peak:.0f}"


_MEMORIES = (
    Memory("all processes", lambda sample: sample.all_mb, 50),
    Memory("controller and workers", lambda sample: sample.own_mb, 95),
)


def _figures(
    items: Sequence[MixedItem], records: Sequence[Record], runs: DisturbedRun, whole: float, seconds: float
) -> str:
    kinds = Counter("hostile" if item.hostile else item.page.partition(".")[2] for item in items)
    outcomes = Counter(record.outcome for record in records)
    lines = [
        f"{len(items)} items ({_counted(kinds)}) on {runs.workers} workers: {_counted(outcomes)}",
        f"{seconds / 60:.1f} min, killed and continued; {whole / 60:.1f} min undisturbed, without the hostile ones",
        f"killed: {_counted(runs.struck)}; {runs.sessions} sessions; tried again on request: {runs.retried}",
    ]
    if len(runs.tree.samples) >= _FEWEST_SAMPLES:
        lines += [memory.told(runs.tree.samples) for memory in _MEMORIES]
    return "\n".join(lines)


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))


if __name__ == "__main__":
    main()
