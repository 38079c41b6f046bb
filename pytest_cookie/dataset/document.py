"""Reads a YAML file into plain values with line numbers. Limits size and depth and refuses tags."""

from collections.abc import Hashable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import yaml
from yaml.reader import Reader

MAX_FILE_BYTES = 5_000_000
MAX_VALUES = 200_000
MAX_DEPTH = 20

Value: TypeAlias = "str | list[Value] | dict[str, Value] | None"
ValuePath: TypeAlias = tuple[str | int, ...]

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PREFIX = "tag:yaml.org,2002:"
_TEXT_TAGS = {f"{_PREFIX}{kind}" for kind in ("str", "int", "float", "bool", "timestamp", "value", "merge")}


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


def read_document(path: Path) -> YamlDocument:
    """Read one YAML file. Raises `UnreadableError`: not text, too large, wrong syntax, tags, endless aliases."""
    text = _read_text(path)
    try:
        _check_depth(text)
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(part) for part in (error.context, error.problem) if part)
        raise UnreadableError(f"is not valid YAML: {problem}", line=mark.line + 1 if mark else 0) from error
    return YamlDocument(None) if node is None else _NodeReader().document(node)


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}") from error
    if len(raw) > MAX_FILE_BYTES:
        raise UnreadableError(f"is larger than {MAX_FILE_BYTES // 1_000_000} MB; split it into several files")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UnreadableError("is not UTF-8 text; save it as UTF-8", line=line) from error
    if odd := Reader.NON_PRINTABLE.search(text):
        line = text.count("\n", 0, odd.start()) + 1
        raise UnreadableError(_control_character(odd[0]), line=line)
    return text


def _check_depth(text: str) -> None:
    # Composing recurses, in C without a depth check, so the nesting is checked on the flat events first.
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise UnreadableError(f"is nested deeper than {MAX_DEPTH} levels", line=_line(event))
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _line(marked: yaml.Node | yaml.Event) -> int:
    return marked.start_mark.line + 1 if marked.start_mark else 0


class _NodeReader:
    """Walks over the nodes and counts them, because aliases can make a small file expand endlessly."""

    def __init__(self) -> None:
        self._visited = 0
        self._lines: dict[ValuePath, int] = {}
        self._repeated: list[ValuePath] = []

    def document(self, node: yaml.Node) -> YamlDocument:
        return YamlDocument(self._value(node, ()), self._lines, tuple(self._repeated))

    def _value(self, node: yaml.Node, place: ValuePath) -> Value:
        line = _line(node)
        self._visited += 1
        if self._visited > MAX_VALUES or len(place) > MAX_DEPTH:
            raise UnreadableError(f"has more than {MAX_VALUES} values; are its aliases endless?", line=line)
        self._lines.setdefault(place, line)
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode) and node.tag == f"{_PREFIX}seq":
            return [self._value(item, (*place, index)) for index, item in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode) and node.tag == f"{_PREFIX}map":
            return self._mapping(node, place)
        raise UnreadableError(f"uses the YAML tag {node.tag}, which is not allowed; remove it", line=line)

    def _mapping(self, node: yaml.MappingNode, place: ValuePath) -> dict[str, Value]:
        mapping: dict[str, Value] = {}
        for key_node, value_node in node.value:
            line = _line(key_node)
            key: Hashable = key_node.value
            if not isinstance(key_node, yaml.ScalarNode) or not isinstance(key, str):
                raise UnreadableError("has a field name that is not plain text", line=line)
            if key in mapping:
                self._repeated.append((*place, key))
            self._lines[*place, key] = line
            mapping[key] = self._value(value_node, (*place, key))
        return mapping


def _scalar(node: yaml.ScalarNode) -> str | None:
    if node.tag == f"{_PREFIX}null":
        return None
    if node.tag not in _TEXT_TAGS:
        raise UnreadableError(f"uses the YAML tag {node.tag}, which is not allowed; remove it", line=_line(node))
    if odd := Reader.NON_PRINTABLE.search(node.value):  # written as an escape, "\0"
        raise UnreadableError(_control_character(odd[0]), line=_line(node))
    return str(node.value)


def _control_character(character: str) -> str:
    return f"contains the control character U+{ord(character):04X}; remove it"
