"""How often the language of a sentence is recognised, over the briefs of the benchmark.

Prints, for whole sentences and for their first words (as long as a message of an interface), how often the likeliest
language is right, how often a sentence would wrongly be called foreign, and how often a sentence of another language
would be noticed.

Usage: `python benchmarks/languages.py`
"""

import re
from collections.abc import Iterator

from pytest_cookie.core.labels import LANGUAGES, Language
from pytest_cookie.dataset import load_cases
from pytest_cookie.dataset.builtin import builtin_cases_folder
from pytest_cookie.language import language_of

SENTENCE_END = re.compile(r"(?<=[.!?:;])\s+|(?<=[。！？：；])|\n")
IDEOGRAPHIC = {"zh", "ja", "ko"}


def sentences() -> Iterator[tuple[Language, str]]:
    """Every sentence of every brief with its language."""
    for case in load_cases(builtin_cases_folder()):
        for sentence in SENTENCE_END.split(case.brief):
            if len(sentence.strip()) >= 4:
                yield case.language, sentence.strip()


def first_words(language: Language, sentence: str) -> str:
    """As much as a short message of an interface has."""
    return sentence[:10] if language in IDEOGRAPHIC else " ".join(sentence.split()[:4])


def report(name: str, texts: list[tuple[Language, str]]) -> None:
    """Print one line about these texts."""
    wrong = noticed = asked = right = 0
    for language, text in texts:
        told = {expected: language_of(text, expected) for expected in LANGUAGES}
        right += told[language] == language
        wrong += told[language] not in (language, None)
        others = [told[expected] for expected in LANGUAGES if expected != language]
        asked += len(others)
        noticed += sum(one == language for one in others)
    count = len(texts)
    print(f"{name:12} {count} texts: {right / count:.1%} right, {wrong} called foreign, {noticed / asked:.1%} noticed")


if __name__ == "__main__":
    whole = list(sentences())
    report("sentences", whole)
    report("first words", [(language, first_words(language, text)) for language, text in whole])
