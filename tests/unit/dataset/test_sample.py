"""Fault lists of samples: their required fields, and how they are distinguished from files of cases."""

from pathlib import Path

import pytest
import yaml

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset import load_cases
from pytest_cookie.dataset.sample import sample_folders
from tests.cookie_scores import read_fault_list

FAULT = {
    "dimension": "functionality",
    "severity": "major",
    "where": "#save",
    "what": "Saving throws a TypeError and keeps nothing.",
    "seen_by": "use",
}
CASE = "cases:\n  - {id: tiles, brief: b, language: en, leaf: puzzle}\n"


def sample(root: Path, name: str = "tiles", **changes: object) -> Path:
    folder = root / name
    for version in ("polished", "flawed"):
        (folder / version).mkdir(parents=True)
        (folder / version / "index.html").write_text("<p>Tiles")
    content = {"case": name, "version": "flawed", "faults": [FAULT, FAULT], **changes}
    (folder / "faults.yaml").write_text(yaml.safe_dump(content, sort_keys=False))
    return folder


def complaints(folder: Path) -> list[str]:
    return [str(problem) for problem in read_fault_list(folder, "f.yaml")[1]]


def test_a_good_list(tmp_path):
    faults, problems = read_fault_list(sample(tmp_path), "f.yaml")
    assert problems == []
    assert faults is not None
    assert (faults.case, faults.version, len(faults.faults)) == ("tiles", "flawed", 2)
    assert faults.faults[0].where == "#save"


BAD_FAULTS = {
    "dimension": ({"dimension": "beauty"}, "4: faults[0].dimension: must be functionality or aesthetics"),
    "severity": ({"severity": "bad"}, "5: faults[0].severity: must be critical, major or minor"),
    "where": ({"where": ""}, "6: faults[0].where: must be the selector of the faulty element, or a few words"),
    "seen": ({"seen_by": "luck"}, "8: faults[0].seen_by: must be load, use or width"),
    "unknown": ({"hint": "x"}, "9: faults[0].hint: is not a known field; the known fields are "
                               "dimension, severity, where, what, seen_by, items, told_by"),
    "item": ({"items": ["6", "9"], "told_by": ["NaN"]}, "9: faults[0].items: 9 is not an item of functionality; "
                                                       "its items are 1, 2, 2a, 3, 3a, 4, 5, 6, 13, 14, 16"),
    "half": ({"items": ["6"]}, "4: faults[0]: has only one of items and told_by; both are needed to "
                               "match findings"),
    "misspelt": ({"severty": "x"}, "9: faults[0].severty: is not a known field; did you mean 'severity'?"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "complaint"), BAD_FAULTS.values(), ids=BAD_FAULTS)
def test_a_wrong_fault_is_named_with_its_line(tmp_path, change, complaint):
    assert complaints(sample(tmp_path, faults=[{**FAULT, **change}, FAULT])) == [f"f.yaml:{complaint}"]


def test_a_missing_field_says_what_to_write(tmp_path):
    fault = {name: value for name, value in FAULT.items() if name != "what"}
    assert complaints(sample(tmp_path, faults=[FAULT, fault])) == [
        "f.yaml:9: faults[1].what: is missing; write a description of the fault as a user sees it"
    ]


@pytest.mark.parametrize(("count", "good"), [(1, False), (2, True), (6, True), (7, False)])
def test_two_to_six_faults(tmp_path, count, good):
    told = complaints(sample(tmp_path, faults=[FAULT] * count))
    assert told == ([] if good else ["f.yaml:3: faults: must be a list of 2 to 6 faults"])


def test_the_list_fits_its_folder(tmp_path):
    assert complaints(sample(tmp_path, case="crates")) == [
        "f.yaml:1: case: is 'crates', but the sample folder is 'tiles'"
    ]


def test_the_versions_are_there(tmp_path):
    folder = sample(tmp_path)
    (folder / "polished/index.html").unlink()
    assert complaints(folder) == ["f.yaml:2: version: polished/index.html is missing beside this list"]
    assert complaints(sample(tmp_path, "crates", version="worse")) == [
        "f.yaml:2: version: worse/index.html is missing beside this list"
    ]
    assert complaints(sample(tmp_path, "bricks", version="polished")) == [
        "f.yaml:2: version: is 'polished', which is the version without faults"
    ]


def test_a_sample_without_a_list_is_told_what_to_write(tmp_path):
    folder = sample(tmp_path)
    (folder / "faults.yaml").unlink()
    (complaint,) = complaints(folder)
    assert complaint.startswith("f.yaml: is missing; write one: `case: tiles`, `version:` (the folder with the faults")
    assert "2 to 6 `faults:`, each with dimension, severity, where, what and seen_by" in complaint


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    faults = [{**FAULT, "severity": "bad", "items": ["9"]}]
    folder = sample(tmp_path, case="crates", version="../x", faults=faults)
    (folder / "polished/index.html").unlink()
    assert sorted(complaints(folder)) == [
        "f.yaml:1: case: is 'crates', but the sample folder is 'tiles'",
        "f.yaml:2: version: must be the folder with the faults, such as `flawed`",
        "f.yaml:2: version: polished/index.html is missing beside this list",
        "f.yaml:3: faults: must be a list of 2 to 6 faults",
        "f.yaml:4: faults[0]: has only one of items and told_by; both are needed to match findings",
        "f.yaml:5: faults[0].severity: must be critical, major or minor",
        "f.yaml:9: faults[0].items: 9 is not an item of functionality; "
        "its items are 1, 2, 2a, 3, 3a, 4, 5, 6, 13, 14, 16",
    ]


@pytest.mark.parametrize("version", ["../tiles/flawed", "/etc", ""])
def test_a_version_is_a_name_and_no_path(tmp_path, version):
    (complaint,) = complaints(sample(tmp_path, version=version))
    assert complaint == "f.yaml:2: version: must be the folder with the faults, such as `flawed`"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "f.yaml:1: must have the fields case, version, faults"),
        ("- a\n", "f.yaml:1: must have the fields case, version, faults"),
        ("case: [", "f.yaml:2: is not valid YAML: while parsing a flow node did not find expected node content"),
        ("case: a\ncase: b\nversion: flawed\nfaults: 3\n", "f.yaml:2: case: appears twice; keep one"),
    ],
)
def test_what_is_no_list_of_faults(tmp_path, text, complaint):
    folder = sample(tmp_path)
    (folder / "faults.yaml").write_text(text)
    assert complaint in complaints(folder)


def test_samples_are_told_by_their_fault_list(tmp_path):
    folders = [sample(tmp_path / "samples", name) for name in ("tiles", "crates")]
    (tmp_path / "samples/empty").mkdir()
    assert sample_folders(tmp_path) == sorted(folders)
    assert sample_folders(folders[0]) == [folders[0]]


def test_cases_about_faults_are_cases(tmp_path):
    (tmp_path / "geology").mkdir()
    (tmp_path / "geology/faults.yaml").write_text(CASE)
    (tmp_path / "faults.yaml").write_text(CASE.partition("\n")[2].replace("tiles", "ridge"))
    assert sample_folders(tmp_path) == []
    assert [case.id for case in load_cases(tmp_path)] == ["ridge", "tiles"]


def test_loading_leaves_samples_out_with_all_that_is_in_them(tmp_path):
    (tmp_path / "cases.yaml").write_text(CASE)
    folder = sample(tmp_path / "samples", "tiles")
    (folder / "polished/data.yaml").write_text("levels: 3")
    assert [case.id for case in load_cases(tmp_path)] == ["tiles"]


def test_a_broken_fault_list_does_not_stop_a_run(tmp_path):
    (tmp_path / "cases.yaml").write_text(CASE)
    (sample(tmp_path / "samples") / "faults.yaml").write_text("case: [")
    assert [case.id for case in load_cases(tmp_path)] == ["tiles"]


def test_samples_alone_are_no_cases(tmp_path):
    sample(tmp_path)
    with pytest.raises(UsageError, match=r"below this folder besides samples \(folders with a faults\.yaml\)"):
        load_cases(tmp_path)
    with pytest.raises(UsageError, match="so this is not a file of cases"):
        load_cases(tmp_path / "tiles/faults.yaml")
