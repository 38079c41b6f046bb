"""An item as Allure shows it: labels from the taxonomy, an identity that is stable over runs, exploration steps."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pytest_cookie.core.action import Action
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.labels import Difficulty, PageType
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.attachments import score_texts
from pytest_cookie.reporting.item_files import ItemFiles, evidence_folders, files_of, name_target
from pytest_cookie.reporting.text.terminal_cells import cut, printable

StepStatus = Literal["passed", "failed", "skipped"]

_EPICS: dict[PageType, str] = {"static": "Static web pages", "dynamic": "Dynamic web pages"}
_SEVERITIES: dict[Difficulty, str] = {"easy": "minor", "medium": "normal", "hard": "critical", "expert": "blocker"}
_SERIOUS = ("critical", "major")
_MAX_TITLE = 120
FULL_NAME = "pytest_cookie.benchmark"


@dataclass(frozen=True)
class AllureStep:
    """A step of the exploration. Times are milliseconds of page time since the start of the session.

    `failed`: the page threw an error, or a critical or major finding names the step. `skipped`: the step was not
    possible.
    """

    title: str
    status: StepStatus
    message: str
    begins_ms: int
    ends_ms: int
    thought: str
    picture: Path | None


def allure_title(record: Record) -> str:
    """`moth-and-lanterns · sample/polished`, with the repeat if it is not the first."""
    return printable(f"{record.case} · {record.model}" + (f" · r{record.repeat}" if record.repeat > 1 else ""))


def allure_labels(record: Record) -> tuple[tuple[str, str], ...]:
    """Allure's labels: behaviours follow the taxonomy, suites start with the model."""
    domain, leaf = _names(record)
    tags = (record.language, record.mode, record.page_type, record.difficulty)
    return (
        ("epic", _EPICS[record.page_type]),
        ("feature", domain),
        ("story", leaf),
        ("severity", _SEVERITIES[record.difficulty]),
        ("owner", printable(record.model)),
        ("parentSuite", printable(record.model)),
        ("suite", domain),
        ("subSuite", leaf),
        ("package", FULL_NAME),
        *(("tag", tag) for tag in tags),
    )


def _names(record: Record) -> tuple[str, str]:
    """The names of domain and leaf; their ids from the record if the taxonomy no longer has them."""
    try:
        return taxonomy().domain(record.domain).name, taxonomy().leaf(record.leaf).name
    except UsageError:
        return printable(record.domain), printable(record.leaf)


def allure_path(record: Record) -> list[str]:
    """The item's path in Allure's tree: model, domain, leaf."""
    return [printable(record.model), *_names(record)]


def allure_parameters(record: Record, scores: ScoreSet) -> tuple[tuple[str, str, bool], ...]:
    """(name, value, excluded) of each parameter: an excluded one may change without starting a new history."""
    return (
        ("model", printable(record.model), False),
        ("mode", record.mode, False),
        ("repeat", str(record.repeat), False),
        ("agent", printable(record.agent), True),
        ("judge", printable(record.judge), True),
        ("outcome", record.outcome, True),
        *((name, value, True) for name, value in score_texts(record, scores)),
    )


def case_id(record: Record) -> str:
    """The same for a case in every run and on every machine."""
    return _digest(record.protocol, record.case)


def history_id(record: Record) -> str:
    """The same for case, model, mode and repeat in every run and on every machine, as Allure 3 computes its own."""
    return _digest(record.protocol, record.case, record.model, record.mode, str(record.repeat))


def _digest(*parts: str) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def allure_steps(record: Record, run: RunFolder, evidence: Evidence) -> Iterator[AllureStep]:
    """The exploration's steps, in order."""
    files = files_of(record, run)
    begins_ms = 0
    for step in evidence.trace.steps:
        named = [finding for finding in record.findings if finding.step == step.index]
        yield AllureStep(
            title=_step_title(step),
            status=_status(step, named),
            message="\n".join(_messages(step, named)),
            begins_ms=begins_ms,
            ends_ms=max(begins_ms, step.page_ms),
            thought=printable(step.thought),
            picture=_picture(files, evidence, step) if files else None,
        )
        begins_ms = max(begins_ms, step.page_ms)


def _step_title(step: Step) -> str:
    return cut(printable(f"{step.index} {step.action.kind.replace('_', ' ')} {_object(step.action)}"), _MAX_TITLE)


def _object(action: Action) -> str:
    return " → ".join(part for part in (f"“{action.value}”" if action.value else "", name_target(action)) if part)


def _status(step: Step, named: list[Finding]) -> StepStatus:
    if step.page_errors or any(finding.severity in _SERIOUS for finding in named):
        return "failed"
    return "skipped" if step.outcome == "unreachable" else "passed"


def _messages(step: Step, named: list[Finding]) -> Iterator[str]:
    if step.problem:
        yield printable(step.problem)
    yield from (printable(f"uncaught: {error.message}") for error in step.page_errors)
    yield from (printable(f"{finding.severity}: {finding.title}") for finding in named)


def _picture(files: ItemFiles, evidence: Evidence, step: Step) -> Path | None:
    """The screenshot, from the folder of the session that took it."""
    if not step.screenshot:
        return None
    found = (files.find(folder + step.screenshot) for folder in evidence_folders(evidence))
    return next((path for path in found if path and path.suffix == ".png"), None)
