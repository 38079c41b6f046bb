"""`CheckReport`: what checks of pages found, as plain data, and what is new in it against an earlier one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal

from pydantic import ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Device, Language
from pytest_cookie.core.verdict import Finding, RubricItem
from pytest_cookie.page_check.checker import PageCheck, is_address
from pytest_cookie.records.plain_tree import read_bounded
from pytest_cookie.reporting.source_lines import find_line, read_source

CHECK_SCHEMA_VERSION: Final = 1


class PlacedFinding(FrozenModel):
    """A finding and where it is."""

    finding: Finding
    """The finding. Its `evidence` is relative to the folder `evidence` of the check."""
    file: str
    """The file of the page."""
    line: int | None
    """The line of the element in the file, from 1. Null if a script makes the element."""
    picture: str
    """The path of the file that shows it. Empty without one."""

    @property
    def identity(self) -> tuple[str, str, str]:
        """File, kind (for a finding by a model, title) and element: the same when the page is checked again."""
        return self.file, self.finding.kind or self.finding.title, self.finding.selector


class CheckedPage(FrozenModel):
    """One page on one device."""

    page: str
    """The page."""
    device: Device
    """The device that it was used on."""
    brief: str
    """What it should be. Empty without a brief."""
    leaf: str
    """Task type."""
    language: Language
    """Language of the brief."""
    guessed: tuple[str, ...]
    """The labels that were guessed: `leaf`, `language`."""
    judge: str
    """The judge."""
    runnable: bool
    """`false` if the page is blank, crashes or does not load. Every score is then 0."""
    scores: dict[str, float | None]
    """The scores by id, 0 to 100. Null for one that was not measured."""
    findings: tuple[PlacedFinding, ...]
    """The findings, the most severe first; with a baseline only the new ones."""
    known: int = 0
    """Number of findings that the baseline has, too."""
    criteria: tuple[RubricItem, ...]
    """The criteria of the rubric."""
    run: str
    """The run folder with the evidence."""

    def without_known(self, before: "CheckReport | None") -> "CheckedPage":
        """Without the findings that an earlier report has on the same device. Each there hides one here."""
        if before is None:
            return self
        new = self.new_against([page for page in before.pages if page.device == self.device])
        return self.model_copy(update={"findings": new, "known": len(self.findings) - len(new)})

    def new_against(self, pages: Iterable["CheckedPage"]) -> tuple[PlacedFinding, ...]:
        """The findings that these pages lack. Each there hides one here."""
        known = Counter(placed.identity for page in pages for placed in page.findings)
        new = []
        for placed in self.findings:
            if known[placed.identity]:
                known[placed.identity] -= 1
            else:
                new.append(placed)
        return tuple(new)


class CheckReport(FrozenModel):
    """The JSON of `pytest-cookie check --format json`."""

    schema_version: Literal[1] = CHECK_SCHEMA_VERSION
    """Version of this schema."""
    version: str
    """Version of pytest-cookie."""
    pages: tuple[CheckedPage, ...]
    """The pages in the order of the command, each on every device."""


def report_of(pages: Sequence[CheckedPage]) -> CheckReport:
    """The report of these pages."""
    return CheckReport(version=version("pytest-cookie"), pages=tuple(pages))


def read_report(path: Path) -> CheckReport:
    """The report in a file. Raises `UsageError` if it is none."""
    try:
        return CheckReport.model_validate_json(read_bounded(path))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from error
    except ValidationError as error:
        raise UsageError(
            f"{path} is not a report of this version; make one with: pytest-cookie check PAGE --format json > {path}"
        ) from error


def describe(found: PageCheck, page: str) -> CheckedPage:
    """The result as plain data."""
    return CheckedPage(
        page=page,
        device=found.device,
        brief=found.case.brief if found.has_brief else "",
        leaf=found.case.leaf,
        language=found.case.language,
        guessed=tuple(sorted(found.guessed)),
        judge=found.verdict.judge,
        runnable=found.verdict.runnable,
        scores=found.scores,
        findings=tuple(_placed(finding, found, page) for finding in found.findings),
        criteria=found.verdict.items,
        run=str(found.run),
    )


def _placed(finding: Finding, found: PageCheck, page: str) -> PlacedFinding:
    is_folder = not is_address(page) and Path(page).is_dir()
    entry = str(Path(page, "index.html")) if is_folder else page
    line = find_line(read_source(Path(entry)), finding.selector) if finding.selector else None
    picture = str(found.evidence / finding.evidence) if finding.evidence else ""
    return PlacedFinding(finding=finding, file=entry, line=line, picture=picture)
