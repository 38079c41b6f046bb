"""Everything that can be checked about cases without running them: what `pytest-cookie cases` says.

Beyond what loading checks: that no two briefs are alike, that briefs and reasons are in the case's language, that ready
files are there, and that the fault lists of the samples fit their folders and cases.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.dataset.builtin import builtin_cases_folder, builtin_samples_folder
from pytest_cookie.dataset.language_check import other_language
from pytest_cookie.dataset.load import read_cases, shown
from pytest_cookie.dataset.problem import Problem
from pytest_cookie.dataset.sample import FAULT_LIST, WHOLE, FaultList, read_fault_list, sample_folders
from pytest_cookie.dataset.similarity import Likeness, alike
from pytest_cookie.language import LANGUAGE_NAMES
from pytest_cookie.sandbox.project import built_site, needs_build

_MOST_SHOWN = 160


@dataclass(frozen=True)
class Validation:
    """The cases that can be read, the fault lists of the samples beside them, and all that is wrong."""

    cases: tuple[Case, ...]
    fault_lists: tuple[FaultList, ...]
    problems: tuple[Problem, ...]


def validate(path: Path | None) -> Validation:
    """Check a file or a folder of cases, with the samples below it; None is the benchmark's own.

    Raises `UsageError` where there is no file of cases at all.
    """
    cases, problems = read_cases(path or builtin_cases_folder())
    samples = path or builtin_samples_folder()
    fault_lists, faulty = _fault_lists(samples, cases) if samples.is_dir() else ((), ())
    problems += [*_alike(cases), *_languages(cases), *_artifacts(cases), *faulty]
    return Validation(cases, tuple(fault_lists), tuple(sorted(set(problems))))


def _alike(cases: Sequence[Case]) -> Iterator[Problem]:
    for found in alike(cases):
        yield _problem(found.case, "brief", _likeness(found))


def _likeness(found: Likeness) -> str:
    other = f"{found.other.id!r} ({found.other.origin})"
    passage = " ".join(found.passage.split())
    if len(passage) > _MOST_SHOWN:
        passage = f"{passage[:_MOST_SHOWN]}…"
    return f"is too like the brief of {other}: {found.in_common:.0%} in common, the longest passage “{passage}”"


def _languages(cases: Sequence[Case]) -> Iterator[Problem]:
    for case in cases:
        reasons = [getattr(case.complexity, name).reason for name in type(case.complexity).model_fields]
        for field, texts in (("brief", [case.brief]), ("complexity", reasons)):
            if found := other_language(texts, case.language):
                language, share = found
                what = "is" if field == "brief" else "has its reasons"
                message = f"{what} in {LANGUAGE_NAMES[language]} ({share:.0%}), but `language` is {case.language}"
                yield _problem(case, field, message)


def _artifacts(cases: Sequence[Case]) -> Iterator[Problem]:
    for case in cases:
        if case.artifact is None or case.artifact.is_file():
            continue
        page = case.artifact / (case.entry or "index.html")
        if not case.artifact.exists():
            yield _problem(case, "artifact", f"there is no {shown(case.artifact)}")
        elif not needs_build(case.artifact, case.entry) and built_site(case.artifact, case.entry) is None:
            yield _problem(case, "entry" if case.entry else "artifact", f"there is no {shown(page)}")


def _problem(case: Case, field: str, message: str) -> Problem:
    file, _, line = case.origin.rpartition(":")
    return Problem(file, int(line), f"{case.id}.{field}", message)


def _fault_lists(path: Path, cases: Sequence[Case]) -> tuple[list[FaultList], list[Problem]]:
    lists: list[FaultList] = []
    problems: list[Problem] = []
    known = {case.id for case in cases}
    for folder in _samples(path, known):
        file = shown(folder / FAULT_LIST)
        faults, wrong = read_fault_list(folder, file)
        problems += wrong
        if folder.name not in known:
            problems.append(Problem(file, 0, "case", f"there is no case {folder.name!r} (cases: {len(known)})"))
        if faults is not None:
            lists.append(faults)
    return lists, problems


def _samples(path: Path, known: set[str]) -> list[Path]:
    """The folders of samples, those that lack a list among them: beside a listed one, or named as a case of `known`."""
    marked = sample_folders(path)
    parents = {folder.parent for folder in marked if folder != path}
    unlisted = {file.parent.parent for parent in parents for file in parent.glob("*/*/index.html")}
    whole = {file.parent.parent for file in path.rglob(f"{WHOLE}/index.html")}
    return sorted({*marked, *unlisted, *(folder for folder in whole if folder.name in known)})
