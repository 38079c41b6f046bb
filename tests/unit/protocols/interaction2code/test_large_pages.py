"""Pages with thousands of elements: found as one by one, and without the work of comparing each with each."""

import random

import pytest

from pytest_cookie.protocols.interaction2code.failures import alike_texts
from pytest_cookie.protocols.interaction2code.failures.alike_texts import TextIndex, is_same_text
from pytest_cookie.protocols.interaction2code.failures.correspond import correspond
from pytest_cookie.protocols.interaction2code.failures.effects import find_effects
from pytest_cookie.protocols.interaction2code.failures.match_effects import match_effects
from tests.unit.protocols.interaction2code.page_builder import element

TEXTS = (
    "", " ", "Tickets", "tickets ", "Ticket", "12 tickets", "13 tickets", "tickets 12", "Straße", "STRASSE", "票",
    "两张票", "Children travel free", "Children travel for free", "children travel", "a" * 400, "a" * 300 + "b" * 100,
)  # fmt: skip
SIZE = (1_000, 6_000)


def test_an_index_finds_the_texts_that_correspond(subtests):
    for text in TEXTS:
        with subtests.test(repr(text)):
            assert TextIndex(TEXTS).find_same(text).tolist() == [is_same_text(text, other) for other in TEXTS]
            assert TextIndex(()).find_same(text).tolist() == []


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The pairs of texts that were compared in full."""
    found: list[tuple[str, str]] = []
    ratio = alike_texts._ratio

    def count(first: str, second: str) -> float:
        found.append((first, second))
        return ratio(first, second)

    monkeypatch.setattr(alike_texts, "_ratio", count)
    return found


def scrambled(number: int, seed: int, key: int):
    """Elements whose texts share all letters."""
    order = random.Random(seed)
    texts = ("".join(order.sample("ferry tickets", 13)) for _ in range(number))
    return tuple(element(key + i, "p", text, 40, 20 + i) for i, text in enumerate(texts))


def test_work_does_not_grow_with_each_pair_of_texts(compared: list[tuple[str, str]]):
    reference, page = scrambled(20, 1, 1), scrambled(1_000, 2, 1)
    same = correspond(reference, page, SIZE, SIZE)
    assert len(compared) <= 50 * len(reference)
    effects, own = find_effects((), reference), find_effects(page, scrambled(1_000, 3, 5_000))
    matches, _ = match_effects(effects, own, same)
    assert len(matches) == 20
    assert len(compared) <= 3 * 50 * len(reference)


def test_equal_elements_correspond_by_their_place():
    page = tuple(element(i, "p", "Add to cart", 40 * (i % 20), 30 * i) for i in range(1, 150))
    assert correspond(page, page, SIZE, SIZE).rebuilt_of == {one.key: one.key for one in page}


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        ([("a", 0, 0), ("b", 0, 50)], [("b", 0, 0), ("a", 0, 90)], {"moved"}),  # each goes on elsewhere
        ([("a", 10, 10)], [("b", 14, 6)], {"text"}),  # in its place, at the edge of the same place
        ([("a", 10, 10)], [("b", 15, 10)], {"appeared", "vanished"}),
        ([("a", -3, 0), ("a", 1, 0)], [("x", 1, 0), ("y", -3, 0)], {"text"}),
    ],
)
def test_elements_that_were_drawn_again_are_paired(before, after, pairs):
    old = [element(1 + i, "p", text, x, y) for i, (text, x, y) in enumerate(before)]
    new = [element(50 + i, "p", text, x, y) for i, (text, x, y) in enumerate(after)]
    assert {effect.kind for effect in find_effects(old, new)} == pairs
