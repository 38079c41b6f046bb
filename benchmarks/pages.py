"""The pages that benchmarks use: small moving ones of their own, the samples, and folders that are named."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.dataset.builtin import builtin_cases_folder, builtin_samples_folder
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.site import StaticSite

_OWN = Path(__file__).parent / "pages"


@dataclass(frozen=True)
class BenchmarkPage:
    """A folder, and the page in it to open."""

    name: str
    folder: Path
    entry: str = "index.html"


def own_pages() -> list[BenchmarkPage]:
    """The small ones beside this file."""
    return [BenchmarkPage(path.name, path) for path in sorted(_OWN.iterdir()) if path.is_dir()]


def sample_pages() -> list[BenchmarkPage]:
    """Every sample, polished and flawed."""
    found = sorted(path.parent for path in builtin_samples_folder().glob("*/*/index.html"))
    return [BenchmarkPage(f"{path.parent.name}/{path.name}", path) for path in found]


def chosen_pages(folders: Sequence[Path], words: Sequence[str]) -> list[BenchmarkPage]:
    """All pages and those of `folders`, or pages in one; with `words` only those whose name has one of them."""
    extra = [_named(path.resolve()) for path in folders]
    pages = own_pages() + sample_pages() + extra
    return [page for page in pages if not words or any(word in page.name for word in words)]


def any_case() -> Case:
    """A case to explore with; pages of a benchmark have no brief."""
    return next(case for case in load_cases(builtin_cases_folder()) if case.leaf == "action")


def _named(path: Path) -> BenchmarkPage:
    folder, entry = (path.parent, path.name) if path.is_file() else (path, "index.html")
    if not (folder / entry).is_file():
        raise SystemExit(f"{folder} has no {entry}; name the page to open, {folder}/….html")
    return BenchmarkPage(f"{folder.parent.name}/{folder.name}", folder, entry)


@contextmanager
def served(page: BenchmarkPage) -> Iterator[Deployment]:
    """The page at the fixed origin."""
    gateway = Gateway(StaticSite(root=page.folder, entry=page.entry))
    try:
        yield Deployment(url=f"{ORIGIN}/", gateway=gateway.address, artifact_digest=page.name)
    finally:
        gateway.close()
