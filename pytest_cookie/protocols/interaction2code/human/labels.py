"""`HumanLabel`: people's answers about one rebuilt interaction. Reads the published JSON files, and our CSV."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.parsing import load_json
from pytest_cookie.protocols.interaction2code.failures.kinds import KINDS, FailureKind
from pytest_cookie.records.csv_table import read_named_cells
from pytest_cookie.records.plain_tree import MAX_JSON_BYTES, read_bounded

Preference = Literal["win", "tie", "lose"]
PREFERENCES: tuple[Preference, ...] = ("win", "tie", "lose")
COLUMNS = ("model", "prompt", "page", "interaction", "usable", "failure", "preference")
_FILE = re.compile(r"(failure|compare)_(.{1,250})_prompt_(.{1,250})\.json")
_NUMBER = re.compile(r"[0-9]{1,2}")
_KEY = re.compile(r"(?<![^/])([^/]+)/(\d+)-[^/]*$")
_MOST_BYTES = 20_000_000


class HumanLabel(FrozenModel):
    """One interaction of one page, rebuilt by one model with one prompt."""

    model: str
    """The model."""
    prompt: str
    """Its prompt, such as `direct`."""
    page: str
    """The page, or the id of our case."""
    interaction: int = Field(ge=1)
    """Number of the interaction."""
    usable: bool | None = None
    """Whether people could use it. Null if unanswered."""
    failure: FailureKind | Literal["none"] | None = None
    """The failure that people saw. Null if unanswered."""
    preference: Preference | None = None
    """Whether it is better than the baseline's. Null if they were not compared."""

    @property
    def key(self) -> tuple[str, str, str, int]:
        """Model, prompt, page and interaction."""
        return self.model, self.prompt, self.page, self.interaction


def read_labels(path: Path) -> tuple[HumanLabel, ...]:
    """The labels of a CSV file, of a published JSON file, or of all of those below a folder.

    Labels of the same interaction in several files are joined. Raises `UsageError` with file and entry, also for
    rows of a CSV file that contradict each other.
    """
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    found: dict[tuple[str, str, str, int], HumanLabel] = {}
    for file in files:
        if path.is_dir() and not _FILE.fullmatch(file.name):
            continue
        for label in _read_csv(file) if file.suffix.lower() == ".csv" else _read_published(file):
            before = found.get(label.key)
            known = label.model_dump(exclude_none=True)
            if before and file.suffix.lower() == ".csv":
                _check_equal(before, known, file)
            found[label.key] = before.model_copy(update=known) if before else label
    if not found:
        raise UsageError(f"{path}: no labels; write CSV with the columns {', '.join(COLUMNS)}, or name published JSON")
    return tuple(found.values())


def _check_equal(before: HumanLabel, known: dict[str, object], file: Path) -> None:
    """Raise `UsageError` if two rows of a CSV file contradict each other about an interaction."""
    told = before.model_dump(exclude_none=True)
    differing = [name for name, value in known.items() if told.get(name, value) != value]
    if differing:
        what = f"interaction {before.interaction} of {before.page} by {before.model} ({before.prompt})"
        raise UsageError(f"{file}: two rows give {what} a different {differing[0]}; keep one, such as the majority's")


def _read_csv(file: Path) -> Iterator[HumanLabel]:
    for line, row in read_named_cells(file, MAX_JSON_BYTES, ("interaction", "model", "page", "prompt")):
        given = {name: value.strip() for name, value in row.items() if name in COLUMNS and value.strip()}
        yield _validate(given, f"{file}:{line}")


def _read_published(file: Path) -> Iterator[HumanLabel]:
    """`failure_<prompt>_prompt_<model>.json` with values such as `7/0`; `compare_…` with 0 win, 1 tie, 2 lose."""
    name = _FILE.fullmatch(file.name)
    if name is None:
        raise UsageError(f"{file}: its name must be failure_<prompt>_prompt_<model>.json or compare_…, as published")
    kind, prompt, model = name[1], name[2], name[3]
    for key, value in _entries(file):
        place = _KEY.search(key)
        if place is None:
            raise UsageError(f"{file}: {key!r} names no page and interaction")
        given: dict[str, object] = {"model": model, "prompt": prompt, "page": place[1], "interaction": place[2]}
        said = _failure(str(value)) if kind == "failure" else _preference(value)
        if said is None:
            raise UsageError(f"{file}: {key!r} has the value {value!r}, which is none of the published ones")
        yield _validate({**given, **said}, f"{file}: {key}")


def _entries(file: Path) -> Iterable[tuple[str, object]]:
    try:
        if (size := file.stat().st_size) > _MOST_BYTES:
            raise UsageError(f"{file} has {size:,} bytes; the limit is {_MOST_BYTES:,}. Divide it into several files")
        value = load_json(read_bounded(file, _MOST_BYTES))
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {error}") from error
    if not isinstance(value, dict):
        raise UsageError(f"{file}: is no JSON object")
    return value.items()


def _failure(value: str) -> dict[str, object] | None:
    """`7/0`: the seventh failure, usable. The numbers are those of the README, which are those of Table 7."""
    number, _, unusable = value.partition("/")
    if unusable not in ("0", "1") or not _NUMBER.fullmatch(number) or int(number) > len(KINDS):
        return None
    return {"failure": KINDS[int(number) - 1] if int(number) else "none", "usable": unusable == "0"}


def _preference(value: object) -> dict[str, object] | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(PREFERENCES):
        return {"preference": PREFERENCES[value]}
    return None


def _validate(given: dict[str, object] | dict[str, str], where: str) -> HumanLabel:
    try:
        return HumanLabel.model_validate(given)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        raise UsageError(f"{where}: {'.'.join(map(str, detail['loc']))}: {detail['msg']}") from error
