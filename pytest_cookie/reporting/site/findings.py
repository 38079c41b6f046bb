"""A finding, or a problem that a stage of a judge names, with what it leads to: step, film, picture or file."""

from dataclasses import dataclass

from pytest_cookie.core.verdict import Finding
from pytest_cookie.reporting.attachments import moment_of, place_of
from pytest_cookie.reporting.item_files import ItemFiles, Picture


@dataclass(frozen=True)
class FindingView:
    """`place` leads to `step_href`, `moment` plays the film from the second `film_from`; either may lead nowhere ("").

    `cited` is the path of the evidence where there is no picture to show, `missing` whether nothing is there.
    """

    finding: Finding
    place: str
    step_href: str
    moment: str
    film_from: str
    picture: Picture | None
    cited: str
    missing: bool
    href: str


@dataclass(frozen=True)
class Sights:
    """What findings can lead to on this page: the files of the item, the steps that it shows, its film."""

    files: ItemFiles
    steps: frozenset[int]
    has_film: bool

    def finding(self, finding: Finding) -> FindingView:
        """Gather one. Evidence that a judge names is looked for; it may be missing, or lead out of the folder."""
        path = f"evidence/{finding.evidence}" if finding.evidence else ""
        picture = self.files.picture((path,), label=f"Evidence: {finding.title}") if path else None
        filmed = self.has_film and finding.video_ms is not None
        return FindingView(
            finding=finding,
            place=place_of(finding),
            step_href=f"#step-{finding.step}" if finding.step in self.steps else "",
            moment=moment_of(finding),
            film_from=f"{(finding.video_ms or 0) / 1000:.3f}" if filmed else "",
            picture=picture,
            cited="" if picture else finding.evidence,
            missing=self.files.find(path) is None,
            href=self.files.link(path),
        )
