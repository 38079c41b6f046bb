r"""`SecretEncodings`: secrets in a text, also where they are encoded, split or cut.

A text is looked at as its letters and digits alone, in lower case, as it is and with escapes (`%41`, `\u0041`,
`\x41`, `&#65;`, `&lt;`, `0x41`) taken for what they mean, once and twice: spaces, line breaks, quotes, hyphens and the
like between the parts of a secret do not hide it. Looked for are each secret, the secret backwards, and in hexadecimal,
base64 and base32 wherever it begins in what was encoded; and of each of these every part that is long enough.

Words in a secret, as in `sk-placeholder-000`, are words of pages, too: no part is known by them alone.
"""

import base64
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise

_SHORTEST_PART = 10
_SHARE = 0.4
"""Of a secret's letters and digits a part that long is gone, too: either half, whatever hyphens are in it."""
_WORD = re.compile(r"(?<![^\W_])(?:[A-Z]?[a-z]{6,20}|[A-Z]{6,20})(?![^\W_])")
_ANCHOR = 5
_ESCAPE = re.compile(
    r"%([0-9a-fA-F]{2})|\\{1,4}u([0-9a-fA-F]{4})|\\{1,4}x([0-9a-fA-F]{2})|&#x([0-9a-fA-F]{1,6});|&#([0-9]{1,7});"
    r"|0x([0-9a-fA-F]{2})\b|\\{1,4}[nrtbfv]|&(?:lt|gt|amp|quot|apos);"
)
_LEVELS = 2
"""How often escapes are taken for what they mean: a text may be escaped within a text that is."""
_NO_LETTERS = re.compile(r"[\W_]+")
_BINDS = re.compile(r"[^\"'`<>{}\[\]()\n]{0,6}")
"""What may stand between two parts that are replaced as one: anything short that gives a text no structure."""


@dataclass(frozen=True)
class Form:
    """A secret as one disguise shows it: letters and digits, and of each how many before it are in no word."""

    letters: str
    telling: tuple[int, ...]

    @property
    def shortest(self) -> int:
        """The length from which on a part counts."""
        return min(len(self.letters), max(_SHORTEST_PART, int(len(self.letters) * _SHARE)))

    def is_told_by(self, start: int, end: int) -> bool:
        """Whether so long a part is of it, and not of its words alone."""
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
        """`text` with `mark` for each place where a secret is."""
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
    """Where `letters` has a part of the form that holds the anchor at `at`."""
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
    yield from _form(data.hex())
    for filling in range(3):
        yield from _form(_inner(base64.b64encode(b"\0" * filling + data).decode(), filling, 8 / 6, len(data)))
    for filling in range(5):
        yield from _form(_inner(base64.b32encode(b"\0" * filling + data).decode(), filling, 8 / 5, len(data)))


def _inner(encoded: str, filling: int, signs_a_byte: float, size: int) -> str:
    """The signs that depend on the secret alone, however what is around it is encoded."""
    start = -int(-filling * signs_a_byte // 1)
    return encoded[start : int((filling + size) * signs_a_byte)]


def _form(text: str, words: Collection[int] = ()) -> Iterator[Form]:
    """The form of a text, where it is long enough; `words` are the places of the signs that are in words."""
    kept = [(sign.lower()[:1], place not in words) for place, sign in enumerate(text) if sign.isalnum()]
    if len(kept) >= _SHORTEST_PART:
        yield Form("".join(sign for sign, _ in kept), tuple(accumulate((tells for _, tells in kept), initial=0)))


def _letters_alone(text: str) -> Iterator[str]:
    """As `_letters`, without the places: most texts hold nothing, and this is many times faster."""
    for _ in range(_LEVELS + 1):
        yield _NO_LETTERS.sub("", text).lower()
        meant = _ESCAPE.sub(_meant, text)
        if meant == text:
            return
        text = meant


def _letters(text: str) -> Iterator[tuple[str, list[tuple[int, int]]]]:
    """At each level: letters and digits in lower case, and the place of each in `text`, its start and end."""
    signs = [(sign, (index, index + 1)) for index, sign in enumerate(text)]
    for _ in range(_LEVELS + 1):
        kept = [(sign.lower()[:1], place) for sign, place in signs if sign.isalnum()]
        yield "".join(sign for sign, _ in kept), [place for _, place in kept]
        signs = _decoded("".join(sign for sign, _ in signs), [place for _, place in signs])


def _decoded(text: str, places: list[tuple[int, int]]) -> list[tuple[str, tuple[int, int]]]:
    """Each sign, escapes as what they mean, with its place; `places` are those of the signs of `text`."""
    signs: list[tuple[str, tuple[int, int]]] = []
    done = 0
    for found in _ESCAPE.finditer(text):
        start, end = found.span()
        signs += zip(text[done:start], places[done:start], strict=True)
        signs.append((_meant(found), (places[start][0], places[end - 1][1])))
        done = end
    return [*signs, *zip(text[done:], places[done:], strict=True)]


def _meant(found: re.Match[str]) -> str:
    *hexadecimal, decimal, spelled = found.groups()
    number = int(decimal) if decimal else int(next(filter(None, [*hexadecimal, spelled]), "20"), 16)
    return chr(number) if number < 0x110000 else " "


def _merged(hidden: Iterable[tuple[int, int]], text: str) -> Iterator[tuple[int, int]]:
    """Places of single signs as stretches."""
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
