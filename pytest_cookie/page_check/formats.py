"""What a check of pages prints: text, JSON, SARIF, GitHub's annotations, GitLab's code quality, Markdown."""

import json
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import quote

from pytest_cookie.core.verdict import SEVERITIES, Finding, Severity
from pytest_cookie.core.wording import count
from pytest_cookie.page_check.checked_page import CheckedPage, CheckReport, PlacedFinding
from pytest_cookie.page_check.checker import is_address
from pytest_cookie.reporting.text import quantities
from pytest_cookie.reporting.text.markdown import escaped, table
from pytest_cookie.reporting.text.terminal_cells import cut, pad, printable

_FORMAT_WIDTH = 100
_MOST_SHOWN = 5
"""Findings in the text; with the scores these are about ten lines."""
_LEVELS: dict[Severity, str] = {"critical": "error", "major": "error", "minor": "warning"}
"""Levels of SARIF and of GitHub's annotations."""
_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def as_text(report: CheckReport) -> str:
    """Scores and the most severe findings, in about ten lines for each page."""
    return "\n\n".join("\n".join(_text_lines(page)) for page in report.pages)


def _text_lines(checked: CheckedPage) -> Iterator[str]:
    guessed = {name: " (guessed)" if name in checked.guessed else "" for name in ("leaf", "language")}
    device = "" if checked.device == "desktop" else f"{checked.device} · "
    yield cut(
        f"{printable(checked.page)} · {device}{checked.leaf}{guessed['leaf']} · "
        f"{checked.language}{guessed['language']} · judge {printable(checked.judge)}",
        _FORMAT_WIDTH,
    )
    if not checked.brief:
        yield "no brief: it is not judged whether the page does what was asked; add one with --brief"
    yield "  ".join(f"{name} {_score(value)}" for name, value in checked.scores.items())
    tally = ", ".join(f"{number} {severity}" for severity, number in _by_severity(checked).items() if number)
    known = f" ({checked.known} more in the baseline)" if checked.known else ""
    yield f"{count(len(checked.findings), 'finding')}{f': {tally}' if tally else ''}{known}"
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


def as_json(report: CheckReport) -> str:
    """All of it."""
    return report.model_dump_json(indent=2)


def as_sarif(report: CheckReport) -> str:
    """SARIF 2.1.0, as code scanning tools read it. Every kind of finding is a rule."""
    kinds = {_rule(placed.finding): placed.finding for placed in _all(report)}
    driver = {
        "name": "pytest-cookie",
        "version": report.version,
        "rules": [{"id": kind, "shortDescription": {"text": kind.replace("-", " ")}} for kind in kinds],
    }
    results = [_sarif_result(placed, print_) for placed, print_ in _fingerprints(report)]
    run = {"tool": {"driver": driver}, "results": results}
    return json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)


def _sarif_result(placed: PlacedFinding, fingerprint: str) -> Mapping[str, object]:
    finding = placed.finding
    place = {"artifactLocation": {"uri": _uri(placed.file)}, "region": {"startLine": placed.line or 1}}
    return {
        "ruleId": _rule(finding),
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.title}. {finding.why}"},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"finding/v1": fingerprint},
        "properties": {"severity": finding.severity, "selector": finding.selector, "picture": placed.picture},
    }


def _uri(file: str) -> str:
    """A relative reference for a file below the current folder, which services match with the repository."""
    if is_address(file):
        return quote(file, safe=":/?&=#[]@%+,;~")
    path = Path(file)
    if not path.is_absolute():
        return quote(path.as_posix())
    here = Path.cwd()
    return quote(path.relative_to(here).as_posix()) if path.is_relative_to(here) else path.as_uri()


def _rule(finding: Finding) -> str:
    return finding.kind or f"{finding.dimension}-finding"


def _all(report: CheckReport) -> Iterator[PlacedFinding]:
    return (placed for page in report.pages for placed in page.findings)


def _fingerprints(report: CheckReport) -> Iterator[tuple[PlacedFinding, str]]:
    """The findings, each with a name that it keeps when the page is checked again."""
    seen: Counter[tuple[str, ...]] = Counter()
    for page in report.pages:
        for placed in page.findings:
            identity = (page.device, *placed.identity)
            seen[identity] += 1
            yield placed, sha256("\0".join((*identity, str(seen[identity]))).encode()).hexdigest()


def as_github(report: CheckReport) -> str:
    """Workflow commands that annotate the lines of a pull request."""
    return "\n".join(map(_github_line, _all(report)))


def _github_line(placed: PlacedFinding) -> str:
    finding = placed.finding
    fields = {"file": placed.file, "line": str(placed.line or 1), "title": f"{finding.severity}: {finding.title}"}
    properties = ",".join(f"{name}={_github_escape(value, is_property=True)}" for name, value in fields.items())
    return f"::{_LEVELS[finding.severity]} {properties}::{_github_escape(finding.why)}"


def _github_escape(text: str, *, is_property: bool = False) -> str:
    for character, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(character, code)
    return text.replace(":", "%3A").replace(",", "%2C") if is_property else text


def as_gitlab(report: CheckReport) -> str:
    """GitLab's report of code quality, for `artifacts:reports:codequality`."""
    issues = [
        {
            "description": f"{placed.finding.title}. {placed.finding.why}",
            "check_name": _rule(placed.finding),
            "fingerprint": fingerprint,
            "severity": placed.finding.severity,
            "location": {"path": _uri(placed.file), "lines": {"begin": placed.line or 1}},
        }
        for placed, fingerprint in _fingerprints(report)
    ]
    return json.dumps(issues, indent=2, ensure_ascii=False)


def as_markdown(report: CheckReport) -> str:
    """For each page a heading, the scores, and a table of the findings, for a comment."""
    return "\n\n".join(map(_markdown_section, report.pages))


def _markdown_section(checked: CheckedPage) -> str:
    scores = " · ".join(f"{name} **{_score(value)}**" for name, value in checked.scores.items())
    device = "" if checked.device == "desktop" else f" ({checked.device})"
    known = f"{count(checked.known, 'finding')} of the baseline not listed." if checked.known else ""
    lines = [f"### {escaped(_name(checked.page))}{device}", "", scores, *(["", known] if known else []), ""]
    if not checked.findings:
        return "\n".join([*lines, "No new findings." if known else "No findings."])
    rows = [_markdown_row(placed) for placed in checked.findings]
    return "\n".join([*lines, *table(("severity", "finding", "line"), rows, texts=(0, 1))])


def _name(page: str) -> str:
    return page if is_address(page) else Path(page).name


def _markdown_row(placed: PlacedFinding) -> tuple[str, str, str]:
    finding = placed.finding
    return finding.severity, f"{escaped(finding.title)}: {escaped(finding.why)}", str(placed.line or "")


Format: TypeAlias = Literal["text", "json", "sarif", "github", "gitlab", "markdown"]
FORMATS: dict[Format, Callable[[CheckReport], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "github": as_github,
    "gitlab": as_gitlab,
    "markdown": as_markdown,
}
