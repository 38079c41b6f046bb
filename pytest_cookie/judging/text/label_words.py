"""Interface words by language: they show the language of labels that are too short for a detector."""

from functools import cache
from importlib import resources

from pydantic import TypeAdapter

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.labels import Language

_AROUND = " .…!?:‹›«»←→<>+*"
_LONGEST = 40  # characters; longer lines are no labels
_WORDS = TypeAdapter(dict[Language, list[str]])


def detect_label_language(line: str) -> Language | None:
    """The language of a label; None if it is unknown or shared by several languages."""
    return _languages().get(line.lower().strip(_AROUND)) if len(line) <= _LONGEST else None


@cache
def _languages() -> dict[str, Language]:
    text = (resources.files("pytest_cookie.judging.text") / "label_words.yaml").read_text(encoding="utf-8")
    found: dict[str, Language] = {}
    shared = set()
    for language, words in _WORDS.validate_python(parse_data(text)).items():
        for word in words:
            if word in found and found[word] != language:
                shared.add(word)
            found[word] = language
    return {word: language for word, language in found.items() if word not in shared}
