"""An item for other reporters, pytest-html and Allure: screenshot, film, scores, findings as text."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ITEM_PAGE, ItemFiles, files_of
from pytest_cookie.reporting.terminal import by_severity
from pytest_cookie.reporting.text import quantities
from pytest_cookie.reporting.text.terminal_cells import printable

_MAX_FINDINGS = 12
_MAX_CONSOLE_LINES = 1_000
_FILMS = frozenset((".mp4", ".webm"))


@dataclass(frozen=True)
class ItemCard:
    """An item in brief: scores as (name, value) pairs, and absolute paths of its files, None if missing.

    `page` exists once the site has been written. `evidence` is None if the item stopped before it was complete.
    """

    scores: tuple[tuple[str, str], ...]
    outcome: str
    page: Path | None = None
    picture: Path | None = None
    film: Path | None = None
    verdict: Path | None = None
    evidence: Evidence | None = None


def item_card(record: Record, run: RunFolder, scores: ScoreSet) -> ItemCard:
    """The card of `record`. Only files inside the item's folder are found."""
    files = files_of(record, run)
    if files is None:
        return ItemCard(score_texts(record, scores), record.outcome)
    evidence = _evidence(files)
    return ItemCard(
        scores=score_texts(record, scores),
        outcome=record.outcome,
        page=files.folder / ITEM_PAGE,
        picture=files.first_screen(record),
        film=_film(files, evidence),
        verdict=files.find(ItemFolder(files.folder).verdict_name(record.judge)),
        evidence=evidence,
    )


def _evidence(files: ItemFiles) -> Evidence | None:
    try:
        return ItemFolder(files.folder).read_evidence()
    except RecordingError:
        return None


def _film(files: ItemFiles, evidence: Evidence | None) -> Path | None:
    for session in evidence.sessions if evidence else ():
        if session.film and session.film.file:
            path = files.find(f"evidence/{session.name}/{session.film.file}")
            if path and path.suffix in _FILMS:
                return path
    return None


def console_text(evidence: Evidence) -> str:
    """The page's console output, uncaught errors and failed requests as lines; "" if there are none."""
    lines = list(_console_lines(evidence))
    if len(lines) > _MAX_CONSOLE_LINES:
        lines = [*lines[:_MAX_CONSOLE_LINES], f"… and {len(lines) - _MAX_CONSOLE_LINES} more lines"]
    return "\n".join(lines)


def _console_lines(evidence: Evidence) -> Iterator[str]:
    moments: list[tuple[str, StaticPerception | Step]] = [("load", evidence.perception)]
    moments += [(f"step {step.index}", step) for step in evidence.trace.steps]
    for when, moment in moments:
        for message in moment.console:
            yield printable(f"{when}: {message.level}: {message.text}")
        for error in moment.page_errors:
            yield printable(f"{when}: uncaught: {error.message}")
        for request in moment.failed_requests:
            yield printable(f"{when}: {request.method} {request.url}: {request.reason}")


def failure_text(record: Record, scores: ScoreSet) -> str:
    """Scores, then findings, worst first, for a terminal: pytest prints them under the failed test's name."""
    lines = [" · ".join(f"{name} {value}" for name, value in score_texts(record, scores)) + f" ({record.outcome})"]
    if record.cause is not None:
        lines.append(printable(f"{record.cause.stage}: {record.cause.kind}: {record.cause.message}"))
    findings = by_severity(record.findings)
    for finding in findings[:_MAX_FINDINGS]:
        lines += ["", *_finding_lines(finding, record.folder)]
    if len(findings) > _MAX_FINDINGS:
        lines += ["", f"… and {len(findings) - _MAX_FINDINGS} more findings in the report"]
    return "\n".join(lines)


def finding_titles(record: Record) -> list[str]:
    """`critical · <id of the score> · The page is blank`, worst first, at most twelve."""
    return [_title(finding) for finding in by_severity(record.findings)[:_MAX_FINDINGS]]


def score_texts(record: Record, scores: ScoreSet) -> tuple[tuple[str, str], ...]:
    """(id, value with its unit) of each score."""
    values = ((spec, quantities.score(record.scores.get(spec.id), spec.digits)) for spec in scores)
    known = {
        spec.id: text if text == quantities.NOTHING or not spec.unit else f"{text} {spec.unit}" for spec, text in values
    }
    return tuple(known.items())


def _title(finding: Finding) -> str:
    return f"{finding.severity} · {finding.dimension} · {printable(finding.title)}"


def _finding_lines(finding: Finding, folder: str) -> list[str]:
    lines = [_title(finding), f"  {printable(finding.why)}"]
    if where := where_of(finding):
        lines.append(f"  where: {printable(where)}")
    if finding.evidence:
        lines.append(f"  see: {printable(f'{folder}/evidence/{finding.evidence}')}")
    return lines


def where_of(finding: Finding) -> str:
    """`canvas#game, step 2, video 1:05.4`, without the unknown parts."""
    return ", ".join(part for part in (place_of(finding), moment_of(finding)) if part)


def place_of(finding: Finding) -> str:
    """`canvas#game, step 2`."""
    step = f"step {finding.step}" if finding.step is not None else ""
    return ", ".join(part for part in (finding.selector, step) if part)


def moment_of(finding: Finding) -> str:
    """`video 1:05.4`."""
    return "" if finding.video_ms is None else f"video {quantities.clock(finding.video_ms / 1000)}"
