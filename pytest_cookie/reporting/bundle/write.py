"""`write_bundle`: a small copy of a run with its report, as a folder or a zip archive of at most some size."""

import hashlib
import os
import re
import shutil
import zipfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.records.files import write_model, write_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.temp_dir import TempDir
from pytest_cookie.reporting.bundle.packed_item import ItemPacker, encode_to
from pytest_cookie.reporting.bundle.reduction import REDUCTIONS, Reduction
from pytest_cookie.reporting.bundle.scrub import Scrubber
from pytest_cookie.reporting.item_files import file_size, files_of
from pytest_cookie.reporting.site import write_site

ABOUT = "about-this-bundle.txt"
_SAMPLE = 48
"""Pictures encoded to estimate the size of all, to about a tenth."""
_HOPELESS = 1.05
"""A reduction whose estimated size exceeds the limit by this factor is not tried."""
_PLAIN_OPTION = re.compile(r"[\w.,*+ -]{0,80}")
_MOST_THREADS = 4
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of all entries of an archive, so that the same run gives the same archive."""


@dataclass(frozen=True)
class WrittenBundle:
    """The folder or archive, its size, and what it leaves out, in sentences."""

    path: Path
    size_bytes: int
    left_out: tuple[str, ...]


class _TooLargeError(Exception):
    """The bundle does not fit with this reduction."""


def write_bundle(run: RunFolder, target: Path, *, most_bytes: int, anonymous: bool = False) -> WrittenBundle:
    """Write the bundle to `target`: a zip archive if its name ends in `.zip`, otherwise a folder.

    With `anonymous`, models are called A, B, C, and what their calls took is left out. Raises `UsageError` if the run
    has no records, the target exists, or the bundle cannot be made small enough.
    """
    if target.exists() and (target.is_file() or any(target.iterdir())):
        raise UsageError(f"{target} already exists; name another file or folder with --output, or remove this one")
    records = run.records()
    if not records:
        raise UsageError(f"{run.path} has no records; if it was stopped, first run: pytest-cookie report {run.path}")
    with TempDir("bundle") as place:
        bundling = _Bundling(run, records, place, most_bytes, _aliases(records) if anonymous else {}, target)
        return bundling.fit()


def _aliases(records: Sequence[Record]) -> dict[str, str]:
    """`vendor/one` and `vendor-one` to `model-a`; without the vendor too, if the name has a digit."""
    found: dict[str, str] = {}
    for number, model in enumerate(dict.fromkeys(record.model for record in records)):
        alias = f"model-{chr(ord('a') + number)}" if number < 26 else f"model-{number + 1}"
        tail = model.rpartition("/")[2]
        names = {model, model.replace("/", "-"), record_folder_name(records, model)}
        names |= {tail} if any(character.isdigit() for character in tail) else set()
        found |= dict.fromkeys(names, alias)
    return found


def record_folder_name(records: Sequence[Record], model: str) -> str:
    """The name of the model in the folders of its items."""
    folder = next(record.folder for record in records if record.model == model)
    parts = folder.split("/")
    return parts[2] if len(parts) == 5 else model


@dataclass
class _Bundling:
    run: RunFolder
    records: Sequence[Record]
    place: Path
    most_bytes: int
    aliases: Mapping[str, str]
    target: Path
    scrubber: Scrubber = field(init=False)

    def __post_init__(self) -> None:
        self.scrubber = Scrubber.for_run(self.run.path, self.aliases)

    def fit(self) -> WrittenBundle:
        """Try one reduction after the other."""
        smallest = others = 0
        for level, reduction in enumerate(REDUCTIONS):
            is_last = level + 1 == len(REDUCTIONS)
            if not is_last and others + self._estimate(reduction) > _HOPELESS * self.most_bytes:
                continue
            staged = self.place / "staged" / self._name()
            shutil.rmtree(staged, ignore_errors=True)
            try:
                media = self._stage(staged, reduction)
            except _TooLargeError:
                continue
            packed = self._pack(staged)
            smallest = _size(packed)
            others = smallest - media
            if smallest <= self.most_bytes:
                return WrittenBundle(self._move(packed), smallest, reduction.left_out)
        least = f"at least {file_size(smallest)}" if smallest else "more than that even without pictures"
        raise UsageError(
            f"the bundle cannot be smaller than {file_size(self.most_bytes)}: it takes {least}; pass a larger --max"
        )

    def _name(self) -> str:
        """The title of the report."""
        return "run" if self.aliases else self.scrubber.text(self.run.path.resolve().name)

    @cached_property
    def _packers(self) -> tuple[tuple[Record, ItemPacker], ...]:
        found = ((record, files_of(record, self.run)) for record in self.records)
        is_anonymous = bool(self.aliases)
        return tuple(
            (record, ItemPacker(files, record, self.scrubber, self._cached, is_anonymous))
            for record, files in found
            if files
        )

    def _estimate(self, reduction: Reduction) -> float:
        """The bytes of films and pictures; those of pictures from the share that a sample of them takes."""
        packers = [packer for _, packer in self._packers]
        films = sum(path.stat().st_size for packer in packers for path in packer.films(reduction).values())
        pictures = [one.source for packer in packers for one in packer.pictures(reduction)]
        sizes = [path.stat().st_size for path in pictures]
        if sum(sizes) < self.most_bytes:
            return films  # pictures do not grow
        step = max(1, len(pictures) // _SAMPLE)
        sample = pictures[::step]
        encoded = sum(self._encoded(path, reduction.quality).stat().st_size for path in sample)
        return films + sum(sizes) * encoded / max(1, sum(sizes[::step]))

    def _stage(self, staged: Path, reduction: Reduction) -> int:
        """Write the run and its report; returns the bytes of pictures and films.

        Raises `_TooLargeError` as soon as these exceed the limit.
        """
        written = 0
        records = []
        with ThreadPoolExecutor(min(_MOST_THREADS, os.cpu_count() or 1)) as pool:
            for record, packer in self._packers:
                clean = self._clean_record(record)
                records.append(clean)
                folder = staged / clean.folder
                pictures = list(packer.pictures(reduction))
                encode = partial(self._encoded, quality=reduction.quality)
                for picture, made in zip(pictures, pool.map(encode, [one.source for one in pictures]), strict=True):
                    if size := made.stat().st_size:
                        (folder / picture.name).parent.mkdir(parents=True, exist_ok=True)
                        shutil.copyfile(made, folder / picture.name)
                        written += size
                films = [path for path in packer.write(folder, clean, reduction) if path.suffix in (".mp4", ".webm")]
                written += sum(path.stat().st_size for path in films)
                if written > self.most_bytes and reduction is not REDUCTIONS[-1]:
                    raise _TooLargeError
        self._finish(staged, records, reduction.left_out)
        return written

    def _finish(self, staged: Path, records: Sequence[Record], said: Sequence[str]) -> None:
        run = RunFolder(staged)
        write_model(staged / "manifest.json", self._clean_manifest(self.run.manifest))
        run.write_records(records)
        write_site(run)
        (staged / "data" / "pages.json").unlink(missing_ok=True)
        lines = ["A copy of a run of pytest-cookie, to send: open index.html. To make it small and clean:", ""]
        write_text(staged / ABOUT, "\n".join([*lines, *(f"- {line}" for line in said)]) + "\n")

    def _clean_record(self, record: Record) -> Record:
        changes: dict[str, object] = {"node_id": "", "made_from": ""}
        if self.aliases:
            changes |= {"spend": {}, "cost_usd": None, "phase_seconds": {}}
        changed = record.model_copy(update=changes)
        return Record.model_validate(self.scrubber.value(changed.model_dump(mode="json")))

    def _clean_manifest(self, manifest: Manifest) -> Manifest:
        options = {
            name: value
            for name, value in manifest.options.items()
            if not isinstance(value, str) or _PLAIN_OPTION.fullmatch(value)
        }
        changes = {
            "options": options,
            "platform": _system(manifest.platform),
            "continued": tuple(
                one.model_copy(update={"platform": _system(one.platform), "changed": ()}) for one in manifest.continued
            ),
        }
        clean = manifest.model_copy(update=changes).model_dump(mode="json")
        return Manifest.model_validate(self.scrubber.value(clean))

    def _cached(self, source: Path, settings: str, make: Callable[[Path], None]) -> Path:
        """The file made from `source` with these settings; made once for all reductions."""
        name = hashlib.blake2b(f"{source}\0{settings}".encode(errors="replace"), digest_size=16).hexdigest()
        path = self.place / "made" / f"{name}{source.suffix}"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            half = path.with_name(f"half-{path.name}")  # a film may fail on the way
            make(half)
            half.replace(path)
        return path

    def _encoded(self, source: Path, quality: int) -> Path:
        return self._cached(source, f"webp {quality}", partial(encode_to, source, quality))

    def _pack(self, staged: Path) -> Path:
        """The folder, or an archive of it."""
        if self.target.suffix != ".zip":
            return staged
        path = self.place / "bundle.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in sorted(one for one in staged.rglob("*") if one.is_file()):
                entry = zipfile.ZipInfo(f"{staged.name}/{file.relative_to(staged).as_posix()}", _EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                with file.open("rb") as source, archive.open(entry, "w") as inner:
                    shutil.copyfileobj(source, inner)
        return path

    def _move(self, packed: Path) -> Path:
        try:
            self.target.parent.mkdir(parents=True, exist_ok=True)
            if self.target.is_dir():
                self.target.rmdir()
            shutil.move(packed, self.target)
        except OSError as error:
            raise RecordingError(f"cannot write {self.target}: {error.strerror or error}") from error
        return self.target


def _system(platform: str) -> str:
    """`Linux` of `Linux-6.1.0-acme-x86_64`: the rest may name the machine."""
    return platform.split("-")[0]


def _size(path: Path) -> int:
    files = [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
    return sum(one.stat().st_size for one in files)
