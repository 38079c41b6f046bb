"""Reads one YAML file of cases: its `Case`s, and all problems with their lines."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pydantic import BaseModel, ValidationError

from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.yaml_document import UnreadableError, Value, ValuePath, YamlDocument
from pytest_cookie.dataset.attachment import FOLDER
from pytest_cookie.dataset.document import read_document
from pytest_cookie.dataset.problem import (
    CaseProblem,
    describe_error,
    describe_unknown_field,
    field_name,
    find_label_word,
)
from pytest_cookie.dataset.taxonomy import taxonomy

DIMENSIONS = tuple(Complexity.model_fields)
_LABELS = ("leaf", "language", "complexity", "voice")
CASE_FIELDS = ("id", "brief", *_LABELS, "source", "version", "artifact", "entry", "cdn")
FILE_FIELDS = ("leaf", "language", "cdn", "protocol", "cases")
_DEFINING = {"id", "brief", "leaf", "language", "complexity", "source", "version"}
_DEFAULT_SCORE = "2"

FieldReaders = Callable[[str], Sequence[str]]
"""Names the protocols that define a field."""
FieldsOf = Callable[[str], type[BaseModel] | None]
"""The fields that a protocol defines. Raises `UsageError` if there is no such protocol."""
_NO_DOMAIN = ""


@dataclass
class CaseFile:
    """A file being read: its cases so far, the ids with their places, and all problems.

    `extra` defines further fields of a case, of the protocol; `readers` names the protocols that define a field, None
    if they are not known. A file that names a `protocol` may have its fields, which others leave out, and which
    `fields_of` defines in place of `extra`.
    """

    path: Path
    shown: str
    extra: type[BaseModel] | None = None
    readers: FieldReaders | None = None
    fields_of: FieldsOf | None = None
    cases: list[Case] = field(default_factory=list)
    ids: list[tuple[str, ValuePath]] = field(default_factory=list)
    problems: list[CaseProblem] = field(default_factory=list)
    document: YamlDocument = field(default_factory=lambda: YamlDocument(None))
    defaults: dict[str, Value] = field(default_factory=dict)
    protocol: str = ""

    def read(self) -> None:
        """Fill `cases`, `ids` and `problems` from the file."""
        try:
            self.document = read_document(self.path)
        except UnreadableError as error:
            self.problems.append(CaseProblem(self.shown, error.line, "", str(error)))
            return
        for place in self.document.repeated:
            self.problem(place, "appears twice; keep one")
        self.read_entries()

    def read_entries(self) -> None:
        """Fill `cases`, `ids` and `problems` from `document`."""
        root = self.document.value
        if isinstance(root, list):
            self._list(root, ())
        elif isinstance(root, dict):
            self._file_mapping(root)
        else:
            self.problem((), "contains no cases; write `cases:` and a list of cases below it")

    def problem(self, place: ValuePath, message: str) -> None:
        """Add a problem at that place."""
        if place not in self.document.lines and place and place[-1] in self.defaults:
            place = place[-1:]  # the value is the default from the top of the file
        self.problems.append(CaseProblem(self.shown, self.document.line(place), field_name(place), message))

    def where(self, place: ValuePath) -> str:
        """`file:line` of that place."""
        return f"{self.shown}:{self.document.line(place)}"

    def _file_mapping(self, root: dict[str, Value]) -> None:
        if "cases" not in root:
            self.problem((), "has no `cases:` list, so this is not a file of cases" + self._lone_case(root))
            return
        for name in root:
            if name not in FILE_FIELDS:
                self.problem((name,), describe_unknown_field(name, FILE_FIELDS))
        self.defaults = {name: root[name] for name in ("leaf", "language", "cdn") if root.get(name) is not None}
        if isinstance(protocol := root.get("protocol", ""), str):
            self.protocol = protocol
        else:
            self.problem(("protocol",), "must be the name of the protocol that the cases have fields of")
        if self.protocol and self.fields_of:
            try:
                self.extra = self.fields_of(self.protocol)
            except UsageError as error:
                self.problem(("protocol",), str(error))
        cases = root["cases"]
        if isinstance(cases, list):
            self._list(cases, ("cases",))
        else:
            self.problem(("cases",), "must be a list: start each case with `- id: …`")

    @staticmethod
    def _lone_case(root: dict[str, Value]) -> str:
        return "; put the case into that list: `- id: …`" if "brief" in root else ""

    def _list(self, entries: list[Value], place: ValuePath) -> None:
        if not entries:
            self.problem(place, "is an empty list; write at least one case: `- id: …`")
        for index, entry in enumerate(entries):
            if isinstance(entry, dict):
                self._case(entry, (*place, index))
            else:
                self.problem((*place, index), "must be a case with fields: `- id: …`")

    def _case(self, entry: dict[str, Value], place: ValuePath) -> None:
        own = tuple(self.extra.model_fields) if self.extra else ()
        for name in entry:
            if name not in CASE_FIELDS and name not in own:
                self._unknown_field(name, (*CASE_FIELDS, *own), place)
        if isinstance(case_id := entry.get("id"), str):
            self.ids.append((case_id, (*place, "id")))
        given = self.defaults | {name: value for name, value in entry.items() if value is not None}
        data = {name: value for name, value in given.items() if name in CASE_FIELDS}
        fields: dict[str, object] = {"source": "", "version": 1, **data, **self._labels(data, place)}
        fields["complexity"] = self._complexity(data, place)
        fields["artifact"] = self._artifact(data, place)
        fields["fields"] = self._extra_fields(entry, own, place)
        fields["folder"] = self.path.parent.resolve() if self.extra else None
        if "entry" in data and "artifact" not in data:
            self.problem((*place, "entry"), "needs an `artifact:`: it is the page to open in the ready files")
        if isinstance(brief := fields.get("brief"), str):
            fields["brief"] = brief.strip()
        try:
            case = Case.model_validate({**fields, "origin": self.where(place), "digest": ""})
        except ValidationError as error:
            self._refused(error, place)
            return
        if case.domain != _NO_DOMAIN and (word := find_label_word(case)):
            self.problem((*place, "id"), word)
        self.cases.append(case.model_copy(update={"digest": digest(case)}))

    def _unknown_field(self, name: str, known: tuple[str, ...], place: ValuePath) -> None:
        """A problem, unless the field is one of the protocol that the file names."""
        readers = self.readers(name) if self.readers else (self.protocol,) if self.protocol else ()
        if not self.protocol or self.protocol not in readers:
            self.problem((*place, name), describe_unknown_field(name, known, readers))

    def _extra_fields(self, entry: dict[str, Value], own: Sequence[str], place: ValuePath) -> dict[str, object]:
        """The fields that the protocol defines, checked; empty if one is wrong, which is a problem."""
        if self.extra is None:
            return {}
        try:
            checked = self.extra.model_validate(
                {name: entry[name] for name in own if entry.get(name) is not None}, context={FOLDER: self.path.parent}
            )
        except ValidationError as error:
            self._refused(error, place)
            return {}
        return checked.model_dump(mode="json")

    def _labels(self, data: dict[str, Value], place: ValuePath) -> dict[str, str]:
        # With an unknown leaf, use arbitrary labels so that the other fields are still checked.
        slug = data.get("leaf")
        if isinstance(slug, str):
            try:
                leaf = taxonomy().leaf(slug)
            except UsageError as error:
                self.problem((*place, "leaf"), str(error))
            else:
                return {"page_type": leaf.page_type, "domain": leaf.domain}
        return {"page_type": "static", "domain": _NO_DOMAIN}

    def _complexity(self, data: dict[str, Value], place: ValuePath) -> object:
        """In YAML a score is a number, or `score:` with a `reason:`; without `complexity` all scores are medium."""
        given = data.get("complexity", dict.fromkeys(DIMENSIONS, _DEFAULT_SCORE))
        if not isinstance(given, dict):
            return given
        for name in given:
            if name not in DIMENSIONS:
                self.problem((*place, "complexity", name), describe_unknown_field(name, DIMENSIONS))
        scores = {name: value for name, value in given.items() if name in DIMENSIONS}
        return {name: {"score": value} if isinstance(value, str) else value for name, value in scores.items()}

    def _artifact(self, data: dict[str, Value], place: ValuePath) -> Path | None:
        given = data.get("artifact")
        if given is None:
            return None
        try:
            if isinstance(given, str):
                return (self.path.parent / given).resolve()
        except (ValueError, OSError, RuntimeError):  # a null byte, a name too long, a loop of links
            pass
        self.problem((*place, "artifact"), "must be the path of an HTML file or of a folder with an index.html")
        return None

    def _refused(self, error: ValidationError, place: ValuePath) -> None:
        for detail in error.errors(include_url=False):
            where: ValuePath = (*place, *detail["loc"])
            if where[-1] == "score" and detail["type"] != "missing" and where not in self.document.lines:
                where = where[:-1]  # the score is the dimension's value
            self.problem(where, describe_error(detail))


def digest(case: Case) -> str:
    """SHA-256 of the fields that define the case, without the paths of its file and its ready files."""
    optional = {name for name in ("voice", "cdn", "fields") if getattr(case, name)}
    defining = case.model_dump(mode="json", include=_DEFINING | optional)
    return sha256(json.dumps(defining, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
