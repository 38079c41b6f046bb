"""The languages reach their targets exactly, and the other labels keep their distribution up to rounding."""

import csv
import math
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.rebalance import TARGETS, rebalance, write_tables


def query(number: int, language: str, domain: str = "games", difficulty: str = "easy") -> Query:
    labels = {"language": language, "page_type": "dynamic", "domain": domain, "difficulty": difficulty}
    return Query(str(number), f"brief {number}", labels)


STRATA = st.tuples(st.sampled_from(["games", "content", "datavis"]), st.sampled_from(["easy", "medium", "hard"]))


@settings(max_examples=60, deadline=None)
@given(
    pool=st.lists(st.tuples(st.sampled_from(["zh", "en", "fr", "it"]), STRATA), min_size=30, max_size=120),
    shares=st.tuples(st.integers(0, 10), st.integers(0, 10), st.integers(0, 10)),
    seed=st.integers(0, 2**32),
)
def test_targets_are_met_and_strata_kept_up_to_rounding(pool, shares, seed):
    queries = [query(number, language, *stratum) for number, (language, stratum) in enumerate(pool)]
    targets = dict(zip(("zh", "en", "fr"), shares, strict=True))
    found = rebalance(queries, targets, seed=seed)
    assert [each.query for each in found] == queries
    assert Counter(each.final for each in found if each.action != "dropped") == Counter(
        {language: target for language, target in targets.items() if target}
    )
    for language, target in targets.items():
        mine = [each for each in found if each.original == language]
        if len(mine) > target:
            kept = Counter(each.stratum for each in mine if each.action == "kept")
            for stratum, present in Counter(each.stratum for each in mine).items():
                exact = present * target / len(mine)
                assert math.floor(exact) <= kept[stratum] <= math.ceil(exact)
    assert found == rebalance(queries, targets, seed=seed)


def test_a_hand_worked_example():
    """Of 10 Chinese queries (6 easy games, 4 hard content) 5 stay: 3 and 2. The others fill the French places."""
    queries = [query(number, "zh") for number in range(6)]
    queries += [query(number, "zh", "content", "hard") for number in range(6, 10)]
    found = rebalance(queries, {"zh": 5, "fr": 4}, seed=1)
    kept = Counter(each.stratum[1] for each in found if each.action == "kept")
    assert kept == {"games": 3, "content": 2}
    assert Counter(each.action for each in found) == {"kept": 5, "translated": 4, "dropped": 1}


def test_the_benchmarks_targets_are_a_thousand():
    assert sum(TARGETS.values()) == 1_000


@pytest.mark.parametrize(
    ("queries", "message"),
    [
        ([Query("7", "brief", {"language": "zh", "domain": "games"})], "query 7: has no page_type, difficulty"),
        ([query(1, "zh")], "fewer than the targets' 2"),
    ],
)
def test_what_cannot_be_rebalanced_is_refused(queries, message):
    with pytest.raises(UsageError, match=message):
        rebalance(queries, {"zh": 2}, seed=1)


def test_a_trail_and_a_sheet_are_written(tmp_path: Path):
    write_tables(
        rebalance([query(1, "zh"), query(2, "zh"), query(3, "en")], {"zh": 1, "en": 1, "fr": 1}, seed=1), tmp_path
    )
    trail = list(csv.DictReader((tmp_path / "rebalanced.csv").open(encoding="utf-8")))
    assert [(row["id"], row["original_language"]) for row in trail] == [("1", "zh"), ("2", "zh"), ("3", "en")]
    assert sorted(row["final_language"] for row in trail) == ["en", "fr", "zh"]
    sheet = {(row["label"], row["value"]): (row["before"], row["after"]) for row in
             csv.DictReader((tmp_path / "rebalancing.csv").open(encoding="utf-8"))}  # fmt: skip
    assert sheet["language", "zh"] == ("2", "1")
    assert sheet["language", "fr"] == ("0", "1")
    assert sheet["difficulty", "easy"] == ("3", "3")
