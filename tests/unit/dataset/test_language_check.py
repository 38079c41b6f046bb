"""Briefs in the language of their case, and in another."""

import pytest

from pytest_cookie.core.labels import LANGUAGES
from pytest_cookie.dataset.language_check import detect_other_language
from tests.unit.language.test_recognise import TEXTS

MAIL = (
    "Hi all, the cabinet in room 204 is full again. Please label every box with your name and the date, and take "
    "home what you no longer need."
)
CSV = "id;name;qty\n204-1;box A;12\n204-2;box B;7\n204-3;tray;30"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_passes_as_itself_alone(language):
    passes = [expected for expected in LANGUAGES if detect_other_language([TEXTS[language] * 2], expected) is None]
    assert passes == [language]


def test_the_language_and_its_share_are_told():
    assert detect_other_language([MAIL], "de") == ("en", 1.0)
    language, share = detect_other_language([MAIL, TEXTS["de"]], "de") or ("", 0)
    assert language == "en"
    assert 0.5 < share < 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pasted_snippet_is_no_harm(language):
    brief = f"{TEXTS[language]} {TEXTS[language]} {TEXTS[language]}\n\n{MAIL[:90]}\n\n{CSV}"
    assert detect_other_language([brief], language) is None


def test_short_reasons_are_read_together():
    german = [
        "keine",
        "feste Tabelle mit Dichten",
        "schlicht und groß, für die Küche",
        "drei Formulare auf einer Seite",
    ]
    assert detect_other_language(german, "de") is None
    assert detect_other_language(german, "es") == ("de", 1.0)


@pytest.mark.parametrize("text", ["", "b", "12 / 34", "x = 3;", "::::"])
def test_too_little_proves_nothing(text):
    assert all(detect_other_language([text], expected) is None for expected in ("zh", "ko", "de"))
