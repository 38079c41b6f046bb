"""`ApplicationFiles`: takes existing applications as artifacts. They need a manifest, not a page."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.generation.file_intake import take_in_sources
from pytest_cookie.generation.ready_files import Stock


@dataclass(frozen=True)
class ApplicationFiles:
    """The applications of one model among existing files."""

    stock: Stock
    model: str

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Copy the application. Raises `GenerationError` if it does not exist."""
        with self.stock.open(case, self.model) as found:
            if found is None:
                raise GenerationError(f"there is no application of {self.model} for the case {case.id}")
            source = found[0]
            if not source.is_dir():
                raise GenerationError(f"{source} is no folder; an application is a folder with its manifest")
            artifact = take_in_sources(source, key, folder, limits=self.stock.limits)
        if not artifact.files and artifact.problem is None:
            problem = ArtifactProblem(kind="empty", message=f"the folder {source.name} is empty.")
            return artifact.model_copy(update={"problem": problem})
        return artifact
