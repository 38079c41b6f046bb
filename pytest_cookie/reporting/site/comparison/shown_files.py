"""`ShownFiles`: copies the pictures and films of compared items into the folder of the page, under names of our own."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.action import Reload, Resize
from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.record import Record
from pytest_cookie.records.files import write_bytes
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import VIEWPORT_PICTURE, ItemFiles, PictureFile, evidence_folders, files_of
from pytest_cookie.reporting.site.item.film import film_view
from pytest_cookie.reporting.webp import encode_webp

FILES = "files"
PAGE = "index.html"
_WIDEST = 1_280
"""Pixels; the width of the window in which pages are explored."""
_FILMS = frozenset((".mp4", ".webm"))


@dataclass(frozen=True)
class Media:
    """An item's first screen, the screen after the last step of its use, and its film; `film` is "" without one.

    `seconds` is the length of the film in page time.
    """

    first: PictureFile | None = None
    last: PictureFile | None = None
    film: str = ""
    seconds: float = 0.0


@dataclass
class ShownFiles:
    """The files of a page in `folder`. `size_bytes` counts what was copied."""

    folder: Path
    size_bytes: int = 0
    _copied: dict[Path, Media] = field(default_factory=dict)

    def prepare(self) -> None:
        """Create the folder, or clear an earlier comparison. Raises `UsageError` if it holds other files."""
        try:
            if self.folder.exists():
                other = [path.name for path in self.folder.iterdir() if path.name not in (FILES, PAGE)]
                if other or not self.folder.is_dir() or (self.folder / FILES).is_symlink():
                    raise UsageError(
                        f"{self.folder} holds other files, such as {min(other, default=FILES)}; name a new folder"
                    )
                shutil.rmtree(self.folder / FILES, ignore_errors=True)
            (self.folder / FILES).mkdir(parents=True)
        except OSError as error:
            raise UsageError(f"cannot write {self.folder}: {error.strerror or error}") from error

    def media(self, run: RunFolder, record: Record, *, name: str) -> Media:
        """Copy the files of `record`, named `name`; an item that two columns show is copied once.

        Raises `RecordingError` if the copy cannot be written.
        """
        files = files_of(record, run)
        if files is None:
            return Media()
        if files.folder not in self._copied:
            self._copied[files.folder] = self._copy(files, record, name)
        return self._copied[files.folder]

    def _copy(self, files: ItemFiles, record: Record, name: str) -> Media:
        evidence = _evidence(files)
        film = film_view(files, evidence)
        path = _film_path(files, evidence) if film and film.href else None
        whose = f"{record.case} by {record.model}"
        return Media(
            first=self._picture(
                files, (VIEWPORT_PICTURE, record.thumbnail), f"{name}-first", f"First screen of {whose}"
            ),
            last=self._picture(files, _last_names(evidence), f"{name}-last", f"Last screen of {whose}"),
            film=self._film(path, name) if path else "",
            seconds=film.seconds if film else 0.0,
        )

    def _picture(self, files: ItemFiles, names: tuple[str, ...], name: str, label: str) -> PictureFile | None:
        path = next((path for each in names if (path := files.find(each))), None)
        picture = encode_webp(path, widest=_WIDEST) if path else None
        if picture is None:
            return None
        target = self.folder / FILES / f"{name}.webp"
        write_bytes(target, picture.content, durable=False)
        self.size_bytes += len(picture.content)
        return PictureFile(f"{FILES}/{target.name}", picture.width, picture.height, label)

    def _film(self, path: Path, name: str) -> str:
        target = self.folder / FILES / f"{name}{path.suffix}"
        try:
            shutil.copyfile(path, target, follow_symlinks=False)
        except OSError as error:
            raise RecordingError(f"cannot copy {path} to {target}: {error.strerror or error}") from error
        self.size_bytes += target.stat().st_size
        return f"{FILES}/{target.name}"


def _evidence(files: ItemFiles) -> Evidence | None:
    try:
        return ItemFolder(files.folder).read_evidence()
    except RecordingError:
        return None


def _film_path(files: ItemFiles, evidence: Evidence | None) -> Path | None:
    for session in evidence.sessions if evidence else ():
        if session.film and session.film.file:
            path = files.find(f"evidence/{session.name}/{session.film.file}")
            return path if path and path.suffix in _FILMS else None
    return None


def _last_names(evidence: Evidence | None) -> tuple[str, ...]:
    """Where the picture after the last step of the use may be: each session has a folder of its own.

    The use is the longest stretch without resizing the window or reloading the page; what follows tests just that.
    """
    stretches: list[list[str]] = [[]]
    for step in evidence.trace.steps if evidence else ():
        if isinstance(step.action, Resize | Reload):
            stretches.append([])
        elif step.screenshot:
            stretches[-1].append(step.screenshot)
    shots = max(stretches, key=len)
    return tuple(folder + shots[-1] for folder in evidence_folders(evidence)) if evidence and shots else ()
