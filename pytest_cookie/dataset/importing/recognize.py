"""Recognizes the format of a benchmark's data by its content. Names of files do not matter."""

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, get_args

from pydantic import JsonValue

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import load_json, parse_json
from pytest_cookie.core.yaml_document import UnreadableError, Value
from pytest_cookie.dataset.document import read_document
from pytest_cookie.dataset.importing.aui_gym import is_app
from pytest_cookie.dataset.importing.interaction2code import is_page
from pytest_cookie.dataset.importing.json_lines import MAX_LINE_BYTES
from pytest_cookie.dataset.load import format_path
from pytest_cookie.records.plain_tree import open_named

PeerFormat = Literal[
    "cookie-cases",
    "artifactsbench",
    "artifactsbench-answers",
    "aui-app",
    "aui-apps",
    "aui-tasks",
    "vcb-tests",
    "vcb-task",
    "interaction2code",
    "webgen-bench",
    "webtestbench",
    "htmlbench",
]
FORMATS: tuple[PeerFormat, ...] = get_args(PeerFormat)

DESCRIPTIONS: dict[PeerFormat, str] = {
    "cookie-cases": "case files of pytest-cookie",
    "artifactsbench": "ArtifactsBench tasks (JSON Lines)",
    "artifactsbench-answers": "ArtifactsBench answers (JSON Lines)",
    "aui-app": "an AUI-Gym app (YAML)",
    "aui-apps": "a folder of AUI-Gym apps (YAML)",
    "aui-tasks": "AUI-Gym tasks (JSON)",
    "vcb-tests": "Vibe Code Bench workflows (tests.yaml)",
    "vcb-task": "a Vibe Code Bench task (task.yaml)",
    "interaction2code": "Interaction2Code folders (action.json)",
    "webgen-bench": "WebGen-Bench instructions (JSON Lines)",
    "webtestbench": "WebTestBench applications (JSON Lines)",
    "htmlbench": "HTMLBench tasks (JSON Lines)",
}

_START_BYTES = MAX_LINE_BYTES
_LINES_TRIED = 20
_LINE_FIELDS: tuple[tuple[frozenset[str], PeerFormat], ...] = (
    (frozenset({"question", "checklist"}), "artifactsbench"),
    (frozenset({"instruction", "checklist"}), "webtestbench"),
    (frozenset({"instruction", "ui_instruct"}), "webgen-bench"),
    (frozenset({"prompt", "test_cases"}), "htmlbench"),
    (frozenset({"index", "answer"}), "artifactsbench-answers"),
    (frozenset({"index", "model_infer_result"}), "artifactsbench-answers"),
    (frozenset({"index", "output"}), "artifactsbench-answers"),
)
"""The fields that a record must have; the first set that fits decides, so results with tasks are tasks."""


def recognize(path: Path) -> PeerFormat:
    """The format of a file or folder. Raises `UsageError` if it is unknown or cannot be read."""
    try:
        found = _of_folder(path) if path.is_dir() else _of_file(path)
    except OSError as error:
        raise UsageError(f"cannot read {format_path(path)}: {error.strerror}") from error
    if found is None:
        known = "\n".join(f"  {DESCRIPTIONS[each]}" for each in FORMATS)
        raise UsageError(f"{format_path(path)}: its format is unknown. The known formats are:\n{known}")
    return found


def holds_tasks(path: Path) -> bool:
    """Whether a file holds the tasks of ArtifactsBench."""
    try:
        return _of_file(path) == "artifactsbench"
    except OSError:
        return False


def _of_folder(folder: Path) -> PeerFormat | None:
    if is_page(folder) or any(is_page(each) for each in folder.iterdir() if each.is_dir()):
        return "interaction2code"
    if "webtestbench" in {_of_file(file) for file in sorted(folder.glob("*.jsonl"))[:_LINES_TRIED]}:
        return "webtestbench"
    found = {_of_file(file) for file in sorted(folder.glob("*.yaml"))[:_LINES_TRIED]}
    if "vcb-tests" in found:
        return "vcb-tests"
    if "aui-app" in found:
        return "aui-apps"
    return next((each for each in FORMATS if each in found), None)


def _of_file(file: Path) -> PeerFormat | None:
    with open_named(file) as stream:
        start = stream.read(_START_BYTES).removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith(b"{"):
        return _of_yaml(file)
    return _of_lines(start) or _of_json(parse_json(start))


def _of_lines(start: bytes) -> PeerFormat | None:
    """Of the first lines that hold an object; broken ones are left for the reader to report."""
    for raw in start.split(b"\n", _LINES_TRIED)[:_LINES_TRIED]:
        value = _object(raw)
        if value is None:
            continue
        for fields, name in _LINE_FIELDS:
            if fields <= value.keys():
                return name
    return None


def _object(raw: bytes) -> Mapping[str, JsonValue] | None:
    try:
        value = load_json(raw)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _of_json(value: JsonValue) -> PeerFormat | None:
    if not isinstance(value, dict):
        return None
    if {"app_name", "tasks"} <= value.keys():
        return "aui-tasks"
    numbered = [one for key, one in value.items() if key.isdecimal()]
    if (
        numbered
        and "link" in value
        and all(isinstance(edge, dict) and {"src", "dst"} <= edge.keys() for edge in numbered)
    ):
        return "interaction2code"
    return None


def _of_yaml(file: Path) -> PeerFormat | None:
    try:
        value = read_document(file).value
    except UnreadableError:
        return None
    if is_app(value):
        return "aui-app"
    return _of_mapping(value) if isinstance(value, dict) else _of_list(value)


def _of_mapping(value: dict[str, Value]) -> PeerFormat | None:
    if {"task_id", "iterations"} <= value.keys():
        return "vcb-tests"
    if "workflow_contract" in value or {"app", "generation_parameters"} <= value.keys():
        return "vcb-task"
    return "cookie-cases" if "cases" in value else None


def _of_list(value: Value) -> PeerFormat | None:
    first = value[0] if isinstance(value, list) and value else None
    return "cookie-cases" if isinstance(first, dict) and "brief" in first else None
