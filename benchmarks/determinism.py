"""Is the same exploration the same again, on an idle and on a busy machine? `python benchmarks/determinism.py --help`

Every page is perceived and explored by the crawler (10 s of page time at most): twice on the machine as it is, twice
beside busy processes, in fresh browsers. Compared with the first run are the trace and the measurements (all of them,
byte for byte), the last frame bit for bit, and all pictures within the tolerance.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from load import busy
from pages import BenchmarkPage, any_case, chosen_pages, served

from pytest_cookie.browser.clock import ClockKind
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.errors import CookieError
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.exploration.pictures import TOLERANCE, measure_difference

TOLERATED_SHARE = 0.001
"""Blur and rotation may round differently: so many of a picture's pixels may differ by more than `TOLERANCE`."""

_BUDGET = Budget(max_steps=30, max_seconds=10, max_wall_seconds=600, max_item_seconds=900)


@dataclass(frozen=True)
class Seen:
    """The results of an exploration."""

    trace: str
    measurements: str
    pictures: dict[str, bytes]
    seconds: float
    clock: ClockKind

    @property
    def last(self) -> bytes:
        """The last picture of the exploration."""
        return self.pictures[max(name for name in self.pictures if "screenshots/" in name)]


@dataclass(frozen=True)
class Comparison:
    """One run of a page against the first."""

    page: str
    busy: int
    trace: bool
    measurements: bool
    last_frame: bool
    within_tolerance: bool
    seconds: float
    clocks: str = ""
    problem: str = ""


def explore(page: BenchmarkPage, clock: ClockKind | None) -> Seen:
    """One exploration in a browser of its own."""
    host = BrowserHost(clock=clock)
    began = time.monotonic()
    try:
        with served(page) as deployment, tempfile.TemporaryDirectory() as folder:
            explorer = BrowserExplorer(host, make_crawler, watches=make_watches, budget=_BUDGET)
            evidence = explorer.explore(any_case(), deployment, Path(folder))
            pictures = {path.relative_to(folder).as_posix(): path.read_bytes() for path in Path(folder).rglob("*.png")}
            return Seen(
                trace=evidence.trace.model_dump_json(),
                measurements=evidence.perception.model_dump_json(),
                pictures=pictures,
                seconds=time.monotonic() - began,
                clock=host.clock,
            )
    finally:
        host.close()


def compare(page: BenchmarkPage, first: Seen, again: Seen, load: int) -> Comparison:
    """The equal parts."""
    names = first.pictures.keys() & again.pictures.keys()
    shares = [measure_difference(first.pictures[name], again.pictures[name]) for name in names]
    return Comparison(
        page=page.name,
        busy=load,
        trace=first.trace == again.trace,
        measurements=first.measurements == again.measurements,
        last_frame=first.last == again.last,
        within_tolerance=first.pictures.keys() == again.pictures.keys() and max(shares) <= TOLERATED_SHARE,
        seconds=again.seconds,
        clocks=first.clock if first.clock == again.clock else f"{first.clock} and {again.clock}",
    )


def examine(page: BenchmarkPage, clock: ClockKind | None, loads: Sequence[int]) -> list[Comparison]:
    """The first of `loads` is what the others are compared with."""
    try:
        with busy(loads[0]):
            first = explore(page, clock)
        return [_again(page, clock, first, load) for load in loads[1:]]
    except CookieError as error:
        return [Comparison(page.name, loads[0], False, False, False, False, 0.0, problem=str(error)[:200])]


def _again(page: BenchmarkPage, clock: ClockKind | None, first: Seen, load: int) -> Comparison:
    with busy(load):
        return compare(page, first, explore(page, clock), load)


def summary(found: Sequence[Comparison]) -> str:
    """Shares in per cent, for the machine as it was and for the busy one."""
    lines = []
    for load in sorted({one.busy for one in found}):
        runs = [one for one in found if one.busy == load]
        shares = [
            f"{name.replace('_', ' ')} {100 * sum(getattr(one, name) for one in runs) / len(runs):.0f} %"
            for name in ("trace", "measurements", "last_frame", "within_tolerance")
        ]
        lines.append(f"{load} busy processes, {len(runs)} runs: " + ", ".join(shares))
    return "\n".join(lines)


def main() -> None:
    """Print a line for each run and the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only pages whose name has one of these")
    parser.add_argument("--folder", type=Path, action="append", default=[], help="one more page: a folder or a file")
    parser.add_argument("--clock", choices=("stepped", "cooperative"))
    parser.add_argument("--loads", default="0,0,4,4", help="busy processes beside each run of a page")
    parser.add_argument("--out", type=Path, help="JSON lines, one for each run")
    options = parser.parse_args()
    pages = chosen_pages(options.folder, options.words)
    found: list[Comparison] = []
    for page in pages:
        for one in examine(page, options.clock, [int(load) for load in options.loads.split(",")]):
            found.append(one)
            marks = " ".join(f"{name}={'same' if value else 'DIFFERS'}" for name, value in list(vars(one).items())[2:6])
            print(f"{one.page:45} busy={one.busy} {marks} {one.seconds:5.1f} s {one.clocks}{one.problem}", flush=True)
            if options.out:
                with options.out.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps(vars(one)) + "\n")
    print(f"{len(pages)} pages; tolerance: {100 * TOLERATED_SHARE:g} % of the pixels by more than {TOLERANCE} of 255")
    print(summary(found))


if __name__ == "__main__":
    main()
