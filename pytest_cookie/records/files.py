"""Whole or not at all: how everything in a run folder is written and read."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.records.version import version_problem

Model = TypeVar("Model", bound=BaseModel)


def write_bytes(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write under a temporary name in the same folder, flush to disk, rename. Raises `RecordingError`.

    Not `durable`, it is not flushed: for what is derived, and can be made again after the power was cut.
    """
    with _written(path, content, durable=durable) as temporary:
        temporary.replace(path)


@contextmanager
def _written(path: Path, content: bytes, *, durable: bool = True) -> Iterator[Path]:
    """The content under a temporary name beside `path`, gone afterwards."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    except OSError as error:
        raise RecordingError(f"cannot write {path}: {error.strerror or error}") from error
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        Path(temporary).chmod(0o644)
        yield Path(temporary)
    except OSError as error:
        raise RecordingError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        Path(temporary).unlink(missing_ok=True)


def write_text(path: Path, text: str, *, durable: bool = True) -> None:
    """`write_bytes` in UTF-8; lone surrogates, which a hostile page can produce, are replaced."""
    write_bytes(path, text.encode("utf-8", errors="replace"), durable=durable)


def write_model(path: Path, model: BaseModel) -> None:
    """Write a noun as indented JSON."""
    write_text(path, _json(model))


def write_first_model(path: Path, model: BaseModel) -> bool:
    """The same, but what is there already stays, also what another process writes at this moment: then false."""
    with _written(path, _json(model).encode("utf-8", errors="replace")) as temporary:
        try:
            path.hardlink_to(temporary)
        except FileExistsError:
            return False
        except OSError:  # a file system without links
            temporary.replace(path)
    return True


def _json(model: BaseModel) -> str:
    return model.model_dump_json(indent=1) + "\n"


def read_model(path: Path, kind: type[Model]) -> Model:
    """Read a noun. Raises `RecordingError` with the path where the file is missing or is not one."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        return kind.model_validate_json(content)
    except ValidationError as error:
        if told := version_problem(content, kind):
            raise RecordingError(f"{path} has {told}") from error
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise RecordingError(f"{path} is not a {kind.__name__}: {where}: {first['msg']}") from error
