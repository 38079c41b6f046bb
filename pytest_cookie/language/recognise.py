"""Text → `Language`, where that is sure. What may be fed in (whole words, no code) is the caller's to decide."""

from functools import cache
from typing import TYPE_CHECKING

from pytest_cookie.core.labels import LANGUAGES, Language

if TYPE_CHECKING:
    from lingua import LanguageDetector

LANGUAGE_NAMES: dict[Language, str] = {
    "zh": "Chinese", "en": "English", "fr": "French", "es": "Spanish",
    "ja": "Japanese", "de": "German", "ko": "Korean", "pt": "Portuguese",
}  # fmt: skip
_SURE = 0.75
_UNLIKELY = 0.1


def language_of(text: str, expected: Language) -> Language | None:
    """The expected language where it is the likeliest, another one where that is sure, else None.

    Sure means: another language has at least 75 % and the expected one at most 10 %, of the eight that there are.
    """
    shares = _confidences(text)
    best = max(shares, key=lambda language: shares[language])
    if shares[best] == 0:
        return None
    if best == expected:
        return expected
    return best if shares[best] >= _SURE and shares[expected] <= _UNLIKELY else None


@cache
def _detector() -> "LanguageDetector":
    from lingua import Language as Lingua  # late: its models are large
    from lingua import LanguageDetectorBuilder

    names = (name.upper() for name in LANGUAGE_NAMES.values())
    return LanguageDetectorBuilder.from_languages(*(getattr(Lingua, name) for name in names)).build()


def _confidences(text: str) -> dict[Language, float]:
    by_code = {code.upper(): code for code in LANGUAGES}
    values = _detector().compute_language_confidence_values(text)
    return {by_code[value.language.iso_code_639_1.name]: round(value.value, 3) for value in values}
