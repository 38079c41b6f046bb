"""The terminal report: leaderboards, failed and unscored items with their causes, the path of the full report."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import MEASURED, SEVERITIES, Finding
from pytest_cookie.core.wording import count
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.calibration import judge_notes
from pytest_cookie.reporting.class_agreement import class_agreements, class_lines
from pytest_cookie.reporting.failures import failure_lines
from pytest_cookie.reporting.leaderboard import UNMEASURED, Leaderboard, LeaderboardRow, leaderboards
from pytest_cookie.reporting.referees import referee_agreements, referee_lines
from pytest_cookie.reporting.spread import spread_lines
from pytest_cookie.reporting.text import quantities
from pytest_cookie.reporting.text.terminal_cells import GAP, cut, printable, table_row, width_of, wrapped
from pytest_cookie.reporting.variance import Variance, variance_lines
from pytest_cookie.stats import Aggregate
from pytest_cookie.stats.criteria import has_missing

MIN_WIDTH = 40
_MAX_LISTED = 8
_MAX_ITEMS = 24
_FINDINGS_CELLS = 20
_MIN_MODEL_WIDTH = 12
_LOW = 80
_NO_CLOCK = "none"
_CLOCKS = {"stepped": "by stepped clock", "cooperative": "by cooperative clock (real time)", _NO_CLOCK: "not explored"}


@dataclass(frozen=True)
class _Column:
    heading: str
    short: str
    cells: tuple[str, ...]

    def width(self, *, narrow: bool) -> int:
        heading = self.short if narrow else self.heading
        return max(width_of(text) for text in (heading, *self.cells))


def report_lines(
    records: Sequence[Record],
    width: int,
    scores: ScoreSet,
    *,
    report: Path | None = None,
    variance: Sequence[Variance] = (),
) -> list[str]:
    """The lines printed at the end of a run: leaderboards, items, failures, variance, the report's path."""
    boards = leaderboards(records, scores)
    clock, clocks = _clocks(records)
    lines: list[str] = []
    for board in boards:
        table = leaderboard_lines(board, width)
        missing = _left_out(board.measured_others, _board_scores(board, width), width)
        lines += [*wrapped(f"{board.terms}{clock}", width), "", *table, *missing, *_unmeasured(board, width), ""]
    if len(boards) > 1:
        lines += [
            "Scores from different judges, agents, modes or protocols are not comparable, so each has its own table.",
            "",
        ]
    if len(records) <= _MAX_ITEMS:
        items = item_lines(records, width, scores)
        missing = _left_out(_judged_scores(records, scores), _item_scores(records, width, scores), width)
        lines += [*_first_referees(records, width), *items, *missing, *_low_without_finding(records, width, scores), ""]
    lines += trouble_lines(records, width)
    if sum(record.outcome != "scored" for record in records) > _MAX_LISTED:
        lines += [*failure_lines(records, width), ""]
    lines += [*textwrap.wrap(clocks, width, subsequent_indent=GAP), ""] if clocks else []
    for section in (
        referee_lines(referee_agreements(records, scores), width, scores.ranking),
        class_lines(class_agreements(records), width),
        spread_lines(records, width, scores),
        variance_lines(variance, width, scores.ranking),
    ):
        lines += [*section, ""] if section else []
    if report is not None:
        for note in judge_notes(RunFolder(report.parent), records):
            lines += textwrap.wrap(note, width, subsequent_indent=GAP)
        lines.append(f"report: {report}")
    return lines


def _left_out(every: Sequence[ScoreSpec], shown: Sequence[ScoreSpec], width: int) -> list[str]:
    """Which scores do not fit into a table."""
    names = ", ".join(spec.label for spec in every if spec not in shown)
    return wrapped(f"not shown, for lack of width: {names}; the report has it all", width) if names else []


def _unmeasured(board: Leaderboard, width: int) -> list[str]:
    """A note if scores rest on fewer criteria than the protocol demands."""
    if not any(has_missing(row.aggregate.criteria) for row in board.rows):
        return []
    return textwrap.wrap(f"* {UNMEASURED}", width)


def _clocks(records: Sequence[Record]) -> tuple[str, str]:
    """The clock of the items: (suffix of the title, "") if all have the same one, otherwise ("", a separate line).

    Scores under different clocks are hardly comparable: in real time the evidence depends on the machine.
    """
    counts = Counter(record.clock or _NO_CLOCK for record in records)
    if len(counts) < 2:
        return "".join(f" · {_CLOCKS[clock].removeprefix('by ')}" for clock in counts if clock != _NO_CLOCK), ""
    by_clock = (f"{count} {_CLOCKS[clock]}" for clock, count in sorted(counts.items(), key=lambda one: -one[1]))
    return "", f"page time of {count(len(records), 'item')}: {', '.join(by_clock)}"


def _first_referees(records: Sequence[Record], width: int) -> list[str]:
    """Whose scores the items have, if several referees judged them."""
    first = dict.fromkeys(record.referees[0].judge for record in records if record.referees)
    return wrapped(f"items, as the first referee scored them: {', '.join(first)}", width, indent="") if first else []


def _low_without_finding(records: Sequence[Record], width: int, scores: ScoreSet) -> list[str]:
    """Where to read why measured items without a finding have a low score."""
    ranking = scores.ranking
    values = [record.scores.get(ranking.id) for record in records if record.judge == MEASURED and not record.findings]
    low = sum(value is not None and ranking.percent(value) < _LOW for value in values)
    if not low:
        return []
    which = f"{count(low, 'item')} without a finding {'has' if low == 1 else 'have'} less than {_LOW} % of the points"
    reasons = "for example for little content. The page of an item in the report gives the reasons."
    return textwrap.wrap(f"{which}, {reasons}", width)


def item_lines(records: Sequence[Record], width: int, scores: ScoreSet) -> list[str]:
    """A line per item: its scores and the number of findings of each severity."""
    names = _names(records)
    longest = max(map(width_of, ["item", *names]), default=0)
    specs = _item_scores(records, width, scores)
    widths = [_item_width(spec) for spec in specs]
    taken = sum(widths) + len(GAP) * len(widths) + _FINDINGS_CELLS
    name_width = max(_MIN_MODEL_WIDTH, min(longest, width - taken))
    widths = [name_width, *widths]
    lines = [table_row(["item", *(spec.brief for spec in specs)], widths) + f"{GAP}findings"]
    for name, record in zip(names, records, strict=True):
        cells = [quantities.score(record.scores.get(spec.id), spec.digits) for spec in specs]
        lines.append(cut(table_row([name, *cells], widths) + f"{GAP}{_findings_in_short(record)}", width))
    return lines


def _names(records: Sequence[Record]) -> list[str]:
    modes = _modes(records)
    return [printable(item_name(record, modes)) for record in records]


def _judged_scores(records: Sequence[Record], scores: ScoreSet) -> tuple[ScoreSpec, ...]:
    others = (spec for spec in scores.others if any(record.scores.get(spec.id) is not None for record in records))
    return tuple(others) or scores.others


def _item_scores(records: Sequence[Record], width: int, scores: ScoreSet) -> list[ScoreSpec]:
    """As many scores as fit beside the names, which get up to half of the line."""
    longest = max(map(width_of, ["item", *_names(records)]))
    room = width - _FINDINGS_CELLS - min(longest, width // 2)
    return _fitting([*_judged_scores(records, scores), scores.ranking], room)


def _item_width(spec: ScoreSpec) -> int:
    return max(width_of(spec.brief), *(len(f"{end:.{spec.digits}f}") + 1 for end in spec.bounds))


def _fitting(specs: Sequence[ScoreSpec], width: int) -> list[ScoreSpec]:
    """As many scores as fit into `width`; the last one, which ranks, always."""
    shown = list(specs)
    while len(shown) > 1 and sum(_item_width(spec) + len(GAP) for spec in shown) > width:
        del shown[-2]
    return shown


def _findings_in_short(record: Record) -> str:
    if record.cause is not None:
        return "unscored"
    counts = {severity: sum(finding.severity == severity for finding in record.findings) for severity in SEVERITIES}
    missing = sum(criteria.missing for criteria in record.criteria.values())
    shown = ", ".join(f"{count} {severity}" for severity, count in counts.items() if count) or "none"
    if not missing:
        return shown
    return f"{missing} unmeasured*, {shown}" if record.findings else f"none; {missing} unmeasured*"


def leaderboard_lines(board: Leaderboard, width: int) -> list[str]:
    """A heading, then a line per model, none wider than `width` cells unless `width` is under `MIN_WIDTH`.

    Means are over scored and failed items, which have the worst value; `n` counts every item, including unscored ones.
    Scores that no model has, and those that do not fit, are left out, the last first; the one that ranks is always
    there.
    """
    rows, columns = board.rows, _columns(board.rows, _board_scores(board, width))
    models = [printable(row.aggregate.model) for row in rows]
    longest = max(map(width_of, ["model", *models]))
    narrow = _needed(columns, narrow=False) - _MIN_MODEL_WIDTH + max(_MIN_MODEL_WIDTH, longest) > width
    widths = [column.width(narrow=narrow) for column in columns]
    space = max(width, MIN_WIDTH) - sum(widths) - len(GAP) * len(widths)
    model_width = max(_MIN_MODEL_WIDTH, min(space, longest))
    headings = [column.short if narrow else column.heading for column in columns]
    lines = [
        ["model", *headings],
        *([model, *cells] for model, *cells in zip(models, *(c.cells for c in columns), strict=True)),
    ]
    return [table_row(line, [model_width, *widths]) for line in lines]


def _board_scores(board: Leaderboard, width: int) -> list[ScoreSpec]:
    """The scores that fit into the leaderboard. The last one ranks."""
    others = list(board.measured_others)
    while others:
        specs = [*others, board.scores.ranking]
        if _needed(_columns(board.rows, specs), narrow=True) <= max(width, MIN_WIDTH):
            break
        others.pop()
    return [*others, board.scores.ranking]


def _columns(rows: Sequence[LeaderboardRow], specs: Sequence[ScoreSpec]) -> list[_Column]:
    """`specs` end with the score that ranks."""
    aggregates = [row.aggregate for row in rows]
    ranking = specs[-1]
    return [
        _Column("n", "n", tuple(str(aggregate.n) for aggregate in aggregates)),
        _Column("failed", "fail", tuple(str(aggregate.failed) for aggregate in aggregates)),
        _Column("unscored", "uns", tuple(str(aggregate.unscored) for aggregate in aggregates)),
        *_criteria_column(aggregates),
        *(
            _Column(
                spec.heading,
                spec.brief,
                tuple(quantities.score(aggregate.judged[spec.id].mean, spec.digits) for aggregate in aggregates),
            )
            for spec in specs
        ),
        _Column(
            "95 %",
            "95 %",
            tuple(quantities.span(aggregate.judged[ranking.id], ranking.digits) for aggregate in aggregates),
        ),
    ]


def _criteria_column(aggregates: Sequence[Aggregate]) -> tuple[_Column, ...]:
    """Measured and demanded criteria, if some could not be measured."""
    if not any(has_missing(aggregate.criteria) for aggregate in aggregates):
        return ()
    cells = (quantities.criteria(aggregate.criteria) for aggregate in aggregates)
    return (_Column("criteria", "crit", tuple(cells)),)


def _needed(columns: Iterable[_Column], *, narrow: bool) -> int:
    return _MIN_MODEL_WIDTH + sum(column.width(narrow=narrow) + len(GAP) for column in columns)


def trouble_lines(records: Iterable[Record], width: int) -> list[str]:
    """The failed and the unscored items with their causes, at most eight each."""
    listed = list(records)
    modes = _modes(listed)
    failed = [record for record in listed if record.outcome == "failed"]
    unscored = [record for record in listed if record.outcome == "unscored"]
    lines: list[str] = []
    if failed:
        lines += ["failed: the artifact is bad and counts as 0", *_listed(failed, width, modes), ""]
    if unscored:
        lines += ["unscored: not the artifact's fault, excluded from the means", *_listed(unscored, width, modes), ""]
    return lines


def _listed(records: Sequence[Record], width: int, modes: Set[str]) -> list[str]:
    lines: list[str] = []
    for record in records[:_MAX_LISTED]:
        lines.append(cut(f"  {printable(item_name(record, modes))}", width))
        lines += _wrapped(why(record), width)
    rest = len(records) - _MAX_LISTED
    return [*lines, f"  … and {rest} more, all in the report"] if rest > 0 else lines


def _wrapped(text: str, width: int) -> list[str]:
    """At most three lines, indented."""
    indent = "    "
    lines = textwrap.wrap(
        text, max(width, MIN_WIDTH), initial_indent=indent, subsequent_indent=indent, max_lines=3, placeholder=" …"
    )
    return [cut(line, width) for line in lines]


def _modes(records: Iterable[Record]) -> Set[str]:
    return {record.mode for record in records}


def item_name(record: Record, modes: Set[str]) -> str:
    """Case and model, the mode if the run has several `modes`, and the repeat if it is not the first."""
    mode = f" · {record.mode}" if len(modes) > 1 else ""
    return f"{record.case} · {record.model}{mode}" + (f" · r{record.repeat}" if record.repeat > 1 else "")


def why(record: Record) -> str:
    """Why an item failed or is unscored, in a line: its cause, otherwise its worst finding."""
    if record.cause is not None:
        return printable(f"{record.cause.stage}: {record.cause.kind}: {record.cause.message}")
    findings = by_severity(record.findings)
    return printable(findings[0].title) if findings else "no finding explains it"


def by_severity(findings: Iterable[Finding]) -> list[Finding]:
    """Worst first; findings of the same severity keep their order."""
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))
