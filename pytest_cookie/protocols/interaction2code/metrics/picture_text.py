"""`PictureReader`: the text in a picture, by RapidOCR, whose wheel brings its models. It downloads no model."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b, file_digest, sha256
from importlib import import_module
from importlib.metadata import PackageNotFoundError, files, version
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pytest_cookie.core.errors import JudgingError, UsageError
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Picture

HOW_TO_INSTALL = "pip install 'pytest-cookie[ocr]'"
MAX_ROWS = 1_600
"""Most rows that are read at once: the detector's memory grows with the area, and taller pictures would be shrunk."""
_MAX_SIDE = 4_096
"""Pictures wider than this are shrunk."""
_MARGIN = 16
"""Rows and columns added to pictures at each side: text at the very edge is not detected."""
_MAX_KNOWN = 256
_PACKAGES = {"rapidocr": "rapidocr", "onnxruntime": "onnxruntime", "cv2": "opencv-python-headless"}
"""Modules, and the distributions that bring them."""


def _digest(path: Path) -> bytes:
    with path.open("rb") as file:
        return file_digest(file, "sha256").digest()


class TextReader(Protocol):
    """Reads the text in a picture."""

    identity: str
    """Program, versions and hash of the models: another identity may read another text."""

    def read(self, picture: Picture) -> str:
        """The text, line by line from the top, separated by spaces; "" without any."""


class PictureReader:
    """RapidOCR on one thread, so that the sums of its networks do not depend on the number of processors."""

    def __init__(self) -> None:
        """Find program and models. Raises `UsageError` with the command that installs them."""
        if any(importlib.util.find_spec(module) is None for module in _PACKAGES):
            raise UsageError(f"ocr needs RapidOCR: {HOW_TO_INSTALL}")
        self._models = {kind: _find_model(kind) for kind in ("det", "rec")}
        digest = sha256(b"".join(_digest(path) for path in self._models.values()))
        programs = ", ".join(f"{module} {_version(name)}" for module, name in _PACKAGES.items())
        self.identity = f"{programs}, models {digest.hexdigest()[:12]}"
        self._known: dict[bytes, str] = {}

    def read(self, picture: Picture) -> str:
        """The text, line by line from the top, separated by spaces; "" without any. Raises `JudgingError`."""
        if not picture.size:
            return ""
        key = blake2b(repr(picture.shape).encode() + picture.tobytes(), digest_size=16).digest()
        if key not in self._known:
            if len(self._known) >= _MAX_KNOWN:
                self._known.clear()
            self._known[key] = " ".join(text for strip in split_rows(picture) if (text := self._read(strip)))
        return self._known[key]

    def _read(self, strip: Picture) -> str:
        extended = np.pad(strip, ((_MARGIN, _MARGIN), (_MARGIN, _MARGIN), (0, 0)), mode="edge")
        try:
            found = _load_engine(*self._models.values())(np.ascontiguousarray(extended[:, :, ::-1]))
        except Exception as error:  # each library below has its own kinds
            raise JudgingError(f"RapidOCR cannot read a picture: {error}") from error
        return " ".join(found.txts or ())


def split_rows(picture: Picture, most: int = MAX_ROWS) -> Iterator[Picture]:
    """Strips of at most `most` rows, divided where the picture is even from row to row: between lines of text.

    Without such rows in the lower half of a strip, it ends after `most` rows.
    """
    start, height = 0, picture.shape[0]
    while height - start > most:
        half = start + most // 2
        rows = picture[half : start + most + 1]
        even = (rows[1:] == rows[:-1]).all(axis=(1, 2))
        end = half + _middle_of_longest_run(even) if even.any() else start + most
        yield picture[start:end]
        start = end
    yield picture[start:]


def _middle_of_longest_run(even: np.ndarray[Any, np.dtype[np.bool_]]) -> int:
    """The number of rows up to the middle of the longest run, at least 1; of several the lowest."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], even, [False]))))
    starts, ends = edges[::2], edges[1::2]
    longest = np.flatnonzero(ends - starts == (ends - starts).max())[-1]
    return int(starts[longest] + ends[longest]) // 2 + 1


@cache
def load_reader() -> PictureReader:
    """The reader, loaded once in a process. Raises `UsageError`."""
    return PictureReader()


def _find_model(kind: str) -> Path:
    """The file of a network that the wheel brought, so that none is ever fetched."""
    brought = [file for file in files("rapidocr") or () if file.suffix == ".onnx" and f"_{kind}_" in file.name]
    paths = [path for file in brought if (path := Path(str(file.locate()))).is_file()]
    if len(paths) != 1:
        raise UsageError(f"ocr needs the models that RapidOCR's wheel brings, and they are missing: {HOW_TO_INSTALL}")
    return paths[0]


def _version(distribution: str) -> str:
    try:
        return version(distribution)
    except PackageNotFoundError:  # another distribution brings the module
        return "unknown"


@cache
def _load_engine(detector: Path, recognizer: Path) -> Any:  # noqa: ANN401  # the library has no types
    """RapidOCR with these files. Without a path it would fetch models that differ from those it expects."""
    runtime = "EngineConfig.onnxruntime"
    return import_module("rapidocr").RapidOCR(
        params={
            "Global.log_level": "critical",
            "Global.use_cls": False,  # text on pages is upright
            "Global.max_side_len": _MAX_SIDE,
            "Det.model_path": str(detector),
            "Det.limit_type": "max",
            "Det.limit_side_len": _MAX_SIDE,
            "Rec.model_path": str(recognizer),
            f"{runtime}.intra_op_num_threads": 1,
            f"{runtime}.inter_op_num_threads": 1,
        }
    )
