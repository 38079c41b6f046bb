"""A project of many cheap items for a soak run: sample pages, good and flawed, and hostile ones, mixed by a seed."""

import random
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml
from pages import BenchmarkPage, sample_pages

from pytest_cookie.core.case import Case
from pytest_cookie.dataset.builtin import builtin_cases_folder
from pytest_cookie.dataset.load import load_cases
from tests.browser.hostile.canary import Canary
from tests.browser.hostile.page import HostilePage
from tests.browser.hostile.table import PAGES

CASES_FILE, REFERENCE_FILE = "cases.yaml", "reference.yaml"
_LEAF = "efficiency"
"""One for all, since cases run in the order of their leaves: so they are mixed by their ids."""
_HOSTILE_SHARE = 0.4
_COPIES = 5
_SETTINGS = """[tool.pytest-cookie]
max_steps = 7
max_seconds = 8
max_wall_seconds = 240
max_item_seconds = 480
"""
"""As `tests/browser/hostile/trial.py` has them, but for twice the time by the wall, at which no good page may end: then
its scores would be others.
"""


@dataclass(frozen=True)
class MixedItem:
    """`page` is the name of a page that other items may show, too; `hostile` the expected result of a hostile one."""

    case: str
    page: str
    hostile: HostilePage | None


def write_project(folder: Path, count: int, dice: random.Random, canary: Canary) -> tuple[MixedItem, ...]:
    """`cases.yaml` with `count` items, and `reference.yaml` with one item for each page that is not hostile."""
    hostile = _hostile_pages(round(count * _HOSTILE_SHARE), dice)
    samples = _samples(count - len(hostile), dice)
    shown: list[HostilePage | BenchmarkPage] = [*hostile]
    shown += [samples[index % len(samples)] for index in range(count - len(hostile))]
    dice.shuffle(shown)
    (folder / "pyproject.toml").write_text(_SETTINGS, encoding="utf-8")
    for page in (*samples, *hostile):
        _write_page(folder / _place(page), page, canary)
    _write_cases(folder / CASES_FILE, [(f"item-{index:03}", page) for index, page in enumerate(shown)])
    _write_cases(folder / REFERENCE_FILE, [(_name(page), page) for page in samples])
    return tuple(
        MixedItem(f"item-{index:03}", _name(page), page if isinstance(page, HostilePage) else None)
        for index, page in enumerate(shown)
    )


def _hostile_pages(count: int, dice: random.Random) -> list[HostilePage]:
    """The short ones come first."""
    first, others = ([page for page in PAGES if page.is_short is wanted] for wanted in (True, False))
    chosen = dice.sample(first, len(first)) + dice.sample(others, len(others))
    return [chosen[index % len(chosen)] for index in range(count)]


def _samples(items: int, dice: random.Random) -> list[BenchmarkPage]:
    """As many polished as flawed ones, each shown some times."""
    pairs = max(1, min(len(sample_pages()) // 2, items // (2 * _COPIES)))
    briefs = dice.sample(sorted({page.name.partition("/")[0] for page in sample_pages()}), pairs)
    return [page for page in sample_pages() if page.name.partition("/")[0] in briefs]


def _name(page: HostilePage | BenchmarkPage) -> str:
    return page.name.replace("/", ".")


def _place(page: HostilePage | BenchmarkPage) -> str:
    return f"pages/{_name(page)}"


def _write_page(folder: Path, page: HostilePage | BenchmarkPage, canary: Canary) -> None:
    if isinstance(page, BenchmarkPage):
        shutil.copytree(page.folder, folder)
        return
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in page.files.items():
        (folder / name).write_text(canary.named_in(text), encoding="utf-8")


def _write_cases(path: Path, shown: Sequence[tuple[str, HostilePage | BenchmarkPage]]) -> None:
    known = {case.id: case for case in load_cases(builtin_cases_folder())}
    cases = [
        {"id": case, "leaf": _LEAF, **_brief(page, known), "artifact": _place(page)}
        for case, page in shown
    ]  # fmt: skip
    path.write_text(yaml.safe_dump({"cases": cases}, allow_unicode=True), encoding="utf-8")


def _brief(page: HostilePage | BenchmarkPage, known: dict[str, Case]) -> dict[str, str]:
    if isinstance(page, HostilePage):
        return {"language": "en", "brief": "A tea timer that counts cups."}
    case = known[page.name.partition("/")[0]]
    return {"language": case.language, "brief": case.brief}
