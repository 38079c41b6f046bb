"""Queries of a pool become cases that can be loaded, with the labels that models and people gave them."""

import argparse
from pathlib import Path

import pytest

from pytest_cookie.cli.dataset import release as release_command
from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.pool import Query, write_pool
from pytest_cookie.dataset.construction.released_cases import rewrite_case, to_cases
from pytest_cookie.dataset.importing.import_cases import write_cases
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.artifactsbench.case_fields import OptionalFields
from pytest_cookie.protocols.vibecode.protocol import BENCHMARK
from pytest_cookie.protocols.vibecode.workflows import WorkflowFields

DIMENSIONS = tuple(Complexity.model_fields)


def scores(*values: int, difficulty: str = "") -> dict[str, str]:
    return {**dict(zip(DIMENSIONS, map(str, values), strict=True)), "difficulty": difficulty}


def release(folder: Path, *queries: Query) -> tuple[Case, ...]:
    write_cases(to_cases(queries, {}), folder / "cases")
    return load_cases(folder / "cases")


def test_ids_are_made_valid_and_unique(tmp_path: Path):
    names = ["Forum 12", "forum-12", "12", "hard-sudoku", "x" * 90, "x" * 91, "喂"]
    found = release(tmp_path, *(Query(name, "A page with a riddle.", {"leaf": "puzzle"}) for name in names))
    assert len({case.id for case in found}) == len(names)
    ids = [case.id for case in to_cases([Query(name, "A riddle.", {"leaf": "puzzle"}) for name in names], {})]
    assert ids[:4] == ["forum-12", "forum-12-2", "puzzle-12", "tough-sudoku"]


SCORES = [
    ("as graded", scores(1, 2, 1, 1, 1, 1), (1, 2, 1, 1, 1, 1)),
    ("in agreement", scores(1, 2, 3, 1, 1, 1, difficulty="hard"), (1, 2, 3, 1, 1, 1)),
    ("raised by people", scores(1, 2, 1, 2, 1, 1, difficulty="hard"), (1, 3, 1, 3, 1, 1)),
    ("lowered by people", scores(3, 2, 1, 3, 1, 1, difficulty="medium"), (2, 2, 1, 2, 1, 1)),
    ("lowered to the lowest", scores(3, 2, 1, 3, 1, 1, difficulty="easy"), (1, 1, 1, 1, 1, 1)),
    ("hard in two dimensions only", scores(2, 2, 3, 2, 3, 3, difficulty="hard"), (2, 2, 3, 2, 3, 2)),
    ("raised to hard", scores(2, 2, 1, 2, 1, 1, difficulty="hard"), (3, 3, 1, 2, 1, 1)),
    ("raised to expert", scores(2, 1, 1, 3, 1, 2, difficulty="expert"), (3, 1, 1, 3, 1, 3)),
    ("expert, lowered to medium", scores(3, 3, 1, 3, 2, 3, difficulty="medium"), (2, 2, 1, 2, 2, 2)),
    ("without scores", {"difficulty": "hard"}, (3, 3, 2, 2, 2, 2)),
    ("without scores, expert", {"difficulty": "expert"}, (3,) * 6),
    ("with a score missing", {**scores(1, 1, 1, 1, 1, 1, difficulty="easy"), "visual_design": ""}, (1,) * 6),
    ("without both", {}, (2,) * 6),
]


def test_scores_agree_with_the_difficulty_that_people_corrected(tmp_path: Path, subtests: pytest.Subtests):
    for number, (name, labels, wanted) in enumerate(SCORES):
        with subtests.test(name):
            (case,) = release(tmp_path / str(number), Query("tea", "A riddle about tea.", {"leaf": "puzzle", **labels}))
            assert tuple(getattr(case.complexity, each).score for each in DIMENSIONS) == wanted


def test_a_language_that_is_not_named_is_detected(tmp_path: Path):
    french = "Une page avec un calendrier des marées de notre port, pour chaque jour du mois."
    named = Query("b", french, {"leaf": "puzzle", "language": "ja"})
    found = release(tmp_path, Query("a", french, {"leaf": "puzzle"}), named)
    assert [case.language for case in found] == ["fr", "ja"]


REFUSED = [
    ([Query("a", "A riddle."), Query("b", "A riddle.", {"leaf": ""})], "2 of 2 queries have no leaf: a, b"),
    ([Query("a", "A riddle.", {"leaf": "puzle"})], "query a: .*did you mean 'puzzle'"),
    ([Query("a", "Un indovinello.", {"leaf": "puzzle", "language": "it"})], "the language of a is none of zh, en"),
]


def test_queries_that_no_case_can_be_made_of_are_named(subtests: pytest.Subtests):
    for queries, message in REFUSED:
        with subtests.test(message), pytest.raises(UsageError, match=message):
            to_cases(queries, {})


def test_a_case_that_is_written_again_keeps_what_it_had(tmp_path: Path):
    (tmp_path / "tea.html").write_text("tea")
    first = tmp_path / "tea.yaml"
    first.write_text(
        "cases:\n- {id: tea, leaf: puzzle, language: de, brief: Ein Rätsel., version: 3, source: own, cdn: true, "
        "voice: short, artifact: tea.html, complexity: {functional_logic: {score: 3, reason: rules}, "
        "page_interaction: 1, data_system: 1, visual_design: 1, user_experience: 1, dynamic_simulation: 1}}\n"
    )
    (before,) = load_cases(first)
    write_cases([rewrite_case(before, {}, tmp_path / "new")], tmp_path / "new")
    (after,) = load_cases(tmp_path / "new")
    assert after.model_copy(update={"origin": before.origin}) == before


def run_release(*arguments: object) -> int | None:
    parser = argparse.ArgumentParser()
    release_command.add(parser.add_subparsers())
    options = parser.parse_args(["release", *map(str, arguments)])
    return options.command(options)


def test_checklists_of_another_brief_are_left_out_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    write_pool(
        [Query(name, f"A page of {name}.", {"leaf": "article"}) for name in ("tea", "jam")], tmp_path / "pool.csv"
    )
    items = [
        Query(
            f"{name}#{number}",
            f"Is {name} {number} shown?\n\nIt is legible, and named.",
            {"kind": kind, "brief": brief},
        )
        for name, brief in (("tea", "A page \r\nof tea. "), ("jam", "A page of jam and bread."))
        for number, kind in enumerate(5 * ["vision"] + 5 * ["code"])
    ]
    table = tmp_path / "items.csv"
    write_pool(items, table)
    assert run_release(tmp_path / "pool.csv", "--checklists", table, "--out", tmp_path / "one") == 1
    assert "the brief was changed after the checklist was drafted: jam. Review the items" in capsys.readouterr().out
    found = load_cases(tmp_path / "one/cases", extra=OptionalFields)
    assert {case.id: len(case.fields["checklist"]) for case in found} == {"tea": 10, "jam": 0}
    write_pool([Query(item.id, item.text, {"kind": item.labels["kind"]}) for item in items], table)
    assert run_release(tmp_path / "pool.csv", "--checklists", table, "--out", tmp_path / "two") is None, "none is known"


def test_applications_are_released_with_their_workflows_and_tiers(tmp_path: Path, subtests: pytest.Subtests):
    apps, tiers = BENCHMARK / "apps.yaml", tmp_path / "tiers.csv"
    tiers.write_text("id,mean,tier\nrope-notes,80,easy\nseed-stall,10,hard\n")
    run_release(apps, "--protocol=vibecode", "--tiers", tiers, "--out", tmp_path / "one")
    run_release(tmp_path / "one/cases", "--out", tmp_path / "two")  # the files name their protocol
    before = {case.id: case.fields for case in load_cases(apps, extra=WorkflowFields)}
    known = {"rope-notes": "easy", "seed-stall": "hard"}
    for name in ("one", "two"):
        with subtests.test(name):
            found = load_cases(tmp_path / name / "cases", extra=WorkflowFields)
            assert {case.id: case.fields for case in found} == {
                case: fields | {"tier": known.get(case)} for case, fields in before.items()
            }
            assert len(load_cases(tmp_path / name / "cases")) == len(before)
    plain = tmp_path / "plain.yaml"
    plain.write_text("protocol: cookie\ncases: [{id: tea, leaf: puzzle, language: en, brief: A riddle about tea.}]\n")
    run_release(plain, "--out", tmp_path / "plain")
    assert [case.id for case in load_cases(tmp_path / "plain" / "cases")] == ["tea"]
    other = tmp_path / "gym.yaml"
    other.write_text("protocol: auigym\ncases: []\n")
    for given, problem in (
        ((other,), "cases of auigym cannot be released"),
        ((tiers, "--protocol=vibecode", "--column=tier"), "takes case files"),
    ):
        with subtests.test(problem), pytest.raises(UsageError, match=problem):
            run_release(*given, "--out", tmp_path / "three")
