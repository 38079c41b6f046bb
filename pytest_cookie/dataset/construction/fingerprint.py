"""Fingerprints of texts: normalised, without shared prefaces, and as SimHash (Cookie-Bench, appendix A.1)."""

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

BITS = 64
"""Bits of a SimHash."""
MANY = 4
"""A beginning or end that so many texts share is a template's."""
LEAST_SHARED = 48
"""Fewest characters of a shared beginning or end."""
_LEAST_BODY = 0.2
"""A text whose own part is smaller than this share is compared as a whole."""


_WESTERN = str.maketrans("。、“”「」『』‘’【】〔〕—–", '.,""""""\'\'[][]--')
"""Punctuation that NFKC leaves as it is, and what a writer with a western keyboard types for it."""
_IDEOGRAPH = "[\u3040-\u30ff\u3400-\u9fff]"
_NEEDLESS_SPACE = re.compile(
    rf"(?<={_IDEOGRAPH}) | (?={_IDEOGRAPH})|(?<={_IDEOGRAPH}[^\w\s]) | (?=[^\w\s]{_IDEOGRAPH})"
)
"""Chinese and Japanese write no spaces; people add them beside narrow punctuation and Latin words."""


def normalize(text: str) -> str:
    """Lower case, composed, in one width, white space collapsed, and no punctuation at the edges."""
    folded = unicodedata.normalize("NFKC", text).translate(_WESTERN).casefold()
    plain = _NEEDLESS_SPACE.sub("", " ".join(folded.split()))
    start, end = 0, len(plain)
    while start < end and not plain[start].isalnum():
        start += 1
    while end > start and not plain[end - 1].isalnum():
        end -= 1
    return plain[start:end] or plain


def strip_templates(texts: Sequence[str]) -> list[str]:
    """Each text without the beginning and the end that it shares with at least `MANY` − 1 others.

    A text that would be almost empty stays whole: it is a copy, not a form that was filled in.
    """
    starts = _shared_beginnings(texts)
    ends = _shared_beginnings([text[::-1] for text in texts])
    bodies = [text[start : len(text) - end] for text, start, end in zip(texts, starts, ends, strict=True)]
    return [
        body if len(body) >= max(1, _LEAST_BODY * len(text)) else text for body, text in zip(bodies, texts, strict=True)
    ]


def _shared_beginnings(texts: Sequence[str]) -> list[int]:
    """For each text, the length of the beginning that it shares with enough others; 0 for none.

    Among sorted texts those with a common beginning are neighbours.
    """
    order = sorted(range(len(texts)), key=texts.__getitem__)
    shared = [0] * len(texts)
    for first in range(len(order) - MANY + 1):
        group = order[first : first + MANY]
        length = _common_beginning(texts[group[0]], texts[group[-1]])
        if length >= LEAST_SHARED:
            for index in group:
                shared[index] = max(shared[index], length)
    return shared


def _common_beginning(first: str, second: str) -> int:
    """Number of characters of the common beginning."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if first[:middle] == second[:middle] else (low, middle - 1)
    return low


def simhashes(texts: Sequence[str], *, size: int = 2) -> list[int]:
    """The SimHash of each text over its character n-grams, each as often as it occurs (Sadowski & Levin, 2007).

    0 for an empty text, and that of the whole text if it is shorter than an n-gram.
    """
    hashes: list[int] = []
    batch: list[str] = []
    characters = 0
    for text in texts:
        batch.append(text)
        characters += len(text)
        if characters > _BATCH:
            hashes += _hash_batch(batch, size)
            batch, characters = [], 0
    return hashes + (_hash_batch(batch, size) if batch else [])


_BATCH = 200_000
"""Characters that are hashed at once, with 64 bytes for each."""


def _hash_batch(texts: Sequence[str], size: int) -> list[int]:
    """Pads every text to an n-gram, hashes the n-grams of all texts joined, and leaves out those across two texts."""
    lengths = np.array([max(len(text), size) for text in texts], dtype=np.int64)
    joined = "".join(text.ljust(size, "\0") for text in texts)
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    grams = np.zeros(codes.size - size + 1, dtype=np.uint64)
    for offset in range(size):
        grams = grams * np.uint64(1_114_111) + codes[offset : codes.size - size + 1 + offset]
    counts = lengths - size + 1
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    first = np.concatenate(([0], np.cumsum(counts)[:-1]))
    places = np.arange(counts.sum()) + np.repeat(starts - first, counts)
    bits = np.unpackbits(_mix(grams[places]).view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    ones = np.add.reduceat(bits, first, axis=0, dtype=np.int32)
    packed = np.packbits(2 * ones > counts[:, None], axis=1, bitorder="little").view(np.uint64).ravel()
    return [value if text else 0 for value, text in zip(packed.tolist(), texts, strict=True)]


def _mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Spread every bit over all others (the finaliser of SplitMix64)."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
