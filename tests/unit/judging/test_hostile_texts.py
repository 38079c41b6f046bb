"""Hostile texts take no time to speak of: each of these takes minutes where a pattern starts again at every letter."""

import pytest

from pytest_cookie.judging.rubric.items import language_consistency as item
from pytest_cookie.judging.rubric.items.language_consistency import measure_language_consistency
from pytest_cookie.judging.rubric.requirements import derive_requirements
from pytest_cookie.language import recognise
from tests.unit.judging.evidence_builders import ANSWER, case, inventory, page_in_use, step, subject


@pytest.mark.parametrize("text", ["a" * 200_000, "a-" * 100_000, "“" * 100_000, "漢" * 100_000, "\u200b" * 100_000])
def test_endless_words_are_read_once(text):
    assert measure_language_consistency(subject(inventory=inventory(text))).reason


def test_of_many_lines_some_are_read(monkeypatch):
    asked = []
    monkeypatch.setattr(item, "language_of", lambda text, expected: asked.append(text) or expected)
    text = "\n".join(f"the stations in town are full {chr(97 + n % 26) * (n // 26 + 1)}" for n in range(2000))
    measure_language_consistency(subject(inventory=inventory(text)))
    assert 0 < len(asked) <= 304


def test_the_language_models_are_loaded_once():
    measure_language_consistency(subject())
    measure_language_consistency(page_in_use(step(0, change=ANSWER)))
    assert recognise._identifier.cache_info().misses <= 1


def test_a_brief_full_of_refusals_is_read_in_time():
    assert not derive_requirements(case(brief="no sound " * 20_000)).sound
