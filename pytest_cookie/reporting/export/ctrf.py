"""`CtrfExporter`: a report in the Common Test Report Format (https://ctrf.io), which many CI services read."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any
from uuid import UUID

from pytest_cookie.records.files import write_text
from pytest_cookie.reporting.allure_item import history_id
from pytest_cookie.reporting.export.exported_run import describe_findings, known_scores, seconds_of
from pytest_cookie.reporting.export.write import Written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.core.record import Outcome, Record
    from pytest_cookie.reporting.export.exported_run import ExportedRun

_SPEC_VERSION = "0.0.0"
"""The version of the format: its schema is `ctrf-schema-0.0.json`."""
_STATUS: Mapping[Outcome, str] = {"scored": "passed", "failed": "failed", "unscored": "other"}


class CtrfExporter:
    """A test per item: `passed` if it was scored, `failed`, and `other` if it is unscored."""

    version = "1"
    suffix = "json"
    options: Mapping[str, str] = {}

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write the report into the file `output`. Raises `RecordingError`."""
        tests = [_test(run, record, output.parent) for record in run.records]
        statuses = [test["status"] for test in tests]
        start = int(run.started.timestamp() * 1000)
        duration = sum(test["duration"] for test in tests)
        summary = {name: statuses.count(name) for name in ("passed", "failed", "skipped", "pending", "other")}
        timing = {"start": start, "stop": start + duration, "duration": duration}
        report = {
            "reportFormat": "CTRF",
            "specVersion": _SPEC_VERSION,
            "reportId": str(UUID(run.id)),
            "runId": run.id,
            "timestamp": run.started.isoformat(timespec="seconds").replace("+00:00", "Z"),
            "generatedBy": "pytest-cookie",
            "results": {
                "tool": {"name": "pytest-cookie", "version": run.version},
                "summary": {"tests": len(tests), **summary, **timing},
                "tests": tests,
            },
        }
        write_text(output, json.dumps(report, ensure_ascii=False, allow_nan=False, indent=1) + "\n")
        return [Written(output, (("tests", len(tests)),))]


def _test(run: ExportedRun, record: Record, folder: Path) -> dict[str, Any]:
    """Attachments have paths relative to `folder`."""
    context = run.context(record)
    test: dict[str, Any] = {
        "testId": history_id(record),
        "executionId": str(UUID(run.item_id(record))),
        "name": f"{record.case} · {record.model}" + (f" · {record.repeat}" if record.repeat > 1 else ""),
        "status": _STATUS[record.outcome],
        "rawStatus": record.outcome,
        "duration": round(seconds_of(record) * 1000),
        "suite": [record.model, record.domain, record.leaf],
        "type": "e2e",
        "tags": [record.page_type, record.difficulty, record.language],
        "labels": {name: value for name, value in context.items() if value},
        "extra": {
            "scores": known_scores(record),
            "findings": [finding.model_dump(exclude_defaults=True) for finding in record.findings],
        },
    }
    if message := record.cause.message if record.cause else describe_findings(record):
        test["message"] = message
    if picture := run.thumbnail(record):
        path = os.path.relpath(picture.resolve(), folder.resolve())
        attached = {"name": "first screen", "contentType": "image/jpeg", "path": path}
        test["attachments"] = [attached]
    return test
