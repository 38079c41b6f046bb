"""Unites run folders: the shards of one run, or runs apart, become one run folder, whole or not at all.

What the runs were made with must be the same. Items are taken once, what is missing is named, files are linked where
the disk allows it. Nothing that is not a plain file in its place is taken: see `foreign`.
"""

import os
import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import RecordingError, UsageError
from pytest_cookie.core.record import Manifest
from pytest_cookie.records.duplicates import Preference, settle
from pytest_cookie.records.files import PART, flush_folder
from pytest_cookie.records.merged_manifest import differences, united
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.run_parts import Member, expected
from pytest_cookie.records.untrusted_runs import ANSWERS, UntrustedItem, UntrustedRun, read_foreign_run

_MAX_LISTED = 20


@dataclass(frozen=True)
class Merge:
    """What is to become one run. `remarks` tell what was found on the way: left out, settled, missing."""

    runs: tuple[Path, ...]
    manifest: Manifest
    items: tuple[UntrustedItem, ...]
    planned: frozenset[str]
    own_tests: dict[str, tuple[Path, tuple[str, ...]]]
    answers: dict[Path, tuple[str, ...]]
    remarks: tuple[str, ...]
    gaps: tuple[str, ...]

    def write(self, folder: Path) -> None:
        """Write the run into an empty folder, but for what is derived from its items. Raises `RecordingError`."""
        run = RunFolder(folder)
        (folder / "items").mkdir()
        for item in self.items:
            # what is not finished may be gone on with, which must not change the run that it came from
            is_final = item.record.outcome != "unscored"
            _take(item.path, folder / item.record.folder, item.files, link=is_final)
        for place, (source, files) in self.own_tests.items():
            _take(source / place, folder / place, files, link=False)
        for run_path, names in self.answers.items():
            _take(run_path / ANSWERS, folder / ANSWERS, names, link=True)
        run.write_manifest(self.manifest)
        if len(self.planned) == self.manifest.planned:
            run.plan(self.planned)
        run.collect()


def plan_merge(paths: Sequence[Path], *, anyway: bool = False, preference: Preference = "refuse") -> Merge:
    """Read the runs and decide what becomes of each item. Writes nothing.

    Raises `UsageError` with all that is in the way: a folder that is no run; runs that were not made alike, unless
    `anyway`; an item with different results in two runs, unless `preference` says which to take.
    """
    runs = [read_foreign_run(path) for path in _different_folders(paths)]
    manifests = {str(run.path): run.manifest for run in runs}
    if (found := differences(manifests)) and not anyway:
        raise UsageError(_refusal("these runs were not made alike; to merge them all the same: --anyway", found))
    items, settled, twice = _items(runs, preference)
    should = expected(
        [
            Member(str(run.path), run.manifest, frozenset(item.record.folder for item in run.items), run.planned)
            for run in runs
        ]
    )
    return Merge(
        runs=tuple(run.path for run in runs),
        manifest=united(list(manifests.values())).model_copy(
            update={
                "planned": should.planned,
                "shard": str(should.parts) if should.parts else None,
                "whole": should.whole,
            }
        ),
        items=tuple(items.values()),
        planned=should.folders,
        own_tests=_own_tests(runs),
        answers=_answers(runs),
        remarks=(*found, *(problem for run in runs for problem in run.problems), *twice, *settled),
        gaps=(*should.gaps, *_unscored(items.values())),
    )


def _different_folders(paths: Sequence[Path]) -> list[Path]:
    return list({path.resolve(): path for path in reversed(paths)}.values())[::-1]


def _key(item: UntrustedItem) -> ItemKey:
    record = item.record
    return ItemKey(case=record.case, model=record.model, mode=record.mode, repeat=record.repeat)


def _told(key: ItemKey) -> str:
    return f"{key.case} · {key.model} · {key.mode} · r{key.repeat}"


def _items(
    runs: Sequence[UntrustedRun], preference: Preference
) -> tuple[dict[ItemKey, UntrustedItem], tuple[str, ...], tuple[str, ...]]:
    """Each item once, and what was decided on those that are there several times."""
    found: dict[ItemKey, list[UntrustedItem]] = defaultdict(list)
    for run in runs:
        for item in run.items:
            found[_key(item)].append(item)
    settled = {key: settle(items, preference) for key, items in found.items()}
    conflicts = [f"{_told(key)}: {one.conflict}" for key, one in settled.items() if one.conflict]
    if conflicts and preference == "refuse":
        raise UsageError(
            _refusal("items have different results in several runs; to choose: --duplicates first, or last", conflicts)
        )
    chosen = {key: one.item for key, one in settled.items()}
    _check_places(chosen)
    same = sum(len(items) > 1 and not settled[key].told for key, items in found.items())
    twice = (f"{same} items are in several runs with the same result",) if same else ()
    return chosen, tuple(f"{_told(key)}: {one.told}" for key, one in settled.items() if one.told), twice


def _check_places(chosen: dict[ItemKey, UntrustedItem]) -> None:
    """Names of models that look alike share a folder in runs of their own."""
    places: dict[str, ItemKey] = {}
    for key, item in chosen.items():
        other = places.setdefault(item.record.folder, key)
        if other != key:
            raise UsageError(
                f"{_told(key)} and {_told(other)} both have the folder {item.record.folder}; "
                "evaluate these models in one run, where they get different ones"
            )


def _unscored(items: Collection[UntrustedItem]) -> Iterator[str]:
    """How many have no verdict, by what was the matter."""
    causes = Counter(f"{cause.stage}: {cause.kind}" for item in items if (cause := item.record.cause) is not None)
    if causes:
        listed = ", ".join(f"{cause} ({number})" for cause, number in causes.most_common(5))
        yield f"{causes.total()} of {len(items)} items are unscored: {listed}"


def _own_tests(runs: Sequence[UntrustedRun]) -> dict[str, tuple[Path, tuple[str, ...]]]:
    """Evidence of the user's own tests, of the first run that has it: a test that asks for no item runs in each."""
    chosen: dict[str, tuple[Path, tuple[str, ...]]] = {}
    for run in runs:
        for place, files in run.own_tests.items():
            chosen.setdefault(place, (run.path, files))
    return chosen


def _answers(runs: Sequence[UntrustedRun]) -> dict[Path, tuple[str, ...]]:
    """Each answer once, of the first run that has it."""
    first = {name: run.path for run in reversed(runs) for name in run.answers}
    return {run.path: tuple(name for name in run.answers if first[name] == run.path) for run in runs if run.answers}


def _refusal(what: str, lines: Sequence[str]) -> str:
    rest = len(lines) - _MAX_LISTED
    more = [f"  … and {rest} more"] if rest > 0 else []
    return "\n".join([what, *(f"  {line}" for line in lines[:_MAX_LISTED]), *more])


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A folder beside `path` that becomes `path` at the end, and is gone where that was not reached.

    Raises `UsageError` where there is something at `path` already, `RecordingError` where the disk does not do it.
    """
    path = path.absolute()
    if path.is_symlink() or (path.exists() and (not path.is_dir() or any(path.iterdir()))):
        raise UsageError(f"{path} is there already; name another folder, or remove it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}.", suffix=PART))
    except OSError as error:
        raise UsageError(f"cannot make {path}: {error.strerror or error}") from error
    try:
        yield temporary
        temporary.chmod(0o755)
        os.sync()  # everything at once: there may be a million files
        temporary.rename(path)
        flush_folder(path.parent)
    except OSError as error:
        raise RecordingError(f"cannot write {path}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _take(source: Path, target: Path, files: Sequence[str], *, link: bool) -> None:
    made: set[str] = set()
    for name in files:
        folder, _, _ = name.rpartition("/")
        if folder not in made:
            (target / folder).mkdir(parents=True, exist_ok=True)
            made.add(folder)
        # those in no folder are small, and one is a log that is written on
        _take_file(source / name, target / name, link=link and bool(folder))


def _take_file(source: Path, target: Path, *, link: bool) -> None:
    if link:
        try:
            os.link(source, target, follow_symlinks=False)
        except OSError:  # another disk, too many links, a file system without
            pass
        else:
            return
    shutil.copyfile(source, target, follow_symlinks=False)
    shutil.copystat(source, target, follow_symlinks=False)
