"""The film and the sound of an exploration, for the item's page."""

from dataclasses import dataclass

from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.records.version import version_problem
from pytest_cookie.reporting.item_files import ItemFiles


@dataclass(frozen=True)
class FilmView:
    """The film; `href` is "" if the file is missing. `notes` are remarks of the recorder."""

    href: str
    milliseconds: int
    width: int
    height: int
    sounds: bool
    notes: tuple[str, ...]

    @property
    def seconds(self) -> float:
        """Its duration in page time."""
        return self.milliseconds / 1000


def film_view(files: ItemFiles, evidence: Evidence | None) -> FilmView | None:
    """The first film of the evidence; None if no film was recorded."""
    for session in evidence.sessions if evidence else ():
        film = session.film
        if film and film.file:
            href = files.link(f"evidence/{session.name}/{film.file}")
            sounds = film.audio_codec is not None
            return FilmView(href, film.duration_ms, film.width, film.height, sounds, film.notes)
    return None


def sound_of(files: ItemFiles, evidence: Evidence | None, problems: list[str]) -> SoundDescription | None:
    """The description of the sound; None without sound. Unreadable files are added to `problems`."""
    if evidence is None or not evidence.sound_file:
        return None
    return _read(files, f"evidence/{evidence.trace.policy}/{evidence.sound_file}", problems)


def _read(files: ItemFiles, name: str, problems: list[str]) -> SoundDescription | None:
    path = files.find(name)
    if path is None:
        problems.append(f"{name} is missing, so the timeline shows no sound")
        return None
    content = b""
    try:
        content = read_plain(path)
        return SoundDescription.model_validate_json(content)
    except (RecordingError, ValidationError):
        version = version_problem(content, SoundDescription)
        problems.append(f"{name} " + (f"has {version}" if version else "is not a valid sound description"))
        return None
