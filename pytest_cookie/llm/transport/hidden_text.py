r"""What encoded pieces of a text mean: escapes, lists of byte values, base64 and hexadecimal of readable text.

Each piece is decoded by its own form, so that a text that mixes several of them is decoded whole.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

_FEWEST_VALUES = 8
_PIECE = re.compile(
    r"%(?P<percent>[0-9a-fA-F]{2})|\\{1,4}u(?P<u>[0-9a-fA-F]{4})|\\{1,4}u\{(?P<braces>[0-9a-fA-F]{1,6})\}"
    r"|\\{1,4}x(?P<x>[0-9a-fA-F]{2})|&#x(?P<html>[0-9a-fA-F]{1,6});|&#(?P<decimal>[0-9]{1,7});"
    r"|0x(?P<c>[0-9a-fA-F]{2})\b|\\{1,4}(?P<octal>[0-3]?[0-7]{2})|\\{1,4}[nrtbfv]|&(?:lt|gt|amp|quot|apos);"
    rf"|(?<![\w.])(?P<values>[0-9]{{1,3}}(?![0-9])(?:[\s,;]{{1,6}}[0-9]{{1,3}}(?![0-9])){{{_FEWEST_VALUES - 1},}}+)"
    r"|(?P<run>[A-Za-z0-9+/_-]{16,}+)={0,2}"
)
_VALUE = re.compile(r"[0-9]{1,3}")
_OTHER = re.compile(r"[^\x00-\x7f]")
_HEXADECIMAL = re.compile(r"(?:[0-9a-fA-F]{2})++")
_NOT_READABLE = re.compile(rb"[^\t\n\r -~]")
_BASES = {"decimal": 10, "octal": 8}
_SAMPLE_BYTES = 48


@dataclass(frozen=True)
class Piece:
    """A part of a text and what it means."""

    start: int
    end: int
    meaning: str


def decode_pieces(text: str) -> Iterator[Piece]:
    """The encoded pieces of a text, in order. Base64 and hexadecimal count only if readable text comes out."""
    for found in _PIECE.finditer(text):
        kind = found.lastgroup
        if kind == "values":
            for value in _VALUE.finditer(text, *found.span("values")):
                yield Piece(*value.span(), chr(int(value[0])))
        elif kind == "run":
            if meaning := _read_run(found["run"]):
                yield Piece(*found.span(), meaning)
        else:
            number = int(found[kind], _BASES.get(kind, 16)) if kind else 0x20
            yield Piece(*found.span(), chr(number) if number < 0x110000 else " ")


def plain_letters(text: str) -> str:
    """Letters and digits of any width, size or style as plain ones, each alone: `ｓ`, `𝘀` and `ⓢ` are `s`."""
    return text if text.isascii() else _OTHER.sub(lambda sign: unicodedata.normalize("NFKC", sign[0]), text)


def _read_run(run: str) -> str:
    """The readable text that the run encodes, "" if it encodes none."""
    if _HEXADECIMAL.fullmatch(run) and (read := _readable(bytes.fromhex(run))):
        return read
    standard = run.replace("-", "+").replace("_", "/")
    if _NOT_READABLE.search(base64.b64decode(standard[: _SAMPLE_BYTES // 3 * 4 if len(run) > 64 else 16])):
        return ""
    try:
        return _readable(base64.b64decode(standard + "=" * (-len(run) % 4)))
    except binascii.Error:  # one character too many
        return ""


def _readable(content: bytes) -> str:
    return "" if _NOT_READABLE.search(content) else content.decode("ascii")
