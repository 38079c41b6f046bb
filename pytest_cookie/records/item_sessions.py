"""`SessionStore`: several browser sessions of one item, such as tasks or workflows, each resumed by itself.

A session has a name, such as `tasks/buy-tea`, and its files in `evidence/<name>/`. When it ends, its result is written
to `evidence/sessions/<name>.json`, after the files were flushed: only then is it complete. This file holds a hash of
everything that the session depends on. If the item is explored again, complete sessions with an unchanged hash are not
run again; all others start from an empty folder.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, Field, JsonValue, ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.records.files import flush_folder, flush_tree, read_model, remove, write_model

SESSIONS = "sessions"
"""The folder of the results, below the evidence folder."""
SCHEMA_VERSION = 1

Result = TypeVar("Result", bound=BaseModel)


class StoredSession(FrozenModel):
    """A complete session: the file `evidence/sessions/<name>.json`."""

    schema_version: int = Field(SCHEMA_VERSION, le=SCHEMA_VERSION)
    """Version of this schema."""
    name: InnerPath
    """Name of the session and of its folder below `evidence/`."""
    made_from: str
    """Hash of everything that the session depends on."""
    files: tuple[InnerPath, ...] = ()
    """Its files, relative to its folder."""
    seconds: float = Field(ge=0)
    """Its wall-clock duration."""
    spend: Spend = NOTHING
    """Calls, tokens, cost and waiting time of models in it."""
    notes: tuple[str, ...] = ()
    """Limitations."""
    result: JsonValue
    """The result, in the protocol's own form."""

    def read_result(self, kind: type[Result]) -> Result:
        """The result as a `kind`. Raises `RecordingError` if it is not one."""
        try:
            return kind.model_validate_json(json.dumps(self.result))
        except ValidationError as error:
            raise RecordingError(
                f"the result of session {self.name} is not a valid {kind.__name__}: {error}"
            ) from error

    @property
    def evidence(self) -> SessionEvidence:
        """The session as part of an item's evidence."""
        return SessionEvidence(name=self.name, files=self.files, notes=self.notes)


@dataclass(frozen=True)
class SessionOutcome:
    """What a session gives: its result and cost. Its files are in its folder."""

    result: BaseModel
    spend: Spend = NOTHING
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class SessionStore:
    """The sessions of one item, in its `evidence` folder. `facts` are what all of them depend on.

    The facts should have the artifact's digest, the explorer with its version, settings and options, the browser's
    clock, and the language of the case.
    """

    evidence: Path
    facts: Mapping[str, JsonValue]

    def run(
        self, name: str, facts: Mapping[str, JsonValue], perform: Callable[[Path], SessionOutcome]
    ) -> StoredSession:
        """The stored session `name` if it is complete and was made from the same facts; else performs it.

        `perform` gets the session's empty folder. Its errors leave the session incomplete. Raises `RecordingError`, and
        `OSError` where old files cannot be deleted.
        """
        key = self._key(name, facts)
        stored = self.find(name)
        if stored is not None and stored.made_from == key and self._has_files(stored):
            return stored
        self._forget(name)
        folder = self.evidence / name
        folder.mkdir(parents=True)
        began = time.monotonic()
        outcome = perform(folder)
        flush_tree(folder)
        stored = StoredSession(
            name=name,
            made_from=key,
            files=_files_below(folder),
            seconds=round(time.monotonic() - began, 3),
            spend=outcome.spend,
            notes=outcome.notes,
            result=outcome.result.model_dump(mode="json"),
        )
        write_model(self._mark(name), stored)
        return stored

    def find(self, name: str) -> StoredSession | None:
        """The complete session `name`, with whatever key; None if there is none."""
        try:
            return read_session(self.evidence, name)
        except RecordingError:
            return None

    def drop_others(self, names: Iterable[str]) -> None:
        """Delete the complete sessions that are not among `names`. Raises `OSError`."""
        kept = set(names)
        for name in _names(self.evidence):
            if name not in kept:
                self._forget(name)

    def _mark(self, name: str) -> Path:
        return self.evidence / SESSIONS / f"{name}.json"

    def _forget(self, name: str) -> None:
        """Delete the mark durably, then the files, so that a mark never survives its files."""
        mark = self._mark(name)
        if mark.exists():
            mark.unlink()
            flush_folder(mark.parent)
        remove(self.evidence / name)

    def _has_files(self, stored: StoredSession) -> bool:
        return all((self.evidence / stored.name / file).is_file() for file in stored.files)

    def _key(self, name: str, facts: Mapping[str, JsonValue]) -> str:
        parts = [SCHEMA_VERSION, dict(self.facts), name, dict(facts)]
        text = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()


def read_session(evidence: Path, name: str) -> StoredSession:
    """The complete session `name`. Raises `RecordingError` if there is none, or it cannot be read."""
    stored = read_model(evidence / SESSIONS / f"{name}.json", StoredSession)
    if stored.name != name:
        raise RecordingError(f"the file of session {name} is that of {stored.name}")
    return stored


def drop_incomplete(evidence: Path) -> None:
    """Delete everything below `evidence` that belongs to no complete session. Raises `OSError`."""
    names = _names(evidence)
    kept = {evidence / name for name in names} | {evidence / SESSIONS / f"{name}.json" for name in names}
    if kept:
        _prune(evidence, kept)
    else:
        remove(evidence)


def _prune(folder: Path, kept: set[Path]) -> None:
    for path in folder.iterdir() if folder.is_dir() else ():
        if path in kept:
            continue
        if any(path in each.parents for each in kept):
            _prune(path, kept)
        else:
            remove(path)


def _names(evidence: Path) -> list[str]:
    folder = evidence / SESSIONS
    names = sorted(path.relative_to(folder).as_posix().removesuffix(".json") for path in folder.rglob("*.json"))
    return [name for name in names if not Path(name).name.startswith(".")]


def _files_below(folder: Path) -> tuple[str, ...]:
    return tuple(sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()))
