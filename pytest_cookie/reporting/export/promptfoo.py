"""`PromptfooExporter`: results for `promptfoo import` and `promptfoo view` (https://www.promptfoo.dev)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pytest_cookie.core.score import score_of
from pytest_cookie.core.verdict import SEVERITIES
from pytest_cookie.records.files import write_text
from pytest_cookie.reporting.export.exported_run import describe_findings, digest, known_scores, seconds_of
from pytest_cookie.reporting.export.write import Written
from pytest_cookie.reporting.model_costs import total_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.core.record import Record
    from pytest_cookie.reporting.export.exported_run import ExportedModel, ExportedRun

_PROMPT = "{{brief}}"
_FAILURE_REASONS = {"scored": 0, "failed": 1, "unscored": 2}
"""promptfoo's `ResultFailureReason`: none, an assertion, an error."""


class PromptfooExporter:
    """An evaluation with a column per model and a row per case and repeat. Scores are shares, 0 to 1."""

    version = "1"
    suffix = "json"
    options: Mapping[str, str] = {}

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write the evaluation into the file `output`. Raises `RecordingError`."""
        rows = {key: number for number, key in enumerate(dict.fromkeys(map(_row_key, run.records)))}
        models = run.models()
        results = [
            _result(run, record, rows[_row_key(record)], column)
            for column, model in enumerate(models)
            for record in model.records
        ]
        started = run.started.isoformat()
        successes = sum(result["success"] for result in results)
        errors = sum("error" in result for result in results)
        stats = {"successes": successes, "failures": len(results) - successes - errors, "errors": errors}
        evaluation = {
            "evalId": f"eval-{run.id[:8]}-{run.started:%Y-%m-%dT%H:%M:%S}",
            "createdAt": started,
            "config": {"description": f"pytest-cookie {run.name}", "providers": [model.name for model in models]},
            "shareableUrl": None,
            "metadata": {"exportedAt": started, "evaluationCreatedAt": started},
            "results": {
                "version": 3,
                "timestamp": started,
                "prompts": [_prompt(model) for model in models],
                "results": results,
                "stats": stats | {"tokenUsage": _tokens(run.records)},
            },
        }
        write_text(output, json.dumps(evaluation, ensure_ascii=False, allow_nan=False, indent=1) + "\n")
        return [Written(output, (("results", len(results)),))]


def _row_key(record: Record) -> tuple[str, int]:
    return record.case, record.repeat


def _prompt(model: ExportedModel) -> dict[str, Any]:
    found = model.aggregate
    metrics = {
        "score": sum(_score(model.run, record) for record in model.records),
        "testPassCount": found.scored,
        "testFailCount": found.failed,
        "testErrorCount": found.unscored,
        "assertPassCount": found.scored,
        "assertFailCount": found.failed,
        "totalLatencyMs": round(1000 * sum(map(seconds_of, model.records))),
        "tokenUsage": _tokens(model.records),
        "namedScores": {spec.id: sum(_named(model.run, record, spec.id) for record in model.records)
                        for spec in model.run.scores},
        "namedScoresCount": {spec.id: sum(score_of(record, spec) is not None for record in model.records)
                             for spec in model.run.scores},
        "cost": found.cost_usd or 0,
    }  # fmt: skip
    identity = {"id": _prompt_id(model.name), "raw": _PROMPT, "label": _PROMPT, "provider": model.name}
    return identity | {"metrics": metrics}


def _prompt_id(model: str) -> str:
    return digest(_PROMPT, model)


def _result(run: ExportedRun, record: Record, row: int, column: int) -> dict[str, Any]:
    tests = {"case": record.case, "brief": record.brief, "repeat": str(record.repeat)}
    score = _score(run, record)
    reason = record.cause.message if record.cause else describe_findings(record)
    result: dict[str, Any] = {
        "id": run.item_id(record),
        "promptId": _prompt_id(record.model),
        "promptIdx": column,
        "testIdx": row,
        "provider": {"id": record.model, "label": record.model},
        "prompt": {"raw": record.brief, "label": _PROMPT},
        "vars": tests,
        "testCase": {"description": record.case, "vars": tests, "metadata": run.context(record)},
        "response": {"output": _output(record)},
        "success": record.outcome == "scored",
        "failureReason": _FAILURE_REASONS[record.outcome],
        "score": score,
        "namedScores": {spec.id: _named(run, record, spec.id) for spec in run.scores},
        "latencyMs": round(1000 * seconds_of(record)),
        "cost": record.cost_usd or 0,
        "metadata": run.context(record),
        "gradingResult": {"pass": record.outcome == "scored", "score": score, "reason": reason or "no finding"},
    }
    return result | ({"error": reason} if record.outcome == "unscored" else {})


def _output(record: Record) -> str:
    scores = ", ".join(f"{name} {value:.1f}" for name, value in known_scores(record).items())
    counts = [(severity, sum(finding.severity == severity for finding in record.findings)) for severity in SEVERITIES]
    found = ", ".join(f"{number} {severity}" for severity, number in counts if number)
    return f"{record.folder}\n{scores or record.outcome}\nfindings: {found or 'none'}"


def _score(run: ExportedRun, record: Record) -> float:
    return _named(run, record, run.scores.ranking.id)


def _named(run: ExportedRun, record: Record, name: str) -> float:
    """The score as a share of its range, 1 the best; 0 for an unscored item."""
    spec = next(spec for spec in run.scores if spec.id == name)
    value = score_of(record, spec)
    if value is None:
        return 0.0
    return spec.share(value) if spec.direction == "higher" else 1 - spec.share(value)


def _tokens(records: Sequence[Record]) -> dict[str, int]:
    spent = total_of(records)
    usage = spent.usage if spent else None
    if spent is None or usage is None:
        return {"prompt": 0, "completion": 0, "total": 0, "cached": 0, "numRequests": 0}
    return {
        "prompt": usage.input_tokens,
        "completion": usage.output_tokens,
        "total": usage.input_tokens + usage.output_tokens,
        "cached": usage.cached_tokens,
        "numRequests": spent.calls,
    }
