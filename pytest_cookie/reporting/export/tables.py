"""The exported tables: their columns, column types, and how a record fills them."""

import json
import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import COMMON, COMMON_IDS, ItemPart, SliceSpec
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.stages import Stage
from pytest_cookie.core.verdict import SEVERITIES, Finding, Severity
from pytest_cookie.reporting.failures import source_of
from pytest_cookie.reporting.model_costs import total_of

EXPORT_SCHEMA_VERSION = 1

Kind = Literal["text", "whole", "number"]
Cell: TypeAlias = str | int | float | None
TableName: TypeAlias = Literal["records", "findings", "parts"]

_ASKING: tuple[Stage, ...] = ("generate", "explore", "judge")
_PHASES: tuple[Stage, ...] = ("generate", "deploy", "explore", "judge")


@dataclass(frozen=True)
class Column:
    """A column: its name, the type of all its cells that are not null, and its meaning."""

    name: str
    kind: Kind
    meaning: str


@dataclass(frozen=True)
class Table:
    """Rows with a cell per column. Numbers are finite, texts can be encoded in UTF-8."""

    name: TableName
    columns: tuple[Column, ...]
    rows: Sequence[Sequence[Cell]]


_RecordColumn = tuple[str, Kind, str, Callable[[Record], Cell]]
_FindingColumn = tuple[str, Kind, str, Callable[[Finding], Cell]]


def records_table(run: str, records: Iterable[Record], scores: ScoreSet, specs: Sequence[SliceSpec] = COMMON) -> Table:
    """A row per record, in the given order; `run` is the run's name, to distinguish several runs.

    Each score and each label of a protocol has a column, named by its id.
    """
    filled = _record_columns(scores, specs)
    rows = [[EXPORT_SCHEMA_VERSION, _text(run), *(_cell(value(record)) for *_, value in filled)] for record in records]
    return Table("records", (*_HEAD, *(Column(name, kind, meaning) for name, kind, meaning, _ in filled)), rows)


def tables_of(
    run: str, records: Sequence[Record], scores: ScoreSet, specs: Sequence[SliceSpec] = COMMON
) -> tuple[Table, ...]:
    """The tables of records and findings, and that of the parts of items if there are any."""
    tables = (records_table(run, records, scores, specs), findings_table(run, records))
    return (*tables, parts_table(run, records, scores, specs)) if any(record.parts for record in records) else tables


def findings_table(run: str, records: Iterable[Record]) -> Table:
    """A row per finding, with the key of its record."""
    rows: list[list[Cell]] = []
    for record in records:
        key = [_cell(value(record)) for *_, value in _KEY]
        for number, finding in enumerate(record.findings, start=1):
            cells = [_cell(value(finding)) for *_, value in _FINDING]
            rows.append([EXPORT_SCHEMA_VERSION, _text(run), *key, number, *cells])
    return Table("findings", FINDING_COLUMNS, rows)


def parts_table(run: str, records: Iterable[Record], scores: ScoreSet, specs: Sequence[SliceSpec]) -> Table:
    """A row per part of an item, such as its tasks, with the key of its record. Several values of a label are joined
    by `;`."""
    own = [spec for spec in specs if spec.part and not spec.crosses]
    cells: list[tuple[Column, Callable[[ItemPart], Cell]]] = [
        *((Column(f"label_{spec.id}", "text", f"{spec.label} of {spec.part}"), _label_of(spec.id)) for spec in own),
        *(
            (Column(f"score_{spec.id}", "number", f"Score of the part: {spec.label}."), _part_of(spec.id))
            for spec in scores
        ),
    ]
    rows = [
        [
            EXPORT_SCHEMA_VERSION,
            _text(run),
            *(_cell(value(record)) for *_, value in _KEY),
            number,
            *(_cell(value(part)) for _, value in cells),
        ]
        for record in records
        for number, part in enumerate(record.parts, start=1)
    ]
    return Table("parts", (*PART_COLUMNS, *(column for column, _ in cells)), rows)


def _label_of(name: str) -> Callable[[ItemPart], Cell]:
    return lambda part: ";".join(part.slices.get(name, ())) or None


def _part_of(name: str) -> Callable[[ItemPart], Cell]:
    return lambda part: part.scores.get(name)


def _record_columns(scores: ScoreSet, specs: Sequence[SliceSpec]) -> tuple[_RecordColumn, ...]:
    taken = {name for name, *_ in (*_BEFORE_SCORES, *_AFTER_SCORES)}
    own = [spec for spec in specs if spec.id not in COMMON_IDS and not spec.part and not spec.crosses]
    return (
        *_BEFORE_SCORES,
        *(_score_column(spec, taken) for spec in scores),
        *_AFTER_SCORES,
        *(_slice_column(spec, taken) for spec in own),
    )


def _slice_column(spec: SliceSpec, taken: Collection[str]) -> _RecordColumn:
    """Named by the id, or `label_<id>` if another column has this name."""
    name = f"label_{spec.id}" if spec.id in taken else spec.id
    return (
        name,
        "text",
        f"Label of the protocol: {spec.label}; null without one.",
        lambda record: record.slices.get(spec.id),
    )


def _score_column(spec: ScoreSpec, taken: Collection[str]) -> _RecordColumn:
    """Named by the id, or `score_<id>` if another column has this name."""
    name = f"score_{spec.id}" if spec.id in taken else spec.id
    unit = f" {spec.unit}" if spec.unit else ""
    parts = f"; the mean of {', '.join(spec.mean_of)}" if spec.mean_of else ""
    meaning = (
        f"Score from {spec.low:g} to {spec.high:g}{unit}, {spec.direction} is better{parts}; null for unscored items."
    )
    return name, "number", meaning, lambda record: record.scores.get(spec.id)


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


def _of_cause(field: Literal["stage", "kind", "message"]) -> Callable[[Record], Cell]:
    return lambda record: getattr(record.cause, field) if record.cause else None


def _of_failure(place: Literal[0, 1]) -> Callable[[Record], Cell]:
    return lambda record: found[place] if (found := source_of(record)) else None


def _seconds_column(phase: Stage) -> _RecordColumn:
    meaning = f"Machine time of the {phase} phase; null if it did not run."
    return f"{phase}_seconds", "number", meaning, lambda record: record.phase_seconds.get(phase)


def _metrics(record: Record) -> str | None:
    finite = {name: value if math.isfinite(value) else None for name, value in record.metrics.items()}
    return json.dumps(finite, ensure_ascii=False, sort_keys=True) if finite else None


_SpendColumn: TypeAlias = Callable[[str, Kind, str, Callable[[Spend], Cell]], _RecordColumn]


def _spend_column(prefix: str, spend: Callable[[Record], Spend | None]) -> _SpendColumn:
    """Null if the stage made no model calls."""

    def column(name: str, kind: Kind, meaning: str, value: Callable[[Spend], Cell]) -> _RecordColumn:
        return prefix + name, kind, meaning, lambda record: None if (spent := spend(record)) is None else value(spent)

    return column


def _spending(prefix: str, whose: str, spend: Callable[[Record], Spend | None]) -> Iterator[_RecordColumn]:
    column = _spend_column(prefix, spend)
    yield column("calls", "whole", f"Number of model calls {whose}.", lambda spent: spent.calls)
    yield column("input_tokens", "whole", "Their input tokens.", lambda spent: spent.usage.input_tokens)
    yield column("cached_tokens", "whole", "Cached part of the input.", lambda spent: spent.usage.cached_tokens)
    yield column("output_tokens", "whole", "Their output tokens.", lambda spent: spent.usage.output_tokens)
    yield column(
        "reasoning_tokens", "whole", "Reasoning part of the output.", lambda spent: spent.usage.reasoning_tokens
    )
    yield column("cost_usd", "number", "Their cost; null if a price is unknown.", lambda spent: spent.cost_usd)
    yield column("waiting_seconds", "number", "Time spent waiting for them.", lambda spent: spent.latency_seconds)


def _replays(prefix: str, spend: Callable[[Record], Spend | None]) -> Iterator[_RecordColumn]:
    column = _spend_column(prefix, spend)
    meaning = f"How many of `{prefix}calls` the cache answered."
    yield column("replayed_calls", "whole", meaning, lambda spent: spent.replayed_calls)
    yield column("replayed_usd", "number", "Their original cost, not paid again.", lambda spent: spent.replayed_usd)


def _spend_of(stage: Stage) -> Callable[[Record], Spend | None]:
    return lambda record: record.spend.get(stage)


_HEAD = (
    Column("schema_version", "whole", "Version of this schema."),
    Column("run", "text", "Name of the run folder."),
)
_CALLERS: dict[Stage, str] = {
    "generate": "that made the artifact; null if no model made it",
    "explore": "of an exploring model; null without one",
    "judge": "of a judging model; null without one",
}
_KEY: tuple[_RecordColumn, ...] = (
    ("protocol", "text", "The evaluation protocol.", lambda record: record.protocol),
    ("case", "text", "Id of the case.", lambda record: record.case),
    ("model", "text", "The model that made the artifact.", lambda record: record.model),
    ("mode", "text", "`html` or `react`.", lambda record: record.mode),
    ("repeat", "whole", "Number of the repeat, from 1.", lambda record: record.repeat),
    ("agent", "text", "The explorer that used the page.", lambda record: record.agent),
    ("judge", "text", "The judge.", lambda record: record.judge),
)
_BEFORE_SCORES: tuple[_RecordColumn, ...] = (
    *_KEY,
    ("outcome", "text", "`scored`, `failed` or `unscored`.", lambda record: record.outcome),
)
_AFTER_SCORES: tuple[_RecordColumn, ...] = (
    ("page_type", "text", "Page type of the case.", lambda record: record.page_type),
    ("domain", "text", "Domain of the case.", lambda record: record.domain),
    ("leaf", "text", "Task type of the case.", lambda record: record.leaf),
    ("difficulty", "text", "Difficulty of the case.", lambda record: record.difficulty),
    ("language", "text", "Language of the case.", lambda record: record.language),
    (
        "criteria_measured",
        "whole",
        "Number of criteria that the scores rest on; null if unknown.",
        lambda record: sum(count.measured for count in record.criteria.values()) if record.criteria else None,
    ),
    (
        "criteria_demanded",
        "whole",
        "Number of criteria that the protocol demands for the case; null if unknown.",
        lambda record: sum(count.demanded for count in record.criteria.values()) if record.criteria else None,
    ),
    *(
        (f"findings_{severity}", "whole", f"Number of {severity} findings.", _count_of(severity))
        for severity in SEVERITIES
    ),
    *_spending("", "for the item, of all stages", lambda record: total_of([record])),
    *(column for stage in _ASKING for column in _spending(f"{stage}_", _CALLERS[stage], _spend_of(stage))),
    ("seconds", "number", "Machine time of all phases.", lambda record: sum(record.phase_seconds.values())),
    *(_seconds_column(phase) for phase in _PHASES),
    ("cause_stage", "text", "The stage that left the item unscored, else null.", _of_cause("stage")),
    ("cause_kind", "text", "Type of the error, else null.", _of_cause("kind")),
    ("cause_message", "text", "Error message, else null.", _of_cause("message")),
    ("metrics", "text", "Further numbers as a JSON object; null without any.", _metrics),
    ("folder", "text", "The item's folder, relative to the run folder.", lambda record: record.folder),
    ("thumbnail", "text", "Picture of the item, relative to its folder.", lambda record: record.thumbnail),
    ("node_id", "text", "Id of the item in pytest.", lambda record: record.node_id),
    # New columns come last: users may read a table by the places of its columns.
    *_replays("", lambda record: total_of([record])),
    *(column for stage in _ASKING for column in _replays(f"{stage}_", _spend_of(stage))),
    ("voice", "text", "How the brief speaks; null if it is written out.", lambda record: record.voice),
    ("failure_source", "text", "Who is at fault for a failed or unscored item, else null.", _of_failure(0)),
    ("failure_kind", "text", "What happened to it, else null.", _of_failure(1)),
)
_FINDING: tuple[_FindingColumn, ...] = (
    ("dimension", "text", "Id of the score that it belongs to.", lambda finding: finding.dimension),
    ("severity", "text", "`critical`, `major` or `minor`.", lambda finding: finding.severity),
    ("title", "text", "What failed.", lambda finding: finding.title),
    ("why", "text", "Why it is a defect.", lambda finding: finding.why),
    ("item", "text", "Id of the rubric item; empty without one.", lambda finding: finding.item),
    ("selector", "text", "CSS selector of the element; may be empty.", lambda finding: finding.selector),
    ("step", "whole", "Number of the step in the trace; null without one.", lambda finding: finding.step),
    ("video_ms", "whole", "Moment in the film; null without one.", lambda finding: finding.video_ms),
    ("evidence", "text", "The file that shows it; may be empty.", lambda finding: finding.evidence),
    ("kind", "text", "Stable id of the defect; empty for a finding by a model.", lambda finding: finding.kind),
)
FINDING_COLUMNS = (
    *_HEAD,
    *(Column(name, kind, meaning) for name, kind, meaning, _ in _KEY),
    Column("finding", "whole", "Number of the finding, from 1, in the record's order."),
    *(Column(name, kind, meaning) for name, kind, meaning, _ in _FINDING),
)
PART_COLUMNS = (
    *_HEAD,
    *(Column(name, kind, meaning) for name, kind, meaning, _ in _KEY),
    Column("part", "whole", "Number of the part, from 1, in the order of the case."),
)


def columns(table: TableName, scores: ScoreSet) -> tuple[Column, ...]:
    """The columns of a table of every protocol. `docs/reference/export.md` is generated from them."""
    match table:
        case "records":
            return records_table("", (), scores).columns
        case "findings":
            return FINDING_COLUMNS
        case "parts":
            return PART_COLUMNS
