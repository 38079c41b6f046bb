"""Checklists in files of their own, and those of our samples."""

from pathlib import Path

import pytest
import yaml

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset import builtin_cases_folder, builtin_samples_folder, load_cases
from pytest_cookie.protocols.artifactsbench.checklist_file import builtin_checklists, read_checklist
from tests.unit.protocols.artifactsbench.checklists import CHECKLIST


def write(folder: Path, **changes: object) -> Path:
    path = folder / "checklist.yaml"
    items = [item.model_dump() for item in CHECKLIST]
    path.write_text(yaml.safe_dump({"case": "tide-clock", "checklist": items, **changes}, sort_keys=False))
    return path


def test_every_sample_has_a_checklist_for_an_existing_case():
    cases = {case.id for case in load_cases(builtin_cases_folder())}
    samples = {folder.name for folder in builtin_samples_folder().iterdir() if folder.is_dir()}
    assert set(builtin_checklists()) == samples <= cases
    assert len(samples) == 14


def test_a_checklist_of_ours_is_specific_and_says_what_costs_points(subtests):
    for case_id in sorted(builtin_checklists()):
        with subtests.test(repr(case_id)):
            fields = builtin_checklists()[case_id]
            assert [item.id for item in fields.checklist] == list(range(10))
            assert fields.topic is not None
            assert fields.interactivity is not None
            for item in fields.checklist:
                assert item.title.endswith("?")
                assert any(word in item.description for word in ("Deduct", "0 ", "5 ")), item
            every = [item.title for checklist in builtin_checklists().values() for item in checklist.checklist]
            assert len(set(every)) == len(every)


def test_a_file_is_read(tmp_path: Path):
    case_id, fields = read_checklist(write(tmp_path, interactivity="HD"))
    assert (case_id, fields.checklist, fields.interactivity) == ("tide-clock", CHECKLIST, "HD")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"case": None}, "checklist.yaml:1: case: is missing"),
        ({"checklist": []}, r"checklist.yaml:2: checklist: has 0 items; a checklist has 10"),
        ({"interactivity": "XX"}, "checklist.yaml:53: interactivity: must be 'SV', 'MMD', 'HD' or 'II'"),
        ({"notes": "x"}, "checklist.yaml:53: notes: "),
    ],
)
def test_problems_have_their_line(tmp_path: Path, changes: dict[str, object], message: str):
    with pytest.raises(UsageError, match=message):
        read_checklist(write(tmp_path, **changes))


def test_a_damaged_file_has_its_line(tmp_path: Path):
    path = tmp_path / "checklist.yaml"
    path.write_text("case: a\nchecklist: [\n")
    with pytest.raises(UsageError, match=r"checklist.yaml:3: is not valid YAML"):
        read_checklist(path)
