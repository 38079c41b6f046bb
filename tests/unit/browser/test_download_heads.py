"""How the text of a downloaded file begins."""

import pytest

from pytest_cookie.browser.page.downloads import read_head


@pytest.mark.parametrize(
    ("content", "head"),
    [
        (b"id,name\n1,Ann\n", "id,name\n1,Ann"),
        ("\ufeffé;ü\n".encode(), "é;ü"),
        (b"", ""),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", ""),
        (b"PK\x03\x04\x14\x00", ""),
        (b"a,b\n" * 200, "a,b\n" * 99 + "a,b"),
        ("é".encode() * 5_000, "é" * 400),
    ],
    ids=["csv", "byte order mark", "empty", "pdf", "zip", "lines", "one long line"],
)
def test_whole_lines_of_text_and_nothing_of_other_content(content: bytes, head: str):
    assert read_head(content) == head
