"""Finds the pairs of alike texts without comparing all pairs."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.fingerprint import BITS

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

GRAM = 3
"""Characters of a feature of TF-IDF."""
_MOST_OF_BLOCK = 2_000
"""Largest group of equal blocks of fingerprints that is compared pair by pair; larger ones are compared in order."""

Pair = tuple[int, int]


def find_close_fingerprints(fingerprints: Sequence[int], distance: int) -> Iterator[Pair]:
    """Pairs of indices whose fingerprints differ in at most `distance` of 64 bits.

    Of `distance` + 1 blocks of bits, two such fingerprints share at least one, so only those that share a block are
    compared. The result is exact but for blocks that thousands share, of which neighbours by value are compared.
    """
    edges = np.linspace(0, BITS, distance + 2).astype(int)
    for low, high in pairwise(edges):
        groups: dict[int, list[int]] = defaultdict(list)
        for index, fingerprint in enumerate(fingerprints):
            groups[(fingerprint >> int(low)) & ((1 << int(high - low)) - 1)].append(index)
        for group in groups.values():
            for first, second in _candidates(group, fingerprints):
                if (fingerprints[first] ^ fingerprints[second]).bit_count() <= distance:
                    yield first, second


def _candidates(group: list[int], fingerprints: Sequence[int]) -> Iterator[Pair]:
    if len(group) <= _MOST_OF_BLOCK:
        yield from ((first, second) for at, first in enumerate(group) for second in group[at + 1 :])
        return
    ordered = sorted(group, key=fingerprints.__getitem__)
    yield from ((first, second) for at, first in enumerate(ordered) for second in ordered[at + 1 : at + 33])


def find_similar_texts(texts: Sequence[str], least: float) -> Iterator[tuple[int, int, float]]:
    """Pairs of indices with a cosine of at least `least` between their TF-IDF vectors of character n-grams, and it.

    Two unit vectors with that cosine share one of the rarest features, whose weights the rest cannot make up for, so
    only texts that share such a feature are compared (prefix filtering; Bayardo, Ma & Srikant, WWW 2007). Exact.
    Raises `UsageError` without the extra `dataset`.
    """
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError as error:
        raise UsageError("similarity of texts needs scikit-learn: pip install 'pytest-cookie[dataset]'") from error
    padded = [text if len(text) >= GRAM else text.ljust(GRAM) for text in texts]
    vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(GRAM, GRAM), dtype=np.float32, sublinear_tf=True)
    vectors: csr_matrix = vectorizer.fit_transform(padded).tocsr()
    yield from _pairs_of(vectors, np.argsort(-vectorizer.idf_, kind="stable"), least)


def _pairs_of(vectors: "csr_matrix", rarest_first: "np.ndarray", least: float) -> Iterator[tuple[int, int, float]]:
    starts, features, weights = vectors.indptr.tolist(), vectors.indices, vectors.data
    rank = np.empty(len(rarest_first), dtype=np.int64)
    rank[rarest_first] = np.arange(len(rarest_first))
    holders: dict[int, list[int]] = defaultdict(list)
    dense = np.zeros(len(rarest_first), dtype=np.float32)
    for index in range(len(starts) - 1):
        part = slice(starts[index], starts[index + 1])
        ordered = np.argsort(rank[features[part]])
        left = 1.0 - np.cumsum(weights[part][ordered].astype(np.float64) ** 2)
        prefix = features[part][ordered][: int(np.searchsorted(-left, -(least**2), side="right")) + 1].tolist()
        dense[features[part]] = weights[part]
        for other in sorted({each for feature in prefix for each in holders[feature]}):
            its = slice(starts[other], starts[other + 1])
            cosine = float(dense[features[its]] @ weights[its])
            if cosine >= least - 1e-6:
                yield other, index, cosine
        dense[features[part]] = 0
        for feature in prefix:
            holders[feature].append(index)
