"""Finds the pairs of alike texts without comparing all pairs."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.fingerprint import BITS

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

GRAM = 3
"""Characters of a feature of TF-IDF."""
_MOST_OF_BLOCK = 2_000
"""Largest group of equal blocks of fingerprints that is compared pair by pair; of larger ones, neighbours are."""
_NEIGHBOURS = 32
_SUFFIX = 0.6
"""Norm of the common features of a text that are left to the exact comparison, relative to the least cosine."""
_ROWS, _COLUMNS = 1_024, 8_192
"""Texts that are compared at once: at most 100 MB."""

Pair = tuple[int, int]


def find_close_fingerprints(fingerprints: Sequence[int], distance: int) -> Iterator[Pair]:
    """Pairs of indices whose fingerprints differ in at most `distance` of 64 bits.

    Of `distance` + 1 blocks of bits, two such fingerprints share at least one, so only those that share a block are
    compared. The result is exact but for blocks that thousands share; there only neighbours by value are compared.
    """
    values = np.array(fingerprints, dtype=np.uint64)
    edges = np.linspace(0, BITS, distance + 2).astype(int)
    for low, high in pairwise(edges.tolist()):
        keys = (values >> np.uint64(low)) & np.uint64((1 << (high - low)) - 1)
        for first, second in _pairs_with_equal_keys(keys, values):
            is_close = np.bitwise_count(values[first] ^ values[second]) <= distance
            yield from zip(first[is_close].tolist(), second[is_close].tolist(), strict=True)


_Indices = NDArray[np.int64]


def _pairs_with_equal_keys(keys: NDArray[np.uint64], values: NDArray[np.uint64]) -> Iterator[tuple[_Indices, _Indices]]:
    """Candidates: among the values sorted by key, each with the next one, the one after it, and so on."""
    order = np.lexsort((values, keys))
    _, starts, sizes = np.unique(keys[order], return_index=True, return_counts=True)
    last = np.repeat(starts + sizes - 1, sizes)
    reach = np.repeat(np.where(sizes > _MOST_OF_BLOCK, _NEIGHBOURS, sizes), sizes)
    alive = np.arange(len(order))
    offset = 1
    while len(alive := alive[(alive + offset <= last[alive]) & (offset <= reach[alive])]):
        one, other = order[alive], order[alive + offset]
        yield np.minimum(one, other), np.maximum(one, other)
        offset += 1


def find_similar_texts(texts: Sequence[str], least: float) -> Iterator[tuple[int, int, float]]:
    """Pairs of indices with a cosine of at least `least` between their TF-IDF vectors of character n-grams, and it.

    Exact. Of each vector only the rarest features are compared at first: until the norm of the rest is below a bound.
    Two vectors that end their rare parts with a rest of that norm can reach the cosine only if the rare parts
    contribute the difference (prefix filtering; Bayardo, Ma & Srikant, WWW 2007). Raises `UsageError` without the
    extra `dataset`.
    """
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError as error:
        raise UsageError("similarity of texts needs scikit-learn: pip install 'pytest-cookie[dataset]'") from error
    padded = [text if len(text) >= GRAM else text.ljust(GRAM) for text in texts]
    vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(GRAM, GRAM), dtype=np.float32, sublinear_tf=True)
    vectors: csr_matrix = vectorizer.fit_transform(padded).tocsr()
    rarity = np.argsort(np.argsort(-vectorizer.idf_, kind="stable"), kind="stable")
    suffix = _SUFFIX * least
    rare = _rare_parts(vectors, rarity, suffix)
    for first, second in _pairs_above(rare, least - suffix - 1e-5):
        for start in range(0, len(first), _COLUMNS):
            one, other = first[start : start + _COLUMNS], second[start : start + _COLUMNS]
            cosines = np.asarray(vectors[one].multiply(vectors[other]).sum(axis=1)).ravel()
            keep = cosines >= least - 1e-6
            yield from zip(one[keep].tolist(), other[keep].tolist(), cosines[keep].tolist(), strict=True)


def _rare_parts(vectors: "csr_matrix", rarity: _Indices, suffix: float) -> "csr_matrix":
    """Each vector without its commonest features, whose norm together is at most `suffix`."""
    from scipy.sparse import csr_matrix

    rows = np.repeat(np.arange(vectors.shape[0]), np.diff(vectors.indptr))
    order = np.lexsort((-rarity[vectors.indices], rows))  # in each row, the commonest first
    squares = vectors.data[order].astype(np.float64) ** 2
    total = np.cumsum(squares)
    before = np.concatenate(([0.0], total))[vectors.indptr[:-1]]
    is_rare = total - before[rows] > suffix**2
    kept = order[is_rare]
    return csr_matrix((vectors.data[kept], (rows[is_rare], vectors.indices[kept])), shape=vectors.shape)


def _pairs_above(parts: "csr_matrix", least: float) -> Iterator[tuple[_Indices, _Indices]]:
    """Pairs of rows, the first one before the second, whose product is at least `least`."""
    size = parts.shape[0]
    columns = [(start, parts[start : start + _COLUMNS].T.tocsr()) for start in range(0, size, _COLUMNS)]
    for top in range(0, size, _ROWS):
        rows = parts[top : top + _ROWS]
        for start, block in columns:
            if start > top:
                break
            products = (rows @ block).tocoo()
            high = products.data >= least
            first, second = products.col[high].astype(np.int64) + start, products.row[high].astype(np.int64) + top
            yield first[first < second], second[first < second]
