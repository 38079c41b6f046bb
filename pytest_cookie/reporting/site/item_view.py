"""What an item's page shows: brief, scores, findings with their evidence, rubric, widths, steps, runtime, files."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import Record
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.item import ItemFolder, verdict_file
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.expense import ExpenseRow, expense_rows
from pytest_cookie.reporting.item_files import ITEM_PAGE, ItemFiles, Picture, file_size, files_of, href_between
from pytest_cookie.reporting.site.findings import FindingView, Sights
from pytest_cookie.reporting.site.judgment import (
    ABLATIONS,
    MemberView,
    StageView,
    VerdictRow,
    is_panel,
    members_of,
    stage_view,
    verdict_rows,
)
from pytest_cookie.reporting.site.steps import StepView, step_view
from pytest_cookie.reporting.terminal import by_severity

_MAX_FILES = 200
_STORED = ("record.json", "artifact.json", "deployment.json", "evidence/evidence.json")


@dataclass(frozen=True)
class Sibling:
    """Another item of the same case."""

    name: str
    total: float | None
    outcome: str
    href: str
    current: bool


@dataclass(frozen=True)
class WidthView:
    """The page at one width; without a picture `name` says which is missing."""

    name: str
    width: int
    overflow_px: float
    cut: bool
    picture: Picture | None


@dataclass(frozen=True)
class FilmView:
    """The film of the exploration; `href` is "" where it is missing. `notes` says what is special about it."""

    href: str
    seconds: float
    width: int
    height: int
    sounds: bool
    notes: tuple[str, ...]


@dataclass(frozen=True)
class ItemView:
    """Everything on an item's page. `problems` says what of it could not be read."""

    record: Record
    home: str
    siblings: tuple[Sibling, ...]
    findings: tuple[FindingView, ...]
    verdict: Verdict | None
    ablation: str
    members: tuple[MemberView, ...]
    by_panel: bool
    verdicts: tuple[VerdictRow, ...]
    evidence: Evidence | None
    impression: StageView | None
    perception: StaticPerception | None
    widths: tuple[WidthView, ...]
    film: FilmView | None
    steps: tuple[StepView, ...]
    artifact: Artifact | None
    replies: tuple[tuple[str, str], ...]
    files: tuple[tuple[str, str], ...]
    more_files: int
    entry: str
    stored: tuple[tuple[str, str], ...]
    expense: tuple[ExpenseRow, ...]
    problems: tuple[str, ...]


def item_view(run: RunFolder, record: Record, *, siblings: Sequence[Record]) -> ItemView:
    """Gather the page of `record`. Raises `RecordingError` where its folder is not in the run."""
    item = ItemFolder(run.item_folder(record))
    files = ItemFiles(item.path)
    problems: list[str] = []
    artifact = _artifact(item, problems)
    evidence = _evidence(item, record, problems)
    verdict = _verdict(item, record, problems)
    listed = artifact.files if artifact else ()
    film = _film(files, evidence)
    sights = Sights(files, frozenset(step.index for step in _steps(evidence)), bool(film and film.href))
    return ItemView(
        record=record,
        home=href_between(item.path, run.path.resolve() / ITEM_PAGE),
        siblings=tuple(_sibling(run, files, record, other) for other in siblings),
        findings=tuple(sights.finding(finding) for finding in by_severity(record.findings)),
        verdict=verdict,
        ablation=ABLATIONS[verdict.ablation] if verdict and verdict.ablation else "",
        members=members_of(verdict, sights),
        by_panel=is_panel(verdict),
        verdicts=verdict_rows(item, record, sights, problems),
        evidence=evidence,
        impression=stage_view(evidence.impression, sights) if evidence and evidence.impression else None,
        perception=evidence.perception if evidence else None,
        widths=_widths(files, evidence),
        film=film,
        steps=tuple(step_view(files, evidence, step) for step in _steps(evidence)),
        artifact=artifact,
        replies=tuple((name, files.link(name)) for name in artifact.replies) if artifact else (),
        files=tuple((file.path, file_size(file.size_bytes)) for file in listed[:_MAX_FILES]),
        more_files=max(0, len(listed) - _MAX_FILES),
        entry=_entry(files, artifact),
        stored=_stored(files, record),
        expense=expense_rows(record),
        problems=tuple(problems),
    )


def _artifact(item: ItemFolder, problems: list[str]) -> Artifact | None:
    if not (item.path / "artifact.json").is_file():
        return None
    try:
        return item.read_artifact()
    except RecordingError as error:
        problems.append(str(error))
        return None


def _evidence(item: ItemFolder, record: Record, problems: list[str]) -> Evidence | None:
    missing = not (item.evidence / "evidence.json").is_file()
    if missing and record.outcome != "scored":
        return None
    try:
        return item.read_evidence()
    except RecordingError as error:
        problems.append(str(error))
        return None


def _verdict(item: ItemFolder, record: Record, problems: list[str]) -> Verdict | None:
    if record.outcome == "unscored":
        return None
    try:
        return item.read_verdict(record.judge)
    except RecordingError as error:
        problems.append(str(error))
        return None


def _sibling(run: RunFolder, files: ItemFiles, record: Record, other: Record) -> Sibling:
    theirs = files_of(other, run)
    repeat = f" r{other.repeat}" if other.repeat > 1 else ""
    mode = f" {other.mode}" if other.mode != record.mode else ""
    return Sibling(
        name=f"{other.model}{mode}{repeat}",
        total=other.total,
        outcome=other.outcome,
        href=href_between(files.folder, theirs.folder / ITEM_PAGE) if theirs else "",
        current=other == record,
    )


def _widths(files: ItemFiles, evidence: Evidence | None) -> tuple[WidthView, ...]:
    views = evidence.perception.views if evidence else ()
    return tuple(
        WidthView(
            name=view.viewport.name,
            width=view.viewport.width,
            overflow_px=view.layout.overflow_px,
            cut=view.screenshot_cut,
            picture=files.picture(
                (f"evidence/{view.screenshot}", f"evidence/static/{view.screenshot}"),
                label=f"The whole page at {view.viewport.width} px",
            ),
        )
        for view in views
    )


def _film(files: ItemFiles, evidence: Evidence | None) -> FilmView | None:
    for session in evidence.sessions if evidence else ():
        film = session.film
        if film and film.file:
            path = files.find(f"evidence/{session.name}/{film.file}")
            href = href_between(files.folder, path) if path else ""
            sounds = film.audio_codec is not None
            return FilmView(href, film.duration_ms / 1000, film.width, film.height, sounds, film.notes)
    return None


def _steps(evidence: Evidence | None) -> tuple[Step, ...]:
    return evidence.trace.steps if evidence else ()


def _entry(files: ItemFiles, artifact: Artifact | None) -> str:
    path = files.find(f"artifact/{artifact.entry if artifact and artifact.entry else ITEM_PAGE}")
    return href_between(files.folder, path) if path else ""


def _stored(files: ItemFiles, record: Record) -> tuple[tuple[str, str], ...]:
    names = (*_STORED, verdict_file(record.judge))
    found = ((name, files.find(name)) for name in names)
    return tuple((name, href_between(files.folder, path)) for name, path in found if path)
