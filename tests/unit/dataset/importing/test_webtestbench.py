"""WebTestBench's JSON Lines: applications become cases with both golds and their page or project."""

import json
from pathlib import Path
from typing import Any

import pytest

from pytest_cookie.dataset.importing.import_cases import import_cases, write_cases
from pytest_cookie.dataset.importing.load_imported import load_imported
from pytest_cookie.dataset.importing.webtestbench import LEAVES, OTHER_LEAF
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.protocols.webtestbench.case_fields import GoldCheck, WebTestFields

PASSING = {"id": 1, "content": "Keepers can add a hive.", "class": "functionality", "pass": True}
FAILING = {"id": 2, "content": "A hive has a queen.", "class": "constraint", "pass": False, "bug": "It may have none. "}


def application(index: str = "Bees_0001", **fields: Any) -> dict[str, Any]:
    return {
        "index": index,
        "instruction": "An application in which bee keepers keep their hives.",
        "category": "Data Management",
        "checklist": [PASSING, FAILING],
        **fields,
    }


def write(file: Path, *lines: object) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"{line if isinstance(line, str) else json.dumps(line)}\n" for line in lines), "utf-8")
    return file


def make_folder(folder: Path) -> Path:
    """Two applications: a page with both golds, and a project without the second gold."""
    write(folder / "gold_original.jsonl", application(), application("Bees_0002", category="Unheard of"))
    write(folder / "gold_revised.jsonl", application(checklist=[FAILING]))
    write(folder / "apps" / "Bees_0001.html", "<title>Hives</title>")
    write(folder / "apps" / "Bees_0002" / "package.json", "{}")
    write(folder / "apps" / "Bees_0002" / "src" / "main.tsx", "export {}")
    write(folder / "apps" / "Bees_0002" / "node_modules" / "dep" / "index.js", "")
    (folder / "apps" / "Bees_0002" / "link").symlink_to("/etc/hostname")
    return folder


def test_a_folder_gives_cases_with_both_golds_and_the_application(tmp_path: Path):
    found = import_cases(make_folder(tmp_path))
    assert found.problems == ()
    page, project = found.cases
    assert (page.id, page.leaf, page.line) == ("wtb-bees-0001", "business-objects", 1)
    assert page.extra["category"] == "Data Management"
    assert page.extra["checks"] == [
        {"content": "Keepers can add a hive.", "class": "functionality", "passes": True},
        {"content": "A hive has a queen.", "class": "constraint", "passes": False, "bug": "It may have none."},
    ]
    assert len(page.extra["revised_checks"]) == 1  # type: ignore[arg-type]
    assert "revised_checks" not in project.extra
    assert page.artifact == tmp_path / "apps" / "Bees_0001.html"
    assert project.artifact == tmp_path / "apps" / "Bees_0002"


def test_applications_are_written_beside_their_cases_and_found_where_they_are(tmp_path: Path):
    folder = make_folder(tmp_path / "published")
    write_cases(import_cases(folder).cases, tmp_path / "out")
    written = load_cases(tmp_path / "out", extra=WebTestFields)
    copied = {case.id: case.artifact for case in written}
    assert copied["wtb-bees-0001"] is not None
    assert copied["wtb-bees-0001"].read_text("utf-8").startswith("<title>Hives")
    project = copied["wtb-bees-0002"]
    assert project is not None
    assert sorted(file.relative_to(project).as_posix() for file in project.rglob("*") if file.is_file()) == [
        "package.json",
        "src/main.tsx",
    ]
    fields = WebTestFields.model_validate(written[0].fields)
    assert fields.gold("revised") == (
        GoldCheck(content="A hive has a queen.", check_class="constraint", passes=False, bug="It may have none."),
    )
    direct, problems = load_imported(folder, WebTestFields)
    assert problems == ()
    assert {case.id: case.artifact for case in direct} == {
        "wtb-bees-0001": folder / "apps" / "Bees_0001.html",
        "wtb-bees-0002": folder / "apps" / "Bees_0002",
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"index": ', "gold.jsonl:2: is not JSON"),
        (application(), "gold.jsonl:2: index: 'Bees_0001' is already the index of line 1; the first"),
        (application("b", checklist=[]), "gold.jsonl:2: checklist: has 0 checks; an application has 1 to 100"),
        (application("b", checklist=[{**PASSING, "class": "taste"}]), "gold.jsonl:2: checklist[0].class: must be "),
        (application("b", instruction=""), "gold.jsonl:2: instruction: is empty"),
    ],
)
def test_a_bad_line_is_named_and_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: object, message: str
):
    monkeypatch.chdir(tmp_path)
    found = import_cases(write(tmp_path / "gold.jsonl", application(), line, application("Bees_0003")))
    assert [case.id for case in found.cases] == ["wtb-bees-0001", "wtb-bees-0003"]
    assert [str(problem).startswith(message) for problem in found.problems] == [True], found.problems


def test_no_index_leads_out_of_the_folder(tmp_path: Path):
    write(tmp_path / "secret.html", "<title>Elsewhere</title>")
    (case,) = import_cases(write(tmp_path / "in" / "gold.jsonl", application("../secret"))).cases
    assert case.artifact is None


def test_every_leaf_is_one_of_the_taxonomy():
    assert {OTHER_LEAF, *LEAVES.values()} <= {leaf.slug for leaf in taxonomy().leaves}
