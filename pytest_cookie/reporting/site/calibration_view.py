"""The page of a calibration: its numbers with intervals, by mutation operator, and every misjudged pair."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.records.files import write_text
from pytest_cookie.reporting.calibration import in_a_line, worst_first
from pytest_cookie.reporting.site.index.index_view import RunHead
from pytest_cookie.reporting.site.render import render
from pytest_cookie.reporting.site.write import INDEX_PAGE
from pytest_cookie.stats import Interval
from pytest_cookie.stats.calibration import TIE, TOTAL, Calibration, Group, PairResult, won
from pytest_cookie.stats.controls import CONTROLS

_FAIR = 0.6
"""Mutation operators under this accuracy are marked: the judge is hardly better than chance."""


@dataclass(frozen=True)
class CalibrationRow:
    """A row of the table, with intervals in percent."""

    name: str
    title: str
    pairs: int
    accuracy: Interval
    in_dimension: float | None
    recall: Interval
    controls: tuple[float | None, ...]
    is_poor: bool


@dataclass(frozen=True)
class MisjudgedPair:
    """A pair that the judge scored equal or in the wrong order."""

    pair: PairResult
    outcome: str
    detected: bool


@dataclass(frozen=True)
class CalibrationView:
    """Everything on the page."""

    head: RunHead
    sentence: str
    totals: tuple[CalibrationRow, ...]
    mutation_operators: tuple[CalibrationRow, ...]
    wrong: tuple[MisjudgedPair, ...]
    left_out: tuple[PairResult, ...]
    calibration: Calibration


def write_calibration_page(calibration: Calibration, folder: Path) -> Path:
    """Write `index.html` into the folder of a judge's calibration. Raises `RecordingError`."""
    view = calibration_view(calibration)
    path = folder / INDEX_PAGE
    write_text(path, render("calibration.html", view=view, head=view.head))
    return path


def calibration_view(calibration: Calibration) -> CalibrationView:
    """Build the view of the page."""
    numbers, titles = calibration.numbers, {result.family: result.title for result in calibration.results}
    totals = [_row(numbers.overall, "all pairs"), *(_row(group, "") for group in numbers.by_dimension)]
    totals += [
        _row(half.overall.model_copy(update={"name": f"{name} half"}), "") for name, half in calibration.halves.items()
    ]
    return CalibrationView(
        head=_head(calibration),
        sentence=in_a_line(calibration),
        totals=tuple(totals),
        mutation_operators=tuple(_row(group, titles.get(group.name, "")) for group in worst_first(numbers.by_family)),
        wrong=tuple(_list_misjudged(calibration)),
        left_out=tuple(pair for pair in calibration.results if pair.left_out),
        calibration=calibration,
    )


def _head(calibration: Calibration) -> RunHead:
    terms = calibration.terms
    facts = [
        ("Judge", terms.judge),
        ("Judge version", terms.judge_version),
        ("Agent", terms.agent),
        ("Date", calibration.made),
        ("Baseline artifacts", str(calibration.artifacts)),
        ("Pairs", str(calibration.pairs)),
        ("Mutation operators", f"version {terms.families_version}"),
        *([("Partial calibration", calibration.part)] if calibration.part else []),
    ]
    scores = ScoreSet.guess({TOTAL: None})
    return RunHead(
        f"Calibration of {terms.judge}", tuple(facts), scores, f"pytest-cookie {terms.version}, {terms.browser}"
    )


def _row(group: Group, title: str) -> CalibrationRow:
    accuracy = group.accuracy.mean
    return CalibrationRow(
        name=group.name,
        title=title,
        pairs=group.pairs,
        accuracy=_percent(group.accuracy),
        in_dimension=group.in_dimension.mean,
        recall=_percent(group.recall),
        controls=tuple(found.mean if (found := group.controls.get(one)) else None for one in CONTROLS),
        is_poor=accuracy is not None and accuracy < _FAIR,
    )


def _percent(interval: Interval) -> Interval:
    def hundredfold(value: float | None) -> float | None:
        return None if value is None else 100 * value

    return Interval(
        mean=hundredfold(interval.mean), low=hundredfold(interval.low), high=hundredfold(interval.high), n=interval.n
    )


def _is_equal(pair: PairResult) -> bool:
    each = zip(pair.good, pair.twin, strict=True)
    return all(abs((baseline.get(TOTAL) or 0.0) - (mutant.get(TOTAL) or 0.0)) <= TIE for baseline, mutant in each)


def _list_misjudged(calibration: Calibration) -> list[MisjudgedPair]:
    found = []
    for pair in calibration.results:
        outcome = None if pair.left_out else won(pair, "total")
        if outcome is not None and outcome < 1:
            order = "wrong order" if outcome == 0 else "equal" if _is_equal(pair) else "differs by repeat"
            found.append(MisjudgedPair(pair, order, any(pair.detected)))
    return sorted(found, key=lambda pair: pair.outcome == "equal")
