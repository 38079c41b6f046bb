"""Mutants: baseline artifacts with one defect, and the `Generator` that writes their files."""

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

MUTANT_PREFIX = "twin/"


def make_mutant(case: Case, page: ArtifactPage, operator: MutationOperator, seed: int) -> Mutant | None:
    """The mutant of `page`; the same artifact, operator and seed always give the same mutant."""
    return operator.mutate(page, Random(f"{seed}:{case.id}:{operator.id}"))


@dataclass(frozen=True)
class MutantFiles:
    """A `Generator` (`core.stages`) of the baseline artifact (`operator` None) or of its mutant by `operator`."""

    ready: ReadyFiles
    operator: MutationOperator | None
    seed: int

    def page(self, case: Case) -> ArtifactPage:
        """The page to write. Raises `GenerationError` if the operator does not apply to it."""
        page = read_page(case, self.ready)
        if self.operator is None:
            return page
        mutant = make_mutant(case, page, self.operator, self.seed)
        if mutant is None:
            raise GenerationError(f"the mutation operator {self.operator.id} does not apply to {case.id}")
        return mutant.page

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Write the files. Raises `GenerationError`."""
        page = self.page(case)
        with tempfile.TemporaryDirectory(prefix="cookie-twin-") as written:
            for path, content in page.files.items():
                target = Path(written) / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content)
            return take_in(Path(written), key, folder, entry=page.entry, limits=self.ready.limits)
