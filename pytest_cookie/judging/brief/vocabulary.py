"""`Vocabulary`: the words of a language for what briefs ask for, found in a text by word stems."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Protocol

import snowballstemmer

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.labels import LANGUAGES, Language


class Stemmer(Protocol):
    """A stemmer of snowballstemmer, which has no types."""

    def stemWord(self, word: str) -> str:  # noqa: N802 - its name
        """The stem of a word in lower case."""
        ...


_ALGORITHMS: dict[Language, str] = {
    "en": "english", "de": "german", "fr": "french", "es": "spanish", "pt": "portuguese",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+")
_AGENT = re.compile(r"(\w+(?:er|or))s?")
_KATAKANA_RUN = re.compile("[\u30a1-\u30fa\u30fc]{2}")
_IDEOGRAM = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True)
class Concept:
    """An entry of `vocabulary.yaml`, or of a table in `grammar.yaml`; `facts` has the data of all languages."""

    id: str
    facts: Mapping[str, Any]
    terms: Mapping[Language, tuple[str, ...]]


@dataclass(frozen=True)
class Found:
    """A term of a concept in a text."""

    concept: Concept
    start: int
    end: int


@cache
def read_data(name: str) -> dict[str, Any]:
    """A data file of this package, read once."""
    text = (resources.files("pytest_cookie.judging.brief") / f"{name}.yaml").read_text(encoding="utf-8")
    data: dict[str, Any] = parse_data(text)
    return data


@cache
def read_concepts(table: str = "vocabulary") -> tuple[Concept, ...]:
    """The concepts of `vocabulary.yaml`, or of a table of `grammar.yaml`."""
    entries = read_data("vocabulary") if table == "vocabulary" else read_data("grammar")[table]
    return tuple(
        Concept(
            id=name,
            facts={key: value for key, value in entry.items() if key not in LANGUAGES},
            terms={
                language: tuple(term.strip() for term in str(entry[language]).split(","))
                for language in LANGUAGES
                if language in entry
            },
        )
        for name, entry in entries.items()
    )


def find_concepts(
    text: str, language: Language, table: str = "vocabulary", *, whole_words: bool = False
) -> list[Found]:
    """The concepts named in a text, in its order; of terms that overlap, the longest.

    `whole_words`: in Japanese, which has no spaces, not within a longer word, as far as its script shows.
    """
    matches = _matches(text, language, table)
    if whole_words and language == "ja":
        matches = (match for match in matches if not _is_part_of_word(text, match))
    found = sorted(matches, key=lambda one: (one.start - one.end, one.start))
    kept: list[Found] = []
    for match in found:
        if not any(match.start < other.end and other.start < match.end for other in kept):
            kept.append(match)
    return sorted(kept, key=lambda one: one.start)


def _is_part_of_word(text: str, found: Found) -> bool:
    """Whether a run of katakana goes on beyond the match, or its single last ideogram is part of a compound."""
    before, term, after = text[: found.start][-1:], text[found.start : found.end], text[found.end :][:1]
    edges = (before + term[0], term[-1] + after)
    is_single = len(term) < len("の表") or not _IDEOGRAM.match(term[-2])
    is_compound = is_single and _IDEOGRAM.match(term[-1]) and _IDEOGRAM.match(after)
    return any(_KATAKANA_RUN.fullmatch(edge) for edge in edges) or bool(is_compound)


def stem_words(text: str, language: Language) -> list[str]:
    """The stems of a text's words, without accents; in Chinese, Japanese and Korean its words as written."""
    return [_stem(match.group(), language) for match in _WORD.finditer(text)]


def flatten(text: str) -> str:
    """Lower case, half width, without white space: one spelling of a text."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text).casefold().replace("×", "x"))


def _matches(text: str, language: Language, table: str) -> Iterator[Found]:
    words = list(_WORD.finditer(text))
    at: dict[str, list[int]] = {}
    stems = [_stem(word.group(), language) for word in words]
    for index, stem in enumerate(stems):
        at.setdefault(stem, []).append(index)
    folded = text.casefold()
    for concept, pattern, row in _compiled(language, table):
        if pattern is not None:
            yield from (Found(concept, hit.start(), hit.end()) for hit in pattern.finditer(folded))
            continue
        for first in at.get(row[0], ()) if row else ():
            last = first + len(row) - 1
            if tuple(stems[first : last + 1]) == row and not _is_agent(words[last].group(), concept, language):
                yield Found(concept, words[first].start(), words[last].end())


def _is_agent(word: str, concept: Concept, language: Language) -> bool:
    """Whether an English word is who or what does it, which has the stem of what is done: "reviewer", "printers"."""
    agent = _AGENT.fullmatch(word.casefold()) if language == "en" else None
    return agent is not None and not any(agent[1] in term for term in concept.terms["en"])


@cache
def _compiled(language: Language, table: str) -> tuple[tuple[Concept, re.Pattern[str] | None, tuple[str, ...]], ...]:
    """Each term as a pattern, or as the stems of its words if stems decide the match."""
    terms = [(concept, term) for concept in read_concepts(table) for term in concept.terms.get(language, ())]
    return tuple(
        (concept, _pattern(term, language, plural=table == "colours"), tuple(stem_words(term, language)))
        for concept, term in terms
    )


def _pattern(term: str, language: Language, *, plural: bool) -> re.Pattern[str] | None:
    exact = re.escape(term.casefold().strip("=*"))
    if language not in _ALGORITHMS:
        return re.compile(exact)
    if term.endswith("*"):
        return re.compile(rf"\b{exact}\w*")
    if term.startswith("=") or plural:
        return re.compile(rf"(?<!\w){exact}{'s?' if plural else ''}(?!\w)")
    return None


@lru_cache(maxsize=50_000)
def _stem(word: str, language: Language) -> str:
    plain = unicodedata.normalize("NFKC", word).casefold()
    if language in _ALGORITHMS:
        plain = _stemmer(language).stemWord(plain)
    parts = unicodedata.normalize("NFD", plain)
    return "".join(part for part in parts if not unicodedata.combining(part)) if plain.isascii() is False else plain


@cache
def _stemmer(language: Language) -> "Stemmer":
    stemmer: Stemmer = snowballstemmer.stemmer(_ALGORITHMS[language])
    return stemmer
