"""`Recorder`: writes an exploration down as it goes, so that what was seen outlives a crash."""

from pathlib import Path
from types import TracebackType
from typing import Self

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.trace import Step


class Recorder:
    """Writes `trace.jsonl`, one step a line, and `screenshots/NNN.png` below `folder`. A context manager."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last_picture = b""
        self._last_name = ""
        self.steps: list[Step] = []

    def __enter__(self) -> Self:
        """Begin an empty trace."""
        try:
            (self._folder / "screenshots").mkdir(parents=True, exist_ok=True)
            for old in (self._folder / "screenshots").glob("*.png"):
                old.unlink()
            self._trace = (self._folder / "trace.jsonl").open("w", encoding="utf-8")
        except OSError as problem:
            raise _unwritable(self._folder, problem) from problem
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._trace.close()

    def picture(self, index: int, png: bytes) -> str:
        """Keep the picture unless it equals the last one kept; its path below `folder`."""
        if png != self._last_picture:
            self._last_name = f"screenshots/{index:03}.png"
            try:
                (self._folder / self._last_name).write_bytes(png)
            except OSError as problem:
                raise _unwritable(self._folder, problem) from problem
            self._last_picture = png
        return self._last_name

    def note(self, step: Step) -> None:
        """Write a line at once."""
        try:
            self._trace.write(step.model_dump_json(exclude_defaults=True) + "\n")
            self._trace.flush()
        except OSError as problem:
            raise _unwritable(self._folder, problem) from problem
        self.steps.append(step)


def _unwritable(folder: Path, problem: OSError) -> RecordingError:
    return RecordingError(f"cannot write to {folder}: {problem}. Is the disk full?")
