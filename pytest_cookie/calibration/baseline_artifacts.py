"""The good artifacts: the polished samples, and the ready files of cases that the user names."""

import tempfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.dataset.builtin import builtin_cases_folder, builtin_samples_folder
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.stats.calibration import HALVES, Half

GOOD = "good"
"""The model under which good artifacts are run."""
_POLISHED = "polished"


def good_cases(path: Path | None, *, samples: bool = True) -> tuple[Case, ...]:
    """Cases whose `artifact` is good: the samples', then those at `path`, which come before samples of the same id.

    Raises `UsageError` for cases that cannot be read or have no ready files, and where there are none at all.
    """
    named = load_cases(path) if path else ()
    if missing := [case.id for case in named if case.artifact is None]:
        raise UsageError(f"a good artifact is one that is there: give these cases an `artifact:`: {', '.join(missing)}")
    known = {case.id for case in named}
    found = (*(case for case in _sample_cases() if samples and case.id not in known), *named)
    if not found:
        raise UsageError("there is no good artifact; name cases with --cookie-cases, or do not leave out the samples")
    return found


def _sample_cases() -> tuple[Case, ...]:
    folder = builtin_samples_folder()
    return tuple(
        case.model_copy(update={"artifact": folder / case.id / _POLISHED, "entry": None})
        for case in load_cases(builtin_cases_folder())
        if (folder / case.id / _POLISHED).is_dir()
    )


def half_of(case: Case) -> Half:
    """Which half an artifact is in, by its id alone: so it stays there, whatever others come or go."""
    return HALVES[int(sha256(f"calibration:{case.id}".encode()).hexdigest(), 16) % len(HALVES)]


def read_page(case: Case, generator: ReadyFiles) -> ArtifactPage:
    """The files of a case's artifact. Raises `GenerationError` where they cannot be read or can be no page."""
    key = ItemKey(case=case.id, model=GOOD, mode="html")
    with tempfile.TemporaryDirectory(prefix="cookie-good-") as folder:
        artifact = generator.generate(case, key, Path(folder))
        if artifact.needs_build:
            raise GenerationError(f"the artifact of {case.id} has to be built; name its `dist` instead")
        if artifact.problem or artifact.entry is None:
            told = artifact.problem.message if artifact.problem else "it has no page"
            raise GenerationError(f"the artifact of {case.id} is not good: {told}")
        try:
            page = ArtifactPage.read(Path(folder), artifact.entry)
        except OSError as error:
            raise GenerationError(f"the artifact of {case.id} cannot be read: {error.strerror or error}") from error
    if why := page.unfit:
        raise GenerationError(f"the artifact of {case.id} can have no twin: {artifact.entry} {why}")
    return page


def digest_of(cases: Sequence[Case], pages: Sequence[ArtifactPage]) -> str:
    """What identifies some good artifacts with their briefs."""
    whole = sha256()
    for case, page in sorted(zip(cases, pages, strict=True), key=lambda one: one[0].id):
        whole.update(f"{case.id} {case.digest}\n".encode())
        for path, content in sorted(page.files.items()):
            whole.update(f"{sha256(content).hexdigest()}  {path}\n".encode())
    return whole.hexdigest()[:16]
