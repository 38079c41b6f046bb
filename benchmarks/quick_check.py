"""How well does a quick check order pages, beside a full one, and what does each cost?

    python benchmarks/quick_check.py                      # the samples: polished above flawed
    python benchmarks/quick_check.py pages.jsonl          # your own pages

A line of the file has `page` (a path, relative to it), `group`, `level` (a number, higher is better), and may have
`brief` and `leaf`. Pages of one group and different levels are the pairs. Each page is checked with every effort, one
after the other, so that a busy machine is busy for all of them. Prints for each effort the share of pairs in the right
order with a 95 % interval (Wilson) and processor seconds a page: of Python, its driver and the browser.
"""

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from statistics import median

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))

from pytest_cookie import Checker
from pytest_cookie.dataset.builtin import builtin_samples_folder, builtin_set_folders
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.page_check.effort import EFFORTS, Effort
from pytest_cookie.stats.interval import wilson_interval

_SAME = 0.05
"""Points; scores that differ by less are equal, so the pair is not decided."""


@dataclass
class Page:
    """A page, and what each effort gave it and took."""

    path: Path
    group: str
    level: float
    brief: str = ""
    leaf: str = ""
    score: dict[Effort, float] = field(default_factory=dict)
    seconds: dict[Effort, float] = field(default_factory=dict)


def read_pages(file: Path) -> Iterator[Page]:
    """The pages of a file."""
    for line in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        yield Page(
            file.parent / line["page"], line["group"], line["level"], line.get("brief", ""), line.get("leaf", "")
        )


def sample_pages() -> Iterator[Page]:
    """The two versions of each sample."""
    for case in load_cases(*builtin_set_folders("mini")):
        for level, version in enumerate(("flawed", "polished")):
            folder = builtin_samples_folder() / case.id / version
            if folder.is_dir():
                yield Page(folder, case.id, level, case.brief, case.leaf)


def used_seconds() -> float:
    """Processor seconds of this process and all that it started, those that ended included."""
    own = psutil.Process()
    total = sum(own.cpu_times()[:2])
    for process in own.children(recursive=True):
        try:
            total += sum(process.cpu_times()[:4])
        except psutil.Error:
            continue
    return total


def report(effort: Effort, pages: Sequence[Page]) -> str:
    """One line: pairs and cost."""
    groups = defaultdict(list)
    for page in pages:
        groups[page.group].append(page)
    pairs = [
        (better.score[effort] - worse.score[effort])
        for members in groups.values()
        for worse, better in combinations(sorted(members, key=lambda page: page.level), 2)
        if worse.level < better.level
    ]
    right = sum(difference > _SAME for difference in pairs)
    share = wilson_interval(right, len(pairs))
    cost = median(page.seconds[effort] for page in pages)
    return (
        f"{effort:5}  {right} of {len(pairs)} pairs right = {share.mean:.0%} ({share.low:.0%} to {share.high:.0%})   "
        f"{cost:.1f} CPU s a page at the median, {3600 / cost:.0f} pages a CPU hour"
    )


def main() -> None:
    """Check all pages with all efforts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", type=Path, nargs="?", help="JSON lines (default: the samples)")
    parser.add_argument("--effort", action="append", choices=EFFORTS, help="only this one")
    options = parser.parse_args()
    pages = list(read_pages(options.pages) if options.pages else sample_pages())
    efforts: Sequence[Effort] = options.effort or EFFORTS
    with ExitStack() as stack:
        checkers = {effort: stack.enter_context(Checker(effort=effort)) for effort in efforts}
        for checker in checkers.values():
            checker.check("<!doctype html><h1>Hello</h1>")  # starts its browser
        for page in pages:
            for effort, checker in checkers.items():
                before = used_seconds()
                found = checker.check(page.path, brief=page.brief, leaf=page.leaf)
                page.seconds[effort], page.score[effort] = used_seconds() - before, found.scores.get("total", 0.0)
            figures = "  ".join(f"{effort} {page.score[effort]:.1f} {page.seconds[effort]:.1f} s" for effort in efforts)
            print(f"{page.group} {page.level:g} {page.path.name}: {figures}", flush=True)
    for effort in efforts:
        print(report(effort, pages))


if __name__ == "__main__":
    main()
