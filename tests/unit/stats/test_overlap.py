"""ROUGE-L by hand, and the bit-parallel subsequence against the table of textbooks."""

import random

import pytest

from pytest_cookie.stats.overlap import longest_common_subsequence, rouge_l, tokenize


def by_table(one: list[str], other: list[str]) -> int:
    row = [0] * (len(other) + 1)
    for token in one:
        before = row[:]
        for index, candidate in enumerate(other):
            row[index + 1] = before[index] + 1 if token == candidate else max(row[index], before[index + 1])
    return row[-1]


def test_the_subsequence_equals_the_table():
    dice = random.Random(0)
    for _ in range(20):
        one, other = ([dice.choice("abcd") for _ in range(dice.randrange(90))] for _ in range(2))
        assert longest_common_subsequence(one, other) == by_table(one, other), (one, other)


def test_the_example_of_the_paper():
    # Lin 2004, section 3.1: reference S1 and candidates S2, S3 with ROUGE-L 3/4 and 1/2
    reference = "police killed the gunman"
    assert rouge_l("police kill the gunman", reference).f1 == pytest.approx(3 / 4)
    assert rouge_l("the gunman kill police", reference).f1 == pytest.approx(1 / 2)


def test_lengths_count_on_both_sides():
    found = rouge_l("a tide clock with two hands", "tide clock hands")
    assert found == pytest.approx((3 / 6, 1, 2 / 3))


def test_words_and_ideograms():
    assert tokenize("Tide-Clock, 12 px; 潮汐 が") == ["tide", "clock", "12", "px", "潮", "汐", "が"]
    assert tokenize("做一个2048游戏, 用js实现") == ["做", "一", "个", "2048", "游", "戏", "用", "js", "实", "现"]
    assert rouge_l("潮汐时钟", "潮汐钟").recall == 1


@pytest.mark.parametrize(("one", "other"), [("", "a"), ("a", ""), ("...", "a"), ("a", "b")])
def test_nothing_in_common(one: str, other: str):
    assert rouge_l(one, other) == (0, 0, 0)


def test_long_texts_are_compared():
    words = " ".join(str(n) for n in range(20_000))
    assert rouge_l(words, words).f1 == 1
