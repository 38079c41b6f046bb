"""Good pages of npm packages, as cases to calibrate judges on: `python benchmarks/good_pages.py FOLDER`.

The pages and their briefs are in `good_pages.yaml`. Packages are fetched by `npm pack` in the very version that
is named there; none of their code runs. FOLDER then has the artifacts, and `cases.yaml` for `--cookie-cases`.
"""

import argparse
import fnmatch
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml

from pytest_cookie.core.frozen_model import FrozenModel

_LIST = Path(__file__).with_suffix(".yaml")
_FETCH_SECONDS = 300
_ELSEWHERE = r"\s(?:src|href|srcset|data)\s*=\s*[\"']?(?:https?:)?//"
_ASKS = (
    re.compile(rf"<(?:link|img|source|embed)\b[^>]*?{_ELSEWHERE}[^>]*>", re.IGNORECASE),
    re.compile(rf"<(script|iframe|video|object)\b[^>]*?{_ELSEWHERE}[^>]*>.*?</\1\s*>", re.IGNORECASE | re.DOTALL),
)
_GROUNDS = re.compile(r"\sdata-background(?:-image)?\s*=\s*\"https?://[^\"]*\"", re.IGNORECASE)
_IMPORTS = re.compile(r"@import\s+(?:url\(\s*)?[\"']?(?:https?:)?//[^;]{1,500};", re.IGNORECASE)


class GoodPage(FrozenModel):
    """A page of a package; see `good_pages.yaml` for the fields."""

    id: str
    package: str
    entry: str
    leaf: str
    brief: str
    root: str = "."
    keep: tuple[str, ...] = ("*",)


class GoodPages(FrozenModel):
    """The list."""

    pages: tuple[GoodPage, ...]


class Pantry:
    """Packages by `name@version`, fetched once each into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def package(self, name: str) -> Path:
        """Where the files of a package are. A package that cannot be had ends the program."""
        unpacked = self._folder / re.sub(r"\W", "_", name)
        if not unpacked.is_dir():
            self._unpack(self._fetched(name), unpacked)
        return unpacked

    def _fetched(self, name: str) -> Path:
        command = ["npm", "pack", name, "--silent", "--ignore-scripts", f"--pack-destination={self._folder}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_FETCH_SECONDS, check=False)
        if done.returncode or not done.stdout.strip():
            sys.exit(f"npm cannot fetch {name}: {done.stderr.strip()[:300]}")
        return self._folder / done.stdout.strip().splitlines()[-1]

    def _unpack(self, archive: Path, target: Path) -> None:
        with tempfile.TemporaryDirectory(dir=self._folder) as opened:
            with tarfile.open(archive) as files:
                files.extractall(opened, filter="data")
            # a package is one folder, mostly called `package`
            (top,) = Path(opened).iterdir()
            shutil.move(top, target)


def read_list(path: Path = _LIST) -> GoodPages:
    """The list beside this file."""
    return GoodPages.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))


def write_page(page: GoodPage, pantry: Pantry, folder: Path) -> None:
    """The artifact of a page in `folder`, which must not be there yet."""
    root = pantry.package(page.package) / page.root
    for path in _kept(root, page):
        target = folder / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    for source in folder.rglob("*.html"):
        source.write_text(without_requests(source.read_text(encoding="utf-8", errors="replace")), encoding="utf-8")
    for sheet in folder.rglob("*.css"):
        sheet.write_text(_IMPORTS.sub("", sheet.read_text(encoding="utf-8", errors="replace")), encoding="utf-8")


def _kept(root: Path, page: GoodPage) -> Iterator[Path]:
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        kept = name == page.entry or any(fnmatch.fnmatch(name, pattern) for pattern in page.keep)
        if kept and path.is_file() and not path.is_symlink():
            yield path


def without_requests(html: str) -> str:
    """A page's source without what asks other addresses for something. Links to other addresses stay."""
    for asks in (*_ASKS, _GROUNDS):
        html = asks.sub("", html)
    return html


def cases_of(pages: Sequence[GoodPage]) -> str:
    """The file for `--cookie-cases`, beside the artifacts."""
    cases = [
        {
            "id": page.id,
            "language": "en",
            "leaf": page.leaf,
            "source": f"npm: {page.package}",
            "artifact": page.id,
            "entry": page.entry,
            "brief": page.brief,
        }
        for page in pages
    ]
    return yaml.safe_dump({"cases": cases}, sort_keys=False, allow_unicode=True, width=120)


def main() -> int:
    """Write the pages; those that are there already are written again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where packages, pages and cases.yaml go")
    folder = parser.parse_args().folder.resolve()
    wanted, pantry = read_list(), Pantry(folder / "packages")
    (folder / "packages").mkdir(parents=True, exist_ok=True)
    for page in wanted.pages:
        shutil.rmtree(folder / page.id, ignore_errors=True)
        write_page(page, pantry, folder / page.id)
        print(f"{page.id}: {page.package}")
    (folder / "cases.yaml").write_text(cases_of(wanted.pages), encoding="utf-8")
    print(f"--cookie-cases={folder / 'cases.yaml'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
