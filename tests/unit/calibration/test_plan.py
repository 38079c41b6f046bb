"""Which pairs are run, their folders, and the half of an artifact."""

from collections import Counter

import pytest

from pytest_cookie.calibration.baseline_artifacts import assign_half, compute_digest, load_baseline_cases, read_page
from pytest_cookie.calibration.mutant import MutantFiles
from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.calibration.plan import (
    FAST,
    FAST_ARTIFACTS,
    SLOW,
    draw_pairs,
    find_pairs,
    limit_artifacts,
    list_tasks,
)
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.ready_files import ReadyFiles
from tests.unit.calibration.pages import RICH


@pytest.fixture(scope="module")
def samples():
    return load_baseline_cases(None)


@pytest.fixture(scope="module")
def pairs(samples):
    pages = [read_page(case, ReadyFiles()) for case in samples]
    return find_pairs(samples, pages, seed=0)


def test_the_polished_samples_make_more_pairs_than_are_asked_for(samples, pairs):
    assert len(samples) >= 12
    assert len(pairs) >= 300
    # on a real page nearly every operator finds something to change; these samples have no <img>
    assert {operator.id for operator in MUTATION_OPERATORS} - {pair.operator.id for pair in pairs} <= {"broken-images"}


def test_both_halves_have_their_share(samples):
    halves = Counter(assign_half(case) for case in samples)
    assert halves["tuning"] == halves["held-out"] == 7


def test_a_draw_takes_from_every_family_alike(pairs):
    some = draw_pairs(pairs, 60, seed=0)
    assert len(some) == 60
    operators = Counter(pair.operator.id for pair in some)
    assert len(operators) == len({pair.operator.id for pair in pairs})
    assert max(operators.values()) <= 2
    assert some == draw_pairs(pairs, 60, seed=0)
    assert some != draw_pairs(pairs, 60, seed=1)
    assert draw_pairs(pairs, 10_000, seed=0) == pairs


def test_the_fast_set_has_few_artifacts_of_both_halves_and_nearly_all_families(pairs):
    some = limit_artifacts(pairs, FAST_ARTIFACTS, seed=0)
    assert Counter(assign_half(case) for case in {one.case.id: one.case for one in some}.values()) == {
        "tuning": FAST_ARTIFACTS / 2,
        "held-out": FAST_ARTIFACTS / 2,
    }
    operators = {pair.operator.id for pair in draw_pairs(some, FAST, seed=0)}
    assert len({pair.operator.id for pair in pairs} - operators) <= 3
    assert some == limit_artifacts(pairs, FAST_ARTIFACTS, seed=0)


def test_slow_samples_come_into_the_fast_set_only_where_there_are_no_others(pairs):
    names = {pair.case.id for pair in pairs}
    assert {one.case.id for one in limit_artifacts(pairs, FAST_ARTIFACTS, seed=0)} == names - SLOW
    assert {one.case.id for one in limit_artifacts(pairs, len(names) - 2, seed=0)} > names - SLOW
    slow = [pair for pair in pairs if pair.case.id in SLOW]
    assert len({one.case.id for one in limit_artifacts(slow, 2, seed=0)}) == 2


def test_each_good_artifact_is_run_once_for_all_its_twins(pairs):
    some = draw_pairs(pairs, 20, seed=0)
    tasks = list(list_tasks(some, seed=0, repeats=2))
    goods = [task for task in tasks if not task.operator]
    assert len(goods) == 2 * len({pair.case.id for pair in some})
    assert len(tasks) == len(goods) + 2 * 20
    assert len({task.folder for task in tasks}) == len(tasks)


def test_a_twin_is_written_as_an_artifact(tmp_path, samples):
    case = samples[0].model_copy(update={"artifact": tmp_path / "page.html"})
    (tmp_path / "page.html").write_text(RICH)
    operator = next(one for one in MUTATION_OPERATORS if one.id == "no-viewport")
    twin = MutantFiles(ReadyFiles(), operator, seed=0)
    artifact = twin.generate(case, ItemKey(case=case.id, model="twin", mode="html"), tmp_path / "out")
    assert artifact.entry == "page.html"
    assert "viewport" not in (tmp_path / "out" / "page.html").read_text()
    assert read_page(case, ReadyFiles()).html == RICH


def test_other_files_are_another_set(samples):
    page = read_page(samples[0], ReadyFiles())
    other = page.with_html(page.html + " ")
    assert compute_digest(samples[:1], [page]) == compute_digest(samples[:1], [page])
    assert compute_digest(samples[:1], [page]) != compute_digest(samples[:1], [other])


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("<p>Café</p>".encode("latin-1"), "is not UTF-8"),
        (b"<p>" + 3_000_000 * b"x", "is larger than 3 MB"),
    ],
)
def test_a_page_that_no_defect_can_be_seeded_into_is_refused(tmp_path, samples, content, why):
    (tmp_path / "page.html").write_bytes(content)
    case = samples[0].model_copy(update={"artifact": tmp_path / "page.html"})
    with pytest.raises(GenerationError, match=f"cannot have a mutant: .*{why}"):
        read_page(case, ReadyFiles())


def test_a_good_case_has_an_artifact(tmp_path):
    (tmp_path / "cases.yaml").write_text(
        "cases:\n  - {id: bare, leaf: formula-calculator, language: en, brief: A page.}\n"
    )
    with pytest.raises(UsageError, match="add an `artifact:` to these cases: bare"):
        load_baseline_cases(tmp_path / "cases.yaml")
    with pytest.raises(UsageError, match="no baseline artifacts"):
        load_baseline_cases(None, samples=False)
