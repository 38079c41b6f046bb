"""A finding, or a problem that a stage of a judge names, with what it leads to: step, film, picture or file."""

from dataclasses import dataclass

from pytest_cookie.core.verdict import Finding
from pytest_cookie.reporting.attachments import moment_of, place_of
from pytest_cookie.reporting.item_files import ItemFiles, Picture


@dataclass(frozen=True)
class FindingView:
    """`place` leads to `step_href`, `moment` to the second `seconds` of the timeline; either may lead nowhere ("").

    `cited` is the path of the evidence where there is no picture to show, `missing` whether nothing is there.
    """

    finding: Finding
    place: str
    step_href: str
    moment: str
    seconds: str
    picture: Picture | None
    cited: str
    missing: bool
    href: str


@dataclass(frozen=True)
class Sights:
    """What findings can lead to on this page: the files of the item, its steps with their begin in ms, its film."""

    files: ItemFiles
    steps: dict[int, int]
    has_film: bool

    def finding(self, finding: Finding) -> FindingView:
        """Gather one. Evidence that a judge names is looked for; it may be missing, or lead out of the folder."""
        path = f"evidence/{finding.evidence}" if finding.evidence else ""
        picture = self.files.picture((path,), label=f"Evidence: {finding.title}") if path else None
        known = finding.step is not None and finding.step in self.steps
        moment_ms = finding.video_ms if self.has_film or self.steps else None
        return FindingView(
            finding=finding,
            place=place_of(finding),
            step_href=f"#step-{finding.step}" if known else "",
            moment=moment_of(finding),
            seconds="" if moment_ms is None else f"{moment_ms / 1000:.3f}",
            picture=picture,
            cited="" if picture else finding.evidence,
            missing=self.files.find(path) is None,
            href=self.files.link(path),
        )
