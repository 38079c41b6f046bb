"""One YAML file of cases: its `Case`s and everything that is wrong in it, with lines."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.document import Document, Place, UnreadableError, Value, read_document
from pytest_cookie.dataset.problem import Problem, field_name, label_word_in, unknown_field, wording
from pytest_cookie.dataset.taxonomy import taxonomy

DIMENSIONS = tuple(Complexity.model_fields)
CASE_FIELDS = ("id", "brief", "leaf", "language", "complexity", "source", "version", "artifact", "entry", "cdn")
FILE_FIELDS = ("leaf", "language", "cdn", "cases")
_DEFINING = {"id", "brief", "leaf", "language", "complexity", "source", "version"}
_DEFAULT_SCORE = "2"
_NO_DOMAIN = ""


@dataclass
class CaseFile:
    """One file being read: its cases so far, the ids and where they stand, and everything that is wrong."""

    path: Path
    shown: str
    cases: list[Case] = field(default_factory=list)
    ids: list[tuple[str, Place]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    document: Document = field(default_factory=lambda: Document(None))
    defaults: dict[str, Value] = field(default_factory=dict)

    def read(self) -> None:
        """Fill `cases`, `ids` and `problems` from the file."""
        try:
            self.document = read_document(self.path)
        except UnreadableError as error:
            self.problems.append(Problem(self.shown, error.line, "", str(error)))
            return
        for place in self.document.repeated:
            self.problem(place, "stands here twice; keep one")
        root = self.document.value
        if isinstance(root, list):
            self._list(root, ())
        elif isinstance(root, dict):
            self._file_mapping(root)
        else:
            self.problem((), "holds no cases; write `cases:` and a list of briefs below it")

    def problem(self, place: Place, message: str) -> None:
        """Note what is wrong there."""
        if place not in self.document.lines and place and place[-1] in self.defaults:
            place = place[-1:]  # the case has no such field: the default at the top of the file is meant
        self.problems.append(Problem(self.shown, self.document.line(place), field_name(place), message))

    def where(self, place: Place) -> str:
        """`file:line` of that place."""
        return f"{self.shown}:{self.document.line(place)}"

    def _file_mapping(self, root: dict[str, Value]) -> None:
        if "cases" not in root:
            self.problem((), "has no `cases:` list, so this is not a file of cases" + self._lone_case(root))
            return
        for name in root:
            if name not in FILE_FIELDS:
                self.problem((name,), unknown_field(name, FILE_FIELDS))
        self.defaults = {name: root[name] for name in ("leaf", "language", "cdn") if root.get(name) is not None}
        cases = root["cases"]
        if isinstance(cases, list):
            self._list(cases, ("cases",))
        else:
            self.problem(("cases",), "must be a list: start each case with `- id: …`")

    @staticmethod
    def _lone_case(root: dict[str, Value]) -> str:
        return "; put the case into that list: `- id: …`" if "brief" in root else ""

    def _list(self, entries: list[Value], place: Place) -> None:
        if not entries:
            self.problem(place, "is an empty list; write at least one case: `- id: …`")
        for index, entry in enumerate(entries):
            if isinstance(entry, dict):
                self._case(entry, (*place, index))
            else:
                self.problem((*place, index), "must be a case with fields: `- id: …`")

    def _case(self, entry: dict[str, Value], place: Place) -> None:
        for name in entry:
            if name not in CASE_FIELDS:
                self.problem((*place, name), unknown_field(name, CASE_FIELDS))
        if isinstance(case_id := entry.get("id"), str):
            self.ids.append((case_id, (*place, "id")))
        given = self.defaults | {name: value for name, value in entry.items() if value is not None}
        data = {name: value for name, value in given.items() if name in CASE_FIELDS}
        fields: dict[str, object] = {"source": "", "version": 1, **data, **self._labels(data, place)}
        fields["complexity"] = self._complexity(data, place)
        fields["artifact"] = self._artifact(data, place)
        if "entry" in data and "artifact" not in data:
            self.problem((*place, "entry"), "names a page of the ready files, but there is no `artifact:`")
        if isinstance(brief := fields.get("brief"), str):
            fields["brief"] = brief.strip()
        try:
            case = Case.model_validate({**fields, "origin": self.where(place), "digest": ""})
        except ValidationError as error:
            self._refused(error, place)
            return
        if case.domain != _NO_DOMAIN and (word := label_word_in(case)):
            self.problem((*place, "id"), word)
        self.cases.append(case.model_copy(update={"digest": digest(case)}))

    def _labels(self, data: dict[str, Value], place: Place) -> dict[str, str]:
        # Without a good leaf any labels will do: the other fields still get checked.
        slug = data.get("leaf")
        if isinstance(slug, str):
            try:
                leaf = taxonomy().leaf(slug)
            except UsageError as error:
                self.problem((*place, "leaf"), str(error))
            else:
                return {"page_type": leaf.page_type, "domain": leaf.domain}
        return {"page_type": "static", "domain": _NO_DOMAIN}

    def _complexity(self, data: dict[str, Value], place: Place) -> object:
        """In YAML a score stands alone or as `score:` with a `reason:`; without any, all are medium."""
        given = data.get("complexity", dict.fromkeys(DIMENSIONS, _DEFAULT_SCORE))
        if not isinstance(given, dict):
            return given
        for name in given:
            if name not in DIMENSIONS:
                self.problem((*place, "complexity", name), unknown_field(name, DIMENSIONS))
        scores = {name: value for name, value in given.items() if name in DIMENSIONS}
        return {name: {"score": value} if isinstance(value, str) else value for name, value in scores.items()}

    def _artifact(self, data: dict[str, Value], place: Place) -> Path | None:
        given = data.get("artifact")
        if given is None:
            return None
        try:
            if isinstance(given, str):
                return (self.path.parent / given).resolve()
        except (ValueError, OSError, RuntimeError):  # a zero byte, too long a name, a loop of links
            pass
        self.problem((*place, "artifact"), "must be the path of an HTML file or of a folder with an index.html")
        return None

    def _refused(self, error: ValidationError, place: Place) -> None:
        for detail in error.errors(include_url=False):
            where: Place = (*place, *detail["loc"])
            if where[-1] == "score" and detail["type"] != "missing" and where not in self.document.lines:
                where = where[:-1]  # the score stands alone, as the dimension's value
            self.problem(where, wording(detail))


def digest(case: Case) -> str:
    """SHA-256 over what defines the case: where it was read from and where ready files are do not count."""
    defining = case.model_dump(mode="json", include=_DEFINING | ({"cdn"} if case.cdn else set()))
    return sha256(json.dumps(defining, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
