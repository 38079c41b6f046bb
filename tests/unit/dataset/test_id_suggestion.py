"""Ids suggested in place of one that contains a label word."""

import re

import pytest

from pytest_cookie.dataset import label_words, taxonomy
from pytest_cookie.dataset.id_suggestion import suggest_id

VALID = re.compile(r"[a-z0-9][a-z0-9_.-]{0,59}")
READ_WELL = {
    "hard-puzzle": "tough-puzzle",
    "hardware-shop": "equipment-shop",
    "react-todo": "jsx-todo",
    "games-list": "game-list",
    "minigames": "minigame",
    "table_of_contents": "table_of_chapters",
    "traffic-simulations": "traffic-simulators",
    "easy1": "simple1",
    "easy-hard.medium": "simple-tough.mid",
    "richard-s-shop": "s-shop",
    "diehard-fan-club": "fan-club",
    "xhtml": "puzzle",
    "shard-2": "puzzle-2",
}


def test_another_word_stands_for_one_that_holds_a_label(subtests: pytest.Subtests):
    for case_id, free in READ_WELL.items():
        with subtests.test(case_id=case_id):
            assert suggest_id(case_id, label_words(), otherwise="puzzle") == free


AROUND = ("{}", "{}-a", "a_{}.b", "{}s", "pre{}", "{}ing-1", "1{}2", "{0}{0}", "x-{}-")


def test_what_is_proposed_is_an_id_without_any_label():
    for name in (around.format(word) for around in AROUND for word in sorted(label_words())):
        for case_id in (name, f"{name}-{'y' * 50}"):
            free = suggest_id(case_id[:60], label_words(), otherwise="puzzle")
            assert VALID.fullmatch(free), (case_id, free)
            assert not [label for label in label_words() if label in free], (case_id, free)


def test_every_label_has_another_word():
    for word in label_words():
        assert suggest_id(f"{word}-9", label_words(), otherwise="page") != "page-9", word


def test_no_leaf_holds_a_label_of_another_domain():
    """A leaf may replace the omitted part of an id."""
    for leaf in taxonomy().leaves:
        assert not [word for word in label_words() - {leaf.page_type, leaf.domain} if word in leaf.slug]
