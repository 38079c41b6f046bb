"""`Recorder`: writes an exploration down as it goes, so that what was seen outlives a crash."""

from pathlib import Path
from types import TracebackType
from typing import Self

from pytest_cookie.browser.capture.settings import SOUND_FILE
from pytest_cookie.browser.page.observation import Effort, SeenPopup
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.machine import MACHINE_FILE
from pytest_cookie.core.page import Popup
from pytest_cookie.core.trace import Step

DOWNLOADS = "downloads"
_OF_A_TRY = ("screenshots/*.png", f"{DOWNLOADS}/*", MACHINE_FILE, "film.*", SOUND_FILE)
"""What an earlier try may have left: none of it belongs to the trace that begins."""


class Recorder:
    """Writes `trace.jsonl`, one step a line, and `screenshots/NNN.png` below `folder`. A context manager.

    Windows that a step opened are in `screenshots/NNN-popup-N.png`, files that it gave in `downloads/`. `item_folder`
    is where the item's evidence is, of which this is a part, as the film and another session's are.
    """

    def __init__(self, folder: Path, *, item_folder: Path | None = None) -> None:
        self._folder = folder
        self._item_folder = item_folder or folder
        self._last_picture = b""
        self._last_name = ""
        self.steps: list[Step] = []
        self.efforts: list[Effort] = []

    def __enter__(self) -> Self:
        """Begin an empty trace."""
        try:
            (self._folder / "screenshots").mkdir(parents=True, exist_ok=True)
            for pattern in _OF_A_TRY:
                for old in self._folder.glob(pattern):
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
            self._last_name = self._keep(f"screenshots/{index:03}.png", png)
            self._last_picture = png
        return self._last_name

    @property
    def evidence_bytes(self) -> int:
        """What the item's evidence takes by now: of this session, of those beside it, of the film under way."""
        return sum(path.stat().st_size for path in self._item_folder.rglob("*") if path.is_file())

    def popups(self, index: int, seen: tuple[SeenPopup, ...]) -> tuple[Popup, ...]:
        """Keep their pictures; the same windows with the paths of these."""
        kept = []
        for nth, one in enumerate(seen, start=1):
            name = f"screenshots/{index:03}-popup-{nth}.png"
            screenshot = self._keep(name, one.screenshot) if one.screenshot else ""
            kept.append(one.popup.model_copy(update={"screenshot": screenshot}))
        return tuple(kept)

    def _keep(self, name: str, png: bytes) -> str:
        try:
            (self._folder / name).write_bytes(png)
        except OSError as problem:
            raise _unwritable(self._folder, problem) from problem
        return name

    def note(self, step: Step, effort: Effort) -> None:
        """Write a line at once; what it cost the machine is kept apart from it."""
        try:
            self._trace.write(step.model_dump_json(exclude_defaults=True) + "\n")
            self._trace.flush()
        except OSError as problem:
            raise _unwritable(self._folder, problem) from problem
        self.steps.append(step)
        self.efforts.append(effort)


def _unwritable(folder: Path, problem: OSError) -> RecordingError:
    return RecordingError(f"cannot write to {folder}: {problem}. Is the disk full?")
