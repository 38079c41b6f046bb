"""`InspectExporter`: a log of Inspect AI per model (https://inspect.aisi.org.uk/eval-logs.html)."""

from __future__ import annotations

import base64
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.labels import slug
from pytest_cookie.core.score import score_of
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.reporting.export.exported_run import describe_findings, seconds_of
from pytest_cookie.reporting.export.libraries import import_library
from pytest_cookie.reporting.export.write import Written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.core.record import Record
    from pytest_cookie.core.score_spec import ScoreSpec
    from pytest_cookie.core.spend import Spend
    from pytest_cookie.reporting.export.exported_run import ExportedModel, ExportedRun


class InspectExporter:
    """A folder for `inspect view`: per model a file `.eval` with a sample per item, its scores, findings, picture."""

    version = "1"
    suffix = ""
    options: Mapping[str, str] = {}

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write the logs into the folder `output`; those of an earlier export are replaced.

        Raises `UsageError` if inspect_ai is not installed, and `RecordingError`.
        """
        library = import_library("inspect_ai.log", "inspect")
        output.mkdir(parents=True, exist_ok=True)
        written = []
        for model in run.models():
            path = output / f"{run.started:%Y-%m-%dT%H-%M-%S}+00-00_{_task(model)}_{model.id[:22]}.eval"
            try:
                library.write_eval_log(_log(library, model), str(path))
            except OSError as error:
                raise RecordingError(f"cannot write {path}: {error.strerror or error}") from error
            written.append(Written(path, (("samples", len(model.records)),)))
        return written


def _task(model: ExportedModel) -> str:
    """Inspect's file names have no underscore within the task."""
    return f"pytest-cookie-{slug(model.records[0].protocol)}".replace("_", "-")


def _log(library: Any, model: ExportedModel) -> Any:  # noqa: ANN401 - inspect_ai has no types for us
    run = model.run
    started = run.started.isoformat()
    first = model.records[0]
    ended = (run.started + timedelta(seconds=sum(map(seconds_of, model.records)))).isoformat()
    spec = library.EvalSpec(
        eval_id=model.id[:22],
        run_id=run.id[:22],
        task_id=model.id[:22],
        task=_task(model),
        created=started,
        model=model.name,
        dataset=library.EvalDataset(
            name="pytest-cookie",
            samples=len(model.records),
            sample_ids=list(dict.fromkeys(record.case for record in model.records)),
        ),
        config=library.EvalConfig(epochs=max(record.repeat for record in model.records)),
        packages={"pytest-cookie": run.version},
        metadata={"run": run.name, "agent": first.agent, "judge": first.judge, "mode": first.mode},
    )
    return library.EvalLog(
        status="success",
        eval=spec,
        results=_results(library, model),
        stats=library.EvalStats(started_at=started, completed_at=ended, model_usage=_usage(model.records)),
        samples=[_sample(run, record) for record in model.records],
    )


def _results(library: Any, model: ExportedModel) -> Any:  # noqa: ANN401
    numbers = model.metrics()
    names = {"mean": "", "low": "_low", "high": "_high"}
    scores = [
        library.EvalScore(
            name=spec.id,
            scorer=model.records[0].judge,
            scored_samples=sum(score_of(record, spec) is not None for record in model.records),
            unscored_samples=sum(score_of(record, spec) is None for record in model.records),
            metrics={
                name: library.EvalMetric(name=name, value=numbers[spec.id + ending])
                for name, ending in names.items()
                if spec.id + ending in numbers
            },
        )
        for spec in model.run.scores
    ]
    done = model.aggregate.scored + model.aggregate.failed
    return library.EvalResults(total_samples=len(model.records), completed_samples=done, scores=scores)


def _sample(run: ExportedRun, record: Record) -> Any:  # noqa: ANN401
    library = import_library("inspect_ai.log", "inspect")
    models = import_library("inspect_ai.model", "inspect")
    answer = models.ChatMessageAssistant(id=f"{run.item_id(record)[:21]}a", content=_content(run, record, models))
    brief = models.ChatMessageUser(id=f"{run.item_id(record)[:21]}u", content=record.brief)
    scores = {spec.id: found for spec in run.scores if (found := _score(record, spec))}
    return library.EvalSample(
        id=record.case,
        epoch=record.repeat,
        uuid=run.item_id(record)[:22],
        input=record.brief,
        target="",
        messages=[brief, answer],
        output=models.ModelOutput(model=record.model, choices=[models.ChatCompletionChoice(message=answer)]),
        scores=scores or None,
        metadata={**run.context(record), "metrics": record.metrics},
        model_usage=_usage([record]),
        total_time=seconds_of(record),
        error=_error(record),
    )


def _content(run: ExportedRun, record: Record, models: Any) -> list[Any]:  # noqa: ANN401
    content = [models.ContentText(text=f"The artifact is in {record.folder} of the run {run.name}.")]
    if picture := run.thumbnail(record):
        data = base64.b64encode(read_plain(picture)).decode()
        content.append(models.ContentImage(image=f"data:image/jpeg;base64,{data}"))
    return content


def _score(record: Record, spec: ScoreSpec) -> Any:  # noqa: ANN401
    value = score_of(record, spec)
    if value is None:
        return None
    findings = [
        finding.model_dump(exclude_defaults=True) for finding in record.findings if finding.dimension == spec.id
    ]
    score = import_library("inspect_ai.scorer", "inspect").Score
    return score(
        value=value,
        answer=record.outcome,
        explanation=describe_findings(record) or "no finding",
        metadata={"findings": findings, "judge": record.judge},
    )


def _error(record: Record) -> Any:  # noqa: ANN401
    if record.cause is None:
        return None
    message = f"{record.cause.stage}: {record.cause.kind}: {record.cause.message}"
    error = import_library("inspect_ai.log", "inspect").EvalError
    return error(message=message, traceback=message, traceback_ansi=message)


def _usage(records: Sequence[Record]) -> dict[str, Any]:
    """The tokens of the evaluated model, by its name."""
    usage = import_library("inspect_ai.model", "inspect").ModelUsage
    spent: list[tuple[str, Spend]] = [
        (record.model, record.spend["generate"]) for record in records if "generate" in record.spend
    ]
    found: dict[str, Any] = {}
    for model, spend in spent:
        more = usage(
            input_tokens=spend.usage.input_tokens,
            output_tokens=spend.usage.output_tokens,
            total_tokens=spend.usage.input_tokens + spend.usage.output_tokens,
            input_tokens_cache_read=spend.usage.cached_tokens,
            reasoning_tokens=spend.usage.reasoning_tokens,
        )
        found[model] = found[model] + more if model in found else more
    return found
