"""`CheckedJudge`: the judge of an installed package, whose verdict and conduct are checked where they enter."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from pytest_cookie.core.errors import JudgingError, UsageError
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.protocols.contract.entry_points import describe_error

if TYPE_CHECKING:
    from pytest_cookie.core.artifact import Artifact
    from pytest_cookie.core.case import Case
    from pytest_cookie.core.evidence import Evidence
    from pytest_cookie.core.stages import Judge

_Files = dict[str, tuple[int, int]]
"""Size and time of change, in nanoseconds, of each file."""


class CheckedJudge:
    """Wraps `judge` under its id and version. `source` names its package for `UsageError`.

    Raises `JudgingError` for a verdict that cannot be stored or has another judge's name, for a changed working
    directory, which is restored, and for changed files of the evidence or artifact.
    """

    def __init__(self, judge: Judge, source: str) -> None:
        check_version(judge, source)
        self.id, self.version = judge.id, judge.version
        self.referee_ids: tuple[str, ...] = tuple(getattr(judge, "referee_ids", ()))
        self._judge = judge

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The wrapped judge's verdict. Raises as it does."""
        folders = [folder, *([source] if source else [])]
        before, directory = _list_files(folders), Path.cwd()
        try:
            opinion = self._judge.judge(case, artifact, evidence, folder, source=source)
        finally:
            moved = _leave(directory)
        if moved:
            raise JudgingError(
                f"the judge {self.id} changed the working directory of the process to {moved}; it must leave it alone"
            )
        after = _list_files(folders)
        if changed := sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)):
            raise JudgingError(
                f"the judge {self.id} changed files that it may only read, such as {changed[0]}: the evidence of this "
                f"item is no longer what the browser recorded. Correct the judge, delete the folder {folder.parent} "
                "and resume the run"
            )
        verdict = validate_verdict(opinion, self.id)
        for name, given, own in (
            ("judge", verdict.judge, self.id), ("judge_version", verdict.judge_version, self.version)
        ):  # fmt: skip
            if given != own:
                raise JudgingError(
                    f"the judge {self.id} returned a verdict with {name} {given!r}; it must be its own, {own!r}"
                )
        return verdict


def check_version(made: object, source: str) -> None:
    """Raise `UsageError` unless a judge or agent has a version that a manifest can hold."""
    version = getattr(made, "version", None)
    if not isinstance(version, str) or not version.strip() or not version.isprintable():
        raise UsageError(f"{source} makes one with the version {version!r}; a version is a line of text, such as '1'")


def validate_verdict(opinion: object, judge: str) -> Verdict:
    """The verdict, with every field validated: `model_copy` validates none. Raises `JudgingError` that names `judge`"""
    if not isinstance(opinion, Verdict):
        raise JudgingError(f"the judge {judge} returned {type(opinion).__name__}, not a Verdict")
    try:
        verdict = Verdict.model_validate(opinion.model_dump(warnings=False))
        verdict.model_dump_json()
    except (ValidationError, PydanticSerializationError, TypeError, AttributeError) as error:
        raise JudgingError(f"the verdict of {judge} cannot be stored: {describe_error(error)}") from error
    return verdict


def _leave(directory: Path) -> str:
    """Return to `directory`; where the process was instead, "" if it was there."""
    try:
        now = str(Path.cwd())
    except OSError:
        now = "a deleted folder"
    if now == str(directory):
        return ""
    os.chdir(directory)
    return now


def _list_files(folders: list[Path]) -> _Files:
    found: _Files = {}
    for folder in folders:
        for path in folder.rglob("*"):
            if not path.is_dir():
                status = path.lstat()
                found[f"{folder.name}/{path.relative_to(folder)}"] = (status.st_size, status.st_mtime_ns)
    return found
