r"""`SecretEncodings`: finds secrets in a text, even if encoded, split or cut.

The search compares letters and digits only, in lower case and without their width or style (NFKC), so that spaces, line
breaks, quotes and hyphens between the parts of a secret do not hide it. It covers the text as is and as
`hidden_text.decode_pieces` decodes it, once and twice. It looks for each secret, its reverse, its hexadecimal, base64
and base32 forms at any offset, some of them backwards and in UTF-16, and for every part of these that is long enough.

Words in a secret, as in `sk-placeholder-000`, also occur on pages, so a match needs more than such words.
"""

import base64
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

from pytest_cookie.llm.transport.hidden_text import decode_pieces, plain_letters

_SHORTEST_PART = 10
_SHARE = 0.4
"""Share of a secret's letters and digits from which a part is removed: either half, regardless of hyphens."""
_WORD = re.compile(r"(?<![^\W_])(?:[A-Z]?[a-z]{6,20}|[A-Z]{6,20})(?![^\W_])")
_ANCHOR = 5
_LEVELS = 2
"""How often a text is decoded: encoded text can contain encoded text."""
_NO_LETTERS = re.compile(r"[\W_]+")
_BINDS = re.compile(r"[^\"'`<>{}\[\]()\n]{0,6}")
"""Text between two parts that are replaced together: short and without structure."""


@dataclass(frozen=True)
class Form:
    """A secret in one encoding: its letters and digits, and for each position how many before it are outside words."""

    letters: str
    telling: tuple[int, ...]

    @property
    def shortest(self) -> int:
        """Minimum length of a matching part."""
        return min(len(self.letters), max(_SHORTEST_PART, int(len(self.letters) * _SHARE)))

    def is_told_by(self, start: int, end: int) -> bool:
        """Whether the part is long enough and more than words."""
        told = self.telling[end] - self.telling[start]
        return end - start >= self.shortest and told >= min(_SHORTEST_PART, self.telling[-1])


@dataclass(frozen=True)
class SecretEncodings:
    """All the forms of some secrets."""

    forms: tuple[Form, ...]

    @staticmethod
    @lru_cache(maxsize=8)
    def of(secrets: tuple[str, ...]) -> "SecretEncodings":
        """The forms of these secrets."""
        forms = {form.letters: form for secret in secrets for form in _forms(secret)}
        return SecretEncodings(tuple(forms[letters] for letters in sorted(forms)))

    def without(self, text: str, mark: str) -> str:
        """`text` with each secret replaced by `mark`."""
        if not self.forms or len(text) < _SHORTEST_PART:
            return text
        if not any(next(self._found(letters), None) for letters in _letters_alone(text)):
            return text
        hidden = {
            place
            for letters, places in _letters(text)
            for start, end in self._found(letters)
            for place in places[start:end]
        }
        return _replaced(text, list(_merged(sorted(hidden), text)), mark) if hidden else text

    def _found(self, letters: str) -> Iterator[tuple[int, int]]:
        for form in self.forms:
            for at in range(0, len(form.letters) - _ANCHOR + 1, max(1, form.shortest - _ANCHOR + 1)):
                yield from _around(letters, form, at)


def _around(letters: str, whole: Form, at: int) -> Iterator[tuple[int, int]]:
    """Parts of the form in `letters` that contain its anchor at `at`."""
    form = whole.letters
    anchor, place = form[at : at + _ANCHOR], -1
    while (place := letters.find(anchor, place + 1)) >= 0:
        before = after = 0
        while before < min(at, place) and letters[place - before - 1] == form[at - before - 1]:
            before += 1
        end, form_end = place + _ANCHOR, at + _ANCHOR
        while (
            end + after < len(letters)
            and form_end + after < len(form)
            and letters[end + after] == form[form_end + after]
        ):
            after += 1
        if whole.is_told_by(at - before, form_end + after):
            yield place - before, end + after


def _forms(secret: str) -> Iterator[Form]:
    data = secret.encode(errors="surrogateescape")
    words = {place for found in _WORD.finditer(secret) for place in range(*found.span())}
    yield from _form(secret, words)
    yield from _form(secret[::-1], {len(secret) - 1 - place for place in words})
    wide = secret.encode("utf-16-le", errors="surrogatepass")
    for one in (data, data[::-1], wide):
        yield from _form(one.hex())
        for filling in range(3):
            yield from _form(_inner(base64.b64encode(b"\0" * filling + one).decode(), filling, 8 / 6, len(one)))
    yield from _form(data.hex()[::-1])
    for filling in range(3):
        yield from _form(_inner(base64.b64encode(b"\0" * filling + data).decode(), filling, 8 / 6, len(data))[::-1])
    for filling in range(5):
        yield from _form(_inner(base64.b32encode(b"\0" * filling + data).decode(), filling, 8 / 5, len(data)))


def _inner(encoded: str, filling: int, signs_a_byte: float, size: int) -> str:
    """The characters that depend on the secret alone, whatever surrounds it."""
    start = -int(-filling * signs_a_byte // 1)
    return encoded[start : int((filling + size) * signs_a_byte)]


def _form(text: str, words: Collection[int] = ()) -> Iterator[Form]:
    """The form of a text if it is long enough; `words` holds the indices of characters inside words."""
    kept = [(sign.lower()[:1], place not in words) for place, sign in enumerate(text) if sign.isalnum()]
    if len(kept) >= _SHORTEST_PART:
        yield Form("".join(sign for sign, _ in kept), tuple(accumulate((tells for _, tells in kept), initial=0)))


def _letters_alone(text: str) -> Iterator[str]:
    """`_letters` without positions, many times faster: most texts hold no secret."""
    for _ in range(_LEVELS + 1):
        yield _NO_LETTERS.sub("", plain_letters(text)).lower()
        pieces = list(decode_pieces(text))
        if not pieces:
            return
        starts = [0, *(piece.end for piece in pieces)]
        ends = [*(piece.start for piece in pieces), len(text)]
        between = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        text = between[0] + "".join(piece.meaning + rest for piece, rest in zip(pieces, between[1:], strict=True))


def _letters(text: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """At each level: letters and digits in lower case, and the start and end of each in `text`."""
    signs = [(sign, (index, index + 1)) for index, sign in enumerate(text)]
    for _ in range(_LEVELS + 1):
        plain = [(one, place) for sign, place in signs for one in plain_letters(sign)]
        kept = [(sign.lower()[:1], place) for sign, place in plain if sign.isalnum()]
        yield "".join(sign for sign, _ in kept), [place for _, place in kept]
        signs = _decoded("".join(sign for sign, _ in signs), [place for _, place in signs])


def _decoded(text: str, places: list[tuple[int, int]]) -> list[tuple[str, tuple[int, int]]]:
    """Each character with its position, pieces decoded; `places` are the positions of the characters of `text`."""
    signs: list[tuple[str, tuple[int, int]]] = []
    done = 0
    for piece in decode_pieces(text):
        signs += zip(text[done : piece.start], places[done : piece.start], strict=True)
        whole = (places[piece.start][0], places[piece.end - 1][1])
        signs += [(sign, whole) for sign in piece.meaning]
        done = piece.end
    return [*signs, *zip(text[done:], places[done:], strict=True)]


def _merged(hidden: Iterable[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """Merge positions of single characters into ranges."""
    stretch: tuple[int, int] | None = None
    for start, end in hidden:
        if stretch and _BINDS.fullmatch(text, stretch[1], max(start, stretch[1])):
            stretch = (stretch[0], max(end, stretch[1]))
            continue
        if stretch:
            yield stretch
        stretch = (start, end)
    if stretch:
        yield stretch


def _replaced(text: str, stretches: list[tuple[int, int]], mark: str) -> str:
    first, last = stretches[0], stretches[-1]
    between = "".join(text[one[1] : other[0]] + mark for one, other in pairwise(stretches))
    return text[: first[0]] + mark + between + text[last[1] :]
