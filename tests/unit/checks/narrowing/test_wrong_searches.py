"""Searches that show too little, too much, or nothing and no word."""

import pytest

from pytest_cookie.checks.narrowing.fact import NONSENSE, NarrowingFact
from pytest_cookie.checks.narrowing.judge import find_wrong_searches
from pytest_cookie.core.page import PageError
from pytest_cookie.core.trace import Change, Step
from tests.unit.judging.evidence_builders import page_in_use, step


def search(run: int, query: str = "", left: int = 8, *, kind: str = "", **fields) -> Step:
    fact = NarrowingFact(run=run, query=query, listed=8, left=left, **fields)
    return step(run, kind or ("type" if query else "clear"), change=Change(facts={"narrowing": fact}))


def hit(run: int = 1, query: str = "birch", left: int = 1, **fields) -> Step:
    return search(run, query, left, **{"matching": ("Silver birch",), **fields})


def found(*steps: Step) -> list[tuple[str, str, str]]:
    return [(one.severity, one.kind, one.title) for one in find_wrong_searches(page_in_use(*steps))]


KEPT = search(3, NONSENSE, is_silent=True)


@pytest.mark.parametrize(
    ("steps", "severity", "title"),
    [
        ([hit(), search(2), KEPT, search(4)], "major", f"A search for “{NONSENSE}” shows all entries"),
        ([hit(), search(2, left=1)], "major", "The emptied search leaves 1 of 8 entries"),
        ([hit(), search(2, left=0)], "major", "The emptied search leaves no entries"),
        ([hit(miscounted="3 of 8 trees"), search(2)], "major", "“3 of 8 trees” beside 1 results"),
        ([hit(), search(2), search(3, NONSENSE, 0, is_silent=True)], "minor", "A search without results shows nothing"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_search(steps: list[Step], severity: str, title: str):
    assert [(one[0], one[2]) for one in found(*steps)] == [(severity, title)]


@pytest.mark.parametrize(
    "steps",
    [
        pytest.param([hit(), search(2), search(3, NONSENSE, 0, came=1), search(4)], id="a search that works"),
        pytest.param([KEPT, search(4)], id="a field that narrows nothing"),
        pytest.param([hit(), search(2), search(3, NONSENSE)], id="a message and other entries"),
        pytest.param([hit(), search(2), search(3, NONSENSE, 2, is_silent=True)], id="near matches"),
        pytest.param([hit(), search(2, left=5)], id="the first part, with more on demand"),
        pytest.param([hit(), search(2, left=1), search(2, kind="wait")], id="the list comes late"),
        pytest.param([hit(miscounted="3 beds"), search(2), hit(3, "maple", 2)], id="a figure that agrees once"),
    ],
)
def test_what_is_no_fault(steps: list[Step]):
    assert found(*steps) == []


def test_a_step_with_an_error_is_told_by_others():
    broken = KEPT.model_copy(update={"page_errors": (PageError(message="x is undefined"),)})
    assert found(hit(), search(2), broken) == []
