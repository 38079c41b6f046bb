"""Contamination: where a task is cut, and when a completion is suspect."""

import pytest

from pytest_cookie.dataset.contamination import detect_contamination, split_task

BRIEF = "Draw a tide clock for our harbour, with two hands for high and low water and the time until the ferry sails."


def test_a_task_is_cut_in_its_middle_between_words():
    parts = split_task(BRIEF)
    assert parts is not None
    assert parts[0] == "Draw a tide clock for our harbour, with two hands for"
    assert " ".join(parts) == BRIEF


def test_ideograms_are_cut_anywhere():
    brief = "给我们的港口画一个潮汐钟" * 10
    assert split_task(brief) == (brief[:60], brief[60:])


@pytest.mark.parametrize("brief", ["", "short", "x" * 500])
def test_a_task_without_enough_rest_is_left_out(brief: str):
    assert split_task(brief) is None


def test_a_known_rest_is_suspect_and_a_guess_is_not():
    rests = {
        "tide": "and the time until the ferry sails to the island on days with two metres of draught",
        "choir": "forty chairs in five rows, sopranos left and basses behind, printed on a single page",
    }
    known, guessed = detect_contamination(
        {"tide": "and the time until the ferry sails to the island", "choir": "a chart with the seats of the singers"},
        rests,
    )[::-1]
    assert (known.task, known.suspect) == ("tide", True)
    # ten of ten words, and of seventeen: F1 = 2 · 10 / (10 + 17)
    assert known.rouge_l == pytest.approx(20 / 27)
    assert (guessed.task, guessed.suspect) == ("choir", False)


def test_a_phrase_that_fits_every_task_is_not_suspect():
    rest = "please make sure that the page is responsive and accessible and write clean code"
    found = detect_contamination({"a": rest, "b": rest}, {"a": rest, "b": rest, "c": rest})
    assert [(brief.rouge_l, brief.baseline, brief.suspect) for brief in found] == [(1, 1, False)] * 2


def test_what_follows_the_rest_does_not_matter():
    rest = "and the time until the ferry sails to the island on days with two metres of draught"
    (found,) = detect_contamination({"a": f"{rest}{' also' * 500}"}, {"a": rest})
    assert found.suspect
