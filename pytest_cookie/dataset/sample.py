"""Sample artifacts: a folder per case with a folder per version and the list of known faults."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError
from pydantic_core import ErrorDetails

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.score_spec import ScoreId
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.yaml_document import UnreadableError, Value, ValuePath, YamlDocument
from pytest_cookie.dataset.document import read_document
from pytest_cookie.dataset.problem import CaseProblem, describe_unknown_field, field_name

FAULT_LIST = "faults.yaml"
WHOLE = "polished"
"""The version without faults."""
Rubric = Mapping[str, frozenset[str]]
"""The dimensions of a rubric with the ids of their items."""
NO_RUBRIC: Rubric = {}
SeenBy = Literal["load", "use", "width"]
_FEWEST, _MOST = 2, 6
_EXPECTED = {
    "case": "the id of the sample's case",
    "version": "the folder with the faults, such as `flawed`",
    "faults": f"a list of {_FEWEST} to {_MOST} faults",
    "dimension": "the id of the score that the fault lowers",
    "severity": "critical, major or minor",
    "where": "the selector of the faulty element, or a few words",
    "what": "a description of the fault as a user sees it",
    "seen_by": "load, use or width",
    "items": 'a list of the rubric items of findings that report this fault, such as ["4"]',
    "told_by": "a list of selectors or words; findings that report this fault contain one of them",
}


class SampleFault(FrozenModel):
    """A known fault that a judge has to find. `where` is a selector or a description of the place.

    `seen_by` is how it becomes visible: at load, in use, or in a narrower window. A finding reports this fault if it
    belongs to one of the rubric `items` and contains one of `told_by` in its title, selector or reason.
    """

    dimension: ScoreId
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
    """Name of the folder that contains the faulty version, such as `flawed`."""
    faults: tuple[SampleFault, ...]
    """The defects of that version, 2 to 6."""


def sample_folders(path: Path) -> list[Path]:
    """The sample folders at or below `path`: those with a `faults.yaml` that is not a file of cases."""
    return sorted(file.parent for file in path.rglob(FAULT_LIST) if file.is_file() and not _holds_cases(file))


def _holds_cases(file: Path) -> bool:
    try:
        root = read_document(file).value
    except UnreadableError:
        return False
    return isinstance(root, list) or (isinstance(root, dict) and "cases" in root)


def read_fault_list(folder: Path, shown: str, rubric: Rubric = NO_RUBRIC) -> tuple[FaultList | None, list[CaseProblem]]:
    """A sample's fault list, None if it cannot be read, and all problems; `shown` is its path in messages.

    Without a `rubric`, dimensions and items may have any name.
    """
    if not (folder / FAULT_LIST).exists():
        return None, [CaseProblem(shown, 0, "", _to_write(folder))]
    try:
        document = read_document(folder / FAULT_LIST)
    except UnreadableError as error:
        return None, [CaseProblem(shown, error.line, "", str(error))]
    problems = [_problem(document, shown, place, "appears twice; keep one") for place in document.repeated]
    if not isinstance(document.value, dict):
        return None, [*problems, CaseProblem(shown, 1, "", f"must have the fields {', '.join(FaultList.model_fields)}")]
    faults, refused = _validated(document.value)
    problems += [_problem(document, shown, tuple(detail["loc"]), _wording(detail)) for detail in refused]
    places = {tuple(detail["loc"]) for detail in refused}
    mismatches = [*_check_list(document.value, folder, places), *_check_names(document.value, rubric)]
    if any(place not in places and place[-1] == "dimension" for place, _ in mismatches):
        faults = None
    return faults, [*problems, *(_problem(document, shown, place, message) for place, message in mismatches)]


def _to_write(folder: Path) -> str:
    return (
        f"is missing; write one: `case: {folder.name}`, `version:` ({_EXPECTED['version']}) and {_FEWEST} to {_MOST} "
        "`faults:`, each with dimension, severity, where, what and seen_by (docs/how-to/add-benchmark-cases.md)"
    )


def _validated(root: dict[str, Value]) -> tuple[FaultList | None, list[ErrorDetails]]:
    try:
        return FaultList.model_validate(root), []
    except ValidationError as error:
        return None, error.errors(include_url=False)


def _check_list(root: dict[str, Value], folder: Path, refused: set[ValuePath]) -> Iterator[tuple[ValuePath, str]]:
    """Mismatches of a list with its folder or within itself, also of an invalid list, to report everything at once."""
    if isinstance(case := root.get("case"), str) and case != folder.name:
        yield ("case",), f"is {case!r}, but the sample folder is {folder.name!r}"
    version = root.get("version")
    if version == WHOLE:
        yield ("version",), f"is {WHOLE!r}, which is the version without faults"
    named = [version] if isinstance(version, str) and ("version",) not in refused else []
    for name in dict.fromkeys((WHOLE, *named)):
        if not (folder / name / "index.html").is_file():
            yield ("version",), f"{name}/index.html is missing beside this list"
    if isinstance(faults := root.get("faults"), list):
        if not _FEWEST <= len(faults) <= _MOST:
            yield ("faults",), f"must be {_EXPECTED['faults']}"
        for index, fault in enumerate(faults):
            if isinstance(fault, dict):
                yield from _check_fault(fault, ("faults", index))


def _check_fault(fault: dict[str, Value], place: ValuePath) -> Iterator[tuple[ValuePath, str]]:
    if bool(fault.get("items")) != bool(fault.get("told_by")):
        yield place, "has only one of items and told_by; both are needed to match findings"


def _check_names(root: dict[str, Value], rubric: Rubric) -> Iterator[tuple[ValuePath, str]]:
    """Dimensions and items that the rubric does not have."""
    faults = root.get("faults")
    for index, fault in enumerate(faults if isinstance(faults, list) else []):
        dimension = fault.get("dimension") if isinstance(fault, dict) else None
        if not isinstance(fault, dict) or not isinstance(dimension, str) or not rubric:
            continue
        if dimension not in rubric:
            yield ("faults", index, "dimension"), f"must be {' or '.join(rubric)}"
            continue
        items, known = fault.get("items"), rubric[dimension]
        if isinstance(items, list) and (wrong := [str(item) for item in items if item not in known]):
            listed = ", ".join(sorted(known, key=_by_number))
            place = ("faults", index, "items")
            yield place, f"{', '.join(wrong)} is not an item of {dimension}; its items are {listed}"


def _by_number(item: str) -> tuple[int, str]:
    return int(item.rstrip("a")), item


def _problem(document: YamlDocument, shown: str, place: ValuePath, message: str) -> CaseProblem:
    return CaseProblem(shown, document.line(place), field_name(place), message)


def _wording(detail: ErrorDetails) -> str:
    name = next((part for part in reversed(detail["loc"]) if isinstance(part, str)), "")
    if detail["type"] == "extra_forbidden":
        return describe_unknown_field(name, tuple((SampleFault if len(detail["loc"]) > 1 else FaultList).model_fields))
    if detail["type"] == "missing":
        return f"is missing; write {_EXPECTED[name]}"
    return f"must be {_EXPECTED[name]}"
