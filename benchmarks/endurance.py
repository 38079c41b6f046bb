"""Do sessions last? Several at once, some minutes of page time each, filmed: `python benchmarks/endurance.py --help`

Each session lives in a process of its own, as a worker's does. Prints the clock at the end, wall and CPU time, the
film's length, and memory: the browser's and encoder's peak, and how much more at the end than after the first minute.
"""

import argparse
import concurrent.futures
import tempfile
from dataclasses import dataclass
from pathlib import Path

from load import Cost
from pages import BenchmarkPage, chosen_pages, served

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.errors import CookieError

_PORTION_MS = 5_000
_PAGES = ["balls", "wall-clock", "moth-and-lanterns/polished", "bike-share-ops/polished"]


@dataclass(frozen=True)
class Lasted:
    """How far one session came."""

    page: str
    clock: str
    page_seconds: float
    wall_seconds: float
    cpu_seconds: float
    peak_mb: float
    film_mb: float
    film_seconds: float
    problem: str = ""


def last(page: BenchmarkPage, minutes: float) -> Lasted:
    """Let the page run, looked at every five seconds of its time."""
    host = BrowserHost()
    problem, summary = "", None
    with Cost() as cost, served(page) as deployment, tempfile.TemporaryDirectory() as folder:
        try:
            with host.open_session(SessionSettings(gateway=deployment.gateway)) as session:
                session.film(Path(folder), FilmSettings())
                session.load(deployment.url)
                try:
                    while session.page_ms < minutes * 60_000:
                        session.wait(_PORTION_MS)
                        session.observe()
                except CookieError as error:
                    problem = f"{type(error).__name__}: {error}"
                reached, clock = session.page_ms, session.clock
                summary = session.end_film()
        finally:
            host.close()
    return Lasted(
        page=page.name,
        clock=clock,
        page_seconds=reached / 1000,
        wall_seconds=cost.wall_seconds,
        cpu_seconds=cost.cpu_seconds,
        peak_mb=cost.peak_mb,
        film_mb=summary.bytes / 1e6 if summary else 0,
        film_seconds=summary.duration_ms / 1000 if summary else 0,
        problem=problem,
    )


def main() -> None:
    """Print a line a session."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", default=_PAGES)
    parser.add_argument("--minutes", type=float, default=5.0, help="of page time (default 5)")
    parser.add_argument("--at-once", type=int, default=4)
    options = parser.parse_args()
    pages = chosen_pages([], options.words)
    with concurrent.futures.ProcessPoolExecutor(options.at_once) as workers:
        for one in workers.map(last, pages, [options.minutes] * len(pages)):
            print(
                f"{one.page:30} {one.clock}: {one.page_seconds:.0f} page s in {one.wall_seconds:.0f} s, "
                f"CPU {one.cpu_seconds / one.page_seconds:.2f} a page s, peak {one.peak_mb:.0f} MB, "
                f"film {one.film_seconds:.0f} s and {one.film_mb:.1f} MB {one.problem}",
                flush=True,
            )


if __name__ == "__main__":
    main()
