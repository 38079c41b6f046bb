"""Sample artifacts beside the cases: a folder a case, in it a folder a version and the list of seeded faults."""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_core import ErrorDetails

from pytest_cookie.core.noun import Noun
from pytest_cookie.core.verdict import AESTHETIC_ITEMS, FUNCTIONAL_ITEMS, Dimension, Severity
from pytest_cookie.dataset.document import Document, Place, UnreadableError, read_document
from pytest_cookie.dataset.problem import Problem, field_name, unknown_field

FAULT_LIST = "faults.yaml"
SeenBy = Literal["load", "use", "width"]
_WHOLE = "polished"
_FEWEST, _MOST = 2, 6
_EXPECTED = {
    "case": "the id of the sample's case",
    "version": "the folder that has the faults, such as `flawed`",
    "faults": f"a list of {_FEWEST} to {_MOST} faults",
    "dimension": "functionality or aesthetics",
    "severity": "critical, major or minor",
    "where": "the selector of what is faulty, or a few words",
    "what": "what a user sees go wrong",
    "seen_by": "load, use or width",
    "items": 'a list of the rubric\'s items that a finding of this fault may have, such as ["4"]',
    "told_by": "a list of selectors or words, one of which a finding of this fault would have",
}
_ITEMS: dict[Dimension, frozenset[str]] = {"functionality": FUNCTIONAL_ITEMS, "aesthetics": AESTHETIC_ITEMS}


class Fault(Noun):
    """A seeded fault: what a judge has to find. `where` is a selector, or names the place.

    `seen_by` is what brings it to light: the page as loaded, its use, or a narrower window. A finding names this
    fault if it belongs to one of the rubric's `items` and has one of `told_by` in its title, selector or reason.
    """

    dimension: Dimension
    severity: Severity
    where: str = Field(min_length=1)
    what: str = Field(min_length=1)
    seen_by: SeenBy
    items: tuple[str, ...] = ()
    told_by: tuple[str, ...] = ()


class FaultList(Noun):
    """All faults of one version of a sample, `<samples>/<case>/faults.yaml`."""

    case: str
    version: str = Field(pattern=r"^[a-z0-9_-]+$")
    faults: tuple[Fault, ...]

    @field_validator(
        "faults"
    )  # only once each of them is right: a minimum length would count the wrong ones as missing
    @classmethod
    def _some(cls, faults: tuple[Fault, ...]) -> tuple[Fault, ...]:
        if not _FEWEST <= len(faults) <= _MOST:
            raise ValueError(_EXPECTED["faults"])
        return faults


def sample_folders(path: Path) -> list[Path]:
    """The folders of samples at or below `path`: those with a `faults.yaml` that is no file of cases."""
    return sorted(file.parent for file in path.rglob(FAULT_LIST) if file.is_file() and not _holds_cases(file))


def _holds_cases(file: Path) -> bool:
    try:
        root = read_document(file).value
    except UnreadableError:
        return False
    return isinstance(root, list) or (isinstance(root, dict) and "cases" in root)


def read_fault_list(folder: Path, shown: str) -> tuple[FaultList | None, list[Problem]]:
    """A sample's fault list, None where it cannot be read, and what is wrong; `shown` is its path in messages."""
    try:
        document = read_document(folder / FAULT_LIST)
    except UnreadableError as error:
        return None, [Problem(shown, error.line, "", str(error))]
    problems = [_problem(document, shown, place, "stands here twice; keep one") for place in document.repeated]
    if not isinstance(document.value, dict):
        return None, [*problems, Problem(shown, 1, "", f"must have the fields {', '.join(FaultList.model_fields)}")]
    try:
        faults = FaultList.model_validate(document.value)
    except ValidationError as error:
        details = error.errors(include_url=False)
        return None, [*problems, *(_problem(document, shown, tuple(one["loc"]), _wording(one)) for one in details)]
    return faults, [*problems, *_about_folder(faults, folder, document, shown)]


def _about_folder(faults: FaultList, folder: Path, document: Document, shown: str) -> Iterable[Problem]:
    if faults.case != folder.name:
        yield _problem(document, shown, ("case",), f"is {faults.case!r}, but the sample's folder is {folder.name!r}")
    if faults.version == _WHOLE:
        yield _problem(document, shown, ("version",), f"is {_WHOLE!r}, which is the version without faults")
    for version in dict.fromkeys((_WHOLE, faults.version)):
        if not (folder / version / "index.html").is_file():
            yield _problem(document, shown, ("version",), f"there is no {version}/index.html beside this list")
    for index, fault in enumerate(faults.faults):
        if wrong := [item for item in fault.items if item not in _ITEMS[fault.dimension]]:
            known = ", ".join(sorted(_ITEMS[fault.dimension], key=_by_number))
            told = f"{', '.join(wrong)} is no item of {fault.dimension}, which has {known}"
            yield _problem(document, shown, ("faults", index, "items"), told)
        if bool(fault.items) != bool(fault.told_by):
            message = "items and told_by go together: without both no finding can be told to be this fault"
            yield _problem(document, shown, ("faults", index), message)


def _by_number(item: str) -> tuple[int, str]:
    return int(item.rstrip("a")), item


def _problem(document: Document, shown: str, place: Place, message: str) -> Problem:
    return Problem(shown, document.line(place), field_name(place), message)


def _wording(detail: ErrorDetails) -> str:
    name = next((part for part in reversed(detail["loc"]) if isinstance(part, str)), "")
    if detail["type"] == "extra_forbidden":
        return unknown_field(name, tuple((Fault if len(detail["loc"]) > 1 else FaultList).model_fields))
    if detail["type"] == "missing":
        return f"is missing; write {_EXPECTED[name]}"
    return f"must be {_EXPECTED[name]}"
