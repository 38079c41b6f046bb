"""The width of what commands print."""

import pytest

from pytest_cookie.cli.command import terminal_width


@pytest.mark.parametrize(("columns", "width"), [("80", 80), ("240", 100), ("7", 40), ("0", 100), ("", 100)])
def test_text_fits_the_terminal_and_is_never_wider_than_a_hundred_cells(
    monkeypatch: pytest.MonkeyPatch, columns: str, width: int
):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr("sys.__stdout__", None)  # no terminal, as in a pipe
    assert terminal_width() == width
