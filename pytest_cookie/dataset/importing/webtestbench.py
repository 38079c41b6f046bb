"""The applications of WebTestBench with people's checks (Kong et al. 2026): JSON Lines beside pages or projects."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import slug
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase, detect_language
from pytest_cookie.dataset.importing.json_lines import read_lines, validate_line
from pytest_cookie.dataset.importing.peer import Peer, Words, check_printable
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.dataset.select import label_words

ID_PREFIX, INDEX_PREFIX = "wtb-", "WebTestBench_"
SOURCE = "WebTestBench (Kong et al. 2026, arXiv 2603.25226), application {id}, Apache-2.0"
REVISED = "revised"
"""The gold of other people is in the file with this word in its name."""
LEAVES: Mapping[str, str] = {
    "Commerce": "business-objects",
    "Data Management": "business-objects",
    "Presentation": "corporate-site",
    "Search": "data-catalog",
    "Tool": "efficiency",
    "User-Generated Content": "community",
    "Workflow": "form-workflow",
}
"""The leaf by category. Categories are coarse: correct the leaf of a case if labels matter."""
OTHER_LEAF = "business-objects"
_MAX_CHECKS = 100
"""People wrote about 18 for each application."""
_PAGES = (".html", ".htm")

Line = Annotated[Words, AfterValidator(check_printable)]
CheckClass = Literal["functionality", "constraint", "interaction", "content"]


class PublishedCheck(Peer):
    """A check that people wrote for an application, and whether it passes there."""

    content: Line
    check_class: CheckClass = Field(alias="class")
    passes: bool = Field(alias="pass")
    bug: Annotated[str, AfterValidator(str.strip), AfterValidator(check_printable)] = ""

    def as_field(self) -> JsonValue:
        """The check as the protocol `webtestbench` reads it."""
        bug: dict[str, JsonValue] = {} if self.passes or not self.bug else {"bug": self.bug}
        return {"content": self.content, "class": self.check_class, "passes": self.passes, **bug}


def _limit_checks(checks: tuple[PublishedCheck, ...]) -> tuple[PublishedCheck, ...]:
    if not 0 < len(checks) <= _MAX_CHECKS:
        raise ValueError(f"has {len(checks)} checks; an application has 1 to {_MAX_CHECKS}")
    return checks


class PublishedApplication(Peer):
    """A published line. Unknown fields are ignored."""

    index: Annotated[
        str, AfterValidator(str.strip), Field(min_length=1, max_length=60), AfterValidator(check_printable)
    ]
    instruction: Annotated[str, Field(min_length=1), AfterValidator(check_printable)]
    category: str = ""
    checklist: Annotated[tuple[PublishedCheck, ...], AfterValidator(_limit_checks)]


class _Gold:
    """The applications of one annotation, by index, with their lines."""

    def __init__(self, file: Path, problems: list[CaseProblem]) -> None:
        self.lines: dict[str, int] = {}
        self.applications: dict[str, PublishedApplication] = {}
        shown = format_path(file)
        for line in read_lines(file, problems):
            found = validate_line(PublishedApplication, line, shown, problems)
            if found is None:
                continue
            if (first := self.lines.setdefault(found.index, line.number)) != line.number:
                told = f"{found.index!r} is already the index of line {first}; the first one counts"
                problems.append(CaseProblem(shown, line.number, "index", told))
            self.applications.setdefault(found.index, found)


def read_applications(path: Path) -> Imported:
    """The applications of a folder, or of a JSON Lines file with the applications beside it.

    Checks are those of the first file; those of a file with `revised` in its name are kept apart. An application is a
    page `<index>.html` or a folder `<index>/` with a project, in the folder or one level below; it becomes the ready
    artifact of its case. Raises `UsageError` if there is no file to read.
    """
    folder = path if path.is_dir() else path.parent
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    originals = [file for file in files if REVISED not in file.stem] or files
    if not originals:
        raise UsageError(f"{format_path(path)}: no *.jsonl file in this folder")
    problems: list[CaseProblem] = []
    gold = _Gold(originals[0], problems)
    revised = next((_Gold(file, problems) for file in files if file not in originals), None)
    cases = [
        _case(application, revised, _find_application(folder, name), gold.lines[name])
        for name, application in gold.applications.items()
    ]
    return Imported(tuple(cases), tuple(problems))


def _case(application: PublishedApplication, revised: _Gold | None, source: Path | None, line: int) -> ImportedCase:
    name = ID_PREFIX + slug(application.index.removeprefix(INDEX_PREFIX), reserved=label_words(), max_length=50)
    extra: dict[str, JsonValue] = {"category": application.category} if application.category else {}
    extra["checks"] = [check.as_field() for check in application.checklist]
    if revised and (other := revised.applications.get(application.index)):
        extra["revised_checks"] = [check.as_field() for check in other.checklist]
    return ImportedCase(
        id=name,
        brief=application.instruction,
        leaf=LEAVES.get(application.category, OTHER_LEAF),
        language=detect_language(application.instruction),
        source=SOURCE.format(id=application.index),
        extra=extra,
        line=line,
        artifact=source,
    )


def _find_application(folder: Path, index: str) -> Path | None:
    """The page or project of an application. A link is none: it could bring any file of this machine into the case."""
    if Path(index).name != index:
        return None
    places = [folder, *sorted(each for each in folder.iterdir() if each.is_dir() and each.name != index)]
    for place in places:
        for found in (*(place / f"{index}{suffix}" for suffix in _PAGES), place / index):
            if found.exists() and not found.is_symlink():
                return found
    return None
