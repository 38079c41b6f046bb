"""Imports people's answers from elsewhere: preferences (WebDevJudge, arena votes), Interaction2Code, arena rankings.

Preferences become answers of the form `pairwise`, failure types those of `usability`, by raters named `import:…`. An
answer about an artifact that the run lacks is counted and left out.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.annotation.form import TIE
from pytest_cookie.annotation.store import IMPORTED, AnswerStore
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.model_ranking_csv import read_model_ranking

MAX_BYTES = 64_000_000
FAILURE_FILE = re.compile(r"failure_(?P<prompt>[^_]+)_(?P<model>.+)\.json")
COMPARE_FILE = re.compile(r"(?P<prompt>[^_]+)_(?P<model>.+)\.json")
_WINNERS = {
    "a": "first", "model_a": "first", "left": "first", "b": "second", "model_b": "second", "right": "second",
    "tie": TIE, "both": TIE, "tie (bothbad)": TIE, "bothbad": TIE,
}  # fmt: skip
_CASES, _LABELS = ("case", "question_id", "web_id", "id"), ("label", "winner", "preference")
_RATERS = ("rater", "judge", "annotator", "user")
FAILURE_TYPES = (
    "no-interaction", "no-effect", "partial", "wrong-effect", "wrong-element", "missing-element", "wrong-position",
    "wrong-text", "wrong-style", "broken-layout",
)  # fmt: skip
"""The ten types of the form `usability`, in the order of the numbers 1 to 10 of an imported file."""
_RANKING = "ranking:"


@dataclass(frozen=True)
class Imported:
    """The result of an import: its format, the numbers of stored answers and of those that match no task of the run."""

    kind: str
    stored: int
    unmatched: int


def import_file(path: Path, store: AnswerStore, tasks: Mapping[str, Task], against: str = "") -> Imported:
    """Import a file by its form. `against` is the other model of an Interaction2Code comparison compares.

    A CSV is a ranking of models (`model`, `rank` or `score`); JSON lines are preferences with a case, `model_a`,
    `model_b` and `label` (`a`, `b` or `tie`); a JSON object has Interaction2Code's `type/unusable` or 0, 1, 2. Raises
    `UsageError`.
    """
    if path.suffix == ".csv":
        ranking = read_model_ranking(path)
        store.set_fact(f"{_RANKING}{path.stem}", json.dumps(ranking))
        return Imported("ranking of models", len(ranking), 0)
    text = _read(path)
    if path.suffix == ".jsonl":
        return _preferences(path, text, store, tasks)
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} is not JSON: {error}") from error
    if not isinstance(content, dict) or not content:
        raise UsageError(f"{path} must be a JSON object: answers by case")
    if all(isinstance(value, str) and "/" in value for value in content.values()):
        return _failures(path, content, store, tasks)
    return _comparisons(path, content, store, tasks, against)


def read_rankings(store: AnswerStore) -> dict[str, dict[str, float]]:
    """The imported rankings by name: a value by model, higher is better."""
    return {name: json.loads(value) for name, value in store.facts(_RANKING).items()}


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path} is larger than {MAX_BYTES // 1_000_000} MB")
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8") from error


def _preferences(path: Path, text: str, store: AnswerStore, tasks: Mapping[str, Task]) -> Imported:
    pairs = _pairs(tasks)
    stored = unmatched = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        case, first, second, winner, rater = _preference(line, f"{path}:{number}")
        found = _add_pair(store, pairs, (case, first, second), winner, rater, f"{path.name}:{number}")
        stored, unmatched = stored + found, unmatched + (not found)
    return Imported("preferences", stored, unmatched)


def _preference(line: str, where: str) -> tuple[str, str, str, str, str]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where}: is not JSON") from error
    if not isinstance(entry, dict):
        raise UsageError(f"{where}: is not a JSON object")
    case, label = _first(entry, _CASES, where), _first(entry, _LABELS, where).lower()
    if label not in _WINNERS:
        raise UsageError(f"{where}: the label must be a, b or tie, not {label[:40]!r}")
    rater = next((str(entry[name]) for name in _RATERS if entry.get(name)), "people")
    return case, _first(entry, ("model_a",), where), _first(entry, ("model_b",), where), _WINNERS[label], rater


def _first(entry: Mapping[str, object], names: tuple[str, ...], where: str) -> str:
    for name in names:
        value = entry.get(name)
        if isinstance(value, str | int) and value != "":
            return str(value)
    raise UsageError(f"{where}: has no {' or '.join(names)}")


def _add_pair(
    store: AnswerStore,
    pairs: Mapping[tuple[str, str, str], Task],
    named: tuple[str, str, str],
    winner: str,
    rater: str,
    place: str,
) -> bool:
    case, first, second = named
    task, is_turned = pairs.get((case, first, second)), False
    if task is None:
        task, is_turned = pairs.get((case, second, first)), True
    if task is None:
        return False
    slots = {"first": task.slots[is_turned], "second": task.slots[not is_turned]}
    person = store.join(f"{IMPORTED}{rater[:60]}")
    store.add(person, task.id, task.form, "import", {"better": slots.get(winner, TIE)}, nonce=_nonce(place, task))
    return True


def _pairs(tasks: Mapping[str, Task]) -> dict[tuple[str, str, str], Task]:
    """The pairwise tasks by case and both models."""
    return {(one.case, one.records[0].model, one.records[1].model): one for one in _of_form(tasks, "pairwise")}


def _nonce(place: str, task: Task) -> str:
    """Importing the same file again stores no new answers."""
    return hashlib.sha256(f"{place}\0{task.id}".encode(errors="replace")).hexdigest()


def _of_form(tasks: Mapping[str, Task], form: str) -> Iterator[Task]:
    found = [task for task in tasks.values() if task.form == form]
    if not found:
        raise UsageError(f"--import: this file has answers of the form {form}; add --form {form}")
    yield from found


def _failures(path: Path, content: Mapping[str, str], store: AnswerStore, tasks: Mapping[str, Task]) -> Imported:
    """Interaction2Code: `type/unusable` by case; several types are separated by commas."""
    named = FAILURE_FILE.fullmatch(path.name)
    if named is None:
        raise UsageError(f"{path}: the name must be failure_<prompt>_<model>.json, which says whose pages these are")
    rated = {(one.case, one.records[0].model): one for one in _of_form(tasks, "usability")}
    person, stored, unmatched = store.join(f"{IMPORTED}{named['prompt'][:60]}"), 0, 0
    for case, value in content.items():
        types, _, unusable = value.partition("/")
        numbers = [int(one) for one in re.findall(r"\d+", types)]
        if unusable not in ("0", "1") or any(number > len(FAILURE_TYPES) for number in numbers):
            raise UsageError(
                f"{path}: {case}: {value[:40]!r} is not such as 7/0: failure types 0 to 10, unusable 0 or 1"
            )
        task = rated.get((case, named["model"]))
        if task is None:
            unmatched += 1
            continue
        values = {
            "usable": "unusable" if unusable == "1" else "usable",
            "failures": [FAILURE_TYPES[number - 1] for number in numbers if number],
        }
        store.add(person, task.id, task.form, "import", values, nonce=_nonce(path.name, task))
        stored += 1
    return Imported("failure types", stored, unmatched)


def _comparisons(
    path: Path, content: Mapping[str, object], store: AnswerStore, tasks: Mapping[str, Task], against: str
) -> Imported:
    """Interaction2Code: 0 win, 1 tie, 2 lose of the model in the file's name against the reference."""
    named = COMPARE_FILE.fullmatch(path.name)
    if named is None or not against:
        raise UsageError(f"{path}: a comparison needs the name <prompt>_<model>.json, and --against for the reference")
    pairs = _pairs(tasks)
    stored = unmatched = 0
    for case, value in content.items():
        if isinstance(value, bool) or value not in (0, 1, 2):
            raise UsageError(f"{path}: {case}: {value!r} is not 0 (win), 1 (tie) or 2 (lose)")
        winner = ("first", TIE, "second")[int(str(value))]
        found = _add_pair(store, pairs, (case, named["model"], against), winner, named["prompt"], path.name)
        stored, unmatched = stored + found, unmatched + (not found)
    return Imported("comparisons", stored, unmatched)
