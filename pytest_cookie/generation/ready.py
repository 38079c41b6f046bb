"""Generators that make nothing: files which are there already."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.generation.intake import DEFAULT_LIMITS, IntakeLimits, take_in

READY = "ready"
"""The model id of files that a case points at itself."""
SAMPLE_PREFIX = "sample/"


@dataclass(frozen=True)
class ReadyFiles:
    """The files that `artifact:` of the case names."""

    limits: IntakeLimits = DEFAULT_LIMITS

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Copy them in. Raises `GenerationError` where they are not there."""
        if case.artifact is None:
            raise GenerationError(f"case {case.id} ({case.origin}) names no `artifact:`")
        return take_in(case.artifact, key, folder, entry=case.entry, limits=self.limits)


@dataclass(frozen=True)
class SampleFiles:
    """The project's own samples: `<samples>/<case id>/<version>/` for the model `sample/<version>`."""

    samples: Path
    limits: IntakeLimits = DEFAULT_LIMITS

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Copy the sample in. Raises `GenerationError` where there is none for this case."""
        source = self.folder(case.id, key.model)
        if not source.is_dir():
            raise GenerationError(f"there is no {key.model} for the case {case.id}")
        return take_in(source, key, folder, entry=None, limits=self.limits)

    def folder(self, case_id: str, model: str) -> Path:
        """Where the sample of a case is, or would be."""
        return self.samples / case_id / model.removeprefix(SAMPLE_PREFIX)

    def versions(self) -> tuple[str, ...]:
        """The models that there are samples of: `sample/flawed`, `sample/polished`."""
        names = {path.name for path in self.samples.glob("*/*") if (path / "index.html").is_file()}
        return tuple(f"{SAMPLE_PREFIX}{name}" for name in sorted(names))
