"""Measures of a pool's texts for its datasheet: lengths, sentences, and likeness to the nearest other text."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.fingerprint import normalize, strip_templates
from pytest_cookie.dataset.construction.near_pairs import GRAM
from pytest_cookie.dataset.similarity import letter_weight

_SINGLE = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3"
_WORD = re.compile(rf"[{_SINGLE}]|[^\W_{_SINGLE}]+(?:['’-][^\W_{_SINGLE}]+)*")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
_ROWS = 512


def count_words(text: str) -> int:
    """Words; two ideograms, kana or syllables of hangul count as one."""
    found = _WORD.findall(text)
    single = sum(len(word) == 1 and letter_weight(word) > 1 for word in found)
    return len(found) - single + (single + 1) // 2


def measure_sentences(text: str) -> float:
    """Mean words of a sentence: the part of readability formulas that exists in every language."""
    sentences = [part for part in _SENTENCE.split(text) if _WORD.search(part)]
    return sum(map(count_words, sentences)) / len(sentences) if sentences else 0.0


def measure_likeness(texts: Sequence[str]) -> list[float]:
    """For each text the cosine of TF-IDF with the nearest other one, 0 to 1, as in deduplication."""
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError as error:
        raise UsageError("similarity of texts needs scikit-learn: pip install 'pytest-cookie[dataset]'") from error
    if len(texts) < 2:
        return [0.0] * len(texts)
    plain = [text.ljust(GRAM) for text in strip_templates([normalize(text) for text in texts])]
    vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(GRAM, GRAM), dtype=np.float32, sublinear_tf=True)
    vectors = vectorizer.fit_transform(plain).tocsr()
    nearest: list[float] = []
    for start in range(0, len(plain), _ROWS):
        cosines = (vectors[start : start + _ROWS] @ vectors.T).toarray()
        cosines[np.arange(len(cosines)), np.arange(start, start + len(cosines))] = 0
        nearest += [min(1.0, float(each)) for each in cosines.max(axis=1)]
    return nearest


def count_bins(values: Sequence[float], edges: Sequence[float], unit: str = "") -> list[tuple[str, int]]:
    """How many values lie between neighbouring edges, the lower one included; the last bin is open."""
    counts = Counter(int(np.searchsorted(edges, value, side="right")) for value in values)
    names = [f"under {edges[0]:g}{unit}"]
    names += [f"{low:g} to {high:g}{unit}" for low, high in pairwise(edges)]
    names.append(f"{edges[-1]:g}{unit} and more")
    return [(name, counts[place]) for place, name in enumerate(names)]
