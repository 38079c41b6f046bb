"""What does it cost to build a project? `python benchmarks/builds.py --help`

An app of eleven components in the scaffold is copied, built in the sandbox and served, until its page answers: one
after the other, then two at once, each a process of its own. Its packages are in the store already. In the same run
it is copied and built the ordinary way, `npm ci` and `npm run build`, out of a warm cache. Prints wall times, and
what lies on the disk for each project; compare times by their ratios, on an idle machine.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.deployment.project import ProjectDeployer
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, take_in
from pytest_cookie.generation.react.scaffold import SCAFFOLD
from pytest_cookie.sandbox.builder import Builder, BuildSettings
from pytest_cookie.sandbox.packages import PackageStore, default_store
from pytest_cookie.sandbox.project import read_project
from pytest_cookie.sandbox.tools import find_node

_APP = Path(__file__).parents[1] / "tests/projects/shelf"
_KEY = ItemKey(case="shelf", model="ready", mode="react")


@dataclass(frozen=True)
class Served:
    """Seconds from the copy to the page's answer: the copy, the bundler alone, and all; bytes of sources and site."""

    copied: float
    bundled: float
    seconds: float
    size_bytes: int


@dataclass(frozen=True)
class Ordinary:
    """Seconds of the copy with `npm ci`, and of the build; bytes of the whole folder."""

    installed: float
    built: float
    size_bytes: int

    @property
    def seconds(self) -> float:
        """Of both."""
        return self.installed + self.built


def build_and_serve(sources: Path) -> Served:
    """As an item of a run is. Raises `RuntimeError` if it does not build or answer."""
    with tempfile.TemporaryDirectory() as folder:
        item = Path(folder)
        began = time.perf_counter()
        artifact = take_in(sources, _KEY, item / "artifact", entry=None, limits=DEFAULT_LIMITS)
        copied = time.perf_counter() - began
        places = {"built": item / "dist", "log": item / "deployment.log"}
        with _deployer().deploy(artifact, item / "artifact", **places) as deployment:
            if deployment.build is None or deployment.build.failure:
                raise RuntimeError(f"the app does not build: {deployment.build and deployment.build.failure}")
            _ask(deployment)
            seconds = time.perf_counter() - began
            return Served(copied, deployment.build.seconds, seconds, _size(item))


def build_the_ordinary_way(sources: Path) -> Ordinary:
    """With packages of its own, out of npm's cache. Raises `CalledProcessError`."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        began = time.perf_counter()
        shutil.copytree(sources, project)
        _npm(project, "ci", "--prefer-offline", "--no-audit", "--no-fund")
        installed = time.perf_counter() - began
        _npm(project, "run", "build")
        return Ordinary(installed, time.perf_counter() - began - installed, _size(project))


def two_at_once(sources: Path, repeats: int) -> list[float]:
    """Seconds until both answer, in processes that are ready and have built before."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(build_and_serve, [sources] * 2))
        return [_seconds(lambda: list(pool.map(build_and_serve, [sources] * 2))) for _ in range(repeats)]


@cache
def _deployer() -> ProjectDeployer:
    """One for all builds of a process, as in a run."""
    return ProjectDeployer(StaticDeployer(), Builder(BuildSettings(store=default_store())))


def _seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def _ask(deployment: Deployment) -> None:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": deployment.gateway}))
    with opener.open(deployment.url, timeout=60) as answer:
        if answer.status != 200 or b'<div id="root">' not in answer.read():
            raise RuntimeError("the page does not answer")


def _npm(project: Path, *arguments: str) -> None:
    subprocess.run(["npm", *arguments], cwd=project, check=True, capture_output=True)


def _size(folder: Path) -> int:
    """Bytes of all files in it; what links lead to is not among them."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _lay_out(folder: Path) -> Path:
    SCAFFOLD.lay_out(folder)
    shutil.copytree(_APP, folder, dirs_exist_ok=True)
    return folder


def _line(name: str, seconds: Sequence[float], disk: str = "", ratio: float | None = None) -> str:
    middle, least, most = statistics.median(seconds), min(seconds), max(seconds)
    beside = f"{ratio:6.2f}" if ratio else "      "
    return f"{name:44} {middle:8.2f} {least:8.2f} {most:8.2f}  {beside}  {disk}".rstrip()


def _megabytes(size_bytes: float) -> str:
    return f"{size_bytes / 1e6:.1f} MB"


def _print_table(
    ours: Sequence[Served], pairs: Sequence[float], ordinary: Sequence[Ordinary], store_bytes: int
) -> None:
    one = [each.seconds for each in ours]
    middle = statistics.median(one)
    print(f"{'':44} {'median':>8} {'least':>8} {'most':>8}  {'ratio':>6}  disk a project")
    sizes = _megabytes(statistics.median(each.size_bytes for each in ours))
    print(_line("copied, built, type-checked, served", one, f"{sizes} ({_megabytes(store_bytes)} once for all)", 1.0))
    print(_line("  of it the copy", [each.copied for each in ours]))
    print(_line("  of it the bundler in the sandbox", [each.bundled for each in ours]))
    if pairs:
        print(_line("two at once, until both are served", pairs, ratio=statistics.median(pairs) / middle))
    if ordinary:
        usual = [each.seconds for each in ordinary]
        sizes = _megabytes(statistics.median(each.size_bytes for each in ordinary))
        print(_line("npm ci, npm run build", usual, sizes, statistics.median(usual) / middle))
        print(_line("  of it copy and npm ci", [each.installed for each in ordinary]))
        print(_line("  of it the build", [each.built for each in ordinary]))


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=10, help="builds one after the other (10)")
    parser.add_argument("--pairs", type=int, default=5, help="times two at once (5)")
    parser.add_argument("--ordinary", type=int, default=3, help="builds the ordinary way (3)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sources = _lay_out(Path(folder) / "shelf")
        packages = PackageStore(default_store(), find_node()).packages(read_project(sources)).folder
        build_and_serve(sources)  # packages are installed, files are read once
        ours = [build_and_serve(sources) for _ in range(options.repeats)]
        pairs = two_at_once(sources, options.pairs) if options.pairs else []
        if options.ordinary:
            build_the_ordinary_way(sources)  # fills npm's cache
        ordinary = [build_the_ordinary_way(sources) for _ in range(options.ordinary)]
        _print_table(ours, pairs, ordinary, _size(packages) if packages else 0)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[1]:.1f} over the last five minutes")


if __name__ == "__main__":
    main()
