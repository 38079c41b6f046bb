"""The tasks of AUI-Gym's apps: JSON files beside the apps, one for each app."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, JsonValue, ValidationError

from pytest_cookie.core.parsing import parse_json
from pytest_cookie.dataset.importing.peer import Peer, Words, check_printable, list_problems
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.records.plain_tree import read_bounded

MAX_BYTES = 10_000_000
MAX_TASKS, MAX_TEXT = 60, 500

T = TypeVar("T")


def check_length(text: str) -> str:
    """The text. Raises `ValueError` if it is longer than a task may be."""
    if len(text) > MAX_TEXT:
        raise ValueError(f"has {len(text):,} characters; a task has at most {MAX_TEXT}")
    return text


TaskText = Annotated[Words, AfterValidator(check_printable), AfterValidator(check_length)]


class AppTask(Peer):
    """A task as their code writes it. Its number is its place: their ids are not unique."""

    description: TaskText
    expected_outcome: TaskText
    category: str = ""


def limit_tasks(tasks: tuple[T, ...]) -> tuple[T, ...]:
    """The tasks. Raises `ValueError` if there are none or too many."""
    if not 0 < len(tasks) <= MAX_TASKS:
        raise ValueError(f"has {len(tasks)} tasks; a case has 1 to {MAX_TASKS}")
    return tasks


class AppTasks(Peer):
    """The tasks of one app."""

    app_name: str
    tasks: Annotated[tuple[AppTask, ...], AfterValidator(limit_tasks)]

    def fields(self) -> list[JsonValue]:
        """The tasks in the form of the protocol `auigym`, without checkers."""
        return [
            {"id": f"task-{number}", "kind": _kind(task.category), "do": task.description,
             "outcome": task.expected_outcome}
            for number, task in enumerate(self.tasks, start=1)
        ]  # fmt: skip


def _kind(category: str) -> str:
    """`workflow` or `edge` where the category names it, else `core`."""
    words = category.casefold()
    return next((kind for kind in ("workflow", "edge") if kind in words), "core")


def read_app_tasks(folder: Path, problems: list[CaseProblem]) -> Mapping[str, list[JsonValue]]:
    """The tasks by app, from the JSON files of a folder and those one level below; others are skipped.

    Of two files for one app, the first counts and the other is a problem.
    """
    found: dict[str, list[JsonValue]] = {}
    for file in sorted([*folder.glob("*.json"), *folder.glob("*/*.json")]):
        tasks = _read(file, problems)
        if tasks is None:
            continue
        if tasks.app_name in found:
            problems.append(CaseProblem(format_path(file), 0, "app_name", f"{tasks.app_name!r} has tasks already"))
            continue
        found[tasks.app_name] = tasks.fields()
    return found


def _read(file: Path, problems: list[CaseProblem]) -> AppTasks | None:
    shown = format_path(file)
    try:
        if file.stat().st_size > MAX_BYTES:
            problems.append(CaseProblem(shown, 0, "", f"is larger than {MAX_BYTES // 1_000_000} MB"))
            return None
        value = parse_json(read_bounded(file, MAX_BYTES))
    except OSError as error:
        problems.append(CaseProblem(shown, 0, "", f"cannot be read: {error.strerror}"))
        return None
    if not isinstance(value, dict) or not {"app_name", "tasks"} <= value.keys():
        return None
    try:
        return AppTasks.model_validate(value)
    except ValidationError as error:
        problems += list_problems(error, shown, lambda _: 0)
        return None
