"""Generators that use existing files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.stages import Generator
from pytest_cookie.generation.answers import AnswerPlace, take_answer
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, digest_of, take_in
from pytest_cookie.generation.sample_recipe import RECIPE, SampleRecipe
from pytest_cookie.records.temp_dir import TempDir

FILES = "files"
"""Name of the fact that holds the digest of provided files."""
READY = "ready"
"""The model id of files that a case names with `artifact:`."""
SAMPLE_PREFIX = "sample/"


@dataclass(frozen=True)
class ReadyFiles:
    """The files that `artifact:` of the case names."""

    limits: IntakeLimits = DEFAULT_LIMITS

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Copy them. Raises `GenerationError` if they do not exist."""
        if case.artifact is None:
            raise GenerationError(f"case {case.id} ({case.origin}) names no `artifact:`")
        return take_in(case.artifact, key, folder, entry=case.entry, limits=self.limits)


@dataclass(frozen=True)
class SampleFiles:
    """The project's own samples: `<samples>/<case id>/<version>/` for the model `sample/<version>`.

    A case with a `sample.yaml` has files in common with other cases, or versions that are made by edits.
    """

    samples: Path
    limits: IntakeLimits = DEFAULT_LIMITS

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Copy the sample. Raises `GenerationError` if the case has none."""
        with self.open(case.id, key.model) as source:
            if source is None:
                raise GenerationError(f"there is no {key.model} for the case {case.id}")
            return take_in(source, key, folder, entry=None, limits=self.limits)

    def has(self, case_id: str, model: str) -> bool:
        """Whether there is a sample for the case. Raises `UsageError` for an invalid recipe."""
        case = self.samples / case_id
        return SampleRecipe.read(case).has(case, model.removeprefix(SAMPLE_PREFIX))

    @contextmanager
    def open(self, case_id: str, model: str) -> Iterator[Path | None]:
        """The folder of a case's sample, None if it has none. A composed one exists only in this context.

        Raises `GenerationError` if it cannot be composed.
        """
        case, version = self.samples / case_id, model.removeprefix(SAMPLE_PREFIX)
        try:
            recipe = SampleRecipe.read(case)
        except UsageError as error:
            raise GenerationError(str(error)) from error
        if not recipe.has(case, version):
            yield None
        elif recipe == SampleRecipe():
            yield case / version
        else:
            with TempDir("sample") as folder:
                recipe.compose(case, version, composed := folder / version)
                yield composed

    def versions(self) -> tuple[str, ...]:
        """The models with samples: `sample/flawed`, `sample/polished`. Raises `UsageError` for an invalid recipe."""
        entries = ("index.html", "app.yaml")
        names = {path.name for path in self.samples.glob("*/*") if any((path / name).is_file() for name in entries)}
        names.update(name for file in self.samples.glob(f"*/{RECIPE}") for name in SampleRecipe.read(file.parent).edits)
        return tuple(f"{SAMPLE_PREFIX}{name}" for name in sorted(names))


class HandedIn(FrozenModel):
    """Artifacts provided by the user: `sources` has a file or a folder by model and case id.

    `answers` has the places of answers in such files, which hold many. `unknown` names the entries beside the artifacts
    that belong to no case; `problems` are lines that have no usable answer.
    """

    root: Path
    sources: Mapping[str, Mapping[str, Path]]
    answers: Mapping[str, Mapping[str, AnswerPlace]] = {}
    unknown: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def source(self, case: Case, model: str) -> Path | None:
        """The model's artifact for the case, None if it is missing."""
        return self.sources.get(model, {}).get(case.id)

    def answer(self, case: Case, model: str) -> AnswerPlace | None:
        """The model's answer to the case, None if its artifact is no answer."""
        return self.answers.get(model, {}).get(case.id)


@dataclass(frozen=True)
class _HandedInFiles:
    """The files of `HandedIn`."""

    handed_in: HandedIn
    limits: IntakeLimits

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Copy them, or extract them from an answer. Raises `GenerationError` if they do not exist."""
        if answer := self.handed_in.answer(case, key.model):
            return take_answer(answer.read(), key, folder, self.limits)
        source = self.handed_in.source(case, key.model)
        if source is None:
            raise GenerationError(f"{self.handed_in.root} has no artifact of {key.model} for the case {case.id}")
        return take_in(source, key, folder, entry=_entry(case, source), limits=self.limits)


@dataclass(frozen=True)
class Stock:
    """All existing files. Provided artifacts are used for every model but the samples."""

    samples: SampleFiles
    handed_in: HandedIn | None = None

    @property
    def limits(self) -> IntakeLimits:
        """The limits of an artifact."""
        return self.samples.limits

    def is_asked(self, model: str) -> bool:
        """Whether artifacts of `model` need model calls, as there are no files."""
        return self.handed_in is None and model != READY and not model.startswith(SAMPLE_PREFIX)

    def has(self, case: Case, model: str) -> bool:
        """Whether there are files of the model for the case."""
        if model.startswith(SAMPLE_PREFIX):
            return self.samples.has(case.id, model)
        return self._provided(case, model) is not None

    @contextmanager
    def open(self, case: Case, model: str) -> Iterator[tuple[Path, str | None] | None]:
        """The file or folder and the page to open in it, None if it is missing. It may exist only in this context.

        Raises `GenerationError` for a sample that cannot be composed.
        """
        if model.startswith(SAMPLE_PREFIX):
            with self.samples.open(case.id, model) as folder:
                yield (folder, None) if folder else None
        else:
            yield self._provided(case, model)

    def _provided(self, case: Case, model: str) -> tuple[Path, str | None] | None:
        if self.handed_in is not None:
            source = self.handed_in.source(case, model)
            return (source, _entry(case, source)) if source else None
        return (case.artifact, case.entry) if case.artifact and model == READY else None

    def facts(self, case: Case, model: str) -> dict[str, JsonValue] | None:
        """What identifies the existing files or the answer; None if they are missing or cannot be read."""
        if self.handed_in and (answer := self.handed_in.answer(case, model)):
            return {"answer": answer.digest}
        try:
            with self.open(case, model) as found:
                source, entry = found or (None, None)
                files = digest_of(source, self.limits, entry=entry) if source else None
        except GenerationError:
            return None
        return None if files is None else {FILES: files, "entry": entry}

    def generator(self, model: str) -> Generator:
        """The generator that copies the existing artifacts of a model."""
        if model.startswith(SAMPLE_PREFIX):
            return self.samples
        return _HandedInFiles(self.handed_in, self.limits) if self.handed_in else ReadyFiles(self.limits)


def _entry(case: Case, source: Path) -> str | None:
    """The page to open. A file is its own page, so `entry:` applies only to folders."""
    return case.entry if source.is_dir() else None
