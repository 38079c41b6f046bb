"""The grid's data: queries, series (one per column), and the items, in blocks of whole queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import COMMON_IDS, WRITTEN_OUT, SliceSpec
from pytest_cookie.core.text import clip
from pytest_cookie.core.verdict import SEVERITIES, Finding
from pytest_cookie.reporting.leaderboard import Leaderboard
from pytest_cookie.reporting.model_costs import total_of
from pytest_cookie.reporting.site.addresses import folder_of, picture_of
from pytest_cookie.reporting.site.environment import harmless
from pytest_cookie.reporting.site.index.chunks import Json, number
from pytest_cookie.reporting.site.index.where_lost import LostItems
from pytest_cookie.reporting.site.scores import described
from pytest_cookie.reporting.terminal import by_severity, why
from pytest_cookie.stats.slices import slice_records

_BLOCK_ITEMS = 500
_MAX_FINDINGS = 40
_MAX_TEXT = 600
_MAX_WORST = 140
_OUTCOMES = ("scored", "failed", "unscored")

_Series = tuple[str, str, str, str, str]


@dataclass(frozen=True)
class GridData:
    """The data the index needs before any item is loaded. `blocks` are records of whole queries, `slices` what
    `own_slices` finds. `lost` is shown of items without findings."""

    scores: ScoreSet
    series: tuple[_Series, ...]
    cases: tuple[Record, ...]
    blocks: tuple[tuple[Record, ...], ...]
    slices: dict[str, tuple[str, ...]]
    lost: LostItems = field(default_factory=dict)

    def contents(self) -> Json:
        """The chunk `catalogue`. A case: id, domain, leaf, difficulty, language, page type, voice, brief."""
        return {
            "scores": described(self.scores),
            "series": [[harmless(part) for part in names] for names in self.series],
            "cases": [[harmless(text) for text in _labels(first)] for first in self.cases],
            "blocks": [len(block) for block in self.blocks],
            "finds": any(record.findings for block in self.blocks for record in block),
        }

    def items(self, number_of_block: int) -> Json:
        """The chunk `items-<n>`: a list per field, all in the same order."""
        series = {one: index for index, one in enumerate(self.series)}
        cases = {first.case: index for index, first in enumerate(self.cases)}
        rows = [_item(record, cases, series, self.scores) for record in self.blocks[number_of_block]]
        for row, record in zip(rows, self.blocks[number_of_block], strict=True):
            if not row["worst"] and (lost := self.lost.get(record.folder)):
                row["worst"] = _cut(f"−{lost[0][1]:.1f} {lost[0][0]}", _MAX_WORST)
        if self.slices:
            for row, record in zip(rows, self.blocks[number_of_block], strict=True):
                row["slices"] = [harmless(one) for one in self.slices.get(record.folder, ())]
        return {name: [row[name] for row in rows] for name in rows[0]}

    def findings(self, number_of_block: int) -> Json:
        """The chunk `findings-<n>`: for each item its findings, worst first, and why it is unscored."""
        return [_findings(record, self.scores.ids) for record in self.blocks[number_of_block]]


def catalogue(
    blocks: Sequence[tuple[Record, ...]],
    boards: Sequence[Leaderboard],
    scores: ScoreSet,
    slices: dict[str, tuple[str, ...]] | None = None,
) -> GridData:
    """Build the grid's data. Models are in leaderboard order, queries in suite order."""
    records = [record for block in blocks for record in block]
    order = {name: index for index, name in enumerate(models(boards))}
    series = sorted({_series(record) for record in records}, key=lambda names: (order[names[0]], *names[1:]))
    firsts: dict[str, Record] = {}
    for record in records:
        firsts.setdefault(record.case, record)
    cases = tuple(firsts.values())
    return GridData(scores=scores, series=tuple(series), cases=cases, blocks=tuple(blocks), slices=slices or {})


def own_slices(records: Sequence[Record], specs: Sequence[SliceSpec]) -> dict[str, tuple[str, ...]]:
    """For each item's folder, its values of the labels that a protocol declares, also of its parts: `topic:forms`."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for spec in specs:
        if spec.id not in COMMON_IDS:
            for value, members in slice_records(records, spec, specs).items():
                for record in members:
                    found[record.folder][f"{spec.id}:{value}"] = None
    return {folder: tuple(values) for folder, values in found.items()}


def models(boards: Sequence[Leaderboard]) -> tuple[str, ...]:
    """All models, best first."""
    return tuple(dict.fromkeys(row.aggregate.model for board in boards for row in board.rows))


def in_blocks(records: Iterable[Record]) -> Iterator[tuple[Record, ...]]:
    """Records in suite order, in blocks of some hundreds; a query is never split."""
    by_case: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_case[record.case].append(record)
    block: list[Record] = []
    for members in by_case.values():
        block += members
        if len(block) >= _BLOCK_ITEMS:
            yield tuple(block)
            block = []
    if block:
        yield tuple(block)


def _series(record: Record) -> _Series:
    return record.model, record.mode, record.judge, record.agent, record.protocol


def _labels(record: Record) -> tuple[str, ...]:
    return (
        record.case,
        record.domain,
        record.leaf,
        record.difficulty,
        record.language,
        record.page_type,
        record.voice or WRITTEN_OUT,
        record.brief,
    )


def _item(record: Record, cases: dict[str, int], series: dict[_Series, int], scores: ScoreSet) -> dict[str, Json]:
    counted = Counter(finding.severity for finding in record.findings)
    spend = total_of([record])
    return {
        "case": cases[record.case],
        "series": series[_series(record)],
        "repeat": record.repeat,
        "outcome": _OUTCOMES.index(record.outcome),
        "scores": [number(record.scores.get(spec.id), spec.digits + 1) for spec in scores],
        "defects": [counted[severity] for severity in SEVERITIES],
        "cost": number(record.cost_usd, 6),
        "seconds": number(sum(record.phase_seconds.values()), 1),
        "tokens": [spend.usage.input_tokens, spend.usage.output_tokens],
        "folder": folder_of(record.folder),
        "picture": picture_of(record),
        "worst": _worst(record),
    }


def _worst(record: Record) -> str:
    if record.findings:
        return _cut(min(record.findings, key=_gravity).title, _MAX_WORST)
    return _cut(why(record), _MAX_WORST) if record.cause else ""


def _gravity(finding: Finding) -> int:
    return SEVERITIES.index(finding.severity)


def _findings(record: Record, scores: Sequence[str]) -> Json:
    listed: list[Json] = [
        [
            scores.index(finding.dimension) if finding.dimension in scores else -1,
            SEVERITIES.index(finding.severity),
            _cut(finding.title, _MAX_TEXT),
            _cut(finding.why, _MAX_TEXT),
            harmless(finding.kind),
        ]
        for finding in by_severity(record.findings)[:_MAX_FINDINGS]
    ]
    return [listed, _cut(why(record), _MAX_TEXT) if record.cause else "", max(0, len(record.findings) - _MAX_FINDINGS)]


def _cut(text: str, length: int) -> str:
    return clip(harmless(text), length)
