"""`ItemPacker`: copies what a report shows of one item: pictures as WebP, moments of films, clean texts."""

import contextlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.browser.capture.film_excerpt import Span, write_coarse_excerpt, write_excerpt
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.record import Record
from pytest_cookie.records.files import write_bytes, write_text
from pytest_cookie.records.item import ItemFolder, verdict_file
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.reporting.bundle.reduction import Reduction
from pytest_cookie.reporting.bundle.scrub import Scrubber
from pytest_cookie.reporting.item_files import PICTURE_SUFFIXES, THUMBNAIL, ItemFiles
from pytest_cookie.reporting.site.item.steps import begins
from pytest_cookie.reporting.webp import encode_webp

FILMS = frozenset((".mp4", ".webm"))
_MOMENT_MS = 1_500
"""Page time before and after the moment of a finding: long enough to see what was done and what came of it."""
_OTHER_EVIDENCE = frozenset((".jsonl", ".json"))
_UNSHOWN = frozenset(("machine.json", "perception.json", "film.json", "trace.jsonl", "evidence.json"))
"""Of the machine, or in `evidence.json` as well."""
_WIDTHS = frozenset(("tablet.png", "mobile.png"))
_SHORTENED = "This copy moves only at the moments of findings and has no sound; the run has the whole film."
_DROPPED = "This copy of the run has no film."


@dataclass(frozen=True)
class PackedPicture:
    """A picture of the item, and where it goes below the bundle's item."""

    source: Path
    name: str


@dataclass(frozen=True)
class ItemPacker:
    """One item of a run. `cached` gives the file for a source and its settings, and makes it at the first time.

    If the bundle `is_anonymous`, it lacks what model calls took.
    """

    files: ItemFiles
    record: Record
    scrubber: Scrubber
    cached: Callable[[Path, str, Callable[[Path], None]], Path]
    is_anonymous: bool = False

    def pictures(self, reduction: Reduction) -> Iterator[PackedPicture]:
        """The pictures to encode, below `evidence/`."""
        shown = self._step_pictures(reduction)
        for path in _walk(self.files.folder / "evidence"):
            name = path.relative_to(self.files.folder).as_posix()
            if path.suffix.lower() not in PICTURE_SUFFIXES or name == THUMBNAIL:
                continue
            is_of_step = path.parent.name == "screenshots"
            if is_of_step and shown is not None and name not in shown:
                continue
            if not reduction.widths and path.name in _WIDTHS:
                continue
            yield PackedPicture(path, str(Path(name).with_suffix(".webp").as_posix()))

    def write(self, target: Path, record: Record, reduction: Reduction) -> Iterator[Path]:
        """Write all files but the pictures to `target`, with `record` as the item's; yields each."""
        yield self._json(target / "record.json", record.model_dump(mode="json"))
        if path := self.files.find("artifact.json"):
            yield self._json(target / "artifact.json", load_json(read_plain(path)))
        yield from self._write_verdicts(target)
        if thumbnail := self.files.find(THUMBNAIL):
            yield self._bytes(target / THUMBNAIL, read_plain(thumbnail))
        if reduction.artifacts:
            for path in _walk(self.files.folder / "artifact"):
                name = path.relative_to(self.files.folder).as_posix()
                yield self._bytes(target / name, self._clean_source(read_plain(path)))
        for path in _walk(self.files.folder / "evidence"):
            if path.suffix in _OTHER_EVIDENCE and path.name not in _UNSHOWN:
                name, content = path.relative_to(self.files.folder).as_posix(), read_plain(path)
                parts = content.split(b"\n") if path.suffix == ".jsonl" else [content]
                yield self._bytes(target / name, b"\n".join(map(self._clean_data, parts)))
        films = self.films(reduction)
        for name, made in films.items():
            yield self._bytes(target / name, read_plain(made, limit=made.stat().st_size))
        yield from self._write_evidence(target, films)

    def _write_verdicts(self, target: Path) -> Iterator[Path]:
        for path in _walk(self.files.folder / "verdicts"):
            if path.suffix == ".json":
                verdict = load_json(read_plain(path))
                yield self._json(target / self._verdict_name(path, verdict), verdict)

    def _verdict_name(self, path: Path, verdict: JsonValue) -> str:
        """Where the report looks for it, also if its judge is a model with another name in this copy."""
        judge = verdict.get("judge") if isinstance(verdict, dict) else None
        if not isinstance(judge, str) or ItemFolder(self.files.folder).verdict_name(judge) != f"verdicts/{path.name}":
            return f"verdicts/{path.name}"
        return verdict_file(str(self.scrubber.value(judge, "judge")))

    def films(self, reduction: Reduction) -> dict[str, Path]:
        """The shortened film by its name below the item's folder; one that cannot be read is left out."""
        evidence, shorten = self.evidence, write_excerpt if reduction.films == "stills" else write_coarse_excerpt
        if evidence is None or reduction.films == "none":
            return {}
        found: dict[str, Path] = {}
        spans = _spans(self.record, evidence)
        for session in evidence.sessions:
            name = f"evidence/{session.name}/{session.film.file}" if session.film and session.film.file else ""
            source = self.files.find(name) if name else None
            if source is not None and source.suffix in FILMS:
                with contextlib.suppress(RecordingError):
                    found[name] = self.cached(source, reduction.films, partial(shorten, source, spans=spans))
        return found

    @cached_property
    def evidence(self) -> Evidence | None:
        """The evidence; None if it is missing or cannot be read."""
        try:
            return ItemFolder(self.files.folder).read_evidence()
        except RecordingError:
            return None

    def _write_evidence(self, target: Path, films: Mapping[str, Path]) -> Iterator[Path]:
        if self.evidence is None:
            return
        sessions = []
        for session in self.evidence.sessions:
            film = session.film
            if film and film.file:
                is_there = f"evidence/{session.name}/{film.file}" in films
                changes = {
                    "file": film.file if is_there else "",
                    "audio_codec": None,
                    "notes": (*film.notes, _SHORTENED if is_there else _DROPPED),
                }
                session = session.model_copy(update={"film": film.model_copy(update=changes)})
            sessions.append(session)
        evidence = self.evidence.model_copy(update={"sessions": tuple(sessions)})
        yield self._json(target / "evidence/evidence.json", evidence.model_dump(mode="json"))

    def _step_pictures(self, reduction: Reduction) -> frozenset[str] | None:
        """The names of step pictures to keep, below the item's folder; None for all."""
        evidence = self.evidence if reduction.steps != "all" else None
        if evidence is None:
            return None
        cited = {f"evidence/{finding.evidence}" for finding in self.record.findings if finding.evidence}
        for step in evidence.trace.steps:
            is_kept = reduction.steps == "changed" and step.change is not None and step.change.seen
            if step.screenshot and is_kept:
                cited.add(f"evidence/{evidence.trace.policy}/{step.screenshot}")
        return frozenset(cited)

    def _clean_source(self, content: bytes) -> bytes:
        """A text of the artifact without keys and paths; pictures, sounds and the like as they are.

        Of a text in another encoding than UTF-8, the letters stay as they are.
        """
        if b"\0" in content:
            return content
        return self.scrubber.source(content.decode(errors="surrogateescape")).encode(errors="surrogateescape")

    def _clean_data(self, content: bytes) -> bytes:
        """A JSON value, or a line of JSON lines, without keys and paths; anything else is cleaned as a text."""
        try:
            return self._dump(load_json(content)).encode()
        except ValueError:
            return self.scrubber.text(content.decode(errors="replace")).encode()

    def _dump(self, value: JsonValue) -> str:
        clean = self.scrubber.value(_without_spending(value) if self.is_anonymous else value)
        return json.dumps(clean, ensure_ascii=False)

    def _json(self, path: Path, value: JsonValue) -> Path:
        write_text(path, self._dump(value), durable=False)
        return path

    def _bytes(self, path: Path, content: bytes) -> Path:
        write_bytes(path, content, durable=False)
        return path


def encode_to(picture: Path, quality: int, made: Path) -> None:
    """Write `picture` as WebP to `made`; an empty file if it cannot be read."""
    found = encode_webp(picture, quality=quality)
    write_bytes(made, found.content if found else b"", durable=False)


def _spans(record: Record, evidence: Evidence) -> tuple[Span, ...]:
    """The moments of the findings, in ms of page time: of the film, otherwise of their step."""
    steps = begins(evidence.trace.steps)
    starts = {step.index: begin for begin, step in steps}
    ends = {step.index: step.page_ms for _, step in steps}
    found = []
    for finding in record.findings:
        if finding.video_ms is not None:
            found.append((finding.video_ms - _MOMENT_MS, finding.video_ms + _MOMENT_MS))
        elif finding.step in starts:
            end = min(ends[finding.step], starts[finding.step] + 2 * _MOMENT_MS)
            found.append((starts[finding.step] - _MOMENT_MS, end + _MOMENT_MS))
    return tuple((max(0, begin), end) for begin, end in found)


def _without_spending(value: JsonValue) -> JsonValue:
    """Without what model calls took: it tells which model made a page."""
    match value:
        case dict():
            return {name: _without_spending(inner) for name, inner in value.items() if name != "spend"}
        case list():
            return [_without_spending(inner) for inner in value]
    return value


def _walk(folder: Path) -> Iterator[Path]:
    """The plain files below a folder, sorted; links are not followed."""
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(root) / name
            if path.is_file() and not path.is_symlink():
                yield path
