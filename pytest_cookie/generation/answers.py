"""Answers of models in a file: where each one is, and the artifact that it has."""

import hashlib
from pathlib import Path

from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.parsing import load_json
from pytest_cookie.generation.extraction import extract
from pytest_cookie.generation.file_intake import IntakeLimits, nothing_in, write_in
from pytest_cookie.records.files import write_text

REPLY_FILE = "reply-1.md"


class AnswerPlace(FrozenModel):
    """A line of a JSON Lines file: its number, its bytes, the name of the answer's field and the answer's SHA-256."""

    file: Path
    line: int
    offset: int
    length: int
    field: str
    digest: str

    def read(self) -> str:
        """The answer. Raises `GenerationError` if the file has changed since the run began."""
        try:
            with self.file.open("rb") as stream:
                stream.seek(self.offset)
                record = load_json(stream.read(self.length).decode("utf-8-sig"))
            text = str(record[self.field] or "")
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise GenerationError(f"cannot read the answer at {self.file}:{self.line}: {error}") from error
        if digest_of_answer(text) != self.digest:
            raise GenerationError(f"{self.file}:{self.line} was changed after the run began")
        return text


def digest_of_answer(text: str) -> str:
    """SHA-256 of an answer."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def take_answer(text: str, key: ItemKey, folder: Path, limits: IntakeLimits) -> Artifact:
    """The page in an answer, written below `folder`; the answer itself is kept beside it."""
    write_text(folder.parent / REPLY_FILE, text.encode(errors="replace").decode())
    found = extract(text)
    if found.files:
        artifact = write_in(found.files, key, folder, entry=found.entry, limits=limits)
    else:
        artifact = nothing_in(key, ArtifactProblem(kind="no_code", message=found.why_not))
    return artifact.model_copy(update={"replies": (REPLY_FILE,)})
