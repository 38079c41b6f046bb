"""YAML → `Case`: the first step of the flow. Finds every problem of every file before anything runs."""

from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.case_file import CaseFile
from pytest_cookie.dataset.problem import Problem, problems_error
from pytest_cookie.dataset.sample import FAULT_LIST, sample_folders
from pytest_cookie.dataset.taxonomy import did_you_mean, taxonomy

_READY_FILES = (
    "to evaluate ready files, write a YAML file with\n"
    "cases:\n"
    "  - {{id: my-page, leaf: article, language: en, brief: What it should be., artifact: {artifact}}}"
)


def load_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a YAML file, or of all `*.yaml` and `*.yml` below a folder, in the taxonomy's order, then by id.

    Folders of samples, known by their `faults.yaml`, hold no cases and are left out.
    Raises `UsageError` with a line `file:line: field: what is wrong` for each problem of each file. That an
    `artifact` is not there is none: its item says so.
    """
    cases, problems = read_cases(path)
    if problems:
        raise problems_error(problems)
    return cases


def read_cases(path: Path) -> tuple[tuple[Case, ...], list[Problem]]:
    """The cases that can be read, in order, and everything that is wrong. Raises `UsageError` without any file."""
    try:
        files = case_files(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror}") from error
    read = [CaseFile(file, shown(file)) for file in files]
    for case_file in read:
        case_file.read()
    _note_duplicates(read)
    problems = [problem for case_file in read for problem in case_file.problems]
    position = {leaf.slug: leaf.position for leaf in taxonomy().leaves}
    cases = [case for case_file in read for case in case_file.cases if case.leaf in position]
    return tuple(sorted(cases, key=lambda case: (position[case.leaf], case.id))), problems


def case_files(path: Path) -> list[Path]:
    """The files that `load_cases` reads. Raises `UsageError` where there are none, and `OSError`."""
    if path.suffix.lower() in (".html", ".htm") and not path.is_dir():
        raise UsageError(f"{path}: is a page, not a file of cases; {_READY_FILES.format(artifact=path.name)}")
    if path.is_file():
        return [path]
    if not path.is_dir():
        siblings = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
        raise UsageError(f"{path}: there is no such file or folder of cases{did_you_mean(path.name, siblings)}")
    samples = set(sample_folders(path))
    found = [file for pattern in ("*.yaml", "*.yml") for file in path.rglob(pattern) if file.is_file()]
    files = sorted(file for file in found if not _hidden(file.relative_to(path)) and samples.isdisjoint(file.parents))
    if not files:
        hint = _READY_FILES.format(artifact="index.html")
        beside = f" beside the samples that their {FAULT_LIST} marks" if samples else ""
        raise UsageError(f"{path}: there is no *.yaml or *.yml below this folder{beside}; {hint}")
    return files


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def shown(path: Path) -> str:
    """The path as messages show it: from the working folder, where it lies below that."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _note_duplicates(files: Sequence[CaseFile]) -> None:
    first: dict[str, str] = {}
    for file in files:
        for case_id, place in file.ids:
            if case_id in first:
                message = f"{case_id!r} is already the id of the case at {first[case_id]}; give each case its own"
                file.problem(place, message)
            first.setdefault(case_id, file.where(place))
