"""Findings on pages: text between backticks is code, and all text is escaped."""

import pytest

from pytest_cookie.reporting.site.environment import with_code


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Add `<main>` and `lang`.", "Add <code>&lt;main&gt;</code> and <code>lang</code>."),
        ("One ` alone.", "One ` alone."),
        ("None in ``.", "None in ``."),
        ("`a\nb`", "`a\nb`"),
        ("`</code><script>`\x1b", "<code>&lt;/code&gt;&lt;script&gt;</code>"),
        (f"`{'x' * 301}`", f"`{'x' * 301}`"),
    ],
)
def test_code_is_set_apart_and_escaped(text: str, shown: str):
    assert with_code(text) == shown
