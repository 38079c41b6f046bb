"""The benchmark's thousand briefs: how they are spread, that they read differently, and what their three sets hold."""

import csv
import re
from collections import Counter

import pytest

from pytest_cookie.core.case import Case
from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES, VOICES
from pytest_cookie.dataset import builtin_set_folders, load_cases, taxonomy
from pytest_cookie.dataset.builtin import BENCHMARK_SETS, SET_SIZES, builtin_cases_folder, describe_set

SETS = {name: load_cases(*builtin_set_folders(name)) for name in BENCHMARK_SETS}
FULL = SETS["full"]
_UNSPACED = {"zh": 1.6, "ja": 2.2}
"""Characters that count as a word, in languages that write without spaces."""


def opening(case: Case, words: int) -> str:
    plain = re.sub(r"[^\w\s]", " ", case.brief.casefold())
    if case.language in _UNSPACED:
        return "".join(plain.split())[: 2 * words]
    return " ".join(plain.split()[:words])


def length(case: Case) -> float:
    if per_word := _UNSPACED.get(case.language):
        letters = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", case.brief))
        others = re.findall(r"[^\W\d_\u3040-\u30ff\u3400-\u9fff]+|\d+", case.brief)
        return letters / per_word + len(others)
    return len(case.brief.split()) * (1.3 if case.language == "ko" else 1)


def scores_of(case: Case) -> dict[str, int]:
    return {name: getattr(case.complexity, name).score for name in type(case.complexity).model_fields}


def test_the_sets_have_their_sizes_and_contain_each_other():
    assert {name: len(cases) for name, cases in SETS.items()} == SET_SIZES
    ids = {name: {case.id for case in cases} for name, cases in SETS.items()}
    assert ids["mini"] < ids["lite"] < ids["full"]


def test_mini_has_a_case_for_each_leaf_and_lite_twelve_for_each_domain():
    assert Counter(case.leaf for case in SETS["mini"]) == {leaf.slug: 1 for leaf in taxonomy().leaves}
    assert Counter(case.domain for case in SETS["lite"]) == {domain.slug: 12 for domain in taxonomy().domains}


def test_every_leaf_has_at_least_twelve_cases():
    cases = Counter(case.leaf for case in FULL)
    assert min(cases[leaf.slug] for leaf in taxonomy().leaves) >= 12


def test_languages_have_their_shares():
    assert Counter(case.language for case in FULL) == {
        "zh": 300, "en": 300, "fr": 67, "es": 67, "ja": 67, "de": 67, "ko": 66, "pt": 66,
    }  # fmt: skip


def test_difficulties_are_spread_within_each_domain(subtests):
    for domain in [domain.slug for domain in taxonomy().domains]:
        with subtests.test(domain=domain):
            levels = Counter(case.difficulty for case in FULL if case.domain == domain)
            shares = {level: levels[level] / levels.total() for level in DIFFICULTIES}
            hard = {"hard or expert": shares.pop("hard") + shares.pop("expert")}
            assert shares | hard == pytest.approx({"easy": 0.15, "medium": 0.45, "hard or expert": 0.40}, abs=0.04)
            assert levels["expert"] >= 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_each_domain_and_the_same_spread_of_difficulty(language):
    cases = [case for case in FULL if case.language == language]
    assert {case.domain for case in cases} == {domain.slug for domain in taxonomy().domains}
    shares = Counter(case.difficulty for case in cases)
    spread = {level: shares[level] / len(cases) for level in DIFFICULTIES}
    assert spread == pytest.approx({"easy": 0.15, "medium": 0.45, "hard": 0.30, "expert": 0.10}, abs=0.08)


def test_at_most_a_third_of_the_hard_briefs_are_hard_in_one_dimension_only():
    hard = [list(scores_of(case).values()).count(3) for case in FULL if case.difficulty == "hard"]
    assert hard.count(1) <= len(hard) / 3


def test_the_list_of_pairs_with_one_idea_fits_the_cases():
    ids = {case.id for case in FULL}
    text = (builtin_cases_folder().parent / "one_idea.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert {row["stays"] for row in rows} <= ids
    assert {row["other"] for row in rows if row["decision"] == "replaced"}.isdisjoint(ids)
    assert {row["replacement"] for row in rows if row["decision"] == "replaced"} <= ids
    kept = [row for row in rows if row["decision"] == "kept"]
    assert {row["other"] for row in kept} <= ids
    assert all(row["idea"] for row in rows)
    assert all(row["reason"] for row in kept)


def test_briefs_begin_differently():
    six = Counter((case.language, opening(case, 6)) for case in FULL)
    three = Counter((case.language, opening(case, 3)) for case in FULL)
    assert [start for start, times in six.items() if times > 1] == []
    assert sum(times for times in three.values() if times > 1) <= 0.02 * len(FULL)


def test_briefs_are_neither_too_short_nor_too_long():
    bounds = {None: (18, 400), "short": (3, 40), "vague": (3, 60), "layman": (35, 400), "spoken": (70, 400)}
    found = {case.id: (case.voice, round(length(case))) for case in FULL}
    assert {each: of for each, of in found.items() if not bounds[of[0]][0] <= of[1] <= bounds[of[0]][1]} == {}


def test_a_third_of_each_set_and_of_each_language_has_a_voice(subtests):
    groups = {**SETS, **{each: [case for case in FULL if case.language == each] for each in LANGUAGES}}
    for name, cases in groups.items():
        with subtests.test(group=name):
            voices = Counter(case.voice for case in cases)
            assert (len(cases) - voices[None]) / len(cases) == pytest.approx(0.35, abs=0.15)
            assert set(voices) == {None, *VOICES}


def test_no_id_contains_a_voice_so_that_a_keyword_selects_by_voice():
    assert [case.id for case in FULL if any(voice in case.id for voice in VOICES)] == []


def test_briefs_name_no_web_address():
    pattern = re.compile(r"https?://|www\.\w")
    assert {case.id for case in FULL if pattern.search(case.brief)} == set()


def test_a_set_is_described_with_what_there_is_beyond_it():
    assert describe_set("mini") == "the benchmark's set mini (54 of 1,000 cases); for more: --cookie-set=lite or full"
    assert describe_set("full") == "the whole benchmark (1,000 cases)"
