"""The two exported tables: their columns, column types, and how a record fills them."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.verdict import SEVERITIES, Finding, Severity
from pytest_cookie.reporting.model_costs import total_of

EXPORT_SCHEMA_VERSION = 1

Kind = Literal["text", "whole", "number"]
Cell: TypeAlias = str | int | float | None

_ASKING: tuple[Stage, ...] = ("generate", "explore", "judge")
_PHASES: tuple[Stage, ...] = ("generate", "deploy", "explore", "judge")


@dataclass(frozen=True)
class Column:
    """A column: its name, and the type of its non-null cells."""

    name: str
    kind: Kind


@dataclass(frozen=True)
class Table:
    """Rows with a cell per column. Numbers are finite, texts can be encoded in UTF-8."""

    name: Literal["records", "findings"]
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]


_RecordColumn = tuple[str, Kind, Callable[[Record], Cell]]
_FindingColumn = tuple[str, Kind, Callable[[Finding], Cell]]


def records_table(run: str, records: Iterable[Record]) -> Table:
    """A row per record, in the given order; `run` is the run's name, to distinguish several runs."""
    rows = [[EXPORT_SCHEMA_VERSION, _text(run), *(_cell(value(one)) for *_, value in _RECORD)] for one in records]
    return Table("records", (*_HEAD, *(Column(name, kind) for name, kind, _ in _RECORD)), rows)


def findings_table(run: str, records: Iterable[Record]) -> Table:
    """A row per finding, with the key of its record."""
    rows: list[list[Cell]] = []
    for record in records:
        key = [_cell(value(record)) for *_, value in _KEY]
        for number, finding in enumerate(record.findings, start=1):
            cells = [_cell(value(finding)) for *_, value in _FINDING]
            rows.append([EXPORT_SCHEMA_VERSION, _text(run), *key, number, *cells])
    named = [*_KEY, ("finding", "whole", None), *_FINDING]
    return Table("findings", (*_HEAD, *(Column(name, kind) for name, kind, _ in named)), rows)


def _cell(value: Cell) -> Cell:
    """NaN and infinity become null, as everywhere in a run's files; so do integers of more than 64 bits."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, int):
        return value if abs(value) < 2**63 else None
    return _text(value) if isinstance(value, str) else value


def _text(value: str) -> str:
    """Lone surrogates, which a hostile page can produce, are replaced."""
    return value.encode("utf-8", errors="replace").decode("utf-8")


def _count_of(severity: Severity) -> Callable[[Record], Cell]:
    return lambda record: Counter(finding.severity for finding in record.findings)[severity]


def _seconds_of(phase: Stage) -> Callable[[Record], Cell]:
    return lambda record: record.phase_seconds.get(phase)


def _metrics(record: Record) -> str | None:
    finite = {name: value if math.isfinite(value) else None for name, value in record.metrics.items()}
    return json.dumps(finite, ensure_ascii=False, sort_keys=True) if finite else None


def _spending(prefix: str, spend: Callable[[Record], Spend | None]) -> Iterator[_RecordColumn]:
    """All null if the stage made no model calls."""

    def of(value: Callable[[Spend], Cell]) -> Callable[[Record], Cell]:
        return lambda record: None if (found := spend(record)) is None else value(found)

    yield f"{prefix}calls", "whole", of(lambda spent: spent.calls)
    yield f"{prefix}input_tokens", "whole", of(lambda spent: spent.usage.input_tokens)
    yield f"{prefix}cached_tokens", "whole", of(lambda spent: spent.usage.cached_tokens)
    yield f"{prefix}output_tokens", "whole", of(lambda spent: spent.usage.output_tokens)
    yield f"{prefix}reasoning_tokens", "whole", of(lambda spent: spent.usage.reasoning_tokens)
    yield f"{prefix}cost_usd", "number", of(lambda spent: spent.cost_usd)
    yield f"{prefix}waiting_seconds", "number", of(lambda spent: spent.latency_seconds)


def _spend_of(stage: Stage) -> Callable[[Record], Spend | None]:
    return lambda record: record.spend.get(stage)


_HEAD = (Column("schema_version", "whole"), Column("run", "text"))
_KEY: tuple[_RecordColumn, ...] = (
    ("protocol", "text", lambda record: record.protocol),
    ("case", "text", lambda record: record.case),
    ("model", "text", lambda record: record.model),
    ("mode", "text", lambda record: record.mode),
    ("repeat", "whole", lambda record: record.repeat),
    ("agent", "text", lambda record: record.agent),
    ("judge", "text", lambda record: record.judge),
)
_RECORD: tuple[_RecordColumn, ...] = (
    *_KEY,
    ("outcome", "text", lambda record: record.outcome),
    ("functionality", "number", lambda record: record.functionality),
    ("aesthetics", "number", lambda record: record.aesthetics),
    ("total", "number", lambda record: record.total),
    ("page_type", "text", lambda record: record.page_type),
    ("domain", "text", lambda record: record.domain),
    ("leaf", "text", lambda record: record.leaf),
    ("difficulty", "text", lambda record: record.difficulty),
    ("language", "text", lambda record: record.language),
    *((f"findings_{severity}", "whole", _count_of(severity)) for severity in SEVERITIES),
    *_spending("", lambda record: total_of([record])),
    *(column for stage in _ASKING for column in _spending(f"{stage}_", _spend_of(stage))),
    ("seconds", "number", lambda record: sum(record.phase_seconds.values())),
    *((f"{phase}_seconds", "number", _seconds_of(phase)) for phase in _PHASES),
    ("cause_stage", "text", lambda record: record.cause.stage if record.cause else None),
    ("cause_kind", "text", lambda record: record.cause.kind if record.cause else None),
    ("cause_message", "text", lambda record: record.cause.message if record.cause else None),
    ("metrics", "text", _metrics),
    ("folder", "text", lambda record: record.folder),
    ("thumbnail", "text", lambda record: record.thumbnail),
    ("node_id", "text", lambda record: record.node_id),
)
_FINDING: tuple[_FindingColumn, ...] = (
    ("dimension", "text", lambda finding: finding.dimension),
    ("severity", "text", lambda finding: finding.severity),
    ("title", "text", lambda finding: finding.title),
    ("why", "text", lambda finding: finding.why),
    ("item", "text", lambda finding: finding.item),
    ("selector", "text", lambda finding: finding.selector),
    ("step", "whole", lambda finding: finding.step),
    ("video_ms", "whole", lambda finding: finding.video_ms),
    ("evidence", "text", lambda finding: finding.evidence),
)
