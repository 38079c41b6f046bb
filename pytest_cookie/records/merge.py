"""Merges run folders, such as the shards of one run, into one run folder, atomically.

The runs must have the same options and inputs. Each item is taken once, missing items are listed, and files are linked
if the disk allows it. Only plain files in their expected place are taken: see `untrusted_runs`.
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
from pytest_cookie.core.wording import count
from pytest_cookie.records.duplicates import Preference, settle
from pytest_cookie.records.files import PART, flush_folder
from pytest_cookie.records.merged_manifest import differences, merge_manifests
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.run_parts import Member, expected
from pytest_cookie.records.untrusted_runs import ANSWERS, UntrustedItem, UntrustedRun, read_foreign_run

_MAX_LISTED = 20


@dataclass(frozen=True)
class Merge:
    """A planned merge. `remarks` list what was omitted or decided, `gaps` what is missing."""

    runs: tuple[Path, ...]
    manifest: Manifest
    items: tuple[UntrustedItem, ...]
    planned: frozenset[str]
    own_tests: dict[str, tuple[Path, tuple[str, ...]]]
    answers: dict[Path, tuple[str, ...]]
    remarks: tuple[str, ...]
    gaps: tuple[str, ...]

    def write(self, folder: Path) -> None:
        """Write the run into an empty folder, except the files derived from its items. Raises `RecordingError`."""
        run = RunFolder(folder)
        (folder / "items").mkdir()
        for item in self.items:
            # an unfinished item may be resumed, which must not change the original run
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
    """Read the runs and choose among copies of the same item. Writes nothing.

    Raises `UsageError` with all problems: a folder that is not a run; runs that differ, unless `anyway`; an item with
    different results, unless `preference` chooses one.
    """
    runs = [read_foreign_run(path) for path in _different_folders(paths)]
    manifests = {str(run.path): run.manifest for run in runs}
    if (found := differences(manifests)) and not anyway:
        raise UsageError(_refusal("these runs have different options or inputs; to merge them anyway: --anyway", found))
    items, settled, twice = _items(runs, preference)
    should = expected(
        [
            Member(str(run.path), run.manifest, frozenset(item.record.folder for item in run.items), run.planned)
            for run in runs
        ]
    )
    return Merge(
        runs=tuple(run.path for run in runs),
        manifest=merge_manifests(list(manifests.values())).model_copy(
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


def _label(key: ItemKey) -> str:
    return f"{key.case} · {key.model} · {key.mode} · r{key.repeat}"


def _items(
    runs: Sequence[UntrustedRun], preference: Preference
) -> tuple[dict[ItemKey, UntrustedItem], tuple[str, ...], tuple[str, ...]]:
    """Each item once, the reasons for choices between different copies, and a note on equal ones."""
    found: dict[ItemKey, list[UntrustedItem]] = defaultdict(list)
    for run in runs:
        for item in run.items:
            found[_key(item)].append(item)
    settled = {key: settle(items, preference) for key, items in found.items()}
    conflicts = [f"{_label(key)}: {one.conflict}" for key, one in settled.items() if one.conflict]
    if conflicts and preference == "refuse":
        raise UsageError(
            _refusal("items have different results in several runs; to choose: --duplicates=first or last", conflicts)
        )
    chosen = {key: one.item for key, one in settled.items()}
    _check_places(chosen)
    same = sum(len(items) > 1 and not settled[key].reason for key, items in found.items())
    twice = (f"{count(same, 'item')} in several runs, with the same result",) if same else ()
    return chosen, tuple(f"{_label(key)}: {one.reason}" for key, one in settled.items() if one.reason), twice


def _check_places(chosen: dict[ItemKey, UntrustedItem]) -> None:
    """Raise `UsageError` for models of separate runs whose similar names lead to the same folder."""
    places: dict[str, ItemKey] = {}
    for key, item in chosen.items():
        other = places.setdefault(item.record.folder, key)
        if other != key:
            raise UsageError(
                f"{_label(key)} and {_label(other)} both have the folder {item.record.folder}; "
                "evaluate these models in one run, which gives them different folders"
            )


def _unscored(items: Collection[UntrustedItem]) -> Iterator[str]:
    """The number of unscored items, by cause."""
    causes = Counter(f"{cause.stage}: {cause.kind}" for item in items if (cause := item.record.cause) is not None)
    if causes:
        listed = ", ".join(f"{cause} ({number})" for cause, number in causes.most_common(5))
        yield f"{causes.total()} of {count(len(items), 'item')} unscored: {listed}"


def _own_tests(runs: Sequence[UntrustedRun]) -> dict[str, tuple[Path, tuple[str, ...]]]:
    """Evidence of the user's own tests, from the first run: a test that uses no item runs in every shard."""
    chosen: dict[str, tuple[Path, tuple[str, ...]]] = {}
    for run in runs:
        for place, files in run.own_tests.items():
            chosen.setdefault(place, (run.path, files))
    return chosen


def _answers(runs: Sequence[UntrustedRun]) -> dict[Path, tuple[str, ...]]:
    """Each response once, from the first run that has it."""
    first = {name: run.path for run in reversed(runs) for name in run.answers}
    return {run.path: tuple(name for name in run.answers if first[name] == run.path) for run in runs if run.answers}


def _refusal(what: str, lines: Sequence[str]) -> str:
    rest = len(lines) - _MAX_LISTED
    more = [f"  … and {rest} more"] if rest > 0 else []
    return "\n".join([what, *(f"  {line}" for line in lines[:_MAX_LISTED]), *more])


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A temporary folder beside `path`, renamed to `path` on success and deleted on failure.

    Raises `UsageError` if `path` exists, `RecordingError` if the disk fails.
    """
    path = path.absolute()
    if path.is_symlink() or (path.exists() and (not path.is_dir() or any(path.iterdir()))):
        raise UsageError(f"{path} already exists; choose another folder, or remove it")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = Path(tempfile.mkdtemp(dir=path.parent, prefix=f".{path.name}.", suffix=PART))
    except OSError as error:
        raise UsageError(f"cannot create {path}: {error.strerror or error}") from error
    try:
        yield temporary
        temporary.chmod(0o755)
        os.sync()  # one call for possibly a million files
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
        # files directly in the target are small, and one is a log that may grow, so they are copied
        _take_file(source / name, target / name, link=link and bool(folder))


def _take_file(source: Path, target: Path, *, link: bool) -> None:
    if link:
        try:
            os.link(source, target, follow_symlinks=False)
        except OSError:  # another disk, too many links, a file system without links
            pass
        else:
            return
    shutil.copyfile(source, target, follow_symlinks=False)
    shutil.copystat(source, target, follow_symlinks=False)
