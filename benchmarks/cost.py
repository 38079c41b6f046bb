"""What does a filmed page second cost, and what does the usual way of capturing see? `python benchmarks/cost.py --help`

Ours: a session is opened, the page loaded, filmed and let run for some seconds of page time; counted are the CPU
seconds of all processes (browser, driver, encoder) a page second, the peak of their memory, and the distinct pictures
in the film. Beside it the sequence that ArtifactsBench describes: a new browser, the page until its network is idle,
three full-page screenshots a second apart; counted are wall time, CPU seconds and distinct pictures. Both are compared
by distinct pictures per CPU second. With `--evidence`, that sequence is compared with our evidence for the same purpose
instead (`evidence_cost.py`).
"""

import argparse
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from evidence_cost import Captured, capture_in_stages, capture_timed, compare
from load import Cost
from pages import BenchmarkPage, chosen_pages, served
from playwright.sync_api import Error, sync_playwright

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.process.chromium import find_chromium
from pytest_cookie.browser.process.launch import FLAGS
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import Deployment

_STILL_PICTURES = 3
"""A page without motion has at most this many pictures in its film."""


@dataclass(frozen=True)
class Filmed:
    """Costs a page second, but for the memory."""

    page: str
    page_seconds: float
    cpu_seconds: float
    wall_seconds: float
    peak_mb: float
    pictures: int

    @property
    def pictures_per_cpu_second(self) -> float:
        """Distinct pictures per CPU second."""
        return self.pictures / (self.cpu_seconds * self.page_seconds)

    @property
    def stands_still(self) -> bool:
        """Whether the page was without motion."""
        return self.pictures <= _STILL_PICTURES


@dataclass(frozen=True)
class ThreeShots:
    """The usual way: seconds of wall time and of CPU, and how many of the three pictures differ."""

    seconds: float
    cpu_seconds: float
    distinct: int


def film(page: BenchmarkPage, page_seconds: float) -> Filmed:
    """Load the page and let it run, filmed."""
    host = BrowserHost()
    try:
        with served(page) as deployment, tempfile.TemporaryDirectory() as folder:
            with host.open_session(SessionSettings(gateway=deployment.gateway)) as session:
                session.load(deployment.url)
                with Cost() as cost:
                    session.film(Path(folder), FilmSettings())
                    began = session.page_ms
                    session.wait(round(1000 * page_seconds))
                    passed = (session.page_ms - began) / 1000
                    summary = session.end_film()
            pictures = summary.pictures if summary else 0
            return Filmed(
                page.name, passed, cost.cpu_seconds / passed, cost.wall_seconds / passed, cost.peak_mb, pictures
            )
    finally:
        host.close()


def three_shots(deployment: Deployment) -> ThreeShots:
    """New browser, network idle, three full-page screenshots a second apart."""
    chromium = find_chromium()
    with Cost() as cost, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium.path if chromium else None, args=list(FLAGS))
        try:
            proxy = {"server": deployment.gateway, "bypass": "<-loopback>"}
            page = browser.new_context(viewport={"width": 1280, "height": 720}, proxy=proxy).new_page()
            page.goto(deployment.url, wait_until="networkidle", timeout=30_000)
            shots = set()
            for number in range(3):
                if number:
                    page.wait_for_timeout(1_000)
                shots.add(page.screenshot(full_page=True, timeout=30_000))
        finally:
            browser.close()
    return ThreeShots(cost.wall_seconds, cost.cpu_seconds, len(shots))


def _report(found: Sequence[Filmed]) -> str:
    groups = {
        "static": [one for one in found if one.stands_still],
        "animated": [one for one in found if not one.stands_still],
    }
    lines = []
    for name, group in groups.items():
        if group:
            cpu, wall = ([getattr(one, what) for one in group] for what in ("cpu_seconds", "wall_seconds"))
            lines.append(
                f"{name}, {len(group)} pages, a page second: CPU median {statistics.median(cpu):.2f} s, "
                f"most {max(cpu):.2f} s; wall median {statistics.median(wall):.2f} s; "
                f"peak memory {max(one.peak_mb for one in group):.0f} MB"
            )
    return "\n".join(lines)


def compare_evidence(pages: Sequence[BenchmarkPage]) -> None:
    """Print a line for each page with all ways in turn, and their comparison."""
    ways = {"staged": capture_in_stages, "timed": capture_timed}
    pairs: dict[str, list[tuple[Captured, Captured]]] = {name: [] for name in ways}
    host = BrowserHost()
    try:
        for page in pages:
            with served(page) as deployment:
                ours = {name: capture(host, deployment) for name, capture in ways.items()}
                try:
                    shot = three_shots(deployment)
                except Error as error:
                    print(f"{page.name:45} three shots: {str(error).splitlines()[0][:60]}", flush=True)
                    continue
            theirs = Captured(shot.seconds, shot.cpu_seconds, shot.distinct)
            for name, one in ours.items():
                pairs[name] += [(one, theirs)] if one else []
            print(
                f"{page.name:40} {_shown('staged', ours['staged'])} {_shown('timed', ours['timed'])} "
                f"{_shown('theirs', theirs)}",
                flush=True,
            )
    finally:
        host.close()
    for name, found in pairs.items():
        print(compare(name, found))


def _shown(name: str, one: Captured | None) -> str:
    if one is None:
        return f"{name}: not captured"
    return f"{name}: {one.seconds:5.2f} s {one.cpu_seconds:5.2f} CPU s {one.distinct} pictures"


def main() -> None:
    """Print a line for each page, and the medians."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only pages whose name has one of these")
    parser.add_argument("--folder", type=Path, action="append", default=[], help="one more page: a folder or a file")
    parser.add_argument("--seconds", type=float, default=6.0, help="of page time (default 6)")
    parser.add_argument("--no-shots", action="store_true", help="leave the usual way out")
    parser.add_argument("--evidence", action="store_true", help="compare evidence before, during and after an input")
    options = parser.parse_args()
    if options.evidence:
        compare_evidence(chosen_pages(options.folder, options.words))
        return
    found, shots = [], []
    for page in chosen_pages(options.folder, options.words):
        one = film(page, options.seconds)
        found.append(one)
        line = f"{page.name:45} CPU {one.cpu_seconds:5.2f}  wall {one.wall_seconds:5.2f}  {one.peak_mb:5.0f} MB"
        line += f"  {one.pictures:4} pictures"
        if not options.no_shots:
            try:
                with served(page) as deployment:
                    shots.append(three_shots(deployment))
                shot = shots[-1]
                line += f"   three shots: {shot.seconds:5.1f} s, {shot.cpu_seconds:.1f} CPU s, {shot.distinct} distinct"
            except Error as error:
                line += f"   three shots: {str(error).splitlines()[0][:60]}"
        print(line, flush=True)
    print(_report(found))
    if shots:
        seconds = statistics.median(shot.seconds for shot in shots)
        same = sum(shot.distinct == 1 for shot in shots)
        print(f"three shots: median {seconds:.1f} s a page, all three alike on {same} of {len(shots)} pages")
        moving = [(one, shot) for one, shot in zip(found, shots, strict=False) if not one.stands_still]
        if moving and len(shots) == len(found):
            ours = statistics.median(one.pictures_per_cpu_second for one, _ in moving)
            theirs = statistics.median(shot.distinct / shot.cpu_seconds for _, shot in moving)
            print(f"distinct pictures per CPU second: {ours:.1f}, three shots {theirs:.2f}: {ours / theirs:.1f} times")


if __name__ == "__main__":
    main()
