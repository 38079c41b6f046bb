"""YAML → `Case`: the first step of the flow. Finds every problem of every file before anything runs."""

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.document import Document, Place, UnreadableError, Value, read_document
from pytest_cookie.dataset.problem import Problem, field_name, label_word_in, problems_error, unknown_field, wording
from pytest_cookie.dataset.taxonomy import did_you_mean, taxonomy

DIMENSIONS = tuple(Complexity.model_fields)
CASE_FIELDS = ("id", "brief", "leaf", "language", "complexity", "source", "version", "artifact")
FILE_FIELDS = ("leaf", "language", "cases")
_DEFINING = {"id", "brief", "leaf", "language", "complexity", "source", "version"}
_DEFAULT_SCORE = "2"


def load_cases(path: Path) -> tuple[Case, ...]:
    """The cases of a YAML file, or of all `*.yaml` and `*.yml` below a folder, in the taxonomy's order, then by id.

    Raises `UsageError` with a line `file:line: field: what is wrong` for each problem of each file. That an
    `artifact` is not there is none: its item says so.
    """
    files = _case_files(path)
    cases: list[Case] = []
    problems: list[Problem] = []
    for file in files:
        reading = _FileReading(_shown(file), file.parent)
        reading.read(file)
        cases += reading.cases
        problems += reading.problems
    problems += _duplicates(cases)
    if problems:
        raise problems_error(problems)
    position = {leaf.slug: leaf.position for leaf in taxonomy().leaves}
    return tuple(sorted(cases, key=lambda case: (position[case.leaf], case.id)))


def digest(case: Case) -> str:
    """SHA-256 over what defines the case: where it was read from and where ready files are do not count."""
    defining = case.model_dump(mode="json", include=_DEFINING)
    return sha256(json.dumps(defining, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _case_files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        siblings = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
        raise UsageError(f"{path}: there is no such file or folder of cases{did_you_mean(path.name, siblings)}")
    found = [file for pattern in ("*.yaml", "*.yml") for file in path.rglob(pattern) if file.is_file()]
    files = sorted(file for file in found if not _hidden(file.relative_to(path)))
    if not files:
        raise UsageError(f"{path}: no *.yaml or *.yml below this folder; each file lists its briefs under `cases:`")
    return files


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _duplicates(cases: list[Case]) -> list[Problem]:
    first: dict[str, Case] = {}
    problems = []
    for case in cases:
        known = first.setdefault(case.id, case)
        if known is not case:
            shown, _, line = case.origin.rpartition(":")
            message = f"the id {case.id!r} is taken by {known.origin}; give each case its own"
            problems.append(Problem(shown, int(line), "", message))
    return problems


@dataclass
class _FileReading:
    """One file being read: the cases so far and everything wrong with the others."""

    shown: str
    folder: Path
    cases: list[Case] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    document: Document = field(default_factory=lambda: Document(None))
    defaults: dict[str, Value] = field(default_factory=dict)

    def read(self, file: Path) -> None:
        try:
            self.document = read_document(file)
        except UnreadableError as error:
            self.problems.append(Problem(self.shown, error.line, "", str(error)))
            return
        for place in self.document.repeated:
            self._problem(place, "stands here twice; keep one")
        root = self.document.value
        if isinstance(root, list):
            self._list(root, ())
        elif isinstance(root, dict):
            self._file_mapping(root)
        else:
            self._problem((), "holds no cases; write `cases:` and a list of briefs below it")

    def _file_mapping(self, root: dict[str, Value]) -> None:
        if "cases" not in root:
            self._problem((), "has no `cases:` list, so this is not a file of cases" + self._lone_case(root))
            return
        for name in root:
            if name not in FILE_FIELDS:
                self._problem((name,), unknown_field(name, FILE_FIELDS))
        self.defaults = {name: root[name] for name in ("leaf", "language") if root.get(name) is not None}
        cases = root["cases"]
        if isinstance(cases, list):
            self._list(cases, ("cases",))
        else:
            self._problem(("cases",), "must be a list: start each case with `- id: …`")

    @staticmethod
    def _lone_case(root: dict[str, Value]) -> str:
        return "; put the case into that list: `- id: …`" if "brief" in root else ""

    def _list(self, entries: list[Value], place: Place) -> None:
        if not entries:
            self._problem(place, "is an empty list; write at least one case: `- id: …`")
        for index, entry in enumerate(entries):
            if isinstance(entry, dict):
                self._case(entry, (*place, index))
            else:
                self._problem((*place, index), "must be a case with fields: `- id: …`")

    def _case(self, entry: dict[str, Value], place: Place) -> None:
        before = len(self.problems)
        for name in entry:
            if name not in CASE_FIELDS:
                self._problem((*place, name), unknown_field(name, CASE_FIELDS))
        given = self.defaults | {name: value for name, value in entry.items() if value is not None}
        data = {name: value for name, value in given.items() if name in CASE_FIELDS}
        fields: dict[str, object] = {"source": "", "version": 1, **data, **self._labels(data, place)}
        fields["complexity"] = self._complexity(data, place)
        fields["artifact"] = self._artifact(data, place)
        if isinstance(brief := fields.get("brief"), str):
            fields["brief"] = brief.strip()
        try:
            case = Case.model_validate({**fields, "origin": self._origin(place), "digest": ""})
        except ValidationError as error:
            self._refused(error, place)
            return
        if word := label_word_in(case):
            self._problem((*place, "id"), word)
        if len(self.problems) == before:
            self.cases.append(case.model_copy(update={"digest": digest(case)}))

    def _labels(self, data: dict[str, Value], place: Place) -> dict[str, str]:
        # Without a good leaf any labels will do: the other fields still get checked.
        slug = data.get("leaf")
        if isinstance(slug, str):
            try:
                leaf = taxonomy().leaf(slug)
            except UsageError as error:
                where = (*place, "leaf") if (*place, "leaf") in self.document.lines else ("leaf",)
                self._problem(where, str(error))
            else:
                return {"page_type": leaf.page_type, "domain": leaf.domain}
        return {"page_type": "static", "domain": ""}

    def _complexity(self, data: dict[str, Value], place: Place) -> object:
        """In YAML a score stands alone or as `score:` with a `reason:`; without any, all are medium."""
        given = data.get("complexity", dict.fromkeys(DIMENSIONS, _DEFAULT_SCORE))
        if not isinstance(given, dict):
            return given
        for name in given:
            if name not in DIMENSIONS:
                self._problem((*place, "complexity", name), unknown_field(name, DIMENSIONS))
        scores = {name: value for name, value in given.items() if name in DIMENSIONS}
        return {name: {"score": value} if isinstance(value, str) else value for name, value in scores.items()}

    def _artifact(self, data: dict[str, Value], place: Place) -> Path | None:
        given = data.get("artifact")
        if given is None:
            return None
        try:
            if isinstance(given, str):
                return (self.folder / given).resolve()
        except (ValueError, OSError, RuntimeError):  # a zero byte, too long a name, a loop of links
            pass
        self._problem((*place, "artifact"), "must be the path of an HTML file or of a folder with an index.html")
        return None

    def _refused(self, error: ValidationError, place: Place) -> None:
        for detail in error.errors(include_url=False):
            where: Place = (*place, *detail["loc"])
            if where[-1] == "score" and where[:-1] in self.document.lines and where not in self.document.lines:
                where = where[:-1]
            self._problem(where, wording(detail))

    def _origin(self, place: Place) -> str:
        return f"{self.shown}:{self.document.line(place)}"

    def _problem(self, place: Place, message: str) -> None:
        self.problems.append(Problem(self.shown, self.document.line(place), field_name(place), message))
