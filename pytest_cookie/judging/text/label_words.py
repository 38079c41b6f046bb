"""Words of interfaces by language: a label too short for any detector still says which language it is."""

from functools import cache
from importlib import resources

import yaml
from pydantic import TypeAdapter

from pytest_cookie.core.labels import Language

_AROUND = " .…!?:‹›«»←→<>+*"
_LONGEST = 40
_WORDS = TypeAdapter(dict[Language, list[str]])


def detect_label_language(line: str) -> Language | None:
    """The language of which this is a label, None where it is none that is known, or one of several languages."""
    return _languages().get(line.lower().strip(_AROUND)) if len(line) <= _LONGEST else None


@cache
def _languages() -> dict[str, Language]:
    text = (resources.files("pytest_cookie.judging.text") / "label_words.yaml").read_text(encoding="utf-8")
    found: dict[str, Language] = {}
    shared = set()
    for language, words in _WORDS.validate_python(yaml.safe_load(text)).items():
        for word in words:
            if word in found and found[word] != language:
                shared.add(word)
            found[word] = language
    return {word: language for word, language in found.items() if word not in shared}
