"""`WorkerContext`: runs the items of a calibration in the ordinary pipeline, with a browser and stages of its own."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.baseline_artifacts import GOOD
from pytest_cookie.calibration.mutant import TWIN_PREFIX, MutantFiles
from pytest_cookie.calibration.mutation_operators import FAMILIES
from pytest_cookie.calibration.plan import Task
from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.errors import OutOfBudgetError, RecordingError, StageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.stages import Judge
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.protocols.cookie.composition import browser_limits, compose, stock_of
from pytest_cookie.protocols.cookie.roles import Roles
from pytest_cookie.protocols.model_access import ModelAccess
from pytest_cookie.protocols.pipeline import ItemPipeline, Place, Stages
from pytest_cookie.protocols.settings import Settings
from pytest_cookie.records.item import ItemFolder

_BY_ID = {family.id: family for family in FAMILIES}


@dataclass(frozen=True)
class WorkerContext:
    """What a worker needs to run items, plain enough to be sent to its process. `evidence`: the folder of all items."""

    settings: Settings
    roles: Roles
    access: ModelAccess
    evidence: Path
    seed: int

    @contextmanager
    def opened(self) -> Iterator["Runner"]:
        """The station with its browser, which starts with the first item that needs it."""
        clock = None if self.settings.clock == "auto" else self.settings.clock
        host = BrowserHost(chromium=self.settings.chromium, clock=clock, limits=browser_limits(self.settings))
        with closing(host), closing(self.access.models(self.settings)) as models:
            ready = ReadyFiles(stock_of(self.settings).limits)
            composed = compose(self.settings, host, models, self.roles)
            yield Runner(self, replace(composed, generator_of=lambda model: self._files(model, ready)))

    def _files(self, model: str, ready: ReadyFiles) -> MutantFiles:
        family = None if model == GOOD else _BY_ID[model.removeprefix(TWIN_PREFIX)]
        return MutantFiles(ready, family, self.seed)


@dataclass(frozen=True)
class Runner:
    """An open station."""

    station: WorkerContext
    stages: Stages

    def run(self, task: Task) -> None:
        """Run an item as far as it has not been run; why it could not be is in its record.

        Raises `OutOfBudgetError` where no item can be run any more.
        """
        item = ItemFolder(self.station.evidence / task.folder)
        pipeline = ItemPipeline(task.case, task.key, Place(item, task.folder), self.stages)
        try:
            stored = self._stored(task, item)
            if stored is None:
                artifact, evidence = _explored(pipeline, item)
            else:
                artifact, evidence = stored
                if is_judged(item, self.stages.judge):
                    return
                _take_over(pipeline, item)
            pipeline.judge(artifact, evidence)
        except OutOfBudgetError:
            raise
        except StageError:
            return

    def _stored(self, task: Task, item: ItemFolder) -> tuple[Artifact, Evidence] | None:
        """Artifact and evidence of before, where they are whole, of the same files and the same brief."""
        try:
            artifact, evidence = item.read_artifact(), item.read_evidence()
            if artifact.entry is None or item.read_case().digest != task.case.digest:
                return None
            page = self.station._files(task.key.model, self._ready()).page(task.case)
            same = ArtifactPage.read(item.artifact, artifact.entry).files == page.files
        except (RecordingError, OSError):
            return None
        return (artifact, evidence) if same and evidence.explorer == self.stages.explorer.id else None

    def _ready(self) -> ReadyFiles:
        generator = self.stages.generator_of(GOOD)
        assert isinstance(generator, MutantFiles)
        return generator.ready


def is_judged(item: ItemFolder, judge: Judge) -> bool:
    """Whether there is a verdict of this very judge; one without a score does not count."""
    try:
        verdict = item.read_verdict(judge.id)
    except RecordingError:
        return False
    return verdict.judge_version == judge.version and verdict.total is not None


def _explored(pipeline: ItemPipeline, item: ItemFolder) -> tuple[Artifact, Evidence]:
    shutil.rmtree(item.path, ignore_errors=True)
    pipeline.start()
    artifact = pipeline.generate()
    with pipeline.deploy(artifact) as deployment:
        return artifact, pipeline.explore(artifact, deployment)


def _take_over(pipeline: ItemPipeline, item: ItemFolder) -> None:
    """What the phases before judging took and told."""
    try:
        before = item.read_record()
    except RecordingError:
        return
    pipeline.seconds.update({phase: value for phase, value in before.phase_seconds.items() if phase != "judge"})
    pipeline.spend.update({phase: value for phase, value in before.spend.items() if phase != "judge"})
    pipeline.build, pipeline.clock = before.build, before.clock
