"""Finds the parts of a regular expression that may take more than linear time, in its structure as Python parses it.

A loop is a repeat without an end (or of more than `_MANY` times). Three shapes are reported:

- a loop in a loop whose turns hold only text that the inner one could take as well, `(x+)*`;
- two loops in a row that share characters and only text between them that one of them could take, `\\s*.*`;
- a search that may start anywhere inside a loop which then may fail, `\\s+$`: tried from each of its characters.

Possessive repeats and atomic groups do not backtrack, so the first two shapes do not apply to them.
"""

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

_MANY = 5_000
_MANY_IN_MANY = 8
_ALPHABET = frozenset(map(chr, range(256))) | frozenset(
    "éßıſK漢あア가٣３²\u00a0\u2028\u3000“”„«»「」→・…：，。／頁분초时\ud800"
)
_CATEGORIES = {
    sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s",
    sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_ONE_CHARACTER = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)
_LOOKS = (sre.ASSERT, sre.ASSERT_NOT)
Node = tuple[Any, Any]
Nodes = Sequence[Node]


@dataclass
class _Loop:
    """A repeat, what it takes, and the nodes between it and the current place."""

    body: Nodes
    signs: frozenset[str]
    gives_back: bool
    between: list[Node] = field(default_factory=list)


@lru_cache(maxsize=64)
def _category(escape: str, flags: int) -> frozenset[str]:
    return frozenset(sign for sign in _ALPHABET if re.match(escape, sign, flags & re.ASCII))


class Shape:
    """The faults of one pattern; `anywhere` is whether it is searched for, not matched from the start."""

    def __init__(self, pattern: str | bytes, flags: int, *, anywhere: bool) -> None:
        text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
        self.faults: list[str] = []
        parsed = parser.parse(text, flags & ~re.UNICODE if flags & re.ASCII else flags)
        self._flags = flags | parsed.state.flags
        self._anywhere = anywhere
        self._nested(list(parsed))
        self._walk(list(parsed), [], [], [] if anywhere else [(sre.AT, sre.AT_END_STRING)])

    def _walk(self, nodes: Nodes, open_loops: list[_Loop], before: Nodes, rest: Nodes) -> list[_Loop]:
        """The loops still open after `nodes`; `before` and `rest` are the nodes around them."""
        for place, node in enumerate(nodes):
            seen, after = [*before, *nodes[:place]], [*nodes[place + 1 :], *rest]
            if not any(True for _ in self._loops((node,))):
                open_loops = [_Loop(o.body, o.signs, o.gives_back, [*o.between, node]) for o in open_loops]
            elif node[0] in _REPEATS:
                open_loops = self._repeat(node, open_loops, seen, after)
            elif node[0] in (*_LOOKS, sre.ATOMIC_GROUP):
                self._walk(_insides(node)[0], [], seen, after)
                open_loops = [_Loop(o.body, o.signs, o.gives_back, [*o.between, node]) for o in open_loops]
            else:
                inner = [self._walk(part, open_loops, seen, after) for part in _insides(node)]
                open_loops = [loop for loops in inner for loop in loops]
        return open_loops

    def _repeat(self, node: Node, open_loops: list[_Loop], before: Nodes, rest: Nodes) -> list[_Loop]:
        least, most, body = node[1]
        gives_back = node[0] is not sre.POSSESSIVE_REPEAT
        if most <= 1:
            taken = self._walk(list(body), open_loops, before, rest)
            return taken if least else [*open_loops, *taken]
        loop = _Loop(list(body), self._signs(body), gives_back)
        if most <= _MANY:
            return [*open_loops, *self._walk(list(body), open_loops, before, rest)]
        if self._may_fail(rest, loop.signs):
            self._in_a_row(loop, open_loops)
            self._started_anywhere(loop, before)
        kept = [_Loop(o.body, o.signs, o.gives_back, [*o.between, node]) for o in open_loops]
        return [*kept, loop] if gives_back else kept

    def _nested(self, nodes: Nodes) -> None:
        for loop in self._loops(nodes, _MANY_IN_MANY):
            for inner in self._loops(loop.body, _MANY_IN_MANY) if loop.gives_back else ():
                if inner.gives_back and not self._stops(loop.body, inner.signs):
                    self.faults.append("a loop in a loop")

    def _in_a_row(self, loop: _Loop, open_loops: list[_Loop]) -> None:
        for first in open_loops:
            apart = any(self._stops(first.between, other.signs) for other in (first, loop))
            apart = apart or self._stops(first.body, loop.signs) or self._stops(loop.body, first.signs)
            if not apart and first.signs & loop.signs:
                self.faults.append("two loops in a row")

    def _started_anywhere(self, loop: _Loop, before: Nodes) -> None:
        if self._anywhere and not self._stops(before, loop.signs) and not self._guarded(before, loop.signs):
            self.faults.append("a search from each character of a loop")

    def _guarded(self, before: Nodes, signs: frozenset[str]) -> bool:
        """Whether what is asked of the place of the start holds at few places of a text that the loop takes."""
        return any(self._is_guard(node, signs) for node in before)

    def _is_guard(self, node: Node, signs: frozenset[str]) -> bool:
        kind, what = node
        if kind is sre.AT:
            words = self._cases(_category(r"\w", self._flags))
            boundary = what in (sre.AT_BOUNDARY, sre.AT_UNI_BOUNDARY) and (signs <= words or not signs & words)
            line = what is sre.AT_BEGINNING and (not self._flags & re.MULTILINE or "\n" not in signs)
            return boundary or line or what is sre.AT_BEGINNING_STRING
        if kind in _LOOKS and what[0] < 0 and len(what[1]) == 1 and what[1][0][0] in _ONE_CHARACTER:
            behind = self._signs(what[1])
            return signs <= behind if kind is sre.ASSERT_NOT else not signs & behind
        if kind is sre.SUBPATTERN:
            return self._guarded(list(what[-1]), signs)
        return kind is sre.BRANCH and all(self._guarded(list(branch), signs) for branch in what[1])

    def _may_fail(self, rest: Nodes, signs: frozenset[str]) -> bool:
        """Whether anything that follows has to be there, and is not there where a loop of `signs` has taken all."""
        return any(self._is_asked(node, signs) for node in rest)

    def _is_asked(self, node: Node, signs: frozenset[str]) -> bool:
        if node[0] in _REPEATS:
            return bool(node[1][0]) and self._may_fail(list(node[1][2]), signs)
        if node[0] in (sre.SUBPATTERN, sre.ATOMIC_GROUP, sre.BRANCH):
            return all(self._may_fail(part, signs) for part in _insides(node))
        ends_line = node == (sre.AT, sre.AT_END) and bool(self._flags & re.MULTILINE)
        return not (node == (sre.AT, sre.AT_END_STRING) and signs == _ALPHABET) and not (
            ends_line and signs >= _ALPHABET - {"\n"}
        )

    def _stops(self, nodes: Nodes, signs: frozenset[str]) -> bool:
        """Whether each way through `nodes` takes a character that is none of `signs`."""
        return any(self._stops_at(node, signs) for node in nodes)

    def _stops_at(self, node: Node, signs: frozenset[str]) -> bool:
        if node[0] in _ONE_CHARACTER:
            return not self._signs((node,)) & signs
        if node[0] in _REPEATS:
            return bool(node[1][0]) and self._stops(list(node[1][2]), signs)
        if node[0] in (sre.SUBPATTERN, sre.ATOMIC_GROUP, sre.BRANCH):
            return all(self._stops(part, signs) for part in _insides(node))
        return False

    def _loops(self, nodes: Nodes, many: int = _MANY) -> Iterator[_Loop]:
        for node in nodes:
            if node[0] in _REPEATS and node[1][1] > many:
                body = list(node[1][2])
                yield _Loop(body, self._signs(body), node[0] is not sre.POSSESSIVE_REPEAT)
            if node[0] in _REPEATS and node[0] is not sre.POSSESSIVE_REPEAT and node[1][1] > 1:
                yield from self._loops(list(node[1][2]), many)
            elif node[0] is not sre.ATOMIC_GROUP or many == _MANY:
                for inside in _insides(node):
                    yield from self._loops(inside, many)

    def _signs(self, nodes: Any) -> frozenset[str]:
        """Every character that a way through `nodes` may take."""
        found: frozenset[str] = frozenset()
        for node in nodes:
            if node[0] in _ONE_CHARACTER:
                found |= self._taken(node)
            elif node[0] is sre.GROUPREF:
                found |= _ALPHABET
            elif node[0] not in _LOOKS:
                found = found.union(*(self._signs(part) for part in _insides(node)))
        return found

    def _taken(self, node: Node) -> frozenset[str]:
        kind, what = node
        if kind is sre.LITERAL:
            return self._cases({chr(what)})
        if kind is sre.NOT_LITERAL:
            return _ALPHABET - self._cases({chr(what)})
        if kind is sre.ANY:
            return _ALPHABET if self._flags & re.DOTALL else _ALPHABET - {"\n"}
        signs: set[str] = set()
        for each, value in what:
            if each is sre.LITERAL:
                signs.add(chr(value))
            elif each is sre.RANGE:
                signs |= {chr(value[0]), chr(value[1])} | {s for s in _ALPHABET if value[0] <= ord(s) <= value[1]}
            elif each is sre.CATEGORY:
                signs |= _category(_CATEGORIES[value], self._flags)
        taken = self._cases(signs)
        return _ALPHABET - taken if what[0][0] is sre.NEGATE else taken

    def _cases(self, signs: set[str] | frozenset[str]) -> frozenset[str]:
        if not self._flags & re.IGNORECASE:
            return frozenset(signs)
        return frozenset(
            {character for sign in signs for character in (sign, sign.lower(), sign.upper()) if len(character) == 1}
        )


def _insides(node: Node) -> list[Nodes]:
    kind, what = node
    if kind is sre.BRANCH:
        return [list(branch) for branch in what[1]]
    if kind is sre.SUBPATTERN:
        return [list(what[-1])]
    if kind in _REPEATS:
        return [list(what[2])]
    if kind in _LOOKS:
        return [list(what[1])]
    return [list(what)] if kind is sre.ATOMIC_GROUP else []


def faults_of(pattern: str | bytes, flags: int = 0, *, anywhere: bool = True) -> list[str]:
    """What may take more than linear time, each kind once."""
    assert sys.version_info >= (3, 11)
    return sorted(set(Shape(pattern, flags, anywhere=anywhere).faults))
