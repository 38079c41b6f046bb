import pytest

from pytest_cookie.reporting.text.terminal_cells import MAX_CHARACTERS, cut, pad, printable, width_of


@pytest.mark.parametrize(
    ("hostile", "harmless"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;new title\x07after", "after"),
        ("\x1b]52;c;aGk=\x1b\\after", "after"),
        ("\x9b2Jcleared", "cleared"),
        ("\x1bcreset", "reset"),
        ("bell\x07 nul\x00 back\x08", "bell nul back"),
        ("one\r\ntwo\u2028three", "one two three"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("zero\u200bwidth", "zerowidth"),
        ("lone \ud800 surrogate", "lone surrogate"),
    ],
)
def test_nothing_that_steers_a_terminal_is_printed(hostile: str, harmless: str) -> None:
    assert " ".join(printable(hostile).split()) == harmless


def test_text_without_width_is_bounded_all_the_same() -> None:
    assert len(printable("a" + "\u0301" * 100_000)) <= MAX_CHARACTERS


def test_wide_characters_take_two_cells_and_marks_none() -> None:
    assert width_of("单位") == 4
    assert width_of("e\u0301") == 1
    assert width_of("ｶﾅ") == 2  # half-width forms


def test_a_cut_text_fits_its_width_and_says_that_it_was_cut() -> None:
    assert cut("单位换算", 8) == "单位换算"
    assert cut("单位换算", 6) == "单位…"
    assert width_of(cut("单位换算", 6)) <= 6


@pytest.mark.parametrize(
    ("text", "fitting"),
    [
        ("moth-and-lanterns", "moth-and-…"),
        ("sample/polished page", "sample/…"),
        ("the words of a row", "the words…"),
        ("version 4.25.1", "version…"),
        ("unbrokenunbroken", "unbrokenunb…"),
        ("a unbrokenunbroken", "a unbrokenu…"),  # a cut at the space would leave too little
    ],
)
def test_a_text_is_cut_after_a_whole_word_if_one_ends_late(text: str, fitting: str) -> None:
    assert cut(text, 12) == fitting


def test_padded_cells_line_up_whatever_they_hold() -> None:
    assert {width_of(pad(text, 9)) for text in ("a", "单位换算", "单位换算器", "e\u0301e", "long enough to cut")} == {9}
    assert pad("7", 3, right=True) == "  7"
