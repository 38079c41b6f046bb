"""All that `pytest-cookie cases` complains about, with places."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from tests.cookie_scores import validate
from tests.unit.dataset.test_sample import sample

CHOIR = (
    "Our choir needs a seating plan for the concert. Forty chairs in five rows; I type the singers with their voice "
    "and the page puts sopranos left and basses behind."
)
TIDES = "Show the tides of our harbour on a clock face, and when the ferry can leave with its two metres of draught."
REASONS = "Umrechnung hängt von der Zutat ab, in beide Richtungen und mit Brüchen"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def case(case_id: str, brief: str, *lines: str) -> str:
    fields = [
        f"- id: {case_id}",
        "  leaf: puzzle",
        "  language: en",
        f"  brief: {brief}",
        *(f"  {line}" for line in lines),
    ]
    return "".join(f"{field}\n" for field in fields)


def complaints(folder: Path) -> list[str]:
    return [str(problem) for problem in validate(folder).problems]


def test_good_cases_have_no_problem(folder):
    (folder / "a.yaml").write_text(case("choir", CHOIR) + case("tides", TIDES))
    found = validate(Path("a.yaml"))
    assert ([each.id for each in found.cases], found.problems, found.fault_lists) == (["choir", "tides"], (), ())


def test_likeness_names_both_cases_both_places_the_share_and_the_passage(folder):
    (folder / "a.yaml").write_text(case("tides", TIDES) + case("choir", CHOIR))
    (folder / "b.yaml").write_text(case("singers", CHOIR.replace("Forty", "Fifty")))
    (complaint,) = complaints(Path())
    assert complaint == (
        "b.yaml:1: singers.brief: is too similar to the brief of 'choir' (a.yaml:5): 89% in common, longest passage "
        "“ty chairs in five rows; I type the singers with their voice and the page puts sopranos left and basses "
        "behind”"
    )


def test_a_very_long_passage_is_cut(folder):
    brief = " ".join(f"{word} {word[::-1]}" for word in f"{CHOIR} {TIDES}".split())
    (folder / "a.yaml").write_text(case("one", repr(brief)) + case("two", repr(brief)))
    (complaint,) = complaints(folder)
    assert complaint.endswith("…”")
    assert len(complaint) < 300


def test_briefs_and_reasons_in_another_language(folder):
    names = ("page_interaction", "data_system", "visual_design", "user_experience", "dynamic_simulation")
    scores = {"functional_logic": {"score": 1, "reason": REASONS}, **dict.fromkeys(names, 1)}
    (folder / "a.yaml").write_text(
        case("choir", CHOIR).replace("language: en", "language: fr")
        + case("tides", TIDES, f"complexity: {json.dumps(scores)}")
    )
    assert complaints(Path()) == [
        "a.yaml:1: choir.brief: is in English (100%), but `language` is fr",
        "a.yaml:5: tides.complexity: has reasons in German (100%), but `language` is en",
    ]


def test_what_cannot_be_read_is_told_with_the_rest(folder):
    (folder / "a.yaml").write_text(
        case("choir", CHOIR) + case("singers", CHOIR) + case("Bad Id", TIDES) + case("lost", TIDES, "leaf: puzle")
        + case("choir", TIDES)
    )  # fmt: skip
    told = complaints(Path())
    assert [line.split(": ")[1] for line in told] == ["singers.brief", "[2].id", "[3].leaf", "[3].leaf", "[4].id"]


def test_the_samples_below_are_checked_against_the_cases(folder):
    (folder / "a.yaml").write_text(case("tiles", TIDES))
    sample(folder / "samples", "tiles")
    assert complaints(Path()) == []
    assert [each.case for each in validate(folder).fault_lists] == ["tiles"]
    sample(folder / "samples", "crates")
    (folder / "samples/bricks/flawed").mkdir(parents=True)
    (folder / "samples/bricks/flawed/index.html").write_text("<p>Bricks")
    (folder / "samples/.cache").mkdir()
    told = complaints(Path())
    assert told[0].startswith("samples/bricks/faults.yaml: is missing; write one: `case: bricks`")
    assert told[1:] == [
        "samples/bricks/faults.yaml: case: no case has the id 'bricks' (cases: 1)",
        "samples/crates/faults.yaml: case: no case has the id 'crates' (cases: 1)",
    ]


def test_a_sample_of_a_case_is_known_without_any_list(folder):
    (folder / "a.yaml").write_text(case("tiles", TIDES))
    (sample(folder / "samples", "tiles") / "faults.yaml").unlink()
    (complaint,) = complaints(Path())
    assert complaint.startswith("samples/tiles/faults.yaml: is missing; write one")


def test_ready_files_are_there(folder):
    (folder / "site").mkdir()
    (folder / "site/start.html").write_text("<p>Tides")
    (folder / "page.html").write_text("<p>Choir")
    (folder / "a.yaml").write_text(
        case("choir", CHOIR, "artifact: page.html") + case("tides", TIDES, "artifact: site", "entry: start.html")
    )
    assert complaints(Path()) == []
    (folder / "a.yaml").write_text(
        case("choir", CHOIR, "artifact: pages/choir.html") + case("tides", TIDES, "artifact: site")
    )
    assert complaints(Path()) == [
        "a.yaml:1: choir.artifact: pages/choir.html does not exist",
        "a.yaml:6: tides.artifact: site/index.html does not exist",
    ]


def test_a_folder_of_pages_beside_a_marked_one_stays_out_of_it(folder):
    (folder / "a.yaml").write_text(case("choir", CHOIR))
    (folder / "site").mkdir()
    (folder / "site/index.html").write_text("<p>Mine")
    assert complaints(folder) == []


def test_nothing_there_is_a_usage_error(folder):
    with pytest.raises(UsageError, match="no such file or folder"):
        validate(folder / "nowhere")
