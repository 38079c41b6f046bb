"""Sample artifacts beside the cases: a folder a case, in it a folder a version and the list of seeded faults."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError
from pydantic_core import ErrorDetails

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.verdict import AESTHETIC_ITEMS, FUNCTIONAL_ITEMS, Dimension, Severity
from pytest_cookie.dataset.document import Document, Place, UnreadableError, Value, read_document
from pytest_cookie.dataset.problem import Problem, field_name, unknown_field

FAULT_LIST = "faults.yaml"
WHOLE = "polished"
"""The version without faults."""
SeenBy = Literal["load", "use", "width"]
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
_ITEMS: dict[str, frozenset[str]] = {"functionality": FUNCTIONAL_ITEMS, "aesthetics": AESTHETIC_ITEMS}


class Fault(FrozenModel):
    """A seeded defect that a judge should find."""

    dimension: Dimension
    """The dimension of the defect."""
    severity: Severity
    """The severity of the defect."""
    where: str = Field(min_length=1)
    """CSS selector of the faulty element, or its place in a few words."""
    what: str = Field(min_length=1)
    """What a user sees go wrong."""
    seen_by: SeenBy
    """What reveals the defect: `load` (the loaded page), `use` (an action) or `width` (a narrower window)."""
    items: tuple[str, ...] = ()
    """Rubric items whose findings can report this defect."""
    told_by: tuple[str, ...] = ()
    """Selectors or words. A finding reports this defect if one of them is in its title, selector or reason."""


class FaultList(FrozenModel):
    """All defects of the faulty version of a sample: the file `<samples>/<case>/faults.yaml`."""

    case: str
    """Id of the case."""
    version: str = Field(pattern=r"^[a-z0-9_-]+$")
    """Name of the folder with the faulty version, such as `flawed`."""
    faults: tuple[Fault, ...]
    """Two to six defects."""


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
    """A sample's fault list, None where it cannot be read, and all that is wrong; `shown` is its path in messages."""
    if not (folder / FAULT_LIST).exists():
        return None, [Problem(shown, 0, "", _to_write(folder))]
    try:
        document = read_document(folder / FAULT_LIST)
    except UnreadableError as error:
        return None, [Problem(shown, error.line, "", str(error))]
    problems = [_problem(document, shown, place, "stands here twice; keep one") for place in document.repeated]
    if not isinstance(document.value, dict):
        return None, [*problems, Problem(shown, 1, "", f"must have the fields {', '.join(FaultList.model_fields)}")]
    faults, refused = _validated(document.value)
    problems += [_problem(document, shown, tuple(one["loc"]), _wording(one)) for one in refused]
    told = _about(document.value, folder, {tuple(one["loc"]) for one in refused})
    return faults, [*problems, *(_problem(document, shown, place, message) for place, message in told)]


def _to_write(folder: Path) -> str:
    return (
        f"is missing; write one: `case: {folder.name}`, `version:` ({_EXPECTED['version']}) and {_FEWEST} to {_MOST} "
        "`faults:`, each with dimension, severity, where, what and seen_by (docs/case-card.md)"
    )


def _validated(root: dict[str, Value]) -> tuple[FaultList | None, list[ErrorDetails]]:
    try:
        return FaultList.model_validate(root), []
    except ValidationError as error:
        return None, error.errors(include_url=False)


def _about(root: dict[str, Value], folder: Path, refused: set[Place]) -> Iterator[tuple[Place, str]]:
    """What of a list does not fit its folder or itself; also of one that is refused, so that all is told at once."""
    if isinstance(case := root.get("case"), str) and case != folder.name:
        yield ("case",), f"is {case!r}, but the sample's folder is {folder.name!r}"
    version = root.get("version")
    if version == WHOLE:
        yield ("version",), f"is {WHOLE!r}, which is the version without faults"
    named = [version] if isinstance(version, str) and ("version",) not in refused else []
    for name in dict.fromkeys((WHOLE, *named)):
        if not (folder / name / "index.html").is_file():
            yield ("version",), f"there is no {name}/index.html beside this list"
    if isinstance(faults := root.get("faults"), list):
        if not _FEWEST <= len(faults) <= _MOST:
            yield ("faults",), f"must be {_EXPECTED['faults']}"
        for index, fault in enumerate(faults):
            if isinstance(fault, dict):
                yield from _about_fault(fault, ("faults", index))


def _about_fault(fault: dict[str, Value], place: Place) -> Iterator[tuple[Place, str]]:
    items, dimension = fault.get("items"), fault.get("dimension")
    of_dimension = _ITEMS.get(dimension) if isinstance(dimension, str) else None
    if of_dimension and isinstance(items, list) and (wrong := [str(one) for one in items if one not in of_dimension]):
        known = ", ".join(sorted(of_dimension, key=_by_number))
        yield (*place, "items"), f"{', '.join(wrong)} is no item of {dimension}, which has {known}"
    if bool(items) != bool(fault.get("told_by")):
        yield place, "items and told_by go together: without both no finding can be told to be this fault"


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
