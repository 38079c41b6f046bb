"""Adds items to Allure: labels, steps with screenshots, film, console, verdict. Runs in the process of the item.

Allure's failed and broken correspond to failed and unscored items: a bad artifact, or a failed infrastructure. Allure's
own listener cannot tell them apart, and names a test by its local path, so its result is corrected at the end.
"""

from __future__ import annotations

import contextlib
import html
import time
from typing import TYPE_CHECKING, Protocol
from uuid import uuid4

import pytest
from allure_commons.model2 import Label, Parameter, Status, StatusDetails, TestResult, TestStepResult
from allure_commons.types import AttachmentType

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.plugin.items import ITEM_RUN, is_benchmark
from pytest_cookie.reporting.allure_item import (
    FULL_NAME,
    AllureStep,
    allure_labels,
    allure_parameters,
    allure_path,
    allure_steps,
    allure_title,
    case_id,
    history_id,
)
from pytest_cookie.reporting.attachments import console_text, failure_text, finding_titles, item_card
from pytest_cookie.reporting.terminal import why
from pytest_cookie.reporting.text.terminal_cells import printable

if TYPE_CHECKING:
    from collections.abc import Generator

    from allure_commons.reporter import AllureReporter

    from pytest_cookie.core.record import Record
    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.reporting.attachments import ItemCard

_CRASHED = "???"
_ENVIRONMENT = ("version", "protocol", "agent", "judge", "seed", "browser", "python")
_NAME = "::test_artifact["


class _Listener(Protocol):
    allure_logger: AllureReporter


class AllureAttachments:
    """Registered if `--alluredir` is used."""

    def __init__(self, state: SessionState) -> None:
        self._state = state

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """After Allure's own hook, which sets the outcome."""
        report = yield
        run = item.stash.get(ITEM_RUN, None)
        result = self._reporter.get_test(None) if run is not None else None
        if run is None or result is None:
            return report
        if report.when == "call" or (report.when == "setup" and not report.passed):
            ItemInAllure(self._state, run.record, self._reporter).write(result, report.longreprtext)
        if report.when == "teardown" and is_benchmark(item):
            identify(result, run.record)
        return report

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """For an item whose worker died together with Allure's listener, the controller writes the result."""
        if report.when != _CRASHED or self._state.is_worker:
            return
        _, found, name = report.nodeid.partition(_NAME)
        planned = self._state.items.get(name.removesuffix("]")) if found else None
        if planned is None or self._state.run is None:
            return
        try:
            record = self._state.run.item(planned.folder).read_record()
        except RecordingError:
            return
        uuid, now = str(uuid4()), _now_ms()
        result = TestResult(uuid=uuid, start=now, stop=now)
        self._reporter.schedule_test(uuid, result)
        ItemInAllure(self._state, record, self._reporter).write(result, report.longreprtext)
        identify(result, record)
        self._reporter.close_test(uuid)

    def pytest_sessionfinish(self) -> None:
        """Write the run's properties to Allure's environment file, which is optional."""
        if self._state.is_worker or self._state.run is None:
            return
        config = self._state.config
        folder = config.invocation_params.dir / config.option.allure_report_dir
        with contextlib.suppress(OSError, RecordingError):
            manifest = self._state.run.manifest
            lines = (f"{name}={printable(str(getattr(manifest, name)))}\n" for name in _ENVIRONMENT)
            (folder / "environment.properties").write_text("".join(lines), encoding="utf-8")

    @property
    def _reporter(self) -> AllureReporter:
        listener: _Listener = self._state.config.pluginmanager.getplugin("allure_listener")
        return listener.allure_logger


class ItemInAllure:
    """One item's record, written into Allure's result of its test."""

    def __init__(self, state: SessionState, record: Record, reporter: AllureReporter) -> None:
        self._record, self._reporter = record, reporter
        self._run = state.folder
        self._scores = state.scores
        self._card: ItemCard = item_card(record, self._run, state.scores)

    def write(self, result: TestResult, failure: str) -> None:
        """Write everything that Allure does not add itself. `failure` is pytest's text, "" for a passed test."""
        record = self._record
        result.name = allure_title(record)
        result.description = None
        result.descriptionHtml = f'<p style="white-space: pre-wrap">{html.escape(record.brief)}</p>'
        ended = result.stop = _now_ms()
        result.start = ended - round(1000 * sum(record.phase_seconds.values()))
        result.parameters = [
            Parameter(name, value, excluded or None)
            for name, value, excluded in allure_parameters(record, self._scores)
        ]
        result.labels.extend(Label(name, value) for name, value in allure_labels(record))
        self._write_outcome(result, failure)
        self._attach()
        self._write_steps(ended)

    def _write_outcome(self, result: TestResult, failure: str) -> None:
        record = self._record
        if record.cause is not None and result.status != Status.SKIPPED:
            result.status = Status.BROKEN
            result.statusDetails = StatusDetails(message=why(record), trace=failure)
        elif failure and result.status != Status.SKIPPED:
            first, _, _ = failure.partition("\n")
            result.statusDetails = StatusDetails(message="\n".join([first, *finding_titles(record)]), trace=failure)

    def _attach(self) -> None:
        card = self._card
        if card.picture:
            self._attach_file(str(card.picture), "first screen", AttachmentType.PNG)
        if card.film:
            kind = AttachmentType.MP4 if card.film.suffix == ".mp4" else AttachmentType.WEBM
            self._attach_file(str(card.film), "film", kind)
        if self._record.findings:
            self._attach_text(failure_text(self._record, self._scores), "findings")
        if card.evidence and (console := console_text(card.evidence)):
            self._attach_text(console, "console")
        if card.verdict:
            self._attach_file(str(card.verdict), "verdict", AttachmentType.JSON)

    def _write_steps(self, ended_ms: int) -> None:
        """Steps last as long as in page time, counted from the start of the exploration."""
        evidence, seconds = self._card.evidence, self._record.phase_seconds
        if evidence is None:
            return
        began_ms = ended_ms - round(1000 * (seconds.get("judge", 0.0) + seconds.get("explore", 0.0)))
        for step in allure_steps(self._record, self._run, evidence):
            self._write_step(step, began_ms)

    def _write_step(self, step: AllureStep, began_ms: int) -> None:
        uuid = str(uuid4())
        parameters = [Parameter("thought", step.thought)] if step.thought else []
        result = TestStepResult(name=step.title, start=began_ms + step.begins_ms, parameters=parameters)
        self._reporter.start_step(None, uuid, result)
        if step.picture:
            self._attach_file(str(step.picture), "after the step", AttachmentType.PNG)
        details = StatusDetails(message=step.message) if step.message else None
        self._reporter.stop_step(uuid, status=step.status, stop=began_ms + step.ends_ms, statusDetails=details)

    def _attach_text(self, text: str, name: str) -> None:
        self._reporter.attach_data(str(uuid4()), text, name=name, attachment_type=AttachmentType.TEXT)

    def _attach_file(self, path: str, name: str, kind: AttachmentType) -> None:
        self._reporter.attach_file(str(uuid4()), path, name=name, attachment_type=kind)


def identify(result: TestResult, record: Record) -> None:
    """Give the test an identity that is the same in all runs and on all machines, instead of its local path."""
    ours = dict(allure_labels(record))
    tags = {value for name, value in allure_labels(record) if name == "tag"} | {record.domain, record.leaf}
    others = [label for label in result.labels if label.name not in ours and label.value not in tags]
    result.labels = [Label(name, value) for name, value in allure_labels(record)] + others
    result.fullName = f"{FULL_NAME}#{record.case}"
    result.titlePath = allure_path(record)
    result.testCaseId = case_id(record)
    result.historyId = history_id(record)


def _now_ms() -> int:
    return round(time.time() * 1000)
