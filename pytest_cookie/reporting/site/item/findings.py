"""A finding, or a problem named by a stage of a judge, with its links: step, film, picture or file."""

from dataclasses import dataclass

from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.verdict import Finding
from pytest_cookie.reporting.attachments import moment_of, place_of
from pytest_cookie.reporting.item_files import ItemFiles, PictureFile
from pytest_cookie.reporting.site.item.marks import MarkedPicture, Scenery
from pytest_cookie.reporting.site.item.source import Source, SourcePlace
from pytest_cookie.reporting.site.tones import label_of, tone_of


@dataclass(frozen=True)
class FindingView:
    """`label` is that of its score, `tone` the class with its colour.
    `place` links to `step_href`, `moment` to the second `seconds` of the timeline; "" for no link.
    `before` and `after` are the pictures that show it, with its element marked; without a step, only `after`.
    `cited` is the path of the evidence if it is not a picture, `missing` whether that file does not exist.
    """

    finding: Finding
    label: str
    tone: str
    place: str
    step_href: str
    moment: str
    seconds: str
    picture: PictureFile | None
    before: MarkedPicture | None
    after: MarkedPicture | None
    source: SourcePlace | None
    cited: str
    missing: bool
    href: str


@dataclass(frozen=True)
class LinkTargets:
    """What findings on this page link to: the item's files, its steps with their start in ms, its film; its scores.

    Without `scenery` and `source`, pictures have no marks and findings no lines.
    """

    files: ItemFiles
    steps: dict[int, int]
    has_film: bool
    scores: ScoreSet
    scenery: Scenery | None = None
    source: Source | None = None

    def finding(self, finding: Finding) -> FindingView:
        """The view of a finding. The evidence named by a judge may be missing, or lead out of the folder."""
        path = f"evidence/{finding.evidence}" if finding.evidence else ""
        picture = self.files.picture((path,), label=f"Evidence: {finding.title}") if path else None
        known = finding.step is not None and finding.step in self.steps
        step = self.scenery.step(finding.step) if self.scenery else None
        before, after = None, None
        if picture and self.scenery:
            before, after = self.scenery.of_finding(picture, path, finding, step)
        moment_ms = finding.video_ms if self.has_film or self.steps else None
        return FindingView(
            finding=finding,
            label=label_of(self.scores, finding.dimension),
            tone=tone_of(self.scores, finding.dimension),
            place=place_of(finding),
            step_href=f"#step-{finding.step}" if known else "",
            moment=moment_of(finding),
            seconds="" if moment_ms is None else f"{moment_ms / 1000:.3f}",
            picture=picture,
            before=before,
            after=after,
            source=self.source.place(finding, step) if self.source else None,
            cited="" if picture else finding.evidence,
            missing=self.files.find(path) is None,
            href=self.files.link(path),
        )
