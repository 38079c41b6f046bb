"""`OtelExporter`: an item as a trace in OpenTelemetry's JSON form, and its scores as events.

Formats: OTLP/JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding), attributes by the semantic
conventions for generative models (https://github.com/open-telemetry/semantic-conventions-genai).
"""

from __future__ import annotations

import http.client
import json
import os
import re
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.text import clip
from pytest_cookie.records.files import write_text
from pytest_cookie.reporting.export.exported_run import describe_findings, digest, known_scores, seconds_of
from pytest_cookie.reporting.export.write import Written

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from pytest_cookie.core.record import Record
    from pytest_cookie.core.stages import Stage
    from pytest_cookie.reporting.export.exported_run import ExportedRun

_PHASES: tuple[Stage, ...] = ("generate", "deploy", "explore", "judge")
_INTERNAL, _CLIENT = 1, 3
_ERROR = 2
_INFO = 9
"""OTLP's numbers: of kinds of spans, of a status, of a severity."""
_ITEMS_PER_REQUEST = 200
"""About 1 MB; collectors refuse more than a few MB at once."""
_TIMEOUT_SECONDS = 30
_MAX_EXPLANATION = 2_000
_HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
"""A token of RFC 9110."""
EVALUATION = "gen_ai.evaluation.result"


class OtelExporter:
    """One trace per item: generate, deploy, explore, judge; a span for a stage's model calls; an event per score.

    A record has the durations of its phases, not their starts: they follow each other from the start of the run. The
    model calls of a stage are one span, with their tokens. The ids are the same in every export.
    """

    version = "1"
    suffix = "jsonl"
    options: Mapping[str, str] = {
        "endpoint": "address of a collector to send to, such as http://localhost:4318 (default: only write the file); "
        "OTEL_EXPORTER_OTLP_HEADERS has its headers",
    }

    def export(self, run: ExportedRun, output: Path) -> Sequence[Written]:
        """Write `output`, a line per message, and send the messages to a collector if `endpoint` is given.

        Raises `UsageError` if the collector does not take them, and `RecordingError`.
        """
        messages = list(_messages(run))
        write_text(output, "".join(_json(message) + "\n" for message in messages))
        if endpoint := run.options.get("endpoint"):
            for message in messages:
                _send(endpoint, message)
        events = sum(len(known_scores(record)) for record in run.records)
        return [Written(output, (("traces", len(run.records)), ("events", events)))]


def _json(message: Mapping[str, object]) -> str:
    return json.dumps(message, ensure_ascii=False, allow_nan=False)


def _messages(run: ExportedRun) -> Iterator[dict[str, Any]]:
    """Traces and logs alternate, for some items each."""
    resource = {"attributes": _attributes({"service.name": "pytest-cookie", "service.version": run.version,
                                           "pytest_cookie.run": run.name})}  # fmt: skip
    scope = {"name": "pytest_cookie", "version": run.version}
    for start in range(0, len(run.records), _ITEMS_PER_REQUEST):
        records = run.records[start : start + _ITEMS_PER_REQUEST]
        spans = [span for record in records for span in _spans(run, record)]
        logs = [event for record in records for event in _events(run, record)]
        yield {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": scope, "spans": spans}]}]}
        if logs:
            yield {"resourceLogs": [{"resource": resource, "scopeLogs": [{"scope": scope, "logRecords": logs}]}]}


def _spans(run: ExportedRun, record: Record) -> Iterator[dict[str, Any]]:
    begin = _nanoseconds(run.started.timestamp())
    end = begin + _nanoseconds(seconds_of(record))
    root = _span(run, record, "item", f"evaluate {record.case}", (begin, end), _item_attributes(run, record))
    yield root | _status(record)
    for phase in _PHASES:
        if phase not in record.phase_seconds:
            continue
        until = begin + _nanoseconds(record.phase_seconds[phase])
        status = _status(record) if record.cause and record.cause.stage == phase else {}
        yield _span(run, record, phase, phase, (begin, until), {}, parent="item") | status
        if call := _call_attributes(record, phase):
            name = f"chat {call['gen_ai.request.model']}"
            yield _span(run, record, f"{phase} chat", name, (begin, until), call, parent=phase) | {"kind": _CLIENT}
        begin = until


def _span(
    run: ExportedRun, record: Record, part: str, name: str, times: tuple[int, int],
    attributes: Mapping[str, object], *, parent: str = "",
) -> dict[str, Any]:  # fmt: skip
    return {
        "traceId": run.item_id(record),
        "spanId": _span_id(run, record, part),
        "name": name,
        "kind": _INTERNAL,
        "startTimeUnixNano": str(times[0]),
        "endTimeUnixNano": str(times[1]),
        "attributes": _attributes(attributes),
    } | ({"parentSpanId": _span_id(run, record, parent)} if parent else {})


def _span_id(run: ExportedRun, record: Record, part: str) -> str:
    return digest(run.item_id(record), part)[:16]


def _item_attributes(run: ExportedRun, record: Record) -> dict[str, object]:
    own = {f"pytest_cookie.{name}": value for name, value in run.context(record).items()}
    findings: dict[str, object] = {"pytest_cookie.findings": len(record.findings)}
    return own | findings | {f"pytest_cookie.score.{name}": value for name, value in known_scores(record).items()}


def _call_attributes(record: Record, phase: Stage) -> dict[str, object]:
    """The model calls of a stage together; nothing if it made none."""
    spend = record.spend.get(phase)
    if spend is None or not spend.calls:
        return {}
    model = {"generate": record.model, "explore": record.agent, "judge": record.judge}.get(phase, record.model)
    provider, _, name = model.rpartition("/")
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider or "unknown",
        "gen_ai.request.model": name,
        "gen_ai.usage.input_tokens": spend.usage.input_tokens,
        "gen_ai.usage.output_tokens": spend.usage.output_tokens,
        "gen_ai.usage.cache_read.input_tokens": spend.usage.cached_tokens,
        "pytest_cookie.calls": spend.calls,
    } | ({} if spend.cost_usd is None else {"pytest_cookie.cost_usd": spend.cost_usd})


def _status(record: Record) -> dict[str, object]:
    if record.cause is None:
        return {}
    message = f"{record.cause.kind}: {record.cause.message}"
    return {"status": {"code": _ERROR, "message": clip(message, _MAX_EXPLANATION)}}


def _events(run: ExportedRun, record: Record) -> Iterator[dict[str, Any]]:
    """An event per score, at the span that made what is evaluated."""
    made = "generate chat" if _call_attributes(record, "generate") else "generate"
    parent = made if "generate" in record.phase_seconds else "item"
    time = str(_nanoseconds(run.started.timestamp()) + _nanoseconds(seconds_of(record)))
    for name, value in known_scores(record).items():
        about = [finding for finding in record.findings if finding.dimension == name] or record.findings
        explanation = describe_findings(record.model_copy(update={"findings": tuple(about)}))
        attributes = {
            "gen_ai.evaluation.name": name,
            "gen_ai.evaluation.score.value": value,
            "gen_ai.evaluation.score.label": record.outcome,
            "gen_ai.evaluation.explanation": clip(explanation, _MAX_EXPLANATION),
            "pytest_cookie.judge": record.judge,
        }
        yield {
            "timeUnixNano": time,
            "observedTimeUnixNano": time,
            "severityNumber": _INFO,
            "eventName": EVALUATION,
            "traceId": run.item_id(record),
            "spanId": _span_id(run, record, parent),
            "attributes": _attributes(attributes),
        }


def _nanoseconds(seconds: float) -> int:
    return round(seconds * 1e9)


def _attributes(values: Mapping[str, object]) -> list[dict[str, Any]]:
    return [{"key": key, "value": _value(value)} for key, value in values.items() if value not in ("", None)]


def _value(value: object) -> dict[str, object]:
    if isinstance(value, int):
        return {"intValue": str(value)}
    return {"doubleValue": value} if isinstance(value, float) else {"stringValue": str(value)}


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect is an error: the headers, and the key in them, would follow it to another host."""

    def redirect_request(self, *_: object, **__: object) -> None: ...


_OPENER = urllib.request.build_opener(_NoRedirects)


def _send(endpoint: str, message: Mapping[str, object]) -> None:
    """Raise `UsageError` unless the collector takes the message."""
    if "@" in endpoint:
        raise UsageError(
            "--option endpoint: the address has a user or password, which is not sent; give them in "
            "OTEL_EXPORTER_OTLP_HEADERS, such as authorization=Basic%20…"
        )
    if urlsplit(endpoint).scheme not in ("http", "https"):
        raise UsageError(f"--option endpoint={endpoint}: must be an address, such as http://localhost:4318")
    path = "/v1/traces" if "resourceSpans" in message else "/v1/logs"
    headers = {"Content-Type": "application/json", **_headers()}
    request = urllib.request.Request(endpoint.rstrip("/") + path, _json(message).encode(errors="replace"), headers)
    try:
        with _OPENER.open(request, timeout=_TIMEOUT_SECONDS) as answer:
            answer.read()
    except (OSError, http.client.HTTPException) as error:
        reason = error if isinstance(error, urllib.error.HTTPError) else getattr(error, "reason", error)
        raise UsageError(
            f"{endpoint}{path} did not take the traces: {reason}; is a collector with OTLP over HTTP running there?"
        ) from error


def _headers() -> dict[str, str]:
    """`name=value,…`, percent-encoded, as OpenTelemetry specifies the variable.

    Raises `UsageError`, which quotes nothing of it, as a value can be a key.
    """
    pairs = (pair.partition("=") for pair in os.environ.get("OTEL_EXPORTER_OTLP_HEADERS", "").split(","))
    headers = {name.strip(): unquote(value.strip()) for name, _, value in pairs if name.strip()}
    for number, (name, value) in enumerate(headers.items(), start=1):
        if not _HEADER_NAME.fullmatch(name) or not value.isprintable():
            raise UsageError(
                f"OTEL_EXPORTER_OTLP_HEADERS: header {number} has an impossible name or a control character; "
                "write name=value,name=value with percent-encoded values"
            )
    return headers
