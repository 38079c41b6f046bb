"""Tasks of Vibe Code Bench: a folder with `tests.yaml`, `task.yaml` and the prompts (vals-ai)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field, JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import slug
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase, detect_language
from pytest_cookie.dataset.importing.peer import Peer, Words, read_yaml
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.dataset.select import label_words
from pytest_cookie.records.plain_tree import read_bounded_text

TESTS, TASK, BASE_PROMPT = "tests.yaml", "task.yaml", "base_prompt.md"
LEAF = "business-objects"
"""The leaf of every case: the benchmark has no finer labels. Correct it if labels matter."""
SOURCE = "Vibe Code Bench (vals-ai), task {task}, iteration {iteration}"
_NUMBER = re.compile(r"^\s*\d+[.)]\s*")
_MAX_PROMPT_BYTES = 500_000

Numbered = Annotated[str, BeforeValidator(lambda text: _NUMBER.sub("", str(text)).strip()), Field(min_length=1)]


class Workflow(Peer):
    """A workflow as published. Unknown fields are ignored."""

    id: Words
    title: str = ""
    purpose: Words
    steps: Annotated[tuple[Numbered, ...], Field(min_length=1)]


class Iteration(Peer):
    """A version of the application, with the workflows that test it."""

    id: Words
    title: str = ""
    workflows: dict[str, Workflow]


class Tests(Peer):
    """The file `tests.yaml`."""

    task_id: Words
    iterations: tuple[Iteration, ...]


class Parameters(Peer):
    """The services that `task.yaml` offers."""

    email_service: bool = False
    stripe_service: bool = False

    @property
    def integrations(self) -> str:
        """`none`, `email`, `stripe` or `both`."""
        names = {(False, False): "none", (True, False): "email", (False, True): "stripe", (True, True): "both"}
        return names[self.email_service, self.stripe_service]


class Task(Peer):
    """The file `task.yaml`."""

    generation_parameters: Parameters = Parameters()


@dataclass(frozen=True)
class _Folder:
    """A task's folder. Prompts are read as they are."""

    path: Path

    def prompt(self, name: str) -> str:
        """The text of a prompt; "" if it does not exist, or is elsewhere: names come from the task's file."""
        file = self.path / name
        try:
            if not file.is_file() or file.stat().st_size > _MAX_PROMPT_BYTES:
                return ""
            if not file.resolve().is_relative_to(self.path.resolve()):
                return ""
            return read_bounded_text(file, _MAX_PROMPT_BYTES, errors="replace").strip()
        except OSError:  # such as a name that is too long
            return ""


def read_tests(path: Path) -> Imported:
    """A case for each iteration of a task: its brief has all prompts up to that iteration.

    `path` is `tests.yaml`, with the other files beside it, or their folder. Raises `UsageError` without a
    specification.
    """
    file = path / TESTS if path.is_dir() else path
    folder = _Folder(file.parent)
    problems: list[CaseProblem] = []
    tests = read_yaml(file, Tests, problems)
    task = read_yaml(folder.path / TASK, Task, problems) if (folder.path / TASK).is_file() else Task()
    if tests is None or task is None:
        return Imported((), tuple(problems))
    if not folder.prompt(BASE_PROMPT):
        raise UsageError(f"{format_path(file)}: the specification {BASE_PROMPT} is missing beside it")
    return Imported(tuple(_cases(folder, tests, task)), tuple(problems))


def _cases(folder: _Folder, tests: Tests, task: Task) -> Iterator[ImportedCase]:
    brief = folder.prompt(BASE_PROMPT)
    name = slug(tests.task_id, reserved=label_words(), max_length=40)
    for iteration in tests.iterations:
        if change := folder.prompt(f"prompts/iteration_{iteration.id}.md"):
            brief = f"{brief}\n\n{change}"
        if not iteration.workflows:
            continue
        workflows: list[JsonValue] = [_workflow(key, one) for key, one in iteration.workflows.items()]
        yield ImportedCase(
            id=f"vcb-{name}-{slug(iteration.id, max_length=10)}",
            brief=brief,
            leaf=LEAF,
            language=detect_language(brief),
            source=SOURCE.format(task=tests.task_id, iteration=iteration.id),
            extra={"integrations": task.generation_parameters.integrations, "workflows": workflows},
        )


def _workflow(key: str, one: Workflow) -> JsonValue:
    steps: list[JsonValue] = [*one.steps]
    return {"id": slug(key, reserved=frozenset()).replace(".", "-"), "purpose": one.purpose, "steps": steps}
