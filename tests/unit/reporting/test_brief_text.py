import pytest

from pytest_cookie.reporting.site.brief_text import unwrapped

LONG = "x" * 85


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (f"{LONG}\nand on", f"{LONG} and on"),
        ("short\nkept", "short\nkept"),
        (f"{LONG}\n\nnext paragraph\n", f"{LONG}\n\nnext paragraph"),
        (f"{LONG}\n- item\n* item\n1. item\n2) item", f"{LONG}\n- item\n* item\n1. item\n2) item"),
        (f"{LONG}\n  indented", f"{LONG}\n  indented"),
        ("换" * 45 + "\n算器", "换" * 45 + "算器"),
        ("换" * 45 + "\nHTML", "换" * 45 + " HTML"),
        (f"{LONG}\n{LONG}\nend", f"{LONG} {LONG} end"),
        ("", ""),
    ],
)
def test_wrapped_lines_run_on_and_meant_breaks_stay(text: str, read: str) -> None:
    assert unwrapped(text) == read
