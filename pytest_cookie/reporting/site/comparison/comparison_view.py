"""The view of a comparison's page: differences, kinds of findings, and every query with its columns side by side."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pytest_cookie.core.labels import Mode
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import Finding
from pytest_cookie.reporting.comparison_report.comparison_inputs import (
    Comparisons,
    ComparisonSide,
    common_scores,
)
from pytest_cookie.reporting.comparison_report.comparison_lines import left_out_in_short, outcome_in_words
from pytest_cookie.reporting.comparison_report.lineup import Lineup, Strand
from pytest_cookie.reporting.site.comparison.people import PeopleView
from pytest_cookie.reporting.site.comparison.shown_files import Media, ShownFiles
from pytest_cookie.reporting.site.tones import label_of, tone_of
from pytest_cookie.reporting.text.quantities import p_value, score, signed, signed_span
from pytest_cookie.stats.comparison import Comparison, Difference
from pytest_cookie.stats.finding_changes import NO_KIND, FindingChanges, finding_changes
from pytest_cookie.stats.pairing import QueryScores, mean_scores

_MOST_FINDINGS = 60
"""A column lists so many findings of a state; more would hide the next query."""


@dataclass(frozen=True)
class DifferenceRow:
    """The difference of one score between a column and the first one, with positions in percent of the axis."""

    name: str
    a: str
    b: str
    difference: str
    interval: str
    low: float | None
    mean: float | None
    high: float | None
    p: str
    outcomes: str


@dataclass(frozen=True)
class DifferenceTable:
    """The differences of the column `name` from the first one, and what follows from them."""

    name: str
    title: str
    rows: tuple[DifferenceRow, ...]
    outcome: str


@dataclass(frozen=True)
class KindRow:
    """A kind of finding: in how many queries each column has it, and how many findings came, went and stayed."""

    kind: str
    example: str
    queries: tuple[int, ...]
    came: int
    went: int
    stayed: int


@dataclass(frozen=True)
class FindingLine:
    """A finding in a column. `tone` is the class with the colour of its score, `label` the score's."""

    finding: Finding
    label: str
    tone: str


@dataclass(frozen=True)
class Cell:
    """A column of a query: scores as (title, value), the difference from the first column, findings by state.

    `cause` explains an item without a score, `people` sums up the ratings. The first column has findings that went and
    stayed, the others those that came and stayed.
    """

    column: str
    value: str
    scores: tuple[tuple[str, str], ...]
    difference: str
    direction: str
    outcomes: tuple[str, ...]
    repeats: int
    cause: str
    changed: tuple[FindingLine, ...]
    stayed: tuple[FindingLine, ...]
    more: int
    people: str


@dataclass(frozen=True)
class QueryRow:
    """A query side by side. `gain` (of the column that lost most), `best` and `spread` sort the rows."""

    number: int
    record: Record
    strand: str
    mode: Mode
    media: tuple[Media, ...]
    cells: tuple[Cell, ...]
    gain: float | None
    best: float | None
    spread: float | None
    came: int
    went: int
    kinds: tuple[str, ...]

    @property
    def seconds(self) -> float:
        """The length of the longest film."""
        return max((media.seconds for media in self.media if media.film), default=0.0)


@dataclass(frozen=True)
class ComparisonView:
    """Everything on the page. `base` is the column with which the others are compared."""

    columns: tuple[str, ...]
    scores: ScoreSet
    tables: tuple[DifferenceTable, ...]
    kinds: tuple[KindRow, ...]
    rows: tuple[QueryRow, ...]
    people: PeopleView | None
    left_out: tuple[str, ...]
    notes: tuple[str, ...]
    by_judge: bool

    @property
    def base(self) -> str:
        """The first column."""
        return self.columns[0]

    @property
    def sorted_rows(self) -> tuple[QueryRow, ...]:
        """The rows, largest difference first; those without one at the end."""
        return tuple(sorted(self.rows, key=lambda row: (row.spread is None, -(row.spread or 0.0), row.number)))

    def values_of(self, field: str) -> tuple[str, ...]:
        """The different values of a label of the cases, sorted."""
        return tuple(sorted({str(getattr(row.record, field)) for row in self.rows}))

    @property
    def strands(self) -> tuple[str, ...]:
        """The names of several strands."""
        return tuple(dict.fromkeys(row.strand for row in self.rows if row.strand))

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes of the queries."""
        return tuple(dict.fromkeys(row.mode for row in self.rows))


@dataclass(frozen=True)
class _Query:
    """The records of one query, a list per column."""

    case: str
    mode: Mode
    strand: Strand
    columns: tuple[tuple[Record, ...], ...]


def comparison_view(
    lineup: Lineup,
    found: Sequence[Sequence[Comparisons]],
    files: ShownFiles,
    *,
    people: PeopleView | None = None,
    remarks: Sequence[str] = (),
) -> ComparisonView:
    """Build the view; copies pictures and films to `files`. `found` are the comparisons of each strand."""
    strand = lineup.strands[0]
    scores = common_scores(strand.sides[0], strand.sides[-1])
    rows = tuple(
        _row(number, query, lineup, scores, files, people)
        for number, query in enumerate(_queries(lineup.strands), start=1)
    )
    comparisons = [
        (lineup.columns[place], strand.name, one)
        for strand, of_strand in zip(lineup.strands, found, strict=True)
        for place, each in enumerate(of_strand, start=1)
        for one in each.comparisons
    ]
    several = len({one.b.mode for _, _, one in comparisons}) > 1
    uncompared = [mode for of_strand in found for each in of_strand for mode in each.uncompared]
    mismatches = dict.fromkeys(str(mismatch) for _, _, one in comparisons for mismatch in one.mismatches)
    return ComparisonView(
        columns=lineup.columns,
        scores=scores,
        tables=tuple(
            _table(lineup.columns[0], name, strand, one, one.b.mode if several else "")
            for name, strand, one in comparisons
        ),
        kinds=_kinds(rows, lineup),
        rows=rows,
        people=people,
        left_out=tuple(dict.fromkeys(left_out_in_short(item) for _, _, one in comparisons for item in one.left_out)),
        notes=(
            *(f"Different settings: {mismatch}" for mismatch in mismatches),
            *(f"Also different: {remark}" for remark in remarks),
            *(f"{mode.mode} is not compared: {mode.why}" for mode in uncompared),
        ),
        by_judge=lineup.by_judge,
    )


def _table(base: str, name: str, strand: str, found: Comparison, mode: str) -> DifferenceTable:
    where = ", ".join(part for part in (strand, mode) if part)
    return DifferenceTable(
        name=name,
        title=f"{name} against {base}" + (f", {where}" if where else ""),
        rows=tuple(_difference(spec, found.differences[spec.id]) for spec in found.scores),
        outcome=outcome_in_words(found).replace("B is ", f"{name} is ").replace("B looks ", f"{name} looks "),
    )


def _difference(spec: ScoreSpec, one: Difference) -> DifferenceRow:
    ends, digits = (one.difference.low, one.difference.mean, one.difference.high), spec.digits
    low, mean, high = (_position(end, spec.span) for end in ends)
    return DifferenceRow(
        name=spec.title_heading,
        a=score(one.a, digits),
        b=score(one.b, digits),
        difference=signed(one.difference.mean, digits),
        interval=signed_span(one.difference, digits),
        low=low,
        mean=mean,
        high=high,
        p=p_value(one.p),
        outcomes=f"{one.wins} / {one.ties} / {one.losses}",
    )


def _position(value: float | None, span: float) -> float | None:
    """In percent of an axis from −span to span, whose middle is 0."""
    return None if value is None else 50 + 50 * max(-1.0, min(1.0, value / span))


def _queries(strands: Sequence[Strand]) -> Iterator[_Query]:
    """All queries that any column has, in the order of the first column, then of the others."""
    for strand in strands:
        # sides of one mode each are compared although the modes differ
        is_single = all(len(side.modes) == 1 for side in strand.sides)
        grouped = [_by_query(side, strand.sides[0].modes[0] if is_single else None) for side in strand.sides]
        for case, mode in dict.fromkeys(key for of_side in grouped for key in of_side):
            yield _Query(case, mode, strand, tuple(tuple(of_side.get((case, mode), ())) for of_side in grouped))


def _by_query(side: ComparisonSide, mode: Mode | None) -> dict[tuple[str, Mode], list[Record]]:
    found: dict[tuple[str, Mode], list[Record]] = defaultdict(list)
    for record in side.contender.records:
        found[record.case, mode or record.mode].append(record)
    return found


_UNKNOWN = FindingChanges((), (), ())


def _is_judged(column: Sequence[Record]) -> bool:
    """Whether there is a verdict: without one, no finding has gone."""
    return any(record.outcome != "unscored" for record in column)


def _row(
    number: int, query: _Query, lineup: Lineup, scores: ScoreSet, files: ShownFiles, people: PeopleView | None
) -> QueryRow:
    means = [mean_scores([one for one in column if one.outcome != "unscored"], scores) for column in query.columns]
    first, *later = query.columns
    changes = [
        finding_changes(_findings(first), _findings(column)) if _is_judged(first) and _is_judged(column) else _UNKNOWN
        for column in later
    ]
    ranking = scores.ranking
    values = [mean[ranking.id] for mean in means]
    base, others = values[0], [value for value in values[1:] if value is not None]
    gains = [ranking.sign * (value - base) for value in others] if base is not None else []
    known = [value for value in values if value is not None]
    shown = query.columns[:1] if lineup.by_judge else query.columns
    record = next(column[0] for column in query.columns if column)
    return QueryRow(
        number=number,
        record=record,
        strand=query.strand.name,
        mode=query.mode,
        media=tuple(_media(files, query, place, number) for place in range(len(shown))),
        cells=tuple(
            _cell(name, column, means[place], base, scores, _told(changes, place), people)
            for place, (name, column) in enumerate(zip(lineup.columns, query.columns, strict=True))
        ),
        gain=min(gains, default=None),
        best=max(gains, default=None),
        spread=max(known) - min(known) if len(known) > 1 else None,
        came=sum(len(change.came) for change in changes),
        went=sum(len(change.went) for change in changes),
        kinds=tuple(sorted({finding.kind or NO_KIND for column in query.columns for finding in _findings(column)})),
    )


def _media(files: ShownFiles, query: _Query, place: int, number: int) -> Media:
    """The files of the first repeat that was judged, or of the first one."""
    column = query.columns[place]
    if not column:
        return Media()
    record = next((one for one in column if one.outcome != "unscored"), column[0])
    return files.media(query.strand.sides[place].run, record, name=f"{number:04}-{place + 1}")


def _findings(column: Sequence[Record]) -> list[Finding]:
    return [finding for record in column for finding in record.findings]


def _told(changes: Sequence[FindingChanges], place: int) -> tuple[Sequence[Finding], Sequence[Finding]]:
    """The findings of a column that changed, and those that stayed. The first of several columns has no one change."""
    if place:
        change = changes[place - 1]
        return change.came, [pair[1] for pair in change.stayed]
    if len(changes) == 1:
        return changes[0].went, [pair[0] for pair in changes[0].stayed]
    gone = {id(finding) for change in changes for finding in change.went}
    kept = {id(pair[0]): pair[0] for change in changes for pair in change.stayed}
    went = {id(finding): finding for change in changes for finding in change.went}
    return list(went.values()), [finding for key, finding in kept.items() if key not in gone]


def _cell(
    name: str,
    column: Sequence[Record],
    means: QueryScores,
    base: float | None,
    scores: ScoreSet,
    told: tuple[Sequence[Finding], Sequence[Finding]],
    people: PeopleView | None,
) -> Cell:
    spec, value = scores.ranking, means[scores.ranking.id]
    gain = None if value is None or base is None else spec.sign * (value - base)
    causes = [one.cause for one in column if one.cause]
    changed, stayed = told
    return Cell(
        column=name,
        value=score(value, spec.digits),
        scores=tuple(
            (one.title, score(means[one.id], one.digits)) for one in scores.others if means[one.id] is not None
        ),
        difference="" if value is None or base is None else signed(value - base, spec.digits),
        direction="" if not gain else "better" if gain > 0 else "worse",
        outcomes=tuple(dict.fromkeys(one.outcome for one in column if one.outcome != "scored")),
        repeats=len(column),
        cause=f"{causes[0].stage}: {causes[0].kind}: {causes[0].message}" if causes else "" if column else "no item",
        changed=tuple(_line(finding, scores) for finding in changed[:_MOST_FINDINGS]),
        stayed=tuple(_line(finding, scores) for finding in stayed[:_MOST_FINDINGS]),
        more=max(0, len(changed) - _MOST_FINDINGS) + max(0, len(stayed) - _MOST_FINDINGS),
        people=people.of(column) if people else "",
    )


def _line(finding: Finding, scores: ScoreSet) -> FindingLine:
    return FindingLine(finding, label_of(scores, finding.dimension), tone_of(scores, finding.dimension))


def _kinds(rows: Sequence[QueryRow], lineup: Lineup) -> tuple[KindRow, ...]:
    """The kinds of all findings, those that changed most first."""
    examples: dict[str, str] = {}
    queries: dict[str, list[int]] = defaultdict(lambda: [0] * len(lineup.columns))
    moved: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        for place, cell in enumerate(row.cells):
            lines = (*cell.changed, *cell.stayed)
            for kind in {line.finding.kind or NO_KIND for line in lines}:
                queries[kind][place] += 1
            for state, own in enumerate((cell.changed, cell.stayed)):
                for line in own:
                    kind = line.finding.kind or NO_KIND
                    examples.setdefault(kind, line.finding.title)
                    if state == 0:
                        moved[kind][1 if place == 0 else 0] += 1
                    elif place:
                        moved[kind][2] += 1
    found = [KindRow(kind, examples[kind], tuple(queries[kind]), *moved[kind]) for kind in examples]
    return tuple(sorted(found, key=lambda one: (-(one.came + one.went), -one.stayed, one.kind)))
