"""The scores of an item are the means of its parts' scores."""

from statistics import fmean

import pytest

from pytest_cookie.core.slices import SliceId, SliceValue
from pytest_cookie.core.verdict import Verdict


def assert_means(verdict: Verdict, *scores: str) -> None:
    """Each score is the mean over the parts that have it, and null without any."""
    for name in scores:
        values = [value for part in verdict.parts if (value := part.scores.get(name)) is not None]
        expected = pytest.approx(fmean(values)) if values else None
        assert verdict.scores[name] == expected, name


def values_of(verdict: Verdict, label: SliceId) -> list[tuple[SliceValue, ...]]:
    """The values of a label, part by part."""
    return [part.slices.get(label, ()) for part in verdict.parts]
