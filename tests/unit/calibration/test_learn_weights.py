"""Weights of rubric items are learnt from pairs with a known better side: on synthetic item scores."""

from pathlib import Path

import numpy as np
import pytest

from pytest_cookie.core.verdict import RubricItem
from pytest_cookie.judging.rubric.aggregate import dimension_score
from tools.learn_weights import WeighedPair, accuracy, learn, leave_one_out, replace_table

IDS = ["1", "3", "8"]
KEYS = [("1", "functionality"), ("3", "functionality"), ("8", "aesthetics")]


def pairs(seed: int = 1) -> list[WeighedPair]:
    """In every pair the mutant is worse in item 3. Item 1 is noise, and item 8 favours the mutant."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(120):
        good = {"1": rng.uniform(0.4, 1.0), "3": 0.9, "8": 0.8}
        mutant = {"1": rng.uniform(0.4, 1.0), "3": 0.9 - rng.uniform(0.05, 0.2), "8": 0.8 + rng.uniform(0, 0.1)}
        scores = [{key: float(one[key[0]]) for key in KEYS} for one in (good, mutant)]
        made.append(WeighedPair(f"page {number % 6}", f"family {number % 8}", *scores))
    return made


def test_what_tells_the_pairs_apart_gets_the_weight_and_none_is_negative():
    found = learn(pairs(), IDS)
    assert min(found.values()) >= 0
    assert found["3"] > 2 * found["1"]
    assert found["3"] > 2 * found["8"]
    assert np.mean(list(found.values())) == pytest.approx(1)


def test_learnt_weights_are_right_on_pairs_that_they_have_not_seen():
    before = accuracy(pairs(), dict.fromkeys(IDS, 1.0))
    assert before < 0.75
    for group in (lambda pair: pair.page, lambda pair: pair.family):
        assert leave_one_out(pairs(), IDS, group) > before + 0.15


def test_an_outlier_is_judged_without_having_been_learnt_from():
    """Only its own operator depends on item 1: left out, its pairs are as wrong as with weights that ignore item 1."""
    odd = [WeighedPair("page 7", "odd", {KEYS[0]: 0.9, KEYS[1]: 0.8}, {KEYS[0]: 0.8, KEYS[1]: 0.9}) for _ in range(5)]
    known = [WeighedPair("page 1", "usual", {KEYS[1]: 0.9}, {KEYS[1]: 0.7}) for _ in range(40)]
    assert leave_one_out([*known, *odd], IDS[:2], lambda pair: pair.family) <= 40 / 45 + 2.5 / 45


def test_weights_count_in_a_dimension_and_default_to_the_plain_mean():
    items = [
        RubricItem(id=one, name=one, dimension="functionality", status="scored", score=score, reason="")
        for one, score in (("1", 1.0), ("3", 0.5))
    ]
    assert dimension_score(items, "functionality", {}) == 75
    assert dimension_score(items, "functionality", {"3": 3.0}) == 62.5
    assert dimension_score(items, "functionality", {"3": 0.0}) == 100
    assert dimension_score(items, "aesthetics", {}) is None


def test_the_comment_above_the_weights_stays_when_they_are_written(tmp_path: Path):
    file = tmp_path / "weights.yaml"
    file.write_text("# What it is.\n# Who writes it.\n{}\n", encoding="utf-8")
    for table in ("'1': 0.5\n", "'1': 2.0\n"):
        replace_table(file, table)
        assert file.read_text("utf-8") == f"# What it is.\n# Who writes it.\n{table}"
