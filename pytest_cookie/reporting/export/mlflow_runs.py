"""`MlflowExporter`: a run of MLflow per model (https://mlflow.org)."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

from pytest_cookie.reporting.export.libraries import import_library
from pytest_cookie.reporting.export.tables import tables_of
from pytest_cookie.reporting.export.write import Written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.reporting.export.exported_run import ExportedModel, ExportedRun
    from pytest_cookie.reporting.export.tables import Table

_ID_TAG = "pytest_cookie.id"
_MAX_VALUE = 500
"""MLflow refuses longer values of parameters with some stores."""


class MlflowExporter:
    """A run per model: metrics with their intervals, parameters, tables of records and findings, pictures.

    Another export finds the run by its tag and writes to it again.
    """

    version = "1"
    suffix = ""
    options: Mapping[str, str] = {
        "tracking_uri": "address of a tracking server or database, such as http://localhost:5000 or "
        "sqlite:///mlflow.db (default: the folder of --output)",
        "experiment": "name of the experiment (default: pytest-cookie)",
    }

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write into the file store `output`, or to `tracking_uri`. Raises `UsageError` if mlflow is missing."""
        os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")  # it is read at the import
        address = run.options.get("tracking_uri")
        remote = re.sub(r"//[^/]*@", "//", address) if address else ""  # without user and password
        if address is None:
            os.environ.setdefault("MLFLOW_ALLOW_FILE_STORE", "true")  # MLflow 3.7 and later refuse folders without it
            output.mkdir(parents=True, exist_ok=True)
            address = output.resolve().as_uri()
        client = import_library("mlflow", "mlflow").MlflowClient(tracking_uri=address)
        name = run.options.get("experiment", "pytest-cookie")
        experiment = client.get_experiment_by_name(name)
        experiment_id = experiment.experiment_id if experiment else client.create_experiment(name)
        written = []
        for model in run.models():
            mlflow_run = _find_run(client, experiment_id, model)
            _fill(client, mlflow_run, model)
            tables = (("records", len(model.records)), ("findings", sum(len(each.findings) for each in model.records)))
            place = f"{remote}, run {mlflow_run}" if remote else output / str(experiment_id) / str(mlflow_run)
            written.append(Written(place, tables))
        return written


def _find_run(client: Any, experiment: str, model: ExportedModel) -> str:  # noqa: ANN401 - mlflow has no types for us
    found = client.search_runs([experiment], f"tags.`{_ID_TAG}` = '{model.id}'", max_results=1)
    if found:
        return str(found[0].info.run_id)
    start = int(model.run.started.timestamp() * 1000)
    run = client.create_run(
        experiment, start_time=start, run_name=f"{model.name} {model.run.name}", tags={_ID_TAG: model.id}
    )
    return str(run.info.run_id)


def _fill(client: Any, run_id: str, model: ExportedModel) -> None:  # noqa: ANN401
    run = model.run
    first = model.records[0]
    tags = {"judge": first.judge, "agent": first.agent, "protocol": first.protocol, "mode": first.mode}
    tags |= {"model": model.name, "run": run.name, "version": run.version}
    for name, value in tags.items():
        client.set_tag(run_id, f"pytest_cookie.{name}", value)
    for name, value in {"model": model.name, "mode": first.mode, "agent": first.agent}.items():
        client.log_param(run_id, name, value[:_MAX_VALUE])
    for name, number in model.metrics().items():
        client.log_metric(run_id, name, number)
    tables = tables_of(run.name, model.records, run.scores, run.slices)
    for each in tables:
        client.log_dict(run_id, _split(each), f"{each.name}.json")
    shown = [{"path": f"{each.name}.json", "type": "table"} for each in tables]
    client.set_tag(run_id, "mlflow.loggedArtifacts", json.dumps(shown))
    for record in model.records:
        if picture := run.thumbnail(record):
            client.log_artifact(run_id, str(picture), f"pictures/{run.item_id(record)[:12]}")
    client.set_terminated(run_id)


def _split(content: Table) -> dict[str, object]:
    """The table as MLflow stores tables: columns, and the cells of each row."""
    return {"columns": [column.name for column in content.columns], "data": [list(row) for row in content.rows]}
