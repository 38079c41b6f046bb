"""YAML → `Case`: the first step of the flow. Reports all problems of all files before anything runs."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.dataset.case_file import CaseFile, FieldReaders, FieldsOf
from pytest_cookie.dataset.problem import CaseProblem, problems_error
from pytest_cookie.dataset.sample import FAULT_LIST, sample_folders
from pytest_cookie.dataset.taxonomy import taxonomy

JSON_SUFFIXES = (".jsonl", ".ndjson", ".json")
_READY_FILES = (
    "to evaluate ready files, write a YAML file with\n"
    "cases:\n"
    "  - {{id: my-page, leaf: article, language: en, brief: What it should be., artifact: {artifact}}}"
)


def load_cases(
    *paths: Path, extra: type[BaseModel] | None = None, readers: FieldReaders | None = None
) -> tuple[Case, ...]:
    """The cases of YAML files, or of all `*.yaml` and `*.yml` below folders, in taxonomy order, then by id.

    Sample folders, recognized by their `faults.yaml`, are skipped. Raises `UsageError` with a line
    `file:line: field: problem` for each problem of each file. A missing `artifact` is not a problem here; the item
    reports it. `extra` defines further fields of each case; `readers` names the protocols that define a field that is
    unknown here (`CaseFile`).
    """
    cases, problems = read_cases(*paths, extra=extra, readers=readers)
    if problems:
        raise problems_error(problems)
    return cases


def read_cases(
    *paths: Path,
    extra: type[BaseModel] | None = None,
    readers: FieldReaders | None = None,
    fields_of: FieldsOf | None = None,
) -> tuple[tuple[Case, ...], list[CaseProblem]]:
    """The readable cases, in order, and all problems. Raises `UsageError` if a path has no file of cases.

    `fields_of` defines the further fields of cases whose file names a protocol, in place of `extra` (`CaseFile`).
    """
    read = _read_files(paths, extra, readers, fields_of)
    problems = [problem for case_file in read for problem in case_file.problems]
    return in_suite_order(case for case_file in read for case in case_file.cases), problems


def named_protocols(*paths: Path) -> frozenset[str]:
    """The protocols that the files of cases name; "" for a file without one. Raises `UsageError` as `read_cases`."""
    return frozenset(case_file.protocol for case_file in _read_files(paths))


def _read_files(
    paths: Sequence[Path],
    extra: type[BaseModel] | None = None,
    readers: FieldReaders | None = None,
    fields_of: FieldsOf | None = None,
) -> list[CaseFile]:
    try:
        files = [file for path in paths for file in case_files(path)]
    except OSError as error:
        raise UsageError(f"cannot read {error.filename or paths[0]}: {error.strerror}") from error
    read = [CaseFile(file, format_path(file), extra, readers, fields_of) for file in files]
    for case_file in read:
        case_file.read()
    _note_duplicates(read)
    return read


def is_imported(path: Path) -> bool:
    """Whether a file has cases in another form than ours, by its name."""
    return path.suffix.lower() in JSON_SUFFIXES and path.is_file()


def in_suite_order(cases: Iterable[Case]) -> tuple[Case, ...]:
    """The cases with a known leaf, in taxonomy order, then by id."""
    position = {leaf.slug: leaf.position for leaf in taxonomy().leaves}
    known = [case for case in cases if case.leaf in position]
    return tuple(sorted(known, key=lambda case: (position[case.leaf], case.id)))


def case_files(path: Path) -> list[Path]:
    """The files that `load_cases` reads. Raises `UsageError` if there are none, and `OSError`."""
    if path.suffix.lower() in (".html", ".htm") and not path.is_dir():
        raise UsageError(f"{path} is a page, not a file of cases; {_READY_FILES.format(artifact=path.name)}")
    if path.is_file():
        return [path]
    if not path.is_dir():
        siblings = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
        raise UsageError(f"{path}: no such file or folder of cases{did_you_mean(path.name, siblings)}")
    samples = set(sample_folders(path))
    found = [file for pattern in ("*.yaml", "*.yml") for file in path.rglob(pattern) if file.is_file()]
    files = sorted(file for file in found if not _hidden(file.relative_to(path)) and samples.isdisjoint(file.parents))
    if not files:
        hint = _READY_FILES.format(artifact="index.html")
        besides = f" besides samples (folders with a {FAULT_LIST})" if samples else ""
        raise UsageError(f"{path}: no *.yaml or *.yml file below this folder{besides}; {hint}")
    return files


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def format_path(path: Path) -> str:
    """The path for messages: relative to the working folder if it is below it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _note_duplicates(files: Sequence[CaseFile]) -> None:
    first: dict[str, str] = {}
    for file in files:
        for case_id, place in file.ids:
            if case_id in first:
                message = f"{case_id!r} is already the id of the case at {first[case_id]}; use a unique id"
                file.problem(place, message)
            first.setdefault(case_id, file.where(place))
