"""Rebuilds of the reference pages: a faithful one of each, and one with each of the ten failures."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml

from pytest_cookie.generation.sample_recipe import RECIPE, WHOLE, Edit, apply_edits
from pytest_cookie.protocols.interaction2code.failures.kinds import KINDS, FailureKind

HERE = Path(__file__).parent


@dataclass(frozen=True)
class SeededPage:
    """A rebuilt page with a failure of one interaction; None for a faithful one, of which all are checked."""

    case: str
    failure: FailureKind | None
    interaction: int
    html: str


def seeded_pages() -> Iterator[SeededPage]:
    """All pages: for each case the faithful one once for each of its interactions, then the ten failures."""
    for case, edits in yaml.safe_load((HERE / "failures.yaml").read_text(encoding="utf-8")).items():
        reference = (HERE / "references" / f"{case}.html").read_text(encoding="utf-8")
        faithful = apply_edits(reference, edits["rebuild"])
        for number in (1, 2, 3):
            yield SeededPage(case, None, number, faithful)
        for kind in KINDS:
            number, *changes = edits["failures"][kind]
            yield SeededPage(case, kind, number, apply_edits(faithful, changes))


def write_samples(folder: Path) -> None:
    """Write `<case>/polished`, and `<case>/sample.yaml` with the edits of `flawed`.

    `flawed` has a failure of each interaction where they fit together.
    """
    for case, edits in yaml.safe_load((HERE / "failures.yaml").read_text(encoding="utf-8")).items():
        reference = (HERE / "references" / f"{case}.html").read_text(encoding="utf-8")
        faithful = apply_edits(reference, edits["rebuild"])
        file = folder / case / WHOLE / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(faithful, encoding="utf-8")
        recipe = {"edits": {"flawed": {file.name: _flaws(faithful, edits["failures"])}}}
        text = yaml.safe_dump(recipe, allow_unicode=True, width=1_000)
        (folder / case / RECIPE).write_text(text, encoding="utf-8")


def _flaws(text: str, failures: dict[str, list]) -> list[Edit]:  # type: ignore[type-arg]
    edits: list[Edit] = []
    broken: set[int] = set()
    for number, *changes in failures.values():
        if number not in broken and all(old in text for old, _ in changes):
            text = apply_edits(text, changes)
            edits += changes
            broken.add(number)
    return edits


if __name__ == "__main__":
    from pytest_cookie.protocols.interaction2code.protocol import BENCHMARK

    write_samples(BENCHMARK / "samples")
