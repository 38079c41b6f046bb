"""The measure of what a judge finds: when a finding counts as one of a listed fault."""

import importlib.util
from pathlib import Path

import pytest

from pytest_cookie.core.verdict import Finding
from pytest_cookie.dataset.sample import SampleFault
from pytest_cookie.judging.rubric.dimensions import AESTHETIC_ITEMS, FUNCTIONAL_ITEMS
from pytest_cookie.judging.rubric.table import RUBRIC

_FILE = Path(__file__).parents[3] / "benchmarks" / "listed_faults.py"
_spec = importlib.util.spec_from_file_location("listed_faults", _FILE)
listed_faults = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(listed_faults)


def fault(**fields) -> SampleFault:
    known = {"dimension": "functionality", "severity": "major", "where": "#save, .row", "what": "w", "seen_by": "use"}
    return SampleFault(**{**known, **fields})


def finding(**fields) -> Finding:
    known = {"dimension": "functionality", "severity": "major", "title": "Button “Save” does nothing", "why": "w"}
    return Finding(**{**known, "item": "3", **fields})


@pytest.mark.parametrize(
    ("told", "listed", "named"),
    [
        ({}, {"items": ("3",), "told_by": ("save",)}, True),
        ({"title": "t", "selector": "#save"}, {"items": ("3",), "told_by": ("#save",)}, True),
        ({"item": "4"}, {"items": ("3",), "told_by": ("save",)}, False),
        ({"title": "Button “Open” does nothing"}, {"items": ("3",), "told_by": ("save",)}, False),
        ({"selector": "div > #save"}, {}, True),
        ({"selector": "#send"}, {}, False),
        ({"selector": "#save", "dimension": "aesthetics", "item": "9"}, {}, False),
    ],
)
def test_a_finding_counts_by_item_and_word(told, listed, named):
    assert listed_faults.names(finding(**told), fault(**listed)) is named


def test_the_dimensions_of_items_are_the_rubrics():
    assert {item.id for item in RUBRIC if item.dimension == "aesthetics"} == AESTHETIC_ITEMS
    assert {item.id for item in RUBRIC if item.dimension == "functionality"} == FUNCTIONAL_ITEMS
