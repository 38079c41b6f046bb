"""Paths in stored nouns stay inside their folder, and can exist."""

import pytest

from pytest_cookie.core.inner_path import leads_out


@pytest.mark.parametrize("path", ["", "items/a/page.html", "..a/b..", "é" * 127, "/".join(["a" * 200] * 19)])
def test_paths_inside_are_taken(path: str):
    assert not leads_out(path)


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "a/../../b", "..", "a\0b", "9" * 256, "é" * 128, "/".join(["a" * 200] * 20)]
)
def test_other_paths_lead_out(path: str):
    assert leads_out(path)
