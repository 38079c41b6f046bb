"""The page of a history: a chart per model, kinds of findings over time, items that began to fail."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.core.wording import count
from pytest_cookie.records.files import write_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.run_history.history import History, HistoryPoint, HistorySeries, change_of
from pytest_cookie.reporting.run_history.history_lines import change_in_words, failing_in_words, moment
from pytest_cookie.reporting.site.index.index_view import RunHead
from pytest_cookie.reporting.site.render import render
from pytest_cookie.reporting.text.quantities import percent, score, span

CHART_HEIGHT = 160
"""Pixels between the ends of the chart's axis."""
_MARGIN = 8
"""Pixels above and below, so that a point at an end is whole."""
_LEAST_SPAN = 0.1
"""Of the score's range: a narrower axis would show noise as movement."""
_MOST_KINDS = 60


@dataclass(frozen=True)
class ChartPoint:
    """A point in percent of the width and pixels from the top. `is_joined`: a line leads to it from the one before."""

    x: float
    y: float
    low: float | None
    high: float | None
    text: str
    is_joined: bool


@dataclass(frozen=True)
class PointRow:
    """A row of the table below a chart."""

    started: str
    run: str
    value: str
    interval: str
    change: str
    change_interval: str
    items: int
    failed: int
    unscored: int
    others: tuple[str, ...]
    differing: tuple[str, ...]


@dataclass(frozen=True)
class SeriesView:
    """A model: its chart between `top` and `bottom`, and its table, newest run first."""

    title: str
    top: str
    bottom: str
    points: tuple[ChartPoint, ...]
    rows: tuple[PointRow, ...]


@dataclass(frozen=True)
class KindView:
    """A kind with a bar per run: (percent of the width, share of the height, text)."""

    kind: str
    example: str
    first: str
    last: str
    bars: tuple[tuple[float, float, str], ...]
    grew: bool


@dataclass(frozen=True)
class HistoryView:
    """Everything on the page."""

    history: History
    series: tuple[SeriesView, ...]
    kinds: tuple[KindView, ...]
    more_kinds: int
    failing: tuple[tuple[str, str, bool], ...]
    others: tuple[ScoreSpec, ...]
    height: int
    bar_width: float


def write_history(found: History, folder: Path, title: str) -> Path:
    """Write `index.html`, which needs no other file, into `folder`.

    Raises `UsageError` for a run folder, whose report has that name, and `RecordingError`.
    """
    if RunFolder.is_run(folder):
        raise UsageError(f"{folder} is a run, whose report is index.html; name another folder")
    path = folder / "index.html"
    view = history_view(found)
    page = render(
        "history.html",
        script=("scrolling.js",),
        styles=("report.css", "history.css"),
        view=view,
        head=_head(found, title),
    )
    write_text(path, page)
    return path


def _head(found: History, title: str) -> RunHead:
    facts = (
        ("Runs", str(len(found.runs))),
        ("From", moment(found.runs[0].started)),
        ("To", moment(found.runs[-1].started)),
        ("Judge", found.runs[-1].judge),
        ("Agent", found.runs[-1].agent),
    )
    return RunHead(title, facts, found.scores, f"pytest-cookie {found.runs[-1].version}")


def history_view(found: History) -> HistoryView:
    """Build the view of the page. All charts share one axis, so that models can be compared."""
    axis = _axis(found)
    kinds = found.kinds[:_MOST_KINDS]
    return HistoryView(
        history=found,
        series=tuple(_series(found, series, axis) for series in found.series),
        kinds=tuple(_kind(found, place) for place in range(len(kinds))),
        more_kinds=len(found.kinds) - len(kinds),
        failing=tuple(
            (f"{one.case} · {one.model} · {one.mode}", failing_in_words(found, one), one.now == "failed")
            for one in found.failing
        ),
        others=found.scores.others,
        height=CHART_HEIGHT + 2 * _MARGIN,
        bar_width=80 / len(found.runs),
    )


def _axis(found: History) -> tuple[float, float]:
    """The lowest and the highest value of the charts, in the score's unit."""
    spec = found.scores.ranking
    means = [point.scores[spec.id] for series in found.series for point in series.points]
    ends = [end for mean in means for end in (mean.low, mean.mean, mean.high) if end is not None] or [*spec.bounds]
    low, high = min(ends), max(ends)
    missing = max(0.0, _LEAST_SPAN * spec.span - (high - low)) / 2
    return max(spec.low, low - missing), min(spec.high, high + missing)


def _series(found: History, series: HistorySeries, axis: tuple[float, float]) -> SeriesView:
    spec = found.scores.ranking
    return SeriesView(
        title=f"{series.model} · {series.mode}",
        top=score(axis[1], spec.digits),
        bottom=score(axis[0], spec.digits),
        points=tuple(
            _point(found, point, axis, is_first=place == 0)
            for place, point in enumerate(series.points)
            if point.scores[spec.id].mean is not None
        ),
        rows=tuple(_row(found, point) for point in reversed(series.points)),
    )


def _point(found: History, point: HistoryPoint, axis: tuple[float, float], *, is_first: bool) -> ChartPoint:
    spec, mean = found.scores.ranking, point.scores[found.scores.ranking.id]

    def pixels(value: float) -> float:
        return _MARGIN + CHART_HEIGHT * (1 - (value - axis[0]) / ((axis[1] - axis[0]) or 1.0))

    run = found.runs[point.run]
    return ChartPoint(
        x=100 * (point.run + 0.5) / len(found.runs),
        y=pixels(mean.mean or 0.0),
        low=None if mean.low is None else pixels(mean.low),
        high=None if mean.high is None else pixels(mean.high),
        text=f"{run.name}, {moment(run.started)}: {score(mean.mean, spec.digits)} ({span(mean, spec.digits)})",
        is_joined=point.is_comparable and not is_first,
    )


def _row(found: History, point: HistoryPoint) -> PointRow:
    spec, run = found.scores.ranking, found.runs[point.run]
    mean = point.scores[spec.id]
    change, interval = change_in_words(point, spec)
    return PointRow(
        started=moment(run.started),
        run=run.name,
        value=score(mean.mean, spec.digits),
        interval=span(mean, spec.digits),
        change=change,
        change_interval=interval,
        items=point.items,
        failed=point.failed,
        unscored=point.unscored,
        others=tuple(
            score(point.scores[one.id].mean if one.id in point.scores else None, one.digits)
            for one in found.scores.others
        ),
        differing=tuple(map(str, point.differing)),
    )


def _kind(found: History, number: int) -> KindView:
    one, runs = found.kinds[number], [run.name for run in found.runs]
    highest = max((share for share in one.shares if share), default=1.0)
    known = [share for share in one.shares if share is not None]
    return KindView(
        kind=one.kind,
        example=one.example,
        first=percent(known[0] if known else None),
        last=percent(known[-1] if known else None),
        bars=tuple(
            (
                100 * (number + 0.1) / len(runs),
                (share or 0.0) / highest,
                f"{name}: {count(n, 'item')}, {percent(share)}",
            )
            for number, (share, n, name) in enumerate(zip(one.shares, one.items, runs, strict=True))
        ),
        grew=(change_of(one.shares) or 0.0) > 0,
    )
