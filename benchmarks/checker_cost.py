"""Do AUI-Gym's applications behave as marked, and what does a checker cost? `python benchmarks/checker_cost.py`

Replays every reference solution on both versions of each application. Good versions: no checker is true at the start,
all are true at the end. Flawed ones: exactly the tasks marked `broken` are not done. At the end of each task its
checker runs `--times` times, and the CPU time of the page's process (Linux) is divided by them. Exits with 1 if a
task does not end as marked.
"""

import argparse
import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psutil

sys.path.insert(0, str(Path(__file__).parent.parent))

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.dataset import load_cases
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.exploration.checkers import parse_checker, queries_of, read_answers
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS
from pytest_cookie.generation.ready_files import SampleFiles
from pytest_cookie.protocols.auigym.protocol import BENCHMARK
from pytest_cookie.protocols.auigym.run_episode import run_episode
from pytest_cookie.protocols.auigym.tasks import Task, TaskFields

VERSIONS = ("polished", "flawed")


@dataclass(frozen=True)
class Measured:
    """A task on one version of its application."""

    case: str
    version: str
    task: Task
    ending: str
    cpu_ms: float
    wall_ms: float

    @property
    def is_expected(self) -> bool:
        """Whether it is done exactly if it can be."""
        return (self.ending == "solved") == (self.version == "polished" or not self.task.broken)


def main() -> int:
    """Print a line for each version of each application, and what checkers cost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", help="ids of applications (default: all)")
    parser.add_argument("--times", type=int, default=100, help="evaluations of each checker")
    options = parser.parse_args()
    cases = load_cases(BENCHMARK / "apps.yaml", extra=TaskFields)
    host, found = BrowserHost(), []
    with contextlib.closing(host), tempfile.TemporaryDirectory() as folder:
        for case in cases:
            if options.cases and case.id not in options.cases:
                continue
            for version in VERSIONS:
                measured = list(measure(host, case, version, Path(folder), options.times))
                report(measured)
                found += measured
    costs = sorted(one.cpu_ms for one in found)
    print(
        f"{len(found)} checkers, CPU of the page an evaluation: median {median(costs):.2f} ms, "
        f"95 % at most {costs[int(0.95 * (len(costs) - 1))]:.2f} ms, maximum {costs[-1]:.2f} ms; "
        f"with the way there and back {median(one.wall_ms for one in found):.1f} ms"
    )
    return 0 if all(one.is_expected for one in found) else 1


def report(measured: list[Measured]) -> None:
    """One line for an application in one version."""
    endings = [one.ending for one in measured]
    marked = sum(one.task.broken for one in measured) if measured[0].version == "flawed" else 0
    wrong = ", ".join(f"{one.task.id} {one.ending}" for one in measured if not one.is_expected)
    print(
        f"{measured[0].case:18} {measured[0].version:9} {len(measured)} tasks, {endings.count('solved')} done, "
        f"{marked} marked broken, {endings.count('true_at_start')} true at the start; "
        f"otherwise than marked: {wrong or 'none'}",
        flush=True,
    )


def measure(host: BrowserHost, case: Case, version: str, folder: Path, times: int) -> Iterator[Measured]:
    """All tasks of an application, each in a session of its own."""
    place = folder / case.id / version
    files = place / "files"
    key = ItemKey(case=case.id, model=f"sample/{version}", mode="html")
    artifact = SampleFiles(BENCHMARK / "samples", DEFAULT_LIMITS).generate(case, key, files)
    with StaticDeployer().deploy(artifact, files, built=place / "dist", log=place / "served.log") as deployment:
        for task in TaskFields.model_validate(case.fields).tasks:
            with host.open_session(SessionSettings(gateway=deployment.gateway)) as session:
                episode = run_episode(session, task, deployment.url, place / "end.png", name="end.png")
                queries = queries_of(parse_checker(task.checker))
                before, began = page_cpu_ms(), time.perf_counter()
                for _ in range(times):
                    read_answers(session, queries)
                wall = 1_000 * (time.perf_counter() - began)
                cpu = page_cpu_ms() - before
            yield Measured(case.id, version, task, episode.ending, cpu / times, wall / times)


def page_cpu_ms() -> float:
    """CPU time that the renderers below this process have used so far, in milliseconds."""
    total = 0
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error, OSError):
            if "--type=renderer" in process.cmdline():
                for thread in Path(f"/proc/{process.pid}/task").iterdir():
                    total += int((thread / "schedstat").read_text().split()[0])
    return total / 1e6


if __name__ == "__main__":
    sys.exit(main())
