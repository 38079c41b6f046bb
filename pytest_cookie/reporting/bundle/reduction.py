"""`Reduction`: what a bundle leaves out to fit, in steps from hardly anything to all but the records."""

from dataclasses import dataclass
from typing import Literal

Films = Literal["stills", "coarse", "none"]
StepPictures = Literal["all", "changed", "cited"]


_FILMS: dict[Films, str] = {
    "stills": "films move only at the moments of findings, with a still at least every 5 s between, and without sound",
    "coarse": "films show only the moments of findings, at 10 pictures a second, and have no sound",
    "none": "there are no films",
}
_STEPS: dict[StepPictures, str] = {
    "all": "",
    "changed": "steps that changed nothing have no picture, unless a finding cites it",
    "cited": "only steps that a finding cites have a picture",
}
_ALWAYS = (
    "the user's own tests, cached model responses, replies of models, built sites and logs are not in the bundle",
    "keys, absolute paths and names of this machine are removed from all texts",
)


@dataclass(frozen=True)
class Reduction:
    """`films`: moments of findings, with stills between them, or coarse and without. `quality`: of WebP.

    `steps`: the pictures of steps: of all, of those that changed the page or that a finding cites, or of the latter
    only. `widths`: pictures at the widths of tablet and phone. `artifacts`: the files that models made.
    """

    films: Films = "stills"
    quality: int = 80
    steps: StepPictures = "all"
    widths: bool = True
    artifacts: bool = True

    @property
    def left_out(self) -> tuple[str, ...]:
        """What the bundle lacks, in sentences."""
        said = (
            _FILMS[self.films],
            f"pictures are WebP with a quality of {self.quality} of 100",
            _STEPS[self.steps],
            "" if self.widths else "there are no pictures at the widths of tablet and phone",
            "" if self.artifacts else "the artifacts are left out",
        )
        return (*filter(None, said), *_ALWAYS)


REDUCTIONS = (
    Reduction(),
    Reduction(quality=40),
    Reduction("coarse", 40),
    Reduction("coarse", 15),
    Reduction("coarse", 15, "changed"),
    Reduction("coarse", 15, "cited"),
    Reduction("none", 15, "cited"),
    Reduction("none", 15, "cited", widths=False),
    Reduction("none", 15, "cited", widths=False, artifacts=False),
)
"""From hardly any loss to all but the records. The first one always applies."""
