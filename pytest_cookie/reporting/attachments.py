"""What other reporters show of an item: its picture, its scores, its findings as text. For pytest-html and Allure."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting import quantities
from pytest_cookie.reporting.cells import printable
from pytest_cookie.reporting.item_files import ITEM_PAGE, files_of
from pytest_cookie.reporting.terminal import by_severity

_MAX_FINDINGS = 12


@dataclass(frozen=True)
class ItemCard:
    """An item in short: (name, value) pairs of scores, its page and its picture; absolute paths, None if missing."""

    scores: tuple[tuple[str, str], ...]
    outcome: str
    page: Path | None
    picture: Path | None


def item_card(record: Record, run: RunFolder) -> ItemCard:
    """What a foreign report shows of `record`. The item's page is there once the site has been written."""
    return ItemCard(
        scores=_scores(record), outcome=record.outcome, page=item_page(record, run), picture=thumbnail(record, run)
    )


def item_page(record: Record, run: RunFolder) -> Path | None:
    """Where the site puts the item's page; it may not have been written yet. None for a folder outside of the run."""
    files = files_of(record, run)
    return files.folder / ITEM_PAGE if files else None


def thumbnail(record: Record, run: RunFolder) -> Path | None:
    """The first screen of the item as a PNG, None where there is no picture."""
    files = files_of(record, run)
    return files.thumbnail_path(record) if files else None


def failure_text(record: Record) -> str:
    """Scores, then findings with the worst first, to be read in a terminal under the failed test's name."""
    lines = [" · ".join(f"{name} {value}" for name, value in _scores(record)) + f" ({record.outcome})"]
    if record.cause is not None:
        lines.append(printable(f"{record.cause.stage}: {record.cause.kind}: {record.cause.message}"))
    findings = by_severity(record.findings)
    for finding in findings[:_MAX_FINDINGS]:
        lines += ["", *_finding_lines(finding, record.folder)]
    if len(findings) > _MAX_FINDINGS:
        lines += ["", f"… and {len(findings) - _MAX_FINDINGS} more findings in the report"]
    return "\n".join(lines)


def _scores(record: Record) -> tuple[tuple[str, str], ...]:
    return (
        ("functionality", quantities.score(record.functionality)),
        ("aesthetics", quantities.score(record.aesthetics)),
        ("total", quantities.score(record.total)),
    )


def _finding_lines(finding: Finding, folder: str) -> list[str]:
    lines = [f"{finding.severity} · {finding.dimension} · {printable(finding.title)}", f"  {printable(finding.why)}"]
    if where := where_of(finding):
        lines.append(f"  where: {printable(where)}")
    if finding.evidence:
        lines.append(f"  see: {printable(f'{folder}/evidence/{finding.evidence}')}")
    return lines


def where_of(finding: Finding) -> str:
    """`canvas#game, step 2, video 1:05.4`, as much of it as is known."""
    return ", ".join(part for part in (place_of(finding), moment_of(finding)) if part)


def place_of(finding: Finding) -> str:
    """`canvas#game, step 2`."""
    step = f"step {finding.step}" if finding.step is not None else ""
    return ", ".join(part for part in (finding.selector, step) if part)


def moment_of(finding: Finding) -> str:
    """`video 1:05.4`."""
    if finding.video_ms is None:
        return ""
    minutes, milliseconds = divmod(finding.video_ms, 60_000)
    return f"video {minutes}:{milliseconds / 1000:04.1f}"
