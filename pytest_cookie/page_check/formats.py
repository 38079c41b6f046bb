"""What a check of a page prints: text, JSON, SARIF, GitHub's annotations, Markdown."""

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Final, Literal, TypeAlias

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import Language
from pytest_cookie.core.verdict import SEVERITIES, Finding, RubricItem, Severity
from pytest_cookie.core.wording import count
from pytest_cookie.page_check.checker import PageCheck, is_address
from pytest_cookie.page_check.source_lines import find_line, read_source
from pytest_cookie.reporting.text import quantities
from pytest_cookie.reporting.text.markdown import escaped, table
from pytest_cookie.reporting.text.terminal_cells import cut, pad, printable

CHECK_SCHEMA_VERSION: Final = 1
_FORMAT_WIDTH = 100
_MOST_SHOWN = 5
"""Findings in the text; with the scores these are about ten lines."""
_SARIF_LEVELS: dict[Severity, str] = {"critical": "error", "major": "error", "minor": "warning"}
_GITHUB_LEVELS: dict[Severity, str] = {"critical": "error", "major": "error", "minor": "warning"}
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


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


class CheckedPage(FrozenModel):
    """The JSON of `pytest-cookie check`, schema version 1."""

    schema_version: Literal[1] = CHECK_SCHEMA_VERSION
    """Version of this schema."""
    version: str
    """Version of pytest-cookie."""
    page: str
    """The page."""
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
    scores: dict[str, float | None]
    """The scores by id, 0 to 100. Null for one that was not measured."""
    findings: tuple[PlacedFinding, ...]
    """The findings, the most severe first."""
    criteria: tuple[RubricItem, ...]
    """The criteria of the rubric."""
    run: str
    """The run folder with the evidence."""


def describe(found: PageCheck, page: str) -> CheckedPage:
    """The result as plain data."""
    return CheckedPage(
        version=version("pytest-cookie"),
        page=page,
        brief=found.case.brief if found.has_brief else "",
        leaf=found.case.leaf,
        language=found.case.language,
        guessed=tuple(sorted(found.guessed)),
        judge=found.verdict.judge,
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


def as_text(checked: CheckedPage) -> str:
    """Scores and the most severe findings, in about ten lines."""
    return "\n".join(_text_lines(checked))


def _text_lines(checked: CheckedPage) -> Iterator[str]:
    guessed = {name: " (guessed)" if name in checked.guessed else "" for name in ("leaf", "language")}
    yield cut(
        f"{printable(checked.page)} · {checked.leaf}{guessed['leaf']} · {checked.language}{guessed['language']} · "
        f"judge {printable(checked.judge)}",
        _FORMAT_WIDTH,
    )
    if not checked.brief:
        yield "no brief: it is not judged whether the page does what was asked; add one with --brief"
    yield "  ".join(f"{name} {_score(value)}" for name, value in checked.scores.items())
    tally = ", ".join(f"{number} {severity}" for severity, number in _by_severity(checked).items() if number)
    yield f"{count(len(checked.findings), 'finding')}{f': {tally}' if tally else ''}"
    for placed in checked.findings[:_MOST_SHOWN]:
        finding = placed.finding
        where = f" (line {placed.line})" if placed.line else ""
        yield pad(finding.severity, 9) + cut(f"{printable(finding.title)}{where}", _FORMAT_WIDTH - 9)
        why = textwrap.wrap(printable(finding.why), _FORMAT_WIDTH - 9, max_lines=2, placeholder=" …")
        yield from (f"{'':9}{line}" for line in why)
        if placed.picture:
            yield f"{'':9}{printable(placed.picture)}"
    if (rest := len(checked.findings) - _MOST_SHOWN) > 0:
        yield f"{'':9}and {rest} more"


def _score(value: float | None) -> str:
    return "not measured" if value is None else quantities.score(value)


def _by_severity(checked: CheckedPage) -> dict[Severity, int]:
    found = [placed.finding.severity for placed in checked.findings]
    return {severity: found.count(severity) for severity in SEVERITIES}


def as_json(checked: CheckedPage) -> str:
    """All of it."""
    return checked.model_dump_json(indent=2)


def as_sarif(checked: CheckedPage) -> str:
    """SARIF 2.1.0, as code scanning tools read it. Every kind of finding is a rule."""
    kinds = {_rule(placed.finding): placed.finding for placed in checked.findings}
    driver = {
        "name": "pytest-cookie",
        "version": checked.version,
        "rules": [{"id": kind, "shortDescription": {"text": kind.replace("-", " ")}} for kind in kinds],
    }
    run = {"tool": {"driver": driver}, "results": [_sarif_result(placed) for placed in checked.findings]}
    return json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _sarif_result(placed: PlacedFinding) -> Mapping[str, object]:
    finding = placed.finding
    place = {"artifactLocation": {"uri": placed.file}, "region": {"startLine": placed.line or 1}}
    return {
        "ruleId": _rule(finding),
        "level": _SARIF_LEVELS[finding.severity],
        "message": {"text": f"{finding.title}. {finding.why}"},
        "locations": [{"physicalLocation": place}],
        "properties": {"severity": finding.severity, "selector": finding.selector, "picture": placed.picture},
    }


def _rule(finding: Finding) -> str:
    return finding.kind or f"{finding.dimension}-finding"


def as_github(checked: CheckedPage) -> str:
    """Workflow commands that annotate the lines of a pull request."""
    return "\n".join(_github_line(placed) for placed in checked.findings)


def _github_line(placed: PlacedFinding) -> str:
    finding = placed.finding
    fields = {"file": placed.file, "line": str(placed.line or 1), "title": f"{finding.severity}: {finding.title}"}
    properties = ",".join(f"{name}={_github_escape(value, is_property=True)}" for name, value in fields.items())
    return f"::{_GITHUB_LEVELS[finding.severity]} {properties}::{_github_escape(finding.why)}"


def _github_escape(text: str, *, is_property: bool = False) -> str:
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(character, code)
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text


def as_markdown(checked: CheckedPage) -> str:
    """A heading, the scores, and a table of the findings, for a comment."""
    scores = " · ".join(f"{name} **{_score(value)}**" for name, value in checked.scores.items())
    lines = [f"### {escaped(Path(checked.page).name)}", "", scores, ""]
    if not checked.findings:
        return "\n".join([*lines, "No findings."])
    rows = [_markdown_row(placed) for placed in checked.findings]
    return "\n".join([*lines, *table(("severity", "finding", "line"), rows, texts=(0, 1))])


def _markdown_row(placed: PlacedFinding) -> tuple[str, str, str]:
    finding = placed.finding
    return finding.severity, f"{escaped(finding.title)}: {escaped(finding.why)}", str(placed.line or "")


Format: TypeAlias = Literal["text", "json", "sarif", "github", "markdown"]
FORMATS: dict[Format, Callable[[CheckedPage], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
    "markdown": as_markdown,
}
