"""`HuggingFaceExporter`: a data set of records and findings with its card, and the results of each model.

Formats: https://huggingface.co/docs/hub/datasets-cards, https://huggingface.co/docs/hub/eval-results.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import yaml

from pytest_cookie.core.text import clip
from pytest_cookie.records.files import write_text
from pytest_cookie.reporting.export.tables import tables_of
from pytest_cookie.reporting.export.write import Written
from pytest_cookie.reporting.text.markdown import escaped, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.reporting.export.exported_run import ExportedModel, ExportedRun
    from pytest_cookie.reporting.export.tables import Table

_DEFAULT_DATASET = "pytest-cookie"
_TASK = "text-generation"


class HuggingFaceExporter:
    """A folder to upload as a data set; `models/<model>/` holds what belongs into the repository of that model."""

    version = "1"
    suffix = ""
    options: Mapping[str, str] = {
        "dataset": "id of the data set on the Hub, such as acme/web-artifacts (default: pytest-cookie)",
    }

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write into the folder `output`. Raises `RecordingError`."""
        tables = tables_of(run.name, run.records, run.scores, run.slices)
        for each in tables:
            write_text(output / f"{each.name}.jsonl", _json_lines(each))
        models = run.models()
        write_text(output / "README.md", _data_card(run, models, tables))
        for model in models:
            folder = output / "models" / model.file_name
            write_text(folder / "README.md", _model_card(model))
            write_text(folder / ".eval_results" / "pytest-cookie.yaml", _yaml(_eval_results(model)))
        return [Written(output, (*((each.name, len(each.rows)) for each in tables), ("models", len(models))))]


def _dataset(run: ExportedRun) -> str:
    return run.options.get("dataset", _DEFAULT_DATASET)


def _json_lines(content: Table) -> str:
    names = [column.name for column in content.columns]
    rows = (dict(zip(names, row, strict=True)) for row in content.rows)
    return "".join(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)


_TYPES = {"text": "string", "whole": "int64", "number": "float64"}


def _data_card(run: ExportedRun, models: Sequence[ExportedModel], tables: Sequence[Table]) -> str:
    """Declares the type of each column, because the first rows may hold nothing but nulls."""
    shown = [
        {
            "config_name": each.name,
            "features": [{"name": column.name, "dtype": _TYPES[column.kind]} for column in each.columns],
        }
        for each in tables
    ]
    metadata = {
        "pretty_name": clip(f"pytest-cookie {run.name}", 100),
        "language": sorted({record.language for record in run.records}),
        "tags": ["pytest-cookie", "evaluation", "web"],
        "configs": [
            {"config_name": each.name, "data_files": f"{each.name}.jsonl", "default": each is tables[0]}
            for each in tables
        ],
        "dataset_info": shown,
    }
    ranking = run.scores.ranking
    rows = [[escaped(model.name), str(model.aggregate.n), _number(model.metrics().get(ranking.id))] for model in models]
    lines = [
        f"# {escaped(run.name)}",
        "",
        "Web artifacts made by models, used in a real browser and judged by "
        f"[pytest-cookie](https://pypi.org/project/pytest-cookie/) {escaped(run.version)}. A record is an item, a "
        "finding is a defect of one; join them by `case`, `model`, `mode` and `repeat`.",
        "",
        *table(["model", "items", escaped(ranking.heading)], rows),
    ]
    return _front_matter(metadata) + "\n".join(lines) + "\n"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _model_card(model: ExportedModel) -> str:
    run = model.run
    numbers = model.metrics()
    metrics = [
        {"type": spec.id, "name": spec.heading, "value": numbers[spec.id]} for spec in run.scores if spec.id in numbers
    ]
    result = {
        "task": {"type": _TASK, "name": "Web artifacts"},
        "dataset": {"type": _dataset(run), "name": f"pytest-cookie {run.name}", "split": "test"},
        "metrics": metrics,
        "source": {"name": "pytest-cookie", "url": "https://pypi.org/project/pytest-cookie/"},
    }
    index = {"model-index": [{"name": model.name, "results": [result] if metrics else []}]}
    return _front_matter(index) + f"# {escaped(model.name)}\n"


def _eval_results(model: ExportedModel) -> list[dict[str, Any]]:
    run, numbers = model.run, model.metrics()
    record = model.records[0]
    return [
        {
            "dataset": {"id": _dataset(run), "task_id": spec.id},
            "value": round(numbers[spec.id], 4),
            "date": f"{run.started:%Y-%m-%d}",
            "notes": clip(f"pytest-cookie {run.version}, agent {record.agent}, judge {record.judge}", 200),
        }
        for spec in run.scores
        if spec.id in numbers
    ]


def _front_matter(metadata: Mapping[str, object]) -> str:
    return f"---\n{_yaml(metadata)}---\n\n"


def _yaml(content: object) -> str:
    return yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
