"""A browser an item, or one for all? `python benchmarks/sharing.py --items 2 8 16`

So many items are explored at once by the crawler, each in a thread: first with a browser (and its driver) each, then
with one browser that gives each a context of its own. Prints memory at its most without Python's own (what processes
share is divided among them: PSS), CPU and wall seconds, and how many items came to an end. Unmeasured effects speak
for a browser an item as well: one that dies takes no other item with it.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pages import BenchmarkPage, any_case, sample_pages, served
from timeline import Timeline

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.errors import CookieError
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget

_BUDGET = Budget(max_steps=10, max_seconds=5, max_wall_seconds=600, max_item_seconds=900)


def explored(page: BenchmarkPage, host: BrowserHost) -> bool:
    """Whether it came to an end."""
    try:
        with served(page) as deployment, tempfile.TemporaryDirectory() as folder:
            BrowserExplorer(host, make_crawler, watches=make_watches, budget=_BUDGET).explore(
                any_case(), deployment, Path(folder)
            )
    except CookieError as error:
        print(f"    {page.name}: {error}"[:160])
        return False
    return True


def measure(name: str, count: int, host_of: Callable[[ExitStack], Callable[[], BrowserHost]]) -> None:
    """Explore so many pages at once, and print a line."""
    pages = [sample_pages()[index % len(sample_pages())] for index in range(count)]
    with ExitStack() as open_hosts:
        host = host_of(open_hosts)
        hosts = [host() for _ in pages]
        with Timeline(os.getpid()) as timeline, ThreadPoolExecutor(count) as threads:
            began = time.time()
            ended = sum(threads.map(explored, pages, hosts))
            done = time.time()
    memory, spent = sum(timeline.most_memory().values()), sum(timeline.spent(began, done).values())
    print(
        f"{count:3} items, {name:20} {ended:3} ended  {memory:6.0f} MB ({memory / count:4.0f} an item)  "
        f"{spent:6.1f} CPU s ({spent / count:4.1f} an item)  {done - began:6.1f} s",
        flush=True,
    )


def one_each(hosts: ExitStack) -> Callable[[], BrowserHost]:
    """A new host at each call."""
    return lambda: hosts.enter_context(closing(BrowserHost()))


def one_for_all(hosts: ExitStack) -> Callable[[], BrowserHost]:
    """The same host at each call."""
    host = hosts.enter_context(closing(BrowserHost()))
    return lambda: host


def main() -> None:
    """Print a line for each number and way."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--items", type=int, nargs="+", default=[2, 8, 16])
    for count in parser.parse_args().items:
        measure("a browser each", count, one_each)
        measure("one browser for all", count, one_for_all)


if __name__ == "__main__":
    main()
