"""What does a verdict on one artifact cost? `python benchmarks/artifact_cost.py [--cookie-cases …]`, see --help.

Good artifacts, the polished samples and those of named cases, are perceived, used by the crawler and judged by
measurement, one after another, in one browser. Counted are CPU seconds of all processes (this one, the driver, the
browser), by phase and by kind of process, sampled every half second. As in a calibration, no film is made; `--film`
films what the crawler does, as in any run.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from timeline import KINDS, Timeline

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.calibration.baseline_artifacts import BASELINE, load_baseline_cases
from pytest_cookie.checks.registry import make_crawler, make_measured_judge, make_watches
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import StageError
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.crawler.crawler import Crawler
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS
from pytest_cookie.generation.ready_files import ReadyFiles

PHASES = ("perception", "crawl", "verdict")
_OURS = {"provider": "python"}
_SETTLING_SECONDS = 0.6
"""Wait for the last sample of CPU time."""


@dataclass(frozen=True)
class Spent:
    """CPU seconds on one artifact: by phase, and in each by kind of process."""

    name: str
    phases: dict[str, dict[str, float]]
    wall_seconds: float

    def of(self, phase: str) -> float:
        """All kinds together."""
        return sum(self.phases[phase].values())

    @property
    def whole(self) -> float:
        """All phases together."""
        return sum(map(self.of, PHASES))


def spend(case: Case, host: BrowserHost, timeline: Timeline, film: FilmSettings | None) -> Spent:
    """Evaluate one. Raises `StageError` if that fails."""
    begins: list[float] = []

    def policy() -> Crawler:
        begins.append(time.time())  # asked for once beforehand, for its name, and at the start of each walk
        return make_crawler()

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        artifact = ReadyFiles(DEFAULT_LIMITS).generate(
            case, ItemKey(case=case.id, model=BASELINE, mode="html"), folder / "files"
        )
        explorer = BrowserExplorer(host, policy, film=film, watches=make_watches)
        serving = StaticDeployer().deploy(artifact, folder / "files", built=folder / "built", log=folder / "served.log")
        with serving as deployment:
            began = time.time()
            evidence = explorer.explore(case, deployment, folder / "evidence")
        explored = time.time()
        time.sleep(_SETTLING_SECONDS)
        settled = time.time()
        make_measured_judge().judge(case, artifact, evidence, folder / "evidence", source=folder / "files")
        judged = time.time()
    time.sleep(_SETTLING_SECONDS)
    crawl = begins[1] if len(begins) > 1 else explored
    phases = {"perception": (began, crawl), "crawl": (crawl, settled), "verdict": (settled, judged + _SETTLING_SECONDS)}
    spent = {name: timeline.spent(*moments) for name, moments in phases.items()}
    return Spent(case.id, spent, explored - began + judged - settled)


def report(found: Sequence[Spent]) -> str:
    """Medians of the artifacts, and what the seconds went to."""
    whole = [one.whole for one in found]
    lines = [f"{len(found)} artifacts: {statistics.median(whole):.1f} CPU s at the median, {max(whole):.1f} at most"]
    for phase in PHASES:
        by_kind = {_OURS.get(kind, kind): sum(one.phases[phase][kind] for one in found) / len(found) for kind in KINDS}
        told = ", ".join(f"{kind} {seconds:.1f}" for kind, seconds in by_kind.items() if seconds >= 0.05)
        lines.append(f"{phase}: median {statistics.median(one.of(phase) for one in found):.1f}; mean by kind: {told}")
    return "\n".join(lines)


def main() -> None:
    """Print a line an artifact and the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cookie-cases", type=Path, help="cases whose `artifact:` is good, beside the samples")
    parser.add_argument("--film", action="store_true", help="film what the crawler does")
    options = parser.parse_args()
    found = []
    with closing(BrowserHost()) as host, Timeline(os.getpid()) as timeline:
        for case in load_baseline_cases(options.cookie_cases):
            try:
                spent = spend(case, host, timeline, FilmSettings() if options.film else None)
            except StageError as error:
                print(f"{case.id:30} {error}", flush=True)
                continue
            found.append(spent)
            phases = ", ".join(f"{phase} {spent.of(phase):.1f}" for phase in PHASES)
            print(f"{spent.name:30} {spent.whole:5.1f} CPU s ({phases}), {spent.wall_seconds:.0f} s", flush=True)
    if not found:
        raise SystemExit("no artifact could be explored: see the errors above")
    print(report(found))


if __name__ == "__main__":
    main()
