"""The baseline artifacts: the polished samples, and the ready files of cases given by the user."""

import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, RecordingError, UsageError
from pytest_cookie.dataset.builtin import builtin_cases_folder, builtin_samples_folder
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.stats.calibration import HALVES, Half

BASELINE = "good"
"""The model name of baseline artifacts in records."""
_POLISHED = "polished"


def load_baseline_cases(path: Path | None, *, samples: bool = True) -> tuple[Case, ...]:
    """The cases of baseline artifacts: samples, then cases at `path`, which replace samples with the same id.

    Raises `UsageError` if cases cannot be read or have no ready files, or if there are no cases.
    """
    named = load_cases(path) if path else ()
    if missing := [case.id for case in named if case.artifact is None]:
        raise UsageError(
            f"baseline artifacts must be ready files; add an `artifact:` to these cases: {', '.join(missing)}"
        )
    known = {case.id for case in named}
    found = (*(case for case in _sample_cases() if samples and case.id not in known), *named)
    if not found:
        raise UsageError("no baseline artifacts; give cases with --cookie-cases, or drop --without-samples")
    return found


def _sample_cases() -> tuple[Case, ...]:
    folder = builtin_samples_folder()
    return tuple(
        case.model_copy(update={"artifact": folder / case.id / _POLISHED, "entry": None})
        for case in load_cases(builtin_cases_folder())
        if (folder / case.id / _POLISHED).is_dir()
    )


def assign_half(case: Case) -> Half:
    """The half of an artifact. It depends only on the case id, so it stays the same when other cases change."""
    return HALVES[int(sha256(f"calibration:{case.id}".encode()).hexdigest(), 16) % len(HALVES)]


def read_page(case: Case, generator: ReadyFiles) -> ArtifactPage:
    """The files of a case's artifact. Raises `GenerationError` if they cannot be read or are not a page."""
    key = ItemKey(case=case.id, model=BASELINE, mode="html")
    with tempfile.TemporaryDirectory(prefix="cookie-good-") as folder:
        artifact = generator.generate(case, key, Path(folder))
        if artifact.needs_build:
            raise GenerationError(f"the artifact of {case.id} needs a build; use its built `dist` folder instead")
        if artifact.problem or artifact.entry is None:
            reason = artifact.problem.message if artifact.problem else "it has no page"
            raise GenerationError(f"the artifact of {case.id} cannot be a baseline artifact: {reason}")
        try:
            page = ArtifactPage.read(Path(folder), artifact.entry)
        except RecordingError as error:
            raise GenerationError(f"cannot read the artifact of {case.id}: {error}") from error
    if why := page.unfit_reason:
        raise GenerationError(f"the artifact of {case.id} cannot have a mutant: {artifact.entry} {why}")
    return page


def compute_digest(cases: Sequence[Case], pages: Sequence[ArtifactPage]) -> str:
    """A digest of baseline artifacts and their briefs."""
    whole = sha256()
    for case, page in sorted(zip(cases, pages, strict=True), key=lambda one: one[0].id):
        whole.update(f"{case.id} {case.digest}\n".encode())
        for path, content in sorted(page.files.items()):
            whole.update(f"{sha256(content).hexdigest()}  {path}\n".encode())
    return whole.hexdigest()[:16]
