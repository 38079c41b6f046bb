"""Items: parametrization over the suite, labels as markers, and the run of one item through the pipeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.core.errors import OutOfBudgetError, StageError
from pytest_cookie.core.labels import slug
from pytest_cookie.plugin.session_state import SessionState

if TYPE_CHECKING:
    from pytest_cookie.core.artifact import Artifact, ItemKey
    from pytest_cookie.core.case import Case
    from pytest_cookie.core.deployment import Deployment
    from pytest_cookie.core.evidence import Evidence
    from pytest_cookie.core.record import Record
    from pytest_cookie.core.verdict import Verdict
    from pytest_cookie.protocols.run.pipeline import ItemPipeline
    from pytest_cookie.protocols.run.suite import PlannedItem

NO_MODEL = "no model is named; try --model=sample/polished, or --cookie-cases with YAML that names your artifacts"
_PROPERTIES = (
    "case", "model", "mode", "repeat", "page_type", "domain", "leaf", "difficulty", "language", "agent", "judge",
    "outcome",
)  # fmt: skip


def parametrize(metafunc: pytest.Metafunc) -> None:
    """One item per planned item, in suite order; without a suite, one skipped item with instructions."""
    state = SessionState.of(metafunc.config)
    if state is None:
        parameters = [pytest.param("", id="no-model", marks=pytest.mark.skip(reason=NO_MODEL))]
    else:
        parameters = [pytest.param(name, id=name, marks=_marks(item)) for name, item in state.items.items()]
    metafunc.parametrize("cookie_item", parameters, indirect=True)


def _marks(item: PlannedItem) -> tuple[pytest.MarkDecorator, ...]:
    """`cookie(domain=…, …)` for exact selection, and each label as a plain marker."""
    return _marks_of(tuple(labels_of(item).items()))


@cache
def _marks_of(labels: tuple[tuple[str, str], ...]) -> tuple[pytest.MarkDecorator, ...]:
    exact = pytest.mark.cookie(**dict(labels))
    return (exact, *(getattr(pytest.mark, label) for _, label in labels))


def labels_of(item: PlannedItem) -> dict[str, str]:
    """The labels that `-m` selects by."""
    case = item.case
    return {
        "domain": case.domain,
        "leaf": case.leaf,
        "difficulty": case.difficulty,
        "language": case.language,
        "page_type": case.page_type,
        "mode": item.key.mode,
        **({"voice": case.voice} if case.voice else {}),
    }


def is_benchmark(node: pytest.Item) -> bool:
    """Whether a test belongs to the benchmark, so that it counts in the leaderboard."""
    return isinstance(node, pytest.Function) and node.function.__module__ == "pytest_cookie.benchmark"


def find_planned_item(node: pytest.Item, state: SessionState) -> PlannedItem | None:
    """The item that a test uses, of the benchmark or of the user; None if it uses none."""
    call = getattr(node, "callspec", None)
    return state.items.get(str(call.params.get("cookie_item", ""))) if call is not None else None


@dataclass
class ItemRun:
    """The source of the value fixtures, phase by phase. Infrastructure failures become pytest errors."""

    node: pytest.Item
    pipeline: ItemPipeline
    state: SessionState
    _is_told: bool = False

    @property
    def case(self) -> Case:
        """The brief and its labels."""
        return self.pipeline.case

    @property
    def key(self) -> ItemKey:
        """Case, model, mode and repeat."""
        return self.pipeline.key

    @property
    def record(self) -> Record:
        """The current state of the item."""
        return self.pipeline.record

    @property
    def is_settled(self) -> bool:
        """Whether the item was completed in an earlier session, so that its record is final."""
        return self.pipeline.is_settled

    def artifact(self) -> Artifact:
        """Generate."""
        with self.reported():
            return self.pipeline.generate()

    def deployment(self, artifact: Artifact) -> Iterator[Deployment]:
        """Deploy until the generator is closed. A benchmark item that was explored before is not served again."""
        before = self.pipeline.deployed_before() if is_benchmark(self.node) else None
        if before is not None:
            yield before
            return
        with self.reported(), self.pipeline.deploy(artifact) as deployment:
            yield deployment

    def evidence(self, artifact: Artifact, deployment: Deployment) -> Evidence:
        """Explore."""
        with self.reported():
            return self.pipeline.explore(artifact, deployment)

    def verdict(self, artifact: Artifact, evidence: Evidence) -> Verdict:
        """Judge, and pass the result to pytest and its reports."""
        with self.reported():
            verdict = self.pipeline.judge(artifact, evidence)
        self._tell()
        return verdict

    def complaint(self) -> str:
        """Why the item fails, with its findings; empty if it passes. A settled unscored item raises an error."""
        from pytest_cookie.reporting.attachments import failure_text

        if self.is_settled:
            with self.reported():
                self._tell()
        scores = self.state.scores
        if self.record.outcome == "failed":
            return failure_text(self.record, scores)
        spec = scores.ranking
        wanted, value = self.state.settings.pass_total, self.record.scores.get(spec.id)
        if wanted is None or value is None or spec.sign * value >= spec.sign * wanted:
            return ""
        side, shown = "below" if spec.direction == "higher" else "above", f"{value:.{spec.digits}f}"
        return f"{spec.label} {shown} is {side} pass_total = {wanted:g}\n{failure_text(self.record, scores)}"

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Turn an infrastructure failure, now or in an earlier session, into a pytest error without a traceback."""
        cause = self.record.cause
        if self.is_settled and cause is not None:
            self._tell()
            raise self._broken(
                cause.stage, f"{cause.message} (in an earlier session; retry with --cookie-retry-errors)"
            )
        try:
            yield
        except StageError as error:
            if isinstance(error, OutOfBudgetError):
                self.state.end_spending()
            elif (planned := find_planned_item(self.node, self.state)) and self.state.note_refusal(planned, str(error)):
                self.pipeline.keep_open()
            self._tell()
            cause = self.record.cause
            raise self._broken(cause.stage if cause else error.stage, str(error)) from None  # hide the exception chain

    def _broken(self, stage: str, message: str) -> BaseException:
        from pytest_cookie.reporting.text.terminal_cells import printable

        broken = printable(f"unscored: {stage} of {self.case.id} by {self.key.model}: {message}")
        return pytest.fail.Exception(broken, pytrace=False)

    def _tell(self) -> None:
        """Call `record_property` with the item's labels and results: plain JSON values, which can cross processes.

        Properties without a value are omitted, because JUnit would write the word None.
        """
        if self._is_told:
            return
        self._is_told = True
        fields = self.record.model_dump(mode="json", include=set(_PROPERTIES))
        given = [(name, fields[name]) for name in _PROPERTIES]
        given += [(spec.id, self.record.scores.get(spec.id)) for spec in self.state.scores]
        given += [("cost_usd", self.record.cost_usd)]
        properties = [(name, value) for name, value in given if value is not None]
        severities = Counter(finding.severity for finding in self.record.findings)
        properties += [("findings", len(self.record.findings)), ("findings_critical", severities["critical"])]
        self.node.user_properties += properties


def run_item(request: pytest.FixtureRequest) -> Iterator[ItemRun]:
    """The item of a parametrized test, with its first record written."""
    from pytest_cookie.protocols.run.pipeline import ItemLocation, ItemPipeline

    state = SessionState.ensure(request.config)
    planned = state.items[request.param]
    folder = planned.folder if is_benchmark(request.node) else f"tests/{slug(request.node.nodeid)}"
    place = ItemLocation(item=state.folder.item(folder), folder=folder, node_id=request.node.nodeid)
    retries = state.config.option.cookie_retry_errors or folder in state.begun
    state.begun.add(folder)
    pipeline = ItemPipeline(planned.case, planned.key, place, state.stages, retry_errors=retries)
    run = ItemRun(request.node, pipeline, state)
    with run.reported():
        pipeline.start()
    request.node.stash[ITEM_RUN] = run
    if state.is_out_of_budget and not run.is_settled:
        pipeline.leave_out()
        pytest.skip("the budget was exhausted before this item began")
    if not run.is_settled and (refusals := state.refusals(state.models_of(planned))):
        pipeline.leave_out(refusals[0])
        pytest.skip(f"not begun: {refusals[0]}")
    yield run


ITEM_RUN = pytest.StashKey[ItemRun]()
