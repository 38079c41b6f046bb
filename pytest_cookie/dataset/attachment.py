"""`Attachment`: a file that belongs to a case, such as a picture, named relative to the case file."""

from hashlib import sha256
from pathlib import Path
from typing import Self

from pydantic import Field, ValidationInfo, model_validator

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.records.plain_tree import read_bounded

FOLDER = "folder"
"""Key of the case file's folder in the context of validation."""


class Attachment(FrozenModel):
    """In YAML, the path of the file. Its hash is read with the case, so that a changed file is another case."""

    file: InnerPath = Field(min_length=1)
    """Path relative to the folder of the case file, inside of it."""
    sha256: str = ""
    """SHA-256 of the file."""

    @model_validator(mode="before")
    @classmethod
    def _path_alone(cls, value: object) -> object:
        return {"file": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _with_hash(self, info: ValidationInfo) -> Self:
        if self.sha256:
            return self
        folder = (info.context or {}).get(FOLDER)
        if not isinstance(folder, Path):
            raise ValueError("has no hash, and the folder of its case file is unknown")  # noqa: TRY004  # for pydantic
        try:
            digest = sha256(read_bounded(folder / self.file)).hexdigest()
        except OSError as error:
            raise ValueError(f"{self.file} cannot be read: {error.strerror}") from error
        return self.model_copy(update={"sha256": digest})

    def read(self, folder: Path | None) -> bytes:
        """Its content. `folder` is that of the case file. Raises `UsageError` if it is missing or has changed."""
        try:
            content = read_bounded(folder / self.file) if folder else b""
        except OSError as error:
            raise UsageError(f"{self.file}, which belongs to a case, cannot be read: {error.strerror}") from error
        if sha256(content).hexdigest() != self.sha256:
            raise UsageError(f"{self.file}, which belongs to a case, was changed since the case was read")
        return content
