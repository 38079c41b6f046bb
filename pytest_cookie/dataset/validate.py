"""The checks of `pytest-cookie cases`, which do not run anything.

In addition to the checks of loading: no two briefs are too similar, briefs and reasons are in the case's language,
ready files exist, and the fault lists of samples match their folders and cases.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from pytest_cookie.core.case import Case
from pytest_cookie.core.text import shorten
from pytest_cookie.dataset.builtin import builtin_cases_folder, builtin_samples_folder
from pytest_cookie.dataset.case_file import FieldReaders, FieldsOf
from pytest_cookie.dataset.language_check import detect_other_language
from pytest_cookie.dataset.load import format_path, read_cases
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.dataset.sample import (
    FAULT_LIST,
    NO_RUBRIC,
    WHOLE,
    FaultList,
    Rubric,
    read_fault_list,
    sample_folders,
)
from pytest_cookie.dataset.similarity import SimilarBriefs, find_similar
from pytest_cookie.language import LANGUAGE_NAMES
from pytest_cookie.sandbox.project import built_site, needs_build

_MOST_SHOWN = 160


@dataclass(frozen=True)
class Validation:
    """The readable cases, the fault lists of their samples, and all problems."""

    cases: tuple[Case, ...]
    fault_lists: tuple[FaultList, ...]
    problems: tuple[CaseProblem, ...]


def validate(
    path: Path | None,
    rubric: Rubric = NO_RUBRIC,
    *,
    extra: type[BaseModel] | None = None,
    readers: FieldReaders | None = None,
    fields_of: FieldsOf | None = None,
    benchmark: Path | None = None,
    may_be_alike: bool = False,
) -> Validation:
    """Check a file or a folder of cases, with the samples below it; None: the built-in cases.

    `extra` defines the fields of a protocol, `fields_of` those of the one that a file names; `readers` names the
    protocols that define a field. `benchmark` has its own cases, whose samples have no fault lists. With `may_be_alike`
    briefs are not compared. Fault lists name dimensions and items of the `rubric`. Raises `UsageError` if there is no
    file of cases.
    """
    cases, problems = read_cases(
        path or benchmark or builtin_cases_folder(), extra=extra, readers=readers, fields_of=fields_of
    )
    samples = path or (None if benchmark else builtin_samples_folder())
    fault_lists, faulty = _fault_lists(samples, cases, rubric) if samples and samples.is_dir() else ((), ())
    problems += [*(() if may_be_alike else _alike(cases)), *_languages(cases), *_artifacts(cases), *faulty]
    return Validation(cases, tuple(fault_lists), tuple(sorted(set(problems))))


def _alike(cases: Sequence[Case]) -> Iterator[CaseProblem]:
    for found in find_similar(cases):
        yield _problem(found.case, "brief", _likeness(found))


def _likeness(found: SimilarBriefs) -> str:
    other = f"{found.other.id!r} ({found.other.origin})"
    passage = shorten(found.passage, _MOST_SHOWN)
    return f"is too similar to the brief of {other}: {found.in_common:.0%} in common, longest passage “{passage}”"


def _languages(cases: Sequence[Case]) -> Iterator[CaseProblem]:
    for case in cases:
        reasons = [getattr(case.complexity, name).reason for name in type(case.complexity).model_fields]
        for field, texts in (("brief", [case.brief]), ("complexity", reasons)):
            if found := detect_other_language(texts, case.language):
                language, share = found
                subject = "is" if field == "brief" else "has reasons"
                message = f"{subject} in {LANGUAGE_NAMES[language]} ({share:.0%}), but `language` is {case.language}"
                yield _problem(case, field, message)


def _artifacts(cases: Sequence[Case]) -> Iterator[CaseProblem]:
    for case in cases:
        if case.artifact is None or case.artifact.is_file():
            continue
        page = case.artifact / (case.entry or "index.html")
        if not case.artifact.exists():
            yield _problem(case, "artifact", f"{format_path(case.artifact)} does not exist")
        elif not needs_build(case.artifact, case.entry) and built_site(case.artifact, case.entry) is None:
            yield _problem(case, "entry" if case.entry else "artifact", f"{format_path(page)} does not exist")


def _problem(case: Case, field: str, message: str) -> CaseProblem:
    file, _, line = case.origin.rpartition(":")
    return CaseProblem(file, int(line), f"{case.id}.{field}", message)


def _fault_lists(path: Path, cases: Sequence[Case], rubric: Rubric) -> tuple[list[FaultList], list[CaseProblem]]:
    lists: list[FaultList] = []
    problems: list[CaseProblem] = []
    known = {case.id for case in cases}
    for folder in _samples(path, known):
        file = format_path(folder / FAULT_LIST)
        faults, wrong = read_fault_list(folder, file, rubric)
        problems += wrong
        if folder.name not in known:
            problems.append(CaseProblem(file, 0, "case", f"no case has the id {folder.name!r} (cases: {len(known)})"))
        if faults is not None:
            lists.append(faults)
    return lists, problems


def _samples(path: Path, known: set[str]) -> list[Path]:
    """The sample folders, including folders without a list that are beside a listed one or named after a known case."""
    marked = sample_folders(path)
    parents = {folder.parent for folder in marked if folder != path}
    unlisted = {file.parent.parent for parent in parents for file in parent.glob("*/*/index.html")}
    whole = {file.parent.parent for file in path.rglob(f"{WHOLE}/index.html")}
    return sorted({*marked, *unlisted, *(folder for folder in whole if folder.name in known)})
