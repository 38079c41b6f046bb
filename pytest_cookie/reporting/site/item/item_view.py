"""The view of an item's page: brief, scores, findings, rubric, steps, screenshots, console and network, files."""

from dataclasses import dataclass

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import RubricItem, Verdict
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.reporting.item_files import ITEM_PAGE, VIEWPORT_PICTURE, ItemFiles, PictureFile, file_size
from pytest_cookie.reporting.model_costs import ExpenseRow, expense_rows
from pytest_cookie.reporting.site.item.film import FilmView, film_view, sound_of
from pytest_cookie.reporting.site.item.findings import FindingView, LinkTargets
from pytest_cookie.reporting.site.item.judgment import (
    ABLATIONS,
    MAX_FINDINGS,
    Conclusion,
    MemberView,
    StageView,
    VerdictRow,
    conclusions_of,
    is_panel,
    members_of,
    read_verdicts,
    stage_view,
    verdict_rows,
)
from pytest_cookie.reporting.site.item.live_artifact import StartCommands, start_commands
from pytest_cookie.reporting.site.item.log import Log, log_of
from pytest_cookie.reporting.site.item.lost_points import LostPoints, lost_points, points_by_criterion
from pytest_cookie.reporting.site.item.marks import Scenery, read_scenes
from pytest_cookie.reporting.site.item.navigation import Neighbours, Query, neighbours
from pytest_cookie.reporting.site.item.panels import PanelView, panel_views
from pytest_cookie.reporting.site.item.source import Source, SourceFile
from pytest_cookie.reporting.site.item.steps import MAX_STEPS, StepView, begins, step_views
from pytest_cookie.reporting.site.item.timeline import Timeline, timeline
from pytest_cookie.reporting.site.scores import scale_sentences
from pytest_cookie.reporting.terminal import by_severity

_MAX_FILES = 200
_MOST_ITEMS = 10
"""As many as a checklist of ArtifactsBench has."""
_STORED = ("record.json", "artifact.json", "deployment.json", "build.log", "evidence/evidence.json")


@dataclass(frozen=True)
class WidthView:
    """The page at one width; `name` is the viewport's name."""

    name: str
    width: int
    overflow_px: float
    cut: bool
    picture: PictureFile | None


@dataclass(frozen=True)
class ItemView:
    """Everything on an item's page. `problems` names the files that could not be read."""

    record: Record
    scores: ScoreSet
    neighbours: Neighbours
    first_screen: PictureFile | None
    findings: tuple[FindingView, ...]
    verdict: Verdict | None
    panels: tuple[PanelView, ...]
    members: tuple[MemberView, ...]
    verdicts: tuple[VerdictRow, ...]
    evidence: Evidence | None
    impression: StageView | None
    widths: tuple[WidthView, ...]
    film: FilmView | None
    timeline: Timeline | None
    steps: tuple[StepView, ...]
    artifact: Artifact | None
    replies: tuple[tuple[str, str], ...]
    has_scenes: bool
    files: tuple[tuple[str, str, str], ...]
    source: tuple[SourceFile, ...]
    entry: str
    start: StartCommands | None
    stored: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]

    @property
    def scale(self) -> str:
        """The ranges of the scores, and which are means of others."""
        return scale_sentences(self.scores)

    @property
    def more_findings(self) -> int:
        """How many findings are not on the page."""
        return len(self.record.findings) - len(self.findings)

    @property
    def by_item(self) -> dict[str, tuple[int, ...]]:
        """Rubric item to the numbers of its findings, from 1."""
        numbers: dict[str, tuple[int, ...]] = {}
        for number, view in enumerate(self.findings, start=1):
            if item := view.finding.item:
                numbers[item] = (*numbers.get(item, ()), number)
        return numbers

    @property
    def ablation(self) -> str:
        """What the judge was not shown, in words; "" if it was shown everything."""
        return ABLATIONS[self.verdict.ablation] if self.verdict and self.verdict.ablation else ""

    @property
    def conclusions(self) -> tuple[Conclusion, ...]:
        """What the judge concluded."""
        return conclusions_of(self.verdict)

    @property
    def lost_points(self) -> tuple[LostPoints, ...]:
        """Where the points went; empty if the judge does not score by criteria."""
        return lost_points(self.verdict, self.scores, self.findings)

    @property
    def points(self) -> dict[str, tuple[float, float]]:
        """Criterion to the points that it took off, and could take off."""
        return points_by_criterion(self.verdict, self.scores)

    @property
    def rows_of_items(self) -> dict[str, str]:
        """Item of the verdict to the place on the page of its row in a panel, where a row with details has its name."""
        rows = {
            row.name: f"panel-{number}-row-{row.details.row}"
            for number, view in reversed(tuple(enumerate(self.panels, start=1)))
            for row in view.rows
            if row.details
        }
        return {item.id: rows[item.name] for item in (self.verdict.items if self.verdict else ()) if item.name in rows}

    @property
    def lowest_items(self) -> tuple[RubricItem, ...]:
        """The items that lost most of their points, for a judge whose items do not add up to the score, and that has no
        findings."""
        if self.findings or self.verdict is None or self.by_panel:
            return ()
        lost = [item for item in self.verdict.items if item.score is not None and item.score < 1]
        return tuple(sorted(lost, key=lambda item: item.score or 0)[:_MOST_ITEMS])

    @property
    def by_panel(self) -> bool:
        """Whether a panel judged."""
        return is_panel(self.verdict)

    @property
    def perception(self) -> StaticPerception | None:
        """The page before anyone used it."""
        return self.evidence.perception if self.evidence else None

    @property
    def log(self) -> Log:
        """Console and network."""
        return log_of(self.evidence)

    @property
    def more_files(self) -> int:
        """How many files of the artifact are not on the page."""
        return len(self.artifact.files) - len(self.files) if self.artifact else 0

    @property
    def expense(self) -> tuple[ExpenseRow, ...]:
        """What the item's model calls took."""
        return expense_rows(self.record)

    @property
    def judged(self) -> tuple[ScoreSpec, ...]:
        """The scores that the models of a panel gave."""
        return tuple(spec for spec in self.scores if any(spec.id in member.scores for member in self.members))


def item_view(
    files: ItemFiles,
    record: Record,
    scores: ScoreSet,
    *,
    query: Query,
    around: tuple[Record | None, Record | None] = (None, None),
) -> ItemView:
    """Build the view of `record` from its `files`."""
    item = ItemFolder(files.folder)
    problems: list[str] = []
    artifact, evidence = _artifact(item, problems), _evidence(item, record, problems)
    verdicts = read_verdicts(item, problems)
    steps = evidence.trace.steps if evidence else ()
    film = film_view(files, evidence)
    verdict = _verdict(verdicts, record, item, problems)
    starts = {step.index: begin for begin, step in begins(steps[:MAX_STEPS])}
    scenery = Scenery(files, evidence, steps[:MAX_STEPS], read_scenes(files, evidence, problems))
    source = Source(files, artifact)
    targets = LinkTargets(files, starts, bool(film and film.href), scores, scenery, source)
    findings = tuple(targets.finding(finding) for finding in by_severity(record.findings)[:MAX_FINDINGS])
    sound = sound_of(files, evidence, problems)
    return ItemView(
        record=record,
        scores=scores,
        neighbours=neighbours(record, query, around),
        first_screen=files.picture((VIEWPORT_PICTURE, record.thumbnail), label="First screen"),
        findings=findings,
        verdict=verdict,
        panels=panel_views(verdict, files, starts),
        members=members_of(verdict, targets),
        verdicts=verdict_rows(verdicts, record, targets),
        evidence=evidence,
        impression=stage_view(evidence.impression, targets) if evidence and evidence.impression else None,
        widths=_widths(files, evidence),
        film=film,
        timeline=timeline(steps, findings, film_ms=film.milliseconds if film and film.href else 0, sound=sound),
        steps=step_views(files, evidence, steps[:MAX_STEPS], scenery=scenery, findings=findings),
        has_scenes=bool(scenery.scenes),
        artifact=artifact,
        replies=tuple((name, files.link(name)) for name in (artifact.replies if artifact else ())),
        files=tuple(
            (file.path, file_size(file.size_bytes), source.href(file.path))
            for file in (artifact.files[:_MAX_FILES] if artifact else ())
        ),
        source=source.shown_files([(n, one.source) for n, one in enumerate(findings, start=1) if one.source])
        if source.is_readable
        else (),
        entry=_page_to_run(files, artifact),
        start=start_commands(files, record),
        stored=_stored(files, record),
        problems=tuple(problem.replace(f"{item.path}/", "") for problem in problems),
    )


def _page_to_run(files: ItemFiles, artifact: Artifact | None) -> str:
    """The path of the page, "" for none. A built artifact needs a web server and does not run from disk."""
    if artifact and artifact.needs_build:
        return ""
    entry = f"artifact/{artifact.entry if artifact and artifact.entry else ITEM_PAGE}"
    return entry if files.find(entry) else ""


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


def _verdict(verdicts: dict[str, Verdict], record: Record, item: ItemFolder, problems: list[str]) -> Verdict | None:
    if record.outcome == "unscored":
        return None
    path = item.verdict_name(record.judge)
    if path not in verdicts and not any(path in problem for problem in problems):
        problems.append(f"{path} is missing, so the page cannot show how the judge scored this item")
    return verdicts.get(path)


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


def _stored(files: ItemFiles, record: Record) -> tuple[tuple[str, str], ...]:
    found = ((name, files.href(name)) for name in (*_STORED, ItemFolder(files.folder).verdict_name(record.judge)))
    return tuple((name, href) for name, href in found if href)
