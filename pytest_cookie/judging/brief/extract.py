"""`extract_requirements`: a brief → its requirements, without a model."""

import re
from collections.abc import Iterator
from functools import lru_cache

from pytest_cookie.core.labels import Language
from pytest_cookie.judging.brief.clauses import is_refused
from pytest_cookie.judging.brief.descriptions import is_described
from pytest_cookie.judging.brief.literals import find_figures, find_names, find_texts
from pytest_cookie.judging.brief.numbers import find_counts
from pytest_cookie.judging.brief.requirement import Requirement
from pytest_cookie.judging.brief.vocabulary import find_concepts, flatten, read_data

_CONFIDENCE = 0.7  # of vocabulary entries without a value of their own
_IDEOGRAPHIC = frozenset({"zh", "ja", "ko"})
_NOUN = re.compile(r"[^\S\n]+([^\W\d_]{3,}(?:[-’'][^\W\d_]+)*)(?:\s+([^\W\d_]{3,}(?:[-’'][^\W\d_]+)*))?")
_LEAST, _MOST = 2, 60
_ENDINGS = ("", "s", "es", "e", "en", "n")
_DESCRIBED = frozenset({"control", "part", "media"})
"""Kinds of things whose look a brief may describe without asking for one."""
_MOST_SHORT = 4  # a shorter word is the beginning of too many others


@lru_cache(maxsize=256)
def extract_requirements(brief: str, language: Language) -> tuple[Requirement, ...]:
    """The things that a brief asks for or declares unnecessary, in its order, each once.

    A thing can be both: filters that are there and need not work. Parts, controls and media that it only describes are
    left out; see `descriptions`.
    """
    found = [
        *_with_refusals(find_texts(brief), brief, language),
        *_with_refusals(_without_described(find_names(brief), brief, language), brief, language),
        *find_figures(brief),
        *_named(brief, language),
        *_counted(brief, language),
    ]
    first: dict[tuple[str, str, bool], Requirement] = {}
    for one in sorted(found, key=lambda one: (one.start, -one.confidence)):
        first.setdefault((one.kind, one.value, one.wanted), one)
    literal = [requirement for requirement in first.values() if requirement.kind in ("text", "name")]
    texts = {requirement.value for requirement in literal if requirement.kind == "text"}
    return tuple(
        requirement
        for requirement in first.values()
        if not (requirement.kind == "name" and requirement.value in texts)
        and not (requirement.kind == "colour" and any(_is_inside(requirement, other) for other in literal))
    )


def _is_inside(one: Requirement, other: Requirement) -> bool:
    """Whether its words are a part of other words: the colour in "Blue Lake bean"."""
    return other.start <= one.start and one.start + len(one.words) <= other.start + len(other.words)


def _with_refusals(found: Iterator[Requirement], brief: str, language: Language) -> Iterator[Requirement]:
    for requirement in found:
        refused = is_refused(brief, requirement.start, requirement.start + len(requirement.words), language)
        yield requirement.model_copy(update={"wanted": False}) if refused else requirement


def _without_described(found: Iterator[Requirement], brief: str, language: Language) -> Iterator[Requirement]:
    for one in found:
        if not is_described(brief, one.start, one.start + len(one.words), language):
            yield one


def _named(brief: str, language: Language) -> Iterator[Requirement]:
    """Controls, parts, states, keys and media of the vocabulary; colours; kinds of typeface."""
    tables = (("vocabulary", ""), ("colours", "colour"), ("fonts", "font"))
    for table, kind in tables:
        for found in find_concepts(brief, language, table, whole_words=True):
            facts = found.concept.facts
            if facts.get("kind") == "ignore":
                continue
            if facts.get("kind") in _DESCRIBED and is_described(brief, found.start, found.end, language):
                continue
            yield Requirement(
                kind=kind or facts["kind"],
                words=brief[found.start : found.end],
                start=found.start,
                value=found.concept.id,
                wanted=not is_refused(brief, found.start, found.end, language),
                confidence=facts.get("sure", _CONFIDENCE if table == "vocabulary" else 0.5),
            )


def _counted(brief: str, language: Language) -> Iterator[Requirement]:
    for start, end, number in find_counts(brief, language):
        noun = _counted_noun(brief[end : end + 40], language)
        if noun and _LEAST <= number <= _MOST:
            words = brief[start:end] + noun
            refused = is_refused(brief, start, end, language)
            yield Requirement(
                kind="count", words=words, start=start, value=flatten(noun), number=number,
                wanted=not refused, confidence=0.5,
            )  # fmt: skip


def _counted_noun(rest: str, language: Language) -> str:
    """The counted noun, with the space before it; "" if it is no thing of the page."""
    grammar = read_data("grammar")
    if language in _IDEOGRAPHIC:
        match = re.match(rf"\s?({grammar['counters'][language]})\s?(?:的|の)?([^\W\d_]{{1,4}})?", rest)
        return match.group() if match and match.group(2) else ""
    match = _NOUN.match(rest)
    if match is None:
        return ""
    first, second = match.group(1), match.group(2) or ""
    uncounted = grammar["uncounted"][language]
    if _is_any(first, uncounted):
        return ""
    if _is_plural(first, language):
        return rest[: match.end(1)]
    return rest[: match.end(2)] if _is_plural(second, language) and not _is_any(second, uncounted) else ""


def _is_any(word: str, listed: list[str]) -> bool:
    plain = word.casefold()
    return any(
        plain in {entry + ending for ending in _ENDINGS} or (len(entry) > _MOST_SHORT and plain.startswith(entry))
        for entry in (each.casefold() for each in listed)
    )


def _is_plural(word: str, language: Language) -> bool:
    return word[:1].isupper() if language == "de" else word.casefold().endswith(("s", "x"))
