"""YAML that others wrote: limited in values, nesting and aliases before anything is made of it, and without tags.

`parse_document` gives text with line numbers, `load_yaml` typed values.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import yaml
from yaml.reader import Reader

MAX_VALUES = 200_000
MAX_DEPTH = 20
_LONG_NUMBER = re.compile(r"[0-9_:]{400}")
"""For numbers to the base of 60 (`1:1:1`) PyYAML's time grows with the square: 11 s for 200 kB."""

Value: TypeAlias = "str | list[Value] | dict[str, Value] | None"
ValuePath: TypeAlias = tuple[str | int, ...]

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PREFIX = "tag:yaml.org,2002:"
_TEXT_TAGS = {f"{_PREFIX}{kind}" for kind in ("str", "int", "float", "bool", "timestamp", "value", "merge")}
_SEQUENCE_TAGS = {"", "!", f"{_PREFIX}seq"}
_MAPPING_TAGS = {"", "!", f"{_PREFIX}map"}
_NULL_TAG = f"{_PREFIX}null"
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})


class UnreadableError(Exception):
    """The file cannot be read as YAML; `line` is 1-based, 0 if unknown."""

    def __init__(self, message: str, *, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class YamlDocument:
    """The content of the file. Scalars stay text as written (`007`, `no`), an empty scalar is None.

    `repeated` are the places of duplicate keys.
    """

    value: Value
    lines: dict[ValuePath, int] = field(default_factory=dict)
    repeated: tuple[ValuePath, ...] = ()

    def line(self, place: ValuePath) -> int:
        """The 1-based line of the value there, or of the nearest value around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def load_yaml(text: str) -> Any:  # noqa: ANN401 - as the type of what a file says
    """As `yaml.safe_load`, but within the limits of `parse_document` and with `ValueError` as its only exception."""
    try:
        parse_document(text)
        if _LONG_NUMBER.search(text):
            raise ValueError("it has a number of more than 400 digits")
        return yaml.load(text, Loader=_LOADER)
    except UnreadableError as error:
        raise ValueError(f"line {error.line}: it {error}" if error.line else f"it {error}") from error
    except (yaml.YAMLError, ArithmeticError, LookupError, AttributeError, TypeError) as error:
        raise ValueError(f"it has a value that cannot be read: {error}") from error  # such as `!!int ""`


def parse_document(text: str) -> YamlDocument:
    """Raises `UnreadableError`: control characters, wrong syntax, tags, too many values, too deep, endless aliases."""
    if odd := Reader.NON_PRINTABLE.search(text):
        raise UnreadableError(_control_character(odd[0]), line=text.count("\n", 0, odd.start()) + 1)
    try:
        node = _Composer(text).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(part) for part in (error.context, error.problem) if part)
        raise UnreadableError(f"is not valid YAML: {problem}", line=mark.line + 1 if mark else 0) from error
    except (yaml.YAMLError, UnicodeError) as error:
        raise UnreadableError(f"is not valid YAML: {error}") from error
    return YamlDocument(None) if node is None else _NodeReader().document(node)


@dataclass(slots=True)
class _Scalar:
    """`tag` is the one written in the file, "" without one."""

    value: str
    is_null: bool
    tag: str
    line: int


@dataclass(slots=True)
class _Sequence:
    items: "list[_Node]"
    tag: str
    line: int


@dataclass(slots=True)
class _Mapping:
    pairs: "list[tuple[_Node, _Node]]"
    tag: str
    line: int


_Node: TypeAlias = _Scalar | _Sequence | _Mapping


class _Composer:
    """Nodes from libyaml's events, in one pass.

    PyYAML's own composer recurses without a limit, and resolves the types of scalars, which stay text here.
    """

    def __init__(self, text: str) -> None:
        self._events: Iterator[yaml.Event] = yaml.parse(text, Loader=_LOADER)
        self._anchors: dict[str, _Node] = {}
        self._count = 0

    def document(self) -> _Node | None:
        """The root of the only document, None if the file has none."""
        next(self._events)  # of the stream
        if not isinstance(next(self._events), yaml.DocumentStartEvent):
            return None
        root = self._node(next(self._events), 0)
        next(self._events)  # the document's end
        following = next(self._events)
        if isinstance(following, yaml.DocumentStartEvent):
            raise UnreadableError(
                "is not valid YAML: expected a single document, found another after ---", line=_line(following)
            )
        return root

    def _node(self, event: yaml.Event, depth: int) -> _Node:
        self._count += 1
        if self._count > MAX_VALUES:
            raise UnreadableError(f"has more than {MAX_VALUES} values", line=_line(event))
        if isinstance(event, yaml.ScalarEvent):
            return self._anchored(event, _scalar_node(event))
        if isinstance(event, yaml.AliasEvent):
            return self._aliased(event)
        if depth == MAX_DEPTH:
            raise UnreadableError(f"is nested deeper than {MAX_DEPTH} levels", line=_line(event))
        return self._collection(event, depth + 1)

    def _collection(self, event: yaml.Event, depth: int) -> _Node:
        line = _line(event)
        if isinstance(event, yaml.SequenceStartEvent):
            sequence = _Sequence([], event.tag or "", line)
            self._anchored(event, sequence)
            while not isinstance(each := next(self._events), yaml.SequenceEndEvent):
                sequence.items.append(self._node(each, depth))
            return sequence
        assert isinstance(event, yaml.MappingStartEvent)
        mapping = _Mapping([], event.tag or "", line)
        self._anchored(event, mapping)
        while not isinstance(each := next(self._events), yaml.MappingEndEvent):
            mapping.pairs.append((self._node(each, depth), self._node(next(self._events), depth)))
        return mapping

    def _anchored(self, event: yaml.NodeEvent, node: _Node) -> _Node:
        if event.anchor is not None:
            if event.anchor in self._anchors:
                raise UnreadableError(f"is not valid YAML: found duplicate anchor &{event.anchor}", line=_line(event))
            self._anchors[event.anchor] = node
        return node

    def _aliased(self, event: yaml.AliasEvent) -> _Node:
        if event.anchor not in self._anchors:
            raise UnreadableError(f"is not valid YAML: found undefined alias *{event.anchor}", line=_line(event))
        return self._anchors[event.anchor]


def _scalar_node(event: yaml.ScalarEvent) -> _Scalar:
    tag, is_plain = event.tag, event.implicit[0]
    if tag is None or tag == "!":
        return _Scalar(event.value, is_plain and event.value in _NULLS, "", _line(event))
    return _Scalar(event.value, tag == _NULL_TAG, tag, _line(event))


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 0


class _NodeReader:
    """Walks over the nodes and counts them, because aliases can make a small file expand endlessly."""

    def __init__(self) -> None:
        self._visited = 0
        self._lines: dict[ValuePath, int] = {}
        self._repeated: list[ValuePath] = []

    def document(self, node: _Node) -> YamlDocument:
        return YamlDocument(self._value(node, ()), self._lines, tuple(self._repeated))

    def _value(self, node: _Node, place: ValuePath) -> Value:
        self._visited += 1
        if self._visited > MAX_VALUES or len(place) > MAX_DEPTH:
            raise UnreadableError(f"has more than {MAX_VALUES} values; are its aliases endless?", line=node.line)
        self._lines.setdefault(place, node.line)
        if isinstance(node, _Scalar):
            return _text(node)
        if isinstance(node, _Sequence) and node.tag in _SEQUENCE_TAGS:
            return [self._value(item, (*place, index)) for index, item in enumerate(node.items)]
        if isinstance(node, _Mapping) and node.tag in _MAPPING_TAGS:
            return self._mapping(node, place)
        raise UnreadableError(f"uses the YAML tag {node.tag}, which is not allowed; remove it", line=node.line)

    def _mapping(self, node: _Mapping, place: ValuePath) -> dict[str, Value]:
        mapping: dict[str, Value] = {}
        for key_node, value_node in node.pairs:
            if not isinstance(key_node, _Scalar):
                raise UnreadableError("has a field name that is not plain text", line=key_node.line)
            key = key_node.value
            there = (*place, key)
            if key in mapping:
                self._repeated.append(there)
            self._lines[there] = key_node.line
            mapping[key] = self._value(value_node, there)
        return mapping


def _text(node: _Scalar) -> str | None:
    if node.is_null:
        return None
    if node.tag and node.tag not in _TEXT_TAGS:
        raise UnreadableError(f"uses the YAML tag {node.tag}, which is not allowed; remove it", line=node.line)
    if odd := Reader.NON_PRINTABLE.search(node.value):  # written as an escape, "\0"
        raise UnreadableError(_control_character(odd[0]), line=node.line)
    return node.value


def _control_character(character: str) -> str:
    return f"contains the control character U+{ord(character):04X}; remove it"
