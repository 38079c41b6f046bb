"""The apps of AUI-Gym: one YAML file each, or a folder of them (showlab/AUI, MIT)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import slug
from pytest_cookie.core.yaml_document import Value
from pytest_cookie.dataset.importing.aui_tasks import read_app_tasks
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase, detect_language
from pytest_cookie.dataset.importing.peer import Peer, Words, read_yaml
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.dataset.select import label_words

Tag = Literal["app", "landing", "game", "interactive", "tool", "utility"]

LEAVES: dict[Tag, str] = {
    "app": "efficiency",
    "landing": "product-landing",
    "game": "action",
    "interactive": "visual-effects",
    "tool": "text-processing",
    "utility": "efficiency",
}
"""The leaf of our taxonomy for each tag. The six tags are coarse: correct the leaf of a case if labels matter."""
SOURCE = "AUI-Gym (showlab/AUI), app {id}, MIT"
ID_PREFIX = "aui-"


def _not_empty(tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
    if not tags:
        raise ValueError(f"is empty; write one of {', '.join(LEAVES)}")
    return tags


class App(Peer):
    """An app as published. Its picture and unknown fields are ignored."""

    id: Words
    title: Words
    prompt: Words
    tags: Annotated[tuple[Tag, ...], AfterValidator(_not_empty)]

    def case(self, tasks: Sequence[JsonValue] = ()) -> ImportedCase:
        """The app as a case, ready for the protocol `auigym` if it has tasks."""
        tags: list[JsonValue] = [*self.tags]
        described: dict[str, JsonValue] = {"app": self.id, "title": self.title, "tags": tags}
        return ImportedCase(
            id=ID_PREFIX + slug(self.id, reserved=label_words(), max_length=50),
            brief=self.prompt,
            leaf=LEAVES[self.tags[0]],
            language=detect_language(self.prompt),
            source=SOURCE.format(id=self.id),
            extra={"tag": self.tags[0], "tasks": [*tasks]} if tasks else described,
        )


def is_app(value: Value) -> bool:
    """Whether a YAML document is an app."""
    return isinstance(value, dict) and {"id", "prompt", "tags"} <= value.keys()


def read_apps(path: Path) -> Imported:
    """The apps of a file, or of the YAML files of a folder with the tasks in its JSON files.

    Raises `UsageError` if there is no app.
    """
    files = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
    if not files:
        raise UsageError(f"{format_path(path)}: no *.yaml file in this folder")
    cases: dict[str, ImportedCase] = {}
    problems: list[CaseProblem] = []
    tasks = read_app_tasks(path, problems) if path.is_dir() else {}
    for file in files:
        app = read_yaml(file, App, problems)
        if app is None:
            continue
        case = app.case(tasks.get(app.id, ()))
        if case.id in cases:
            problems.append(CaseProblem(format_path(file), 0, "id", f"{app.id!r} is the id of an earlier app"))
        cases.setdefault(case.id, case)
    return Imported(tuple(cases.values()), tuple(problems))
