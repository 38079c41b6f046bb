"""The cases that come with pytest-cookie, and the page that explains cases."""

import re
from pathlib import Path

from pytest_cookie.dataset import (
    builtin,
    builtin_cases_folder,
    builtin_samples_folder,
    difficulty_rubric,
    load_cases,
    taxonomy,
)
from pytest_cookie.dataset.similarity import LONGEST_PASSAGE, MOST_IN_COMMON, SHINGLE_LETTERS
from tests.cookie_scores import validate

ROOT = Path(__file__).parents[3]
CASES = load_cases(builtin_cases_folder())
DOCS = (ROOT / "docs/how-to/write-cases.md").read_text(encoding="utf-8")
TAXONOMY = (ROOT / "docs/explanation/taxonomy-and-difficulty.md").read_text(encoding="utf-8")


def test_the_first_six_cases_are_there_with_their_labels():
    labels = {case.id: (case.page_type, case.domain, case.leaf, case.difficulty, case.language) for case in CASES}
    assert (
        labels.items()
        >= {
            "qingyu-air-monitor": ("static", "content", "product-landing", "medium", "zh"),
            "backrezept-umrechner": ("static", "utilities", "unit-converter", "medium", "de"),
            "camera-rental-desk": ("dynamic", "management", "business-objects", "hard", "zh"),
            "bike-share-ops": ("dynamic", "analytics", "dashboard", "hard", "en"),
            "moth-and-lanterns": ("dynamic", "games", "action", "medium", "en"),
            "coupled-pendulums": ("dynamic", "simulation", "physics", "hard", "en"),
        }.items()
    )


def test_every_leaf_has_a_case():
    assert {case.leaf for case in CASES} == {leaf.slug for leaf in taxonomy().leaves}


def test_the_benchmark_has_no_problem():
    found = validate(None)
    assert [str(problem) for problem in found.problems] == []
    assert len(found.cases) == len(CASES)
    assert len(found.fault_lists) == len([path for path in builtin_samples_folder().iterdir() if path.is_dir()])


def test_the_folder_around_cases_and_samples_holds_the_same_cases():
    assert load_cases(builtin_cases_folder().parent) == CASES


def test_they_come_in_the_taxonomys_order():
    leaves = [leaf.slug for leaf in taxonomy().leaves]
    assert [case.id for case in CASES] == [
        case.id for case in sorted(CASES, key=lambda case: (leaves.index(case.leaf), case.id))
    ]


def test_each_lies_in_the_folder_of_its_leaf():
    places = {case.id: Path(case.origin.rpartition(":")[0]).parts[-3:] for case in CASES}
    assert places == {case.id: (case.page_type, case.domain, f"{case.leaf}.yaml") for case in CASES}


def test_each_says_why_it_has_its_scores_and_where_it_comes_from():
    scores = {
        case.id: [getattr(case.complexity, name).reason for name in type(case.complexity).model_fields]
        for case in CASES
    }
    assert [case for case, reasons in scores.items() if not all(reasons)] == []
    assert all(case.source for case in CASES)


def test_in_a_checkout_the_folders_are_beside_the_package():
    assert builtin_cases_folder() == ROOT / "benchmark_cases/cookie"
    assert builtin_samples_folder() == ROOT / "benchmark_cases/samples"


def test_from_a_wheel_they_are_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "site-packages/pytest_cookie"
    (package / "_cases/cookie").mkdir(parents=True)
    monkeypatch.setattr(builtin, "_PACKAGE", package)
    assert builtin_cases_folder() == package / "_cases/cookie"


def test_the_wheel_is_told_to_carry_both():
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for name in ("cookie", "samples"):
        assert f'"benchmark_cases/{name}" = "pytest_cookie/_cases/{name}"' in settings


def test_the_examples_of_the_docs_load(tmp_path):
    for index, example in enumerate(re.findall(r"```yaml\n(.*?)```", DOCS, re.DOTALL)):
        (tmp_path / f"{index}.yaml").write_text(example, encoding="utf-8")
    cases = load_cases(tmp_path)
    assert [(case.id, case.difficulty) for case in cases] == [
        ("loan-calculator", "medium"),
        ("allotment-watering", "medium"),
    ]


def test_the_docs_say_what_is_too_much_alike():
    text = " ".join(DOCS.split())
    assert f"in all runs of {SHINGLE_LETTERS} " in text
    assert f"when {MOST_IN_COMMON * 100:.0f} % of the shorter one's runs" in text
    assert f"share a passage of {LONGEST_PASSAGE} letters" in text


def test_the_docs_say_what_the_data_says():
    for leaf in taxonomy().leaves:
        assert f"| `{leaf.slug}` | {leaf.name} | {leaf.definition} |" in TAXONOMY
    for dimension in difficulty_rubric().dimensions:
        assert " | ".join([f"`{dimension.name}`: {dimension.asks}", *dimension.criteria.values()]) in TAXONOMY
    for factor in difficulty_rubric().amplifiers:
        assert f"| {factor.name} | {factor.adds} | `{factor.dimension}` | {factor.level} |" in TAXONOMY
