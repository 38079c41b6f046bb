"""A defective twin: a good artifact with one defect, and the `Generator` that writes its files."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.baseline_artifacts import read_page
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.generation.file_intake import take_in
from pytest_cookie.generation.ready_files import ReadyFiles

TWIN_PREFIX = "twin/"


def seeded_twin(case: Case, page: ArtifactPage, family: MutationOperator, seed: int) -> Mutant | None:
    """The twin of `page`; the same for the same artifact, family and seed, whatever else is run."""
    return family.seeded(page, Random(f"{seed}:{case.id}:{family.id}"))


@dataclass(frozen=True)
class MutantFiles:
    """A `Generator` (`core.stages`) of the good artifact itself, or of its twin with a defect of `family`."""

    ready: ReadyFiles
    family: MutationOperator | None
    seed: int

    def page(self, case: Case) -> ArtifactPage:
        """What it writes. Raises `GenerationError` where the family has nothing to change."""
        page = read_page(case, self.ready)
        if self.family is None:
            return page
        seeded = seeded_twin(case, page, self.family, self.seed)
        if seeded is None:
            raise GenerationError(f"{case.id} cannot have the defect {self.family.id}")
        return seeded.page

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Write the files. Raises `GenerationError`."""
        page = self.page(case)
        with tempfile.TemporaryDirectory(prefix="cookie-twin-") as written:
            for path, content in page.files.items():
                target = Path(written) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            return take_in(Path(written), key, folder, entry=page.entry, limits=self.ready.limits)
