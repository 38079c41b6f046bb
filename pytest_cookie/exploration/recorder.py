"""`Recorder`: writes an exploration to disk as it happens, so that its steps survive a crash."""

from pathlib import Path
from types import TracebackType
from typing import Self

from pytest_cookie.browser.capture.settings import SOUND_FILE
from pytest_cookie.browser.page.observation import Effort, Observation, SeenPopup
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.machine import MACHINE_FILE
from pytest_cookie.core.page import Popup
from pytest_cookie.core.scene import MAX_SCENE_TEXT, MAX_SCENE_TEXTS, SCENES_FILE, Scene
from pytest_cookie.core.trace import Step

DOWNLOADS = "downloads"
_ATTEMPT_FILES = ("screenshots/*.png", f"{DOWNLOADS}/*", MACHINE_FILE, "film.*", SOUND_FILE)
"""Files of an earlier attempt, which do not belong to the new trace."""


class Recorder:
    """Writes `trace.jsonl` and `scenes.jsonl`, one step per line, and `screenshots/NNN.png` below `folder`. A context
    manager.

    Popups of a step are in `screenshots/NNN-popup-N.png`, downloads in `downloads/`. `item_folder` holds the item's
    whole evidence: this session, the film and other sessions.
    """

    def __init__(self, folder: Path, *, item_folder: Path | None = None) -> None:
        self.folder = folder
        self._item_folder = item_folder or folder
        self._last_picture = b""
        self._last_name = ""
        self._last_text: str | None = None
        self._last_places: dict[str, tuple[float, float, float, float]] = {}
        self.steps: list[Step] = []
        self.efforts: list[Effort] = []

    def __enter__(self) -> Self:
        """Begin an empty trace."""
        try:
            (self.folder / "screenshots").mkdir(parents=True, exist_ok=True)
            for pattern in _ATTEMPT_FILES:
                for old in self.folder.glob(pattern):
                    old.unlink()
            self._trace = (self.folder / "trace.jsonl").open("w", encoding="utf-8")
            self._scenes = (self.folder / SCENES_FILE).open("w", encoding="utf-8")
        except OSError as problem:
            raise _unwritable(self.folder, problem) from problem
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the files."""
        self._trace.close()
        self._scenes.close()

    def picture(self, index: int, png: bytes) -> str:
        """Save the picture unless it equals the last one; return its path below `folder`."""
        if png != self._last_picture:
            self._last_name = self._save(f"screenshots/{index:03}.png", png)
            self._last_picture = png
        return self._last_name

    def scene(self, index: int, seen: Observation) -> None:
        """Write where the controls are and, if it is new, what the page says."""
        inventory = seen.inventory
        text = inventory.whole_text
        boxes = {one.selector: (one.box.x, one.box.y, one.box.width, one.box.height) for one in inventory.controls}
        scene = Scene(
            step=index,
            left=seen.window_at[0],
            top=seen.window_at[1],
            boxes=boxes,
            texts=self._new_places(seen),
            text=None if text == self._last_text else text,
        )
        self._last_text = text
        try:
            self._scenes.write(scene.model_dump_json(exclude_defaults=True) + "\n")
            self._scenes.flush()
        except OSError as problem:
            raise _unwritable(self.folder, problem) from problem

    def _new_places(self, seen: Observation) -> dict[str, tuple[float, float, float, float]]:
        """Where texts are that are new or elsewhere, and those that are gone, with an empty box."""
        places: dict[str, tuple[float, float, float, float]] = {}
        for one in seen.elements.values():
            if one.text and one.inked and len(places) < MAX_SCENE_TEXTS:
                places.setdefault(one.text[:MAX_SCENE_TEXT], one.box)
        gone = {text: (*box[:2], 0.0, 0.0) for text, box in self._last_places.items() if text not in places}
        new = {text: box for text, box in places.items() if self._last_places.get(text) != box}
        self._last_places = places
        return new | gone

    @property
    def evidence_bytes(self) -> int:
        """Size of the item's evidence so far: this session, the others, and the unfinished film."""
        return sum(path.stat().st_size for path in self._item_folder.rglob("*") if path.is_file())

    def popups(self, index: int, seen: tuple[SeenPopup, ...]) -> tuple[Popup, ...]:
        """Save the popups' pictures and return the popups with their paths."""
        saved = []
        for nth, one in enumerate(seen, start=1):
            name = f"screenshots/{index:03}-popup-{nth}.png"
            screenshot = self._save(name, one.screenshot) if one.screenshot else ""
            saved.append(one.popup.model_copy(update={"screenshot": screenshot}))
        return tuple(saved)

    def _save(self, name: str, png: bytes) -> str:
        try:
            (self.folder / name).write_bytes(png)
        except OSError as problem:
            raise _unwritable(self.folder, problem) from problem
        return name

    def note(self, step: Step, effort: Effort) -> None:
        """Write the step at once; its machine cost is kept separately."""
        try:
            self._trace.write(step.model_dump_json(exclude_defaults=True) + "\n")
            self._trace.flush()
        except OSError as problem:
            raise _unwritable(self.folder, problem) from problem
        self.steps.append(step)
        self.efforts.append(effort)


def _unwritable(folder: Path, problem: OSError) -> RecordingError:
    return RecordingError(f"cannot write to {folder}: {problem}. Is the disk full?")
