"""The largest void of all widths is reported once; bands of a picture are runs of rows that stay the same."""

import numpy as np
import pytest

from pytest_cookie.checks.voids import find_voids
from pytest_cookie.core.page import Box, Element
from pytest_cookie.exploration.perception.voids import find_bands
from tests.unit.judging.evidence_builders import layout, subject, views


def void(height: float):
    box = Box(x=0, y=900, width=375, height=height)
    return layout(voids=(Element(selector="#fees", text="Fees", detail="Our boats", box=box),))


def test_the_largest_void_is_reported_once(subtests):
    rows = (
        ({}, []),
        ({"desktop": void(400)}, [("minor", "56% of a window is empty above “Fees”")]),
        ({"mobile": void(1624)}, [("major", "200% of a window is empty above “Fees”")]),
        ({"desktop": void(400), "mobile": void(850)}, [("minor", "105% of a window is empty above “Fees”")]),
    )
    for widths, expected in rows:
        with subtests.test(expected=expected):
            found = find_voids(subject(views=views(**widths)))
            assert [(defect.severity, defect.title) for defect in found] == expected


@pytest.mark.parametrize(
    ("rows", "bands"),
    [
        ([0] * 900, [(0, 899)]),
        ([0] * 300 + [200] + [0] * 500, [(301, 800)]),
        (list(range(256)) * 4, []),
        ([step // 4 for step in range(1000)], [(0, 999)]),
        ([0, 90] * 450, []),
    ],
)
def test_a_band_is_a_run_of_rows_alike(rows, bands):
    pixels = np.repeat(np.array(rows, np.uint8)[:, None, None], 60, axis=1).repeat(3, axis=2)
    pixels[:, 20:22] = 255  # a line down the page
    assert list(find_bands(pixels, 400)) == bands
