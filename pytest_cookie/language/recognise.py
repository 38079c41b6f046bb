"""Text → `Language`, if the detection is certain. The caller selects suitable text (whole words, no code)."""

from functools import cache
from typing import TYPE_CHECKING

from pytest_cookie.core.labels import LANGUAGES, Language

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

LANGUAGE_NAMES: dict[Language, str] = {
    "zh": "Chinese", "en": "English", "fr": "French", "es": "Spanish",
    "ja": "Japanese", "de": "German", "ko": "Korean", "pt": "Portuguese",
}  # fmt: skip
_SURE = 0.75
_UNLIKELY = 0.1
_NOTHING_FOUND = 1.001 / len(LANGUAGE_NAMES)
"""Without a recognisable word or letter, all languages are equally likely."""


def language_of(text: str, expected: Language) -> Language | None:
    """The expected language if it is the most likely, another one if that is certain, or else None.

    Certain means that another language has at least 75 % and the expected one at most 10 %, among the eight languages.
    """
    if not any(character.isalpha() for character in text):
        return None
    shares = _confidences(text)
    best = max(shares, key=lambda language: shares[language])
    if shares[best] <= _NOTHING_FOUND:
        return None
    if best == expected:
        return expected
    return best if shares[best] >= _SURE and shares[expected] <= _UNLIKELY else None


def recognize_language(text: str) -> Language | None:
    """The language of any text; None if it is not certain (75 % among the eight languages)."""
    if not any(character.isalpha() for character in text):
        return None
    shares = _confidences(text)
    best = max(shares, key=lambda language: shares[language])
    return best if shares[best] >= _SURE else None


@cache
def _identifier() -> "LanguageIdentifier":
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # late: it loads numpy and a model

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(LANGUAGES)
    return identifier


def _confidences(text: str) -> dict[Language, float]:
    """The probability of each language, 0 to 1; they add up to 1."""
    return {language: float(share) for language, share in _identifier().rank(text)}
