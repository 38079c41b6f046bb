"""Tasks of another benchmark as cases, without writing them as YAML first."""

from pathlib import Path

from pydantic import BaseModel

from pytest_cookie.core.case import Case
from pytest_cookie.core.yaml_document import Value, ValuePath, YamlDocument
from pytest_cookie.dataset.case_file import CASE_FIELDS, CaseFile
from pytest_cookie.dataset.importing.import_cases import import_cases, yaml_fields
from pytest_cookie.dataset.load import format_path, in_suite_order
from pytest_cookie.dataset.problem import CaseProblem


def load_imported(path: Path, extra: type[BaseModel] | None) -> tuple[tuple[Case, ...], tuple[CaseProblem, ...]]:
    """The cases of a file that can be read, in suite order, and a problem with its line for each one that cannot.

    Of a peer's fields only those that the protocol defines (`extra`) are kept. Raises `UsageError` for a file without
    cases.
    """
    found = import_cases(path)
    known = {*CASE_FIELDS, *(extra.model_fields if extra else ())}
    entries: list[Value] = [
        {name: value for name, value in yaml_fields(case).items() if name in known}  # type: ignore[misc]
        | ({"artifact": str(case.artifact.absolute())} if case.artifact else {})
        for case in found.cases
    ]
    lines: dict[ValuePath, int] = {(index,): case.line for index, case in enumerate(found.cases)}
    file = CaseFile(path, format_path(path), extra, document=YamlDocument(entries, lines))
    file.read_entries()
    wrong = {f"{problem.file}:{problem.line}" for problem in file.problems}
    cases = (case for case in file.cases if case.origin not in wrong)
    return in_suite_order(cases), (*found.problems, *file.problems)
