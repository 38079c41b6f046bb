"""Reads labels and answers in the format of WebDevJudge-Unit: JSON lines, one per task on a page.

Labels have `web_id`, `task_id` and `label` (0 or 1); answers have `feasible` instead, directly or within
`model_response`. Other fields, such as the page's code, are ignored. The data set is not part of this project.
"""

from collections.abc import Mapping
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.importing.json_lines import read_lines
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem, problems_error
from pytest_cookie.records.human_rating import Feasibility

MAX_LISTED = 20
_TRUTHS: dict[object, bool] = {True: True, False: False}  # 1 and 0 are equal to these


def read_feasibility(path: Path) -> tuple[Feasibility, ...]:
    """The labels or answers in a file. Raises `UsageError` with one line per problem."""
    shown = format_path(path)
    problems: list[CaseProblem] = []
    found: dict[tuple[str, str], Feasibility] = {}
    first_line: dict[tuple[str, str], int] = {}
    for line in read_lines(path, problems):
        try:
            label = _feasibility(line.value)
        except ValueError as error:
            problems.append(CaseProblem(shown, line.number, "", str(error)))
            continue
        task = (label.page, label.task)
        if task in found:
            problems.append(CaseProblem(shown, line.number, "", f"repeats the task of line {first_line[task]}"))
        first_line.setdefault(task, line.number)
        found.setdefault(task, label)
    if problems:
        raise problems_error(problems, most=MAX_LISTED)
    if not found:
        raise UsageError(f"{shown}: is empty")
    return tuple(found.values())


def _feasibility(entry: Mapping[str, object]) -> Feasibility:
    page, task = (_identity(entry, name) for name in ("web_id", "task_id"))
    return Feasibility(page=page, task=task, feasible=_truth(entry))


def _identity(entry: Mapping[str, object], name: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str | int) or isinstance(value, bool) or value == "":
        raise ValueError(f"{name}: must be text or a whole number")
    return str(value)


def _truth(entry: Mapping[str, object]) -> bool:
    response = entry.get("model_response")
    places = [(entry, "label"), (entry, "feasible"), (response if isinstance(response, dict) else {}, "feasible")]
    given = [place[name] for place, name in places if name in place]
    if not given:
        raise ValueError("has neither `label` (0 or 1) nor `feasible` (true or false)")
    value = given[0]
    if not isinstance(value, bool | int) or value not in _TRUTHS:
        raise ValueError("`label` must be 0 or 1, `feasible` true or false")
    return _TRUTHS[value]
