"""`WorkerContext` and `Runner`: run the items of a calibration in the ordinary pipeline."""

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.baseline_artifacts import BASELINE
from pytest_cookie.calibration.mutant import MUTANT_PREFIX, MutantFiles
from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.calibration.plan import Task
from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.errors import OutOfBudgetError, RecordingError, StageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.stages import Judge
from pytest_cookie.generation.ready_files import ReadyFiles
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.contract.stages import Stages
from pytest_cookie.protocols.cookie.composition import compose
from pytest_cookie.protocols.run.browser_limits import browser_limits
from pytest_cookie.protocols.run.existing_files import stock_of
from pytest_cookie.protocols.run.model_access import ModelAccess
from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.stats.calibration import TOTAL

_BY_ID = {operator.id: operator for operator in MUTATION_OPERATORS}


@dataclass(frozen=True)
class WorkerContext:
    """The data a worker needs to run items; can be pickled. `evidence` is the folder of all items."""

    settings: Settings
    roles: Roles
    access: ModelAccess
    evidence: Path
    seed: int

    @contextmanager
    def open_runner(self) -> Iterator["Runner"]:
        """A runner with a browser, which starts with the first item that needs it."""
        clock = None if self.settings.clock == "auto" else self.settings.clock
        host = BrowserHost(chromium=self.settings.chromium, clock=clock, limits=browser_limits(self.settings))
        with closing(host), closing(self.access.models(self.settings)) as models:
            ready = ReadyFiles(stock_of(self.settings).limits)
            composed = compose(self.settings, host, models, self.roles)
            yield Runner(self, replace(composed, generator_of=lambda model: self._files(model, ready)))

    def _files(self, model: str, ready: ReadyFiles) -> MutantFiles:
        operator = None if model == BASELINE else _BY_ID[model.removeprefix(MUTANT_PREFIX)]
        return MutantFiles(ready, operator, self.seed)


@dataclass(frozen=True)
class Runner:
    """Runs items with an open browser and stages."""

    context: WorkerContext
    stages: Stages

    def run(self, task: Task) -> None:
        """Run the missing phases of an item. A failure is stored in its record.

        Raises `OutOfBudgetError` if the budget is spent.
        """
        item = ItemFolder(self.context.evidence / task.folder)
        pipeline = ItemPipeline(task.case, task.key, ItemLocation(item, task.folder), self.stages)
        try:
            stored = self._stored(task, item)
            if stored is None:
                artifact, evidence = _explore(pipeline, item)
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
        """Artifact and evidence of an earlier run, if they are complete and have the same files and brief."""
        try:
            artifact, evidence = item.read_artifact(), item.read_evidence()
            if artifact.entry is None or item.read_case().digest != task.case.digest:
                return None
            page = self.context._files(task.key.model, self._ready()).page(task.case)
            same = ArtifactPage.read(item.artifact, artifact.entry).files == page.files
        except (RecordingError, OSError):
            return None
        return (artifact, evidence) if same and evidence.explorer == self.stages.explorer.id else None

    def _ready(self) -> ReadyFiles:
        generator = self.stages.generator_of(BASELINE)
        assert isinstance(generator, MutantFiles)
        return generator.ready


def is_judged(item: ItemFolder, judge: Judge) -> bool:
    """Whether there is a verdict with a score from this version of the judge."""
    try:
        verdict = item.read_verdict(judge.id)
    except RecordingError:
        return False
    return verdict.judge_version == judge.version and verdict.scores.get(TOTAL) is not None


def _explore(pipeline: ItemPipeline, item: ItemFolder) -> tuple[Artifact, Evidence]:
    shutil.rmtree(item.path, ignore_errors=True)
    pipeline.start()
    artifact = pipeline.generate()
    with pipeline.deploy(artifact) as deployment:
        return artifact, pipeline.explore(artifact, deployment)


def _take_over(pipeline: ItemPipeline, item: ItemFolder) -> None:
    """Copy times, costs, build and clock of the phases before judging from the stored record."""
    try:
        before = item.read_record()
    except RecordingError:
        return
    pipeline.seconds.update({phase: value for phase, value in before.phase_seconds.items() if phase != "judge"})
    pipeline.spend.update({phase: value for phase, value in before.spend.items() if phase != "judge"})
    pipeline.build, pipeline.clock = before.build, before.clock
