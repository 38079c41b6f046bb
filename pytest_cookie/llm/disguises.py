r"""`Disguises`: secrets in a text, also where they are encoded, split or cut.

A text is looked at as its letters and digits alone, in lower case, as it is and with escapes (`%41`, `\u0041`,
`\x41`, `&#65;`, `&lt;`, `0x41`) taken for what they mean, once and twice: spaces, line breaks, quotes, hyphens and the
like between the parts of a secret do not hide it. Looked for are each secret, the secret backwards, and in hexadecimal,
base64 and base32 wherever it begins in what was encoded; and of each of these every part that is long enough.
"""

import base64
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

_SHORTEST_PART = 10
_SHARE = 0.4
"""Of a secret's letters and digits a part that long is gone, too: either half, whatever hyphens are in it."""
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
class Disguises:
    """`forms` are texts of letters and digits, each with the length from which on a part of it counts."""

    forms: tuple[tuple[str, int], ...]

    @staticmethod
    @lru_cache(maxsize=8)
    def of(secrets: tuple[str, ...]) -> "Disguises":
        """The forms of these secrets."""
        forms = {form: _shortest(form) for secret in secrets for form in _forms(secret)}
        return Disguises(tuple(sorted(forms.items())))

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
        for form, shortest in self.forms:
            for at in range(0, len(form) - _ANCHOR + 1, max(1, shortest - _ANCHOR + 1)):
                yield from _around(letters, form, at, shortest)


def _around(letters: str, form: str, at: int, shortest: int) -> Iterator[tuple[int, int]]:
    """Where `letters` has a part of `form` that holds the anchor at `at`."""
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
        if before + _ANCHOR + after >= shortest:
            yield place - before, end + after


def _shortest(form: str) -> int:
    return min(len(form), max(_SHORTEST_PART, int(len(form) * _SHARE)))


def _forms(secret: str) -> Iterator[str]:
    data = secret.encode(errors="surrogateescape")
    yield from _long_enough(secret, secret[::-1], data.hex())
    for filling in range(3):
        yield from _long_enough(_inner(base64.b64encode(b"\0" * filling + data).decode(), filling, 8 / 6, len(data)))
    for filling in range(5):
        yield from _long_enough(_inner(base64.b32encode(b"\0" * filling + data).decode(), filling, 8 / 5, len(data)))


def _inner(encoded: str, filling: int, signs_a_byte: float, size: int) -> str:
    """The signs that depend on the secret alone, however what is around it is encoded."""
    start = -int(-filling * signs_a_byte // 1)
    return encoded[start : int((filling + size) * signs_a_byte)]


def _long_enough(*forms: str) -> Iterator[str]:
    for form in forms:
        letters = "".join(char for char in form if char.isalnum()).lower()
        if len(letters) >= _SHORTEST_PART:
            yield letters


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
