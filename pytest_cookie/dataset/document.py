"""A YAML file as plain values that remember their lines: bounded, without tags, so that hostile files are refused."""

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
Place: TypeAlias = tuple[str | int, ...]

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PREFIX = "tag:yaml.org,2002:"
_TEXT_TAGS = {f"{_PREFIX}{kind}" for kind in ("str", "int", "float", "bool", "timestamp", "value", "merge")}


class UnreadableError(Exception):
    """The file cannot be read as YAML; `line` is 1-based, 0 where no line is to blame."""

    def __init__(self, message: str, *, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


@dataclass(frozen=True)
class Document:
    """What stands in the file. Scalars stay text as written (`007`, `no`), an empty one is None.

    `repeated` are the places whose key stands twice in its mapping.
    """

    value: Value
    lines: dict[Place, int] = field(default_factory=dict)
    repeated: tuple[Place, ...] = ()

    def line(self, place: Place) -> int:
        """The 1-based line of the value there, or of the nearest value around it."""
        while place and place not in self.lines:
            place = place[:-1]
        return self.lines.get(place, 1)


def read_document(path: Path) -> Document:
    """Read one YAML file. Raises `UnreadableError`: not text, too large, wrong syntax, tags, endless aliases."""
    text = _read_text(path)
    try:
        _check_depth(text)
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        what = " ".join(str(part) for part in (error.context, error.problem) if part)
        raise UnreadableError(f"is not valid YAML: {what}", line=mark.line + 1 if mark else 0) from error
    return Document(None) if node is None else _Reading().document(node)


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
    # Composing recurses, in C without a net: nesting has to be bounded on the flat events first.
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise UnreadableError(f"nests deeper than {MAX_DEPTH} levels", line=_line(event))
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _line(marked: yaml.Node | yaml.Event) -> int:
    return marked.start_mark.line + 1 if marked.start_mark else 0


class _Reading:
    """One walk over the nodes. Counts what it visits, since aliases make a small file endless."""

    def __init__(self) -> None:
        self._visited = 0
        self._lines: dict[Place, int] = {}
        self._repeated: list[Place] = []

    def document(self, node: yaml.Node) -> Document:
        return Document(self._value(node, ()), self._lines, tuple(self._repeated))

    def _value(self, node: yaml.Node, place: Place) -> Value:
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
        raise UnreadableError(f"the tag {node.tag} is not allowed here", line=line)

    def _mapping(self, node: yaml.MappingNode, place: Place) -> dict[str, Value]:
        mapping: dict[str, Value] = {}
        for key_node, value_node in node.value:
            line = _line(key_node)
            key: Hashable = key_node.value
            if not isinstance(key_node, yaml.ScalarNode) or not isinstance(key, str):
                raise UnreadableError("a field's name must be plain text", line=line)
            if key in mapping:
                self._repeated.append((*place, key))
            self._lines[*place, key] = line
            mapping[key] = self._value(value_node, (*place, key))
        return mapping


def _scalar(node: yaml.ScalarNode) -> str | None:
    if node.tag == f"{_PREFIX}null":
        return None
    if node.tag not in _TEXT_TAGS:
        raise UnreadableError(f"the tag {node.tag} is not allowed here", line=_line(node))
    if odd := Reader.NON_PRINTABLE.search(node.value):  # written as an escape, "\0"
        raise UnreadableError(_control_character(odd[0]), line=_line(node))
    return str(node.value)


def _control_character(character: str) -> str:
    return f"holds the control character U+{ord(character):04X}; remove it"
