"""Reads labels and answers in the format of WebDevJudge-Unit: JSON lines, one per task on a page.

Labels have `web_id`, `task_id` and `label` (0 or 1); answers have `feasible` instead, directly or within
`model_response`. Other fields, such as the page's code, are ignored. The data set is not part of this project.
"""

from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.records.human_rating import Feasibility

MAX_LISTED = 20
_TRUTHS: dict[object, bool] = {True: True, False: False}  # 1 and 0 are equal to these


def read_feasibility(path: Path) -> tuple[Feasibility, ...]:
    """The labels or answers in a file. Raises `UsageError` with one line per problem."""
    found: list[Feasibility] = []
    first_line: dict[tuple[str, str], int] = {}
    problems: list[str] = []
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                try:
                    one = _feasibility(line)
                except ValueError as error:
                    problems.append(f"{path}:{number}: {error}")
                    continue
                if (one.page, one.task) in first_line:
                    problems.append(f"{path}:{number}: repeats the task of line {first_line[one.page, one.task]}")
                first_line.setdefault((one.page, one.task), number)
                found.append(one)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    if not found and not problems:
        problems = [f"{path}: is empty"]
    if problems:
        rest = len(problems) - MAX_LISTED
        raise UsageError("\n".join(problems[:MAX_LISTED] + ([f"… and {rest} more"] if rest > 0 else [])))
    return tuple(found)


def _feasibility(line: bytes) -> Feasibility:
    try:
        entry = load_json(line)
    except ValueError as error:
        raise ValueError("is not JSON") from error
    if not isinstance(entry, dict):
        raise ValueError("is not a JSON object")  # noqa: TRY004
    page, task = (_identity(entry, name) for name in ("web_id", "task_id"))
    return Feasibility(page=page, task=task, feasible=_truth(entry))


def _identity(entry: dict[str, object], name: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str | int) or isinstance(value, bool) or value == "":
        raise ValueError(f"{name}: must be text or a whole number")
    return str(value)


def _truth(entry: dict[str, object]) -> bool:
    response = entry.get("model_response")
    places = [(entry, "label"), (entry, "feasible"), (response if isinstance(response, dict) else {}, "feasible")]
    given = [place[name] for place, name in places if name in place]
    if not given:
        raise ValueError("has neither `label` (0 or 1) nor `feasible` (true or false)")
    value = given[0]
    if not isinstance(value, bool | int) or value not in _TRUTHS:
        raise ValueError("`label` must be 0 or 1, `feasible` true or false")
    return _TRUTHS[value]
