"""Reads a checklist from a YAML file of its own: `checklist.yaml` beside the samples of a case."""

from functools import cache
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.yaml_document import UnreadableError
from pytest_cookie.dataset import builtin_samples_folder
from pytest_cookie.dataset.document import read_document
from pytest_cookie.dataset.importing.peer import describe_detail
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem, field_name, problems_error
from pytest_cookie.protocols.artifactsbench.case_fields import ArtifactsBenchFields

CHECKLIST_FILE = "checklist.yaml"
_CASE = "case"


def read_checklist(path: Path) -> tuple[str, ArtifactsBenchFields]:
    """The case's id, and the fields that the file adds to it. Raises `UsageError`, a line `file:line` per problem."""
    shown = format_path(path)
    try:
        document = read_document(path)
    except UnreadableError as error:
        raise problems_error([CaseProblem(shown, error.line, "", str(error))]) from error
    root = document.value
    if not isinstance(root, dict) or not isinstance(root.get(_CASE), str):
        raise problems_error([CaseProblem(shown, 1, _CASE, "is missing; write the id of the case")])
    try:
        fields = ArtifactsBenchFields.model_validate({name: value for name, value in root.items() if name != _CASE})
    except ValidationError as error:
        raise problems_error(
            [
                CaseProblem(shown, document.line(detail["loc"]), field_name(detail["loc"]), describe_detail(detail))
                for detail in error.errors(include_url=False)
            ]
        ) from error
    return str(root[_CASE]), fields


@cache
def builtin_checklists() -> dict[str, ArtifactsBenchFields]:
    """The checklists of the built-in samples by the id of their case. Raises `UsageError` for a damaged file."""
    files = sorted(builtin_samples_folder().glob(f"*/{CHECKLIST_FILE}"))
    found = dict(read_checklist(file) for file in files)
    if len(found) != len(files):
        raise UsageError(f"two files {CHECKLIST_FILE} below {format_path(builtin_samples_folder())} name the same case")
    return found
