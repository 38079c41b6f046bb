"""A history in a terminal: a table per model, kinds of findings that changed, items that fail."""

from collections.abc import Iterator, Sequence

from pytest_cookie.core.score_spec import ScoreSpec
from pytest_cookie.core.wording import count
from pytest_cookie.reporting.run_history.history import FailingItem, History, HistoryPoint, HistorySeries, change_of
from pytest_cookie.reporting.text.quantities import percent, score, signed, signed_span, span
from pytest_cookie.reporting.text.terminal_cells import cut, printable, table, wrapped
from pytest_cookie.stats import PRELIMINARY_BELOW

_MOST_KINDS = 10
_MOST_FAILING = 12
_MOST_DIFFERING = 4


def history_lines(found: History, width: int) -> list[str]:
    """The whole report, no line wider than `width` cells."""
    lines = [f"{count(len(found.runs), 'run')}, {moment(found.runs[0].started)} to {moment(found.runs[-1].started)}"]
    for series in found.series:
        lines += ["", *_series(found, series, width)]
    lines += _kinds(found)
    lines += _failing(found, width)
    for one in found.left_out:
        lines += wrapped(f"left out: {printable(one.run)}: {printable(one.why)}", width)
    return [cut(line, width) for line in lines]


def moment(started: str) -> str:
    """`2026-02-03 10:20` of an ISO date."""
    return printable(started[:16].replace("T", " "))


def _series(found: History, series: HistorySeries, width: int) -> Iterator[str]:
    spec = found.scores.ranking
    yield printable(f"{series.model} · {series.mode}")
    rows = [["", "run", spec.heading, "95 %", "change", "95 %", "items", "failed"]]
    rows += [_row(found, point, spec) for point in series.points]
    yield from table(rows)
    for point in series.points:
        if point.differing and not point.is_comparable:
            listed = "; ".join(map(str, point.differing[:_MOST_DIFFERING]))
            rest = len(point.differing) - _MOST_DIFFERING
            more = f"; and {rest} more" if rest > 0 else ""
            name = found.runs[point.run].name
            yield from wrapped(printable(f"{name} is not comparable with the run before (A): {listed}{more}"), width)
    if any(point.items < PRELIMINARY_BELOW for point in series.points):
        yield f"* fewer than {PRELIMINARY_BELOW} cases: preliminary, the interval is rough."


def _row(found: History, point: HistoryPoint, spec: ScoreSpec) -> list[str]:
    run, mean = found.runs[point.run], point.scores[spec.id]
    change = change_in_words(point, spec)
    return [
        moment(run.started),
        printable(run.name),
        score(mean.mean, spec.digits),
        span(mean, spec.digits),
        *change,
        f"{point.items}{'*' if mean.n < PRELIMINARY_BELOW else ''}",
        str(point.failed),
    ]


def change_in_words(point: HistoryPoint, spec: ScoreSpec) -> list[str]:
    """The difference from the previous run and its interval; `not comparable` where settings differ."""
    if not point.is_comparable:
        return ["≠", ""]
    if point.gain is None:
        return ["", ""]
    return [signed(point.gain.mean, spec.digits), signed_span(point.gain, spec.digits)]


def _kinds(found: History) -> Iterator[str]:
    changed = [one for one in found.kinds if change_of(one.shares)]
    if not changed:
        return
    yield from ("", "kinds of findings whose share of items changed most, first run to last")
    rows = [["", "first", "last", "items, run by run"]]
    for one in changed[:_MOST_KINDS]:
        known = [share for share in one.shares if share is not None]
        rows.append([printable(one.kind), percent(known[0]), percent(known[-1]), " ".join(map(str, one.items))])
    yield from table(rows)
    if len(changed) > _MOST_KINDS:
        yield f"… and {len(changed) - _MOST_KINDS} more; use --html or --json to get all"


def _failing(found: History, width: int) -> Iterator[str]:
    if not found.failing:
        return
    yield from ("", count(len(found.failing), "item that failed", "items that failed"))
    for one in found.failing[:_MOST_FAILING]:
        name = printable(f"{one.case} · {one.model} · {one.mode}")
        yield from wrapped(f"{name}: {failing_in_words(found, one)}", width)
    if len(found.failing) > _MOST_FAILING:
        yield f"  … and {len(found.failing) - _MOST_FAILING} more; use --html or --json to get all"


def failing_in_words(found: History, one: FailingItem) -> str:
    """`first failed in tuesday, scored before in monday; fails since tuesday`.

    Of an item that was unscored last, nobody knows whether it still fails: `failed since tuesday, then unscored`.
    """
    names: Sequence[str] = [printable(run.name) for run in found.runs]
    before = "never scored before" if one.last_scored is None else f"scored before in {names[one.last_scored]}"
    now = f"now {one.now}"
    if one.failing_since is not None:
        since = names[one.failing_since]
        now = f"fails since {since}" if one.now == "failed" else f"failed since {since}, then {one.now}"
    return f"first failed in {names[one.first_failed]}, {before}; {now}"
