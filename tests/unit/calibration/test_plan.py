"""Which pairs are run, where they stand, and in which half an artifact is."""

from collections import Counter

import pytest

from pytest_cookie.calibration.baseline_artifacts import digest_of, good_cases, half_of, read_page
from pytest_cookie.calibration.mutant import MutantFiles
from pytest_cookie.calibration.mutation_operators import FAMILIES
from pytest_cookie.calibration.plan import (
    FAST,
    FAST_ARTIFACTS,
    SLOW,
    drawn,
    of_some_artifacts,
    possible_pairs,
    tasks_of,
)
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.ready_files import ReadyFiles
from tests.unit.calibration.pages import RICH


@pytest.fixture(scope="module")
def samples():
    return good_cases(None)


@pytest.fixture(scope="module")
def pairs(samples):
    pages = [read_page(case, ReadyFiles()) for case in samples]
    return possible_pairs(samples, pages, seed=0)


def test_the_polished_samples_make_more_pairs_than_are_asked_for(samples, pairs):
    assert len(samples) >= 12
    assert len(pairs) >= 300
    # on a real page nearly every family finds something to change; these samples have no <img>
    assert {family.id for family in FAMILIES} - {pair.family.id for pair in pairs} <= {"broken-images"}


def test_both_halves_have_their_share(samples):
    halves = Counter(half_of(case) for case in samples)
    assert halves["tuning"] == halves["held-out"] == 6


def test_a_draw_takes_from_every_family_alike(pairs):
    some = drawn(pairs, 60, seed=0)
    assert len(some) == 60
    families = Counter(pair.family.id for pair in some)
    assert len(families) == len({pair.family.id for pair in pairs})
    assert max(families.values()) <= 2
    assert some == drawn(pairs, 60, seed=0)
    assert some != drawn(pairs, 60, seed=1)
    assert drawn(pairs, 10_000, seed=0) == pairs


def test_the_fast_set_has_few_artifacts_of_both_halves_and_nearly_all_families(pairs):
    some = of_some_artifacts(pairs, FAST_ARTIFACTS, seed=0)
    assert Counter(half_of(case) for case in {one.case.id: one.case for one in some}.values()) == {
        "tuning": FAST_ARTIFACTS / 2,
        "held-out": FAST_ARTIFACTS / 2,
    }
    families = {one.family.id for one in drawn(some, FAST, seed=0)}
    assert len({one.family.id for one in pairs} - families) <= 3
    assert some == of_some_artifacts(pairs, FAST_ARTIFACTS, seed=0)


def test_slow_samples_come_into_the_fast_set_only_where_there_are_no_others(pairs):
    names = {pair.case.id for pair in pairs}
    assert {one.case.id for one in of_some_artifacts(pairs, FAST_ARTIFACTS, seed=0)} == names - SLOW
    assert {one.case.id for one in of_some_artifacts(pairs, len(names) - 2, seed=0)} > names - SLOW
    slow = [one for one in pairs if one.case.id in SLOW]
    assert len({one.case.id for one in of_some_artifacts(slow, 2, seed=0)}) == 2


def test_each_good_artifact_is_run_once_for_all_its_twins(pairs):
    some = drawn(pairs, 20, seed=0)
    tasks = list(tasks_of(some, seed=0, repeats=2))
    goods = [task for task in tasks if not task.family]
    assert len(goods) == 2 * len({pair.case.id for pair in some})
    assert len(tasks) == len(goods) + 2 * 20
    assert len({task.folder for task in tasks}) == len(tasks)


def test_a_twin_is_written_as_an_artifact(tmp_path, samples):
    case = samples[0].model_copy(update={"artifact": tmp_path / "page.html"})
    (tmp_path / "page.html").write_text(RICH)
    family = next(one for one in FAMILIES if one.id == "no-viewport")
    twin = MutantFiles(ReadyFiles(), family, seed=0)
    artifact = twin.generate(case, ItemKey(case=case.id, model="twin", mode="html"), tmp_path / "out")
    assert artifact.entry == "page.html"
    assert "viewport" not in (tmp_path / "out" / "page.html").read_text()
    assert read_page(case, ReadyFiles()).html == RICH


def test_other_files_are_another_set(samples):
    page = read_page(samples[0], ReadyFiles())
    other = page.with_html(page.html + " ")
    assert digest_of(samples[:1], [page]) == digest_of(samples[:1], [page])
    assert digest_of(samples[:1], [page]) != digest_of(samples[:1], [other])


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
    with pytest.raises(GenerationError, match=f"can have no twin: .*{why}"):
        read_page(case, ReadyFiles())


def test_a_good_case_has_an_artifact(tmp_path):
    (tmp_path / "cases.yaml").write_text(
        "cases:\n  - {id: bare, leaf: formula-calculator, language: en, brief: A page.}\n"
    )
    with pytest.raises(UsageError, match="give these cases an `artifact:`: bare"):
        good_cases(tmp_path / "cases.yaml")
    with pytest.raises(UsageError, match="no good artifact"):
        good_cases(None, samples=False)
