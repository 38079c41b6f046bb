"""What a rater sees of an item: the folder that is served as the live artifact, pictures, and the film."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from itertools import accumulate
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.annotation.form_files import PACKAGE
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Figure, ShownPicture
from pytest_cookie.protocols.contract.protocol import COOKIE, EvaluationProtocol
from pytest_cookie.records.files import read_model
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.run import RunFolder

MOST_STEPS = 24
_FILMS = (".mp4", ".webm")
_WIDTHS = (("desktop", "Desktop"), ("tablet", "Tablet"), ("mobile", "Phone"))


@dataclass(frozen=True)
class Material:
    """`root` is the folder of the live page and `entry` its first file; None and "" if there is no page.

    Files of `figures` are below the folder `evidence/` of the item, and exist.
    """

    folder: Path
    root: Path | None
    entry: str
    figures: tuple[Figure, ...] = ()
    film: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the page may load all files of its folder; the folder of the practice tasks has their answers."""
        return self.root != self.folder


def material_of(run: RunFolder, task: Task, index: int) -> Material:
    """The visible material of the artifact `index` of a task."""
    record = task.records[index]
    if not record.folder:
        folder = Path(str(resources.files(PACKAGE) / "practice"))
        return Material(folder, folder, f"{record.model}.html")
    try:
        folder = run.item_folder(record)
    except RecordingError:
        return Material(run.path, None, "")
    root, entry = _page(folder)
    return Material(folder, root, entry, tuple(_figures(folder, record.protocol)), _film(folder))


def _page(folder: Path) -> tuple[Path | None, str]:
    try:
        artifact: Artifact | None = read_model(folder / "artifact.json", Artifact)
    except RecordingError:
        artifact = None
    root = folder / ("dist" if artifact and artifact.needs_build else "artifact")
    entry = (artifact.entry if artifact else None) or "index.html"
    return (root, entry) if find_plain(root, entry) else (None, "")


def _figures(folder: Path, protocol: str) -> Iterator[Figure]:
    """The page at rest, then the pictures that the protocol shows to raters, or else the screenshots of sessions."""
    static = [ShownPicture(file=f"static/{name}.png", caption=caption) for name, caption in _WIDTHS]
    figures = [Figure(title="The page at rest", columns=1, pictures=tuple(static))]
    found = installed_protocol(protocol)
    try:
        if found and found.rater_pictures:
            figures += found.rater_pictures(ItemFolder(folder))
        else:
            figures += _steps(folder / "evidence")
    except Exception:  # noqa: BLE001 - a package's code on any case: raters see at least the page at rest
        pass
    for figure in figures:
        if pictures := tuple(one for one in figure.pictures if find_plain(folder, f"evidence/{one.file}")):
            yield figure.model_copy(update={"pictures": pictures})


def installed_protocol(name: str) -> EvaluationProtocol | None:
    """The protocol; None for Cookie, which brings nothing for raters, and if it is not installed."""
    if name == COOKIE:
        return None
    from pytest_cookie.protocols.registry import find_protocol

    try:
        return find_protocol(name)
    except UsageError:
        return None


def _steps(evidence: Path) -> Iterator[Figure]:
    for session in _folders(evidence):
        shots = sorted((evidence / session / "screenshots").glob("*.png"))[:MOST_STEPS]
        pictures = [
            ShownPicture(
                file=shot.relative_to(evidence).as_posix(),
                caption=f"Step {int(shot.stem)}" if shot.stem.isdecimal() else "",
            )
            for shot in shots
        ]
        if pictures:
            yield Figure(title="Steps of the agent that used the page", columns=1, pictures=tuple(pictures))


def _film(folder: Path) -> str:
    for session in _folders(folder / "evidence"):
        for path in sorted((folder / "evidence" / session).iterdir()):
            if path.suffix in _FILMS and find_plain(folder, path.relative_to(folder).as_posix()):
                return path.relative_to(folder).as_posix()
    return ""


def _folders(folder: Path) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))
    except OSError:
        return []


def find_plain(root: Path, name: str) -> Path | None:
    """The plain file `name` below `root`; None if it is missing, leads out, or `root` or a part below it is a link."""
    parts = name.split("/")
    if not name or "\0" in name or "\\" in name or ":" in name or any(part in ("", ".", "..") for part in parts):
        return None
    *folders, path = accumulate(parts, Path.joinpath, initial=root)
    try:
        if not all(stat.S_ISDIR(folder.lstat().st_mode) for folder in folders):
            return None
        return path if stat.S_ISREG(path.lstat().st_mode) else None
    except (OSError, ValueError):
        return None


def case_fields(run: RunFolder, record: Record) -> dict[str, JsonValue]:
    """The extra fields of a record's case; none if they cannot be read."""
    try:
        return read_model(run.item_folder(record) / "case.json", Case).fields
    except RecordingError:
        return {}
