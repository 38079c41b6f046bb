"""`ScriptCode`: the JavaScript of a file, with its literals: text that a page shows is no code."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import NamedTuple

_CODE_FILES = frozenset({".js", ".mjs", ".jsx", ".tsx", ".ts"})
_MARKUP_FILES = frozenset({".html", ".htm", ".svg"})

# Every pattern matches in linear time: artifacts are hostile. What is not closed ends with its line or the file.
_SCRIPTS = re.compile(
    r"<script\b(?P<attributes>[^>]{0,500})>(?P<body>.*?)(?:</script|\Z)|"
    r"\son[a-z]{3,20}\s{0,9}=\s{0,9}(?:\"(?P<double>[^\"]{0,5000})\"|'(?P<single>[^']{0,5000})')",
    re.DOTALL | re.IGNORECASE,
)
_OF_DATA = re.compile(r"\btype\s{0,9}=\s{0,9}[\"']?[^\"'>]{0,60}(?:json|template|html|x-|shader)", re.IGNORECASE)
_TOKENS = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?(?:\*/|\Z))|"
    r"(?P<string>\"(?:[^\"\\\n]|\\.)*\"?|'(?:[^'\\\n]|\\.)*'?)|"
    r"(?P<template>`(?:[^`\\]|\\.)*`?)|"
    r"(?<=[(,=:\[!&|?{};+>\n])[ \t]{0,9}"
    r"(?P<regex>/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.){0,60}+\]){1,200}+/[a-z]{0,8})",
    re.DOTALL,
)
_TEMPLATE_PARTS = re.compile(r"(?P<code>\$\{[^{}`]{0,300}\})|[^\n]")
_STATEMENT = 200
"""Characters before and after a literal in which its statement is looked for."""
_ENDS = re.compile(r"[;{}]|(?<![|&=(,?:+\s])\s{0,20}\n(?!\s{0,20}[|&?:.)+])")
"""Where a statement ends, as far as can be told without a parser."""


class Literal(NamedTuple):
    """A string, template or regular expression, with its quotes; `start` and `end` are positions in the file."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class ScriptCode:
    """A file's JavaScript at its original positions; everything else is blank. Read without a parser."""

    text: str

    @classmethod
    def of(cls, name: str, text: str) -> "ScriptCode":
        """The code of a file called `name`: scripts and event attributes of markup, whole files of JavaScript."""
        suffix = PurePosixPath(name).suffix.lower()
        if suffix in _MARKUP_FILES:
            return cls(_blank_all_but(text, _scripts(text)))
        return cls(text if suffix in _CODE_FILES else "")

    @cached_property
    def literals(self) -> tuple[Literal, ...]:
        """All literals, in order; what code inside a template contains is not listed."""
        return tuple(
            Literal(found.start(kind), found.end(kind), found.group(kind))
            for found in self._tokens
            if (kind := found.lastgroup or "") != "comment"
        )

    @cached_property
    def bare(self) -> str:
        """The code without comments and without what literals contain; quotes and template code remain."""
        pieces, last = [], 0
        for found in self._tokens:
            kind = found.lastgroup or ""
            border = 0 if kind == "comment" else 1
            start = found.start(kind) + border
            end = max(start, found.end(kind) - border)
            blank = _blank_template if kind == "template" else _blank
            pieces += [self.text[last:start], blank(self.text[start:end])]
            last = end
        return "".join([*pieces, self.text[last:]])

    @cached_property
    def _tokens(self) -> tuple[re.Match[str], ...]:
        return tuple(_TOKENS.finditer(self.text))

    def statement(self, start: int, end: int) -> str:
        """The statement around a place, without the content of literals and at most 200 characters to each side."""
        before, after = self.bare[max(0, start - _STATEMENT) : start], self.bare[end : end + _STATEMENT]
        begins = max((found.end() for found in _ENDS.finditer(before)), default=0)
        ends = found.start() if (found := _ENDS.search(after)) else len(after)
        return f"{before[begins:]} {after[:ends]}"


def _scripts(text: str) -> Iterator[tuple[int, int]]:
    for found in _SCRIPTS.finditer(text):
        if not _OF_DATA.search(found["attributes"] or ""):
            part = next(name for name in ("body", "double", "single") if found[name] is not None)
            yield found.span(part)


def _blank_all_but(text: str, kept: Iterator[tuple[int, int]]) -> str:
    pieces, last = [], 0
    for start, end in kept:
        pieces += [_blank(text[last:start]), text[start:end]]
        last = end
    return "".join([*pieces, _blank(text[last:])])


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _blank_template(text: str) -> str:
    return _TEMPLATE_PARTS.sub(lambda found: found.group() if found.group("code") else " ", text)
