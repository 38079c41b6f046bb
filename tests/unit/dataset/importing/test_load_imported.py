"""Tasks of ArtifactsBench used as cases, as they are."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.importing.import_cases import import_cases, write_cases
from pytest_cookie.dataset.importing.load_imported import load_imported
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.artifactsbench.case_fields import OptionalFields
from tests.unit.dataset.importing.test_artifactsbench import LITE, task, write


def test_a_file_of_tasks_gives_the_cases_that_importing_it_gives(tmp_path: Path):
    path = write(tmp_path, task(1), "{", task(2, checklist=task(2)["checklist"][:9]), task(3))
    cases, problems = load_imported(path, OptionalFields)
    assert [case.id for case in cases] == ["artifactsbench-1", "artifactsbench-3"]
    assert [problem.line for problem in problems] == [2, 3]
    write_cases(import_cases(path).cases, tmp_path / "yaml")
    assert [case.digest for case in cases] == [
        case.digest for case in load_cases(tmp_path / "yaml", extra=OptionalFields)
    ]
    assert [case.origin.rpartition(":")[2] for case in cases] == ["1", "4"]
    plain, _ = load_imported(path, None)
    assert plain[0].fields == {}


def test_a_file_without_tasks_is_refused(tmp_path: Path):
    with pytest.raises(UsageError, match="format is unknown"):
        load_imported(write(tmp_path, {"a": 1}), None)


@pytest.mark.skipif(not LITE.is_file(), reason="needs the published records")
def test_the_published_records_are_cases():
    cases, problems = load_imported(LITE, OptionalFields)
    assert (len(cases), problems) == (150, ())
