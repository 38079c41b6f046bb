"""Where the models of a run lose points: by criterion, by kind of finding, and by slice of the cases."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import COMMON_IDS, SliceSpec
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.rubric.measurement import COSTS
from pytest_cookie.reporting.leaderboard import Leaderboard
from pytest_cookie.reporting.referees import split_by_referee
from pytest_cookie.reporting.site.addresses import page_of
from pytest_cookie.reporting.site.tones import label_of, tone_of
from pytest_cookie.stats import Interval, aggregates
from pytest_cookie.stats.slices import slice_records

MOST_MODELS = 8
"""Columns that fit beside each other; the caption says how many are left out."""
_MOST_KINDS = 15
_MOST_SLICES = 12
_KINDS_OF_SLICE = 3
_LEAST_ITEMS = 2
"""One item is no slice."""
_LEAF = SliceSpec(id="leaf", label="task type")
"""Too many values for the heatmaps, and for the summary, but where a model loses."""

Group = tuple[str, str, str, str]
"""Protocol, mode, judge and agent: scores of other groups are not comparable."""


@dataclass
class CriterionSum:
    """The sums over a model's items of one criterion: its score, 0 to 1, and the points that it took off."""

    name: str
    dimension: str
    score: float = 0.0
    points: float = 0.0
    items: int = 0


CriterionSums = dict[tuple[Group, str], dict[str, CriterionSum]]
"""For each group and model, its criteria by id."""
LostItems = Mapping[str, tuple[tuple[str, float], ...]]
"""For each item's folder, the items of its own checklist that lost most: name and points."""


@dataclass(frozen=True)
class CriterionRow:
    """A criterion: `points` that it took off an item on average, and each model's mean score in percent, None for none
    that was measured."""

    name: str
    label: str
    tone: str
    points: float
    scores: tuple[float | None, ...]


@dataclass(frozen=True)
class KindCell:
    """How many of a model's judged items have findings of a kind; `href` filters the gallery by it."""

    items: int
    judged: int
    href: str


@dataclass(frozen=True)
class KindRow:
    """A kind of finding with an example, and a cell for each model."""

    kind: str
    name: str
    example: str
    items: int
    href: str
    cells: tuple[KindCell, ...]


@dataclass(frozen=True)
class SliceRow:
    """A model's items with one label, or what is `counted` in their place, such as tasks.

    `kinds` are the kinds of findings that cost most in it: name, count, address. `lost` are the items of checklists
    that lost most: name, points, address of the page.
    """

    label: str
    value: str
    model: str
    items: int
    counted: str
    interval: Interval
    href: str
    kinds: tuple[tuple[str, int, str], ...]
    lost: tuple[tuple[str, float, str], ...] = ()


@dataclass(frozen=True)
class WhereLost:
    """One leaderboard's share. `models` are the columns, the best first; `left_out` is the number of other models.

    `more_kinds` and `more_slices` are the numbers of further rows. `unnamed` counts the findings without a kind.
    """

    terms: str
    models: tuple[str, ...]
    left_out: int
    criteria: tuple[CriterionRow, ...]
    kinds: tuple[KindRow, ...]
    more_kinds: int
    unnamed: int
    slices: tuple[SliceRow, ...]
    more_slices: int
    values: tuple[str, ...] = ()
    """What the values of the labels mean."""

    @property
    def costliest(self) -> str:
        """What the slices show beside their scores: findings, items of checklists, or nothing."""
        if any(row.kinds for row in self.slices):
            return "findings"
        return "items" if any(row.lost for row in self.slices) else ""


def where_lost(
    records: Iterable[Record],
    boards: Sequence[Leaderboard],
    scores: ScoreSet,
    specs: Sequence[SliceSpec],
    criteria: CriterionSums,
    lost: LostItems | None = None,
) -> tuple[WhereLost, ...]:
    """The view for each leaderboard; the items of a verdict are those of the first referee."""
    records = list(records)
    of_first = {group_of(record) for record in records}
    by_group: dict[Group, list[Record]] = defaultdict(list)
    for record in split_by_referee(records, scores.ranking):
        if record.outcome != "unscored":
            by_group[group_of(record)].append(record)
    return tuple(
        _of_board(board, by_group[group], specs, criteria, lost if lost and group in of_first else {})
        for board in boards
        if (group := (board.protocol, board.mode, board.judge, board.agent)) in by_group
    )


def group_of(record: Record) -> Group:
    """The group of a record; of several referees that of the first, whose criteria the verdict has."""
    judge = record.referees[0].judge if record.referees else record.judge
    return record.protocol, record.mode, judge, record.agent


def _of_board(
    board: Leaderboard,
    judged: Sequence[Record],
    specs: Sequence[SliceSpec],
    criteria: CriterionSums,
    lost: LostItems,
) -> WhereLost:
    scores = board.scores
    everyone = [row.aggregate.model for row in board.rows]
    models = tuple(everyone[:MOST_MODELS])
    kinds = _kinds(judged, models)
    slices = _slices([record for record in judged if record.model in models], scores, specs, lost)
    shown = {row.label for row in slices[:_MOST_SLICES]}
    group = group_of(judged[0])
    return WhereLost(
        terms=board.terms,
        models=models,
        left_out=len(everyone) - len(models),
        criteria=_criteria([criteria.get((group, model), {}) for model in models], scores),
        kinds=kinds[:_MOST_KINDS],
        more_kinds=max(0, len(kinds) - _MOST_KINDS),
        unnamed=sum(not finding.kind for record in judged for finding in record.findings),
        slices=slices[:_MOST_SLICES],
        more_slices=max(0, len(slices) - _MOST_SLICES),
        values=tuple(dict.fromkeys(spec.about for spec in specs if spec.about and spec.label in shown)),
    )


def _criteria(sums: Sequence[Mapping[str, CriterionSum]], scores: ScoreSet) -> tuple[CriterionRow, ...]:
    ids = dict.fromkeys(one for of_model in sums for one in of_model)
    rows = []
    for one in ids:
        found = [of_model[one] for of_model in sums if one in of_model]
        items = sum(part.items for part in found)
        means = (of_model.get(one) for of_model in sums)
        rows.append(
            CriterionRow(
                name=f"{one} {found[0].name}",
                label=label_of(scores, found[0].dimension),
                tone=tone_of(scores, found[0].dimension),
                points=sum(part.points for part in found) / items,
                scores=tuple(100 * part.score / part.items if part else None for part in means),
            )
        )
    return tuple(sorted(rows, key=lambda row: -row.points))


def _kinds(judged: Sequence[Record], models: Sequence[str]) -> tuple[KindRow, ...]:
    of_model = Counter(record.model for record in judged)
    found: Counter[tuple[str, str]] = Counter()
    titles: dict[str, Counter[str]] = defaultdict(Counter)
    for record in judged:
        if record.model in models:
            for kind in {finding.kind for finding in record.findings if finding.kind}:
                found[kind, record.model] += 1
            for finding in record.findings:
                titles[finding.kind][finding.title] += 1
    items = Counter[str]()
    for (kind, _), count in found.items():
        items[kind] += count
    return tuple(
        KindRow(
            kind=kind,
            name=_in_words(kind),
            example=titles[kind].most_common(1)[0][0],
            items=count,
            href=gallery(finding=kind),
            cells=tuple(
                KindCell(found[kind, model], of_model[model], gallery(finding=kind, model=model)) for model in models
            ),
        )
        for kind, count in items.most_common()
    )


def _slices(
    judged: Sequence[Record], scores: ScoreSet, specs: Sequence[SliceSpec], lost: LostItems
) -> tuple[SliceRow, ...]:
    """The slices, worst first, of labels that have several values."""
    rows: list[SliceRow] = []
    main = scores.ranking
    by_leaf: dict[str, list[Record]] = defaultdict(list)
    for record in judged:
        by_leaf[record.leaf].append(record)
    labels = [(spec, slice_records(judged, spec, specs)) for spec in specs]
    for spec, groups in [(_LEAF, dict(by_leaf)), *labels]:
        for value, members in groups.items() if len(groups) > 1 else ():
            by_model: dict[str, list[Record]] = defaultdict(list)
            for record in members:
                by_model[record.model].append(record)
            rows += [
                _slice(spec, value, by_model[one.model], one.judged[main.id], lost)
                for one in aggregates(members, scores)
                if one.judged[main.id].n >= _LEAST_ITEMS
            ]
    worst_first = 1 if main.direction == "higher" else -1
    return tuple(sorted(rows, key=lambda row: worst_first * (row.interval.mean or 0.0)))


def slice_filter(spec: SliceSpec, value: str) -> dict[str, str]:
    """The filter of the gallery for a value of a label."""
    has_field = spec.id in COMMON_IDS or spec is _LEAF
    return {spec.id: value} if has_field else {"slice": f"{spec.id}:{value}"}


def _slice(spec: SliceSpec, value: str, members: Sequence[Record], interval: Interval, lost: LostItems) -> SliceRow:
    counted: Counter[str] = Counter()
    cost: Counter[str] = Counter()
    for finding in (finding for record in members for finding in record.findings if finding.kind):
        counted[finding.kind] += 1
        cost[finding.kind] += _thousandths(finding)
    filters = {**slice_filter(spec, value), "model": members[0].model}
    return SliceRow(
        label=spec.label,
        value=value,
        model=members[0].model,
        items=len(members),
        counted=spec.part,
        interval=interval,
        href=gallery(**filters),
        kinds=tuple(
            (_in_words(kind), counted[kind], gallery(**filters, finding=kind))
            for kind, _ in cost.most_common(_KINDS_OF_SLICE)
        ),
        lost=() if spec.part else _lost_most(members, lost),
    )


def _lost_most(members: Sequence[Record], lost: LostItems) -> tuple[tuple[str, float, str], ...]:
    found = [
        (name, points, page_of(record.folder)) for record in members for name, points in lost.get(record.folder, ())
    ]
    return tuple(sorted(found, key=lambda one: -one[1])[:_KINDS_OF_SLICE])


def _thousandths(finding: Finding) -> int:
    return round(1000 * COSTS[finding.severity])


def _in_words(kind: str) -> str:
    return kind.replace("-", " ").capitalize()


def gallery(**filters: str) -> str:
    """The address of the gallery with these filters; `index/state.js` reads it."""
    return f"#{urlencode(filters)}"
