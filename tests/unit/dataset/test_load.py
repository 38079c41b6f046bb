import json
from hashlib import sha256
from pathlib import Path

import pytest

from pytest_cookie.core.case import Case
from pytest_cookie.dataset import load_cases

GOOD = """\
leaf: puzzle
cases:
  - id: tiles
    brief: |
      Slide the tiles.
    language: en
"""


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(folder: Path, text: str, *, name: str = "my.yaml") -> tuple[Case, ...]:
    (folder / name).write_text(text, encoding="utf-8")
    return load_cases(folder / name)


def test_the_least_that_a_case_needs(folder):
    (case,) = load(folder, GOOD)
    assert (case.id, case.brief, case.leaf, case.language) == ("tiles", "Slide the tiles.", "puzzle", "en")
    assert (case.page_type, case.domain, case.difficulty) == ("dynamic", "games", "medium")
    assert (case.version, case.source, case.artifact) == (1, "", None)
    assert case.origin == "my.yaml:3"


def test_a_bare_list_and_a_language_for_all(folder):
    (bare,) = load(folder, "- {id: tiles, brief: Slide the tiles., language: en, leaf: puzzle}\n")
    (shared,) = load(folder, "language: en\n" + GOOD.replace("    language: en\n", ""))
    assert bare.digest == shared.digest == load(folder, GOOD)[0].digest


def test_a_case_overrides_the_defaults_of_its_file(folder):
    text = GOOD + "    leaf: chat\n"
    assert load(folder, text)[0].leaf == "chat"


def test_scores_alone_or_with_a_reason(folder):
    scores = (
        "{functional_logic: {score: 3, reason: many rules}, page_interaction: 1, data_system: 1, "
        "visual_design: 2, user_experience: 1, dynamic_simulation: 1}"
    )
    (case,) = load(folder, f"{GOOD}    complexity: {scores}\n")
    assert case.complexity.functional_logic.reason == "many rules"
    assert case.complexity.visual_design.score == 2
    assert case.difficulty == "hard"


def test_scalars_stay_as_written(folder):
    (case,) = load(folder, "- {id: 007, brief: no, language: en, leaf: puzzle, source: 2026-01-01, version: 2}\n")
    assert (case.id, case.brief, case.source, case.version) == ("007", "no", "2026-01-01", 2)


def test_artifacts_are_relative_to_their_file_and_may_be_missing(folder):
    (folder / "deep").mkdir()
    (case,) = load(folder, GOOD + "    artifact: ../pages/tiles.html\n", name="deep/my.yml")
    assert case.artifact == folder / "pages/tiles.html"
    assert case.artifact.is_absolute()


def test_an_absolute_artifact_stays_where_it_is(folder):
    (case,) = load(folder, f"{GOOD}    artifact: {folder}/tiles.html\n")
    assert case.artifact == folder / "tiles.html"


def test_folders_are_read_whole_in_the_taxonomys_order(folder):
    (folder / "z/.hidden").mkdir(parents=True)
    load(folder, GOOD.replace("puzzle", "scenario").replace("tiles", "ants"), name="a.yaml")
    load(folder, GOOD, name="z/m.yml")
    load(folder, GOOD.replace("tiles", "crates"), name="z/n.yaml")
    load(folder, GOOD.replace("puzzle", "corporate-site").replace("tiles", "works"), name="z/z.yaml")
    (folder / "z/.hidden/b.yaml").write_text("not: cases")
    (folder / "notes.txt").write_text("not: cases")
    assert [case.id for case in load_cases(folder)] == ["works", "crates", "tiles", "ants"]


def test_the_order_does_not_depend_on_the_files(folder):
    cases = [f"  - {{id: {name}, brief: b, language: en, leaf: {leaf}}}\n" for name, leaf in
             [("b", "puzzle"), ("a", "puzzle"), ("c", "docs")]]  # fmt: skip
    together = load(folder, "cases:\n" + "".join(cases))
    turned = load(folder, "cases:\n" + "".join(reversed(cases)))
    assert [case.id for case in together] == [case.id for case in turned] == ["c", "a", "b"]


def test_the_digest_is_pinned(folder):
    """It compares runs over years: a change here makes all stored runs incomparable."""
    score = '{"reason":"","score":2}'
    canonical = (
        f'{{"brief":"Slide the tiles.","complexity":{{"data_system":{score},"dynamic_simulation":{score},'
        f'"functional_logic":{score},"page_interaction":{score},"user_experience":{score},"visual_design":{score}}},'
        '"id":"tiles","language":"en","leaf":"puzzle","source":"","version":1}'
    )
    assert load(folder, GOOD)[0].digest == sha256(canonical.encode()).hexdigest()
    assert load(folder, GOOD)[0].digest.startswith("ef82cda97f45475f")


def test_the_digest_ignores_place_and_artifact(folder):
    (folder / "other").mkdir()
    first = load(folder, GOOD)[0]
    moved = load(folder, "# moved\n\n" + GOOD + "    artifact: tiles.html\n", name="other/x.yml")[0]
    assert first.digest == moved.digest
    assert first.origin != moved.origin


@pytest.mark.parametrize(
    "changed",
    [
        GOOD.replace("tiles\n", "tiles2\n"),
        GOOD.replace("Slide", "Move"),
        GOOD.replace("puzzle", "action"),
        GOOD.replace("language: en", "language: de"),
        GOOD + "    version: 2\n",
        GOOD + "    source: a book\n",
        GOOD + "    complexity: {functional_logic: 1, page_interaction: 2, data_system: 2, visual_design: 2,"
        " user_experience: 2, dynamic_simulation: 2}\n",
    ],
)
def test_the_digest_changes_with_what_defines_the_case(folder, changed):
    assert load(folder, changed)[0].digest != load(folder, GOOD)[0].digest


def test_cases_survive_json(folder):
    (case,) = load(folder, GOOD + "    artifact: tiles.html\n")
    assert Case.model_validate(json.loads(case.model_dump_json())) == case
