"""`WandbExporter`: a run of Weights & Biases per model (https://docs.wandb.ai)."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Any

from pytest_cookie.core.errors import UsageError
from pytest_cookie.reporting.export.exported_run import describe_findings
from pytest_cookie.reporting.export.libraries import import_library
from pytest_cookie.reporting.export.tables import findings_table
from pytest_cookie.reporting.export.write import Written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.reporting.export.exported_run import ExportedModel, ExportedRun

_MODES = ("offline", "online")


class WandbExporter:
    """A run per model, in the group of the pytest-cookie run: summary, a row per item with its picture, findings.

    Another export has the same ids: it replaces the folders of the earlier one, and updates uploaded runs.
    """

    version = "1"
    suffix = ""
    options: Mapping[str, str] = {
        "project": "name of the project (default: pytest-cookie)",
        "mode": "offline, to upload later with `wandb sync`, or online (default: offline)",
    }

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write into `output/wandb`. Raises `UsageError` if wandb is missing or the mode is unknown."""
        mode = run.options.get("mode", "offline")
        if mode not in _MODES:
            raise UsageError(f"--option mode={mode}: must be {' or '.join(_MODES)}")
        os.environ.setdefault("WANDB_ERROR_REPORTING", "false")  # it is read at the import
        library = import_library("wandb", "wandb")
        output.mkdir(parents=True, exist_ok=True)
        return [_write(library, model, output, mode) for model in run.models()]


def _write(library: Any, model: ExportedModel, output: Path, mode: str) -> Written:  # noqa: ANN401 - no types for us
    run = model.run
    for earlier in (output / "wandb").glob(f"offline-run-*-{model.id}"):
        shutil.rmtree(earlier)
    first = model.records[0]
    session = library.init(
        mode=mode,
        dir=str(output),
        id=model.id,
        project=run.options.get("project", "pytest-cookie"),
        group=run.name,
        name=f"{model.name} {run.name}",
        resume="allow",
        tags=[first.protocol, first.mode],
        config={"model": model.name, "agent": first.agent, "judge": first.judge, "version": run.version},
        settings=library.Settings(silent=True, console="off", x_disable_stats=True, x_disable_meta=True),
    )
    findings = findings_table(run.name, model.records)
    names = [column.name for column in findings.columns]
    session.log(
        {
            "items": _items(library, model),
            "findings": library.Table(columns=names, data=[list(row) for row in findings.rows]),
        }
    )
    session.summary.update(model.metrics())
    session.finish()
    return Written(output / "wandb", (("items", len(model.records)), ("findings", len(findings.rows))))


def _items(library: Any, model: ExportedModel) -> Any:  # noqa: ANN401
    run = model.run
    scores = [spec.id for spec in run.scores]
    rows = [
        [
            record.case,
            record.repeat,
            record.outcome,
            library.Image(str(picture)) if (picture := run.thumbnail(record)) else None,
            *(record.scores.get(name) for name in scores),
            describe_findings(record),
        ]
        for record in model.records
    ]
    return library.Table(columns=["case", "repeat", "outcome", "picture", *scores, "findings"], data=rows)
