"""Known-good and known-bad evidence for item 8, interface regularity."""

import pytest

from pytest_cookie.judging.rubric.items.interface_regularity import measure_interface_regularity
from tests.unit.judging.evidence_builders import styling, subject


def test_many_sizes_and_faces_look_accidental():
    sizes = {str(10 + index): 20 for index in range(14)}
    faces = dict.fromkeys("abcdef", 50)
    measured = measure_interface_regularity(subject(styling=styling(font_sizes=sizes, font_families=faces)))
    assert measured.score == pytest.approx(0.5)
    assert len(measured.defects) == 2


def test_distances_without_a_grid():
    off = {"5": 10, "7": 10, "9": 10, "11": 10, "13": 10}
    assert measure_interface_regularity(subject(styling=styling(gaps=off))).score == pytest.approx(0.75)
    assert measure_interface_regularity(subject(styling=styling(gaps={}))).score == pytest.approx(0.75), (
        "none, and no rhythm"
    )


def test_rare_sizes_do_not_count():
    sizes = {"16": 10_000, **{str(20 + index): 5 for index in range(20)}}
    assert measure_interface_regularity(subject(styling=styling(font_sizes=sizes))).score == 1
